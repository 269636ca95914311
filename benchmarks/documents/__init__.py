"""Texts of made files: PDF, Word, Excel, OFD and RTF."""
