"""The default extractor beside other extractors, each in a child process of its own."""
