"""The style sheets of a page that a browser has saved, from the folder beside it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from topiccrawl.extraction.visual.sheets import MAX_BYTES, Sheets, SheetSearch, decode_sheet
from topiccrawl.page.page import Page


def saved_sheets(page: Page, file: Path) -> Sheets:
    """Return the sheets of a saved page.

    Only files below the folder of the page are read. Sheets that are missing, too large or no text are left
    out.

    Args:
        page: the page.
        file: the file it was saved in; browsers put its sheets into a folder such as `NAME_files` beside it.
    """
    file = file.resolve()
    search = SheetSearch(page, file.as_uri())
    while urls := search.wanted():
        read = ((url, _read(url, file.parent)) for url in urls)
        search.add({url: text for url, text in read if text is not None})
    return search.sheets


def _read(url: str, folder: Path) -> str | None:
    """Return the text of a sheet, None when it may not or cannot be read."""
    parts = urlsplit(url)
    if parts.scheme != "file":
        return None
    try:
        path = Path(url2pathname(parts.path)).resolve()
        if not path.is_relative_to(folder) or not path.is_file() or path.stat().st_size > MAX_BYTES:
            return None
        return decode_sheet(path.read_bytes())
    except (OSError, ValueError):
        return None
