"""Read the text of a file in a child process."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from topiccrawl.extras import EXTRAS
from topiccrawl.text.documents.file_text import FileProblemError, FileText, Problem
from topiccrawl.text.documents.formats import Format, format_of
from topiccrawl.text.files.child import ChildError, LimitError, Limits, read_in_child
from topiccrawl.text.radicals import without_radicals

LIMITS = Limits(memory=700_000_000, seconds=30.0, processor=30.0, output=16_000_000, files=100_000_000)
"""Of the child that reads a file."""

MAX_CHARACTERS = 2_000_000
"""Characters of a text; files with more are too large."""

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f\ufff9-\ufffc\ufffe\uffff\ufeff\u200b\u00ad\ud800-\udfff]")


@cache
def can_read_files() -> bool:
    """Return whether the extra `files` is installed."""
    return all(find_spec(module) is not None for module in EXTRAS["files"])


def read_file(body: bytes, name: str = "", limits: Limits = LIMITS) -> FileText:
    """Return the text of a file. It waits for a child process: a crawl calls it in a thread.

    What the file is follows from its content; the name only tells formats apart that begin alike.

    Args:
        body: content of the file.
        name: its name or URL.
        limits: what reading may take.
    """
    found = format_of(body, name)
    if found is None:
        return FileText(problem=Problem.UNKNOWN)
    try:
        with TemporaryDirectory(prefix="topiccrawl-") as folder:  # removed here: a child may be killed
            ((text, pages, problem),) = read_in_child(_read, body, str(found), folder, limits=limits)
    except LimitError:
        return FileText(problem=Problem.TOO_LARGE)
    except (ChildError, ValueError):
        return FileText(problem=Problem.BROKEN)
    return FileText(text, pages, Problem(problem) if problem else None)


def _read(body: bytes, form: str, folder: str) -> Iterator[list[Any]]:
    """Yield text, pages and problem; runs in the child."""
    try:
        lines, pages = _reader(Format(form), Path(folder))(body)
        text = _tidy("\n".join(lines))
        if not text:
            raise FileProblemError(Problem.BROKEN)
        if len(text) > MAX_CHARACTERS:
            raise FileProblemError(Problem.TOO_LARGE)
        yield [text, pages, ""]
    except FileProblemError as error:
        yield ["", 0, str(error.problem)]
    except MemoryError:
        raise
    except Exception:  # the libraries have no common class of errors
        yield ["", 0, str(Problem.BROKEN)]


def _reader(form: Format, folder: Path) -> Callable[[bytes], tuple[list[str], int]]:
    """Return the reader of a format; its libraries are loaded only here."""
    if form is Format.PDF:
        from topiccrawl.text.documents.pdf import read_pdf

        return read_pdf
    if form is Format.DOCX:
        from topiccrawl.text.documents.docx import read_docx

        return read_docx
    if form is Format.DOC:
        from topiccrawl.text.documents.doc import read_doc

        return lambda body: read_doc(body, folder)
    if form is Format.SHEETS:
        from topiccrawl.text.documents.sheets import read_sheets

        return read_sheets
    if form is Format.OFD:
        from topiccrawl.text.documents.ofd import read_ofd

        return read_ofd
    if form is Format.RTF:
        from topiccrawl.text.documents.rtf import read_rtf

        return read_rtf
    from topiccrawl.text.documents.saved_page import read_saved_page

    return read_saved_page


def _tidy(text: str) -> str:
    """Return a text without control characters, look-alikes of characters and empty lines."""
    lines = _CONTROLS.sub("", without_radicals(text)).splitlines()
    return "\n".join(tidy for line in lines if (tidy := " ".join(line.split())))
