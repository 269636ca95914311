"""A briefing as a file, for downloads and attachments."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Collection
from pathlib import Path

from topiccrawl.errors import TopiccrawlError
from topiccrawl.extras import require_extra
from topiccrawl.messages import said
from topiccrawl.newsroom.analysis.briefing import Briefing, plain_text
from topiccrawl.newsroom.analysis.documents.html import html_document
from topiccrawl.newsroom.analysis.documents.pdf import pdf_of_word, printer, write_pdf
from topiccrawl.newsroom.analysis.documents.word import write_word

TYPES = {
    "html": "text/html; charset=utf-8",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "pdf": "application/pdf",
}
_PRINTING = threading.Lock()
"""Limits PDF export to one browser at a time; each takes some hundred megabytes."""


def missing_program(endings: Collection[str], *, has_template: bool) -> str:
    """Return what must be installed before files with these endings can be made; empty: nothing."""
    try:
        if "docx" in endings or (has_template and "pdf" in endings):
            require_extra("briefing")
        if "pdf" in endings:
            printer(of_word=has_template)
    except TopiccrawlError as error:
        return said(error)
    return ""


def as_file(briefing: Briefing, ending: str, template: bytes | None = None) -> bytes:
    """Return a briefing as a file of a kind of `TYPES`, or as `txt`.

    Args:
        briefing: the briefing.
        ending: of the file.
        template: a Word file with placeholders, for Word and PDF; None: there is none.

    Raises:
        AdminError: the template cannot be used.
        MissingExtraError: Word files need the extra `briefing`.
        BrowserMissingError: PDF needs a Chromium, that of a template LibreOffice.
    """
    if ending == "html":
        return html_document(briefing).encode()
    if ending == "txt":
        return "\n".join([*plain_text(briefing), ""]).encode()
    with _PRINTING, tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"briefing.{ending}"
        if ending == "pdf" and template is None:
            write_pdf(briefing, path)
            return path.read_bytes()
        word = path.with_suffix(".docx")
        write_word(briefing, word, template)
        return pdf_of_word(word) if ending == "pdf" else word.read_bytes()
