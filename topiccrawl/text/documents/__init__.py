"""Texts in files: PDF, Word, Excel and OFD."""

from topiccrawl.text.documents.file_text import FileText, Problem
from topiccrawl.text.documents.reading import can_read_files, read_file

__all__ = ["FileText", "Problem", "can_read_files", "read_file"]
