"""The default extractor, `article`: weighs lines, picks a block and a run of lines, trims the edges."""
