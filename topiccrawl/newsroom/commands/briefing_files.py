"""Writing a briefing as the kind of file that a name ends with."""

from __future__ import annotations

from pathlib import Path

from topiccrawl.newsroom.analysis.briefing import Briefing, plain_text
from topiccrawl.newsroom.analysis.documents.html import html_document
from topiccrawl.newsroom.analysis.documents.pdf import write_pdf
from topiccrawl.newsroom.analysis.documents.word import write_word
from topiccrawl.text.files.atomic_write import write_atomically

ENDINGS = (".html", ".docx", ".pdf", ".txt")
"""Ends of names that are known."""


def write_briefing(briefing: Briefing, path: Path) -> None:
    """Write a briefing to a file whose name ends with one of `ENDINGS`.

    Raises:
        MissingExtraError: Word files need the extra `briefing`.
        BrowserMissingError: PDF needs a Chromium.
        OSError: the file cannot be written.
    """
    ending = path.suffix.lower()
    if ending == ".docx":
        write_word(briefing, path)
    elif ending == ".pdf":
        write_pdf(briefing, path)
    elif ending == ".html":
        write_atomically(path, html_document(briefing))
    else:
        write_atomically(path, "\n".join([*plain_text(briefing), ""]))
