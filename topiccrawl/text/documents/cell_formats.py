"""Numbers of a workbook as they are shown: with their decimals, thousands and percent signs."""

from __future__ import annotations

import posixpath
import re

from topiccrawl.text.documents.safe_zip import SafeZip, attribute, local

_BUILT_IN = {
    **{1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%"},
    **{37: "#,##0", 38: "#,##0", 39: "#,##0.00", 40: "#,##0.00"},
}
_FORMAT = re.compile(r"[#0,]*0(?:\.(0+))?(%?)")
"""Formats that are written out; others, such as those of dates and with words, are left to the reader."""
_NOISE = re.compile(r'[_\\].|\*.|"[^"]*"|\[[^\]]*\]|\s')
_MOST_DECIMALS = 10
MAX_SHEET = 20_000_000
"""Bytes of a sheet whose formats are read."""
Place = tuple[int, int]
"""Row and column, from zero."""


class NumberFormats:
    """The formats of the cells of a workbook (XLSX) that `shown` knows."""

    def __init__(self, archive: SafeZip) -> None:
        self._archive = archive
        self._codes = _codes(archive)
        self._parts = _parts(archive) if any(self._codes) else {}

    def of_sheet(self, name: str) -> dict[Place, str]:
        """Return the formats of the cells of a sheet; none of a very large one."""
        part = self._parts.get(name, "")
        if not part or self._archive.size(part) > MAX_SHEET or (root := self._archive.xml(part)) is None:
            return {}
        found: dict[Place, str] = {}
        for cell in root.iter("{*}c"):
            style = _number(attribute(cell, "s"))
            code = self._codes[style] if style is not None and style < len(self._codes) else ""
            if code and (place := _place(attribute(cell, "r"))) is not None:
                found[place] = code
        return found


def shown(number: float, code: str) -> str:
    """Return a number in a format.

    >>> shown(0.125, "0.0%"), shown(1234.5, "#,##0.00"), shown(3.0, "0.00")
    ('12.5%', '1,234.50', '3.00')
    """
    if (found := _FORMAT.fullmatch(code)) is None:
        return f"{number:.10g}"
    decimals = min(len(found[1] or ""), _MOST_DECIMALS)
    value = number * 100 if found[2] else number
    return f"{value:{',' if ',' in code else ''}.{decimals}f}{found[2]}"


def _codes(archive: SafeZip) -> list[str]:
    """Return the format of each style of a workbook; empty for those that are not known."""
    root = archive.xml("xl/styles.xml")
    if root is None:
        return []
    own = {attribute(one, "numFmtId"): attribute(one, "formatCode") for one in root.iter("{*}numFmt")}
    codes = []
    for styles in root.iter("{*}cellXfs"):
        for style in styles:
            name = attribute(style, "numFmtId")
            code = own.get(name) or _BUILT_IN.get(_number(name) or 0, "")
            code = _NOISE.sub("", code.partition(";")[0])
            codes.append(code if local(style) == "xf" and _FORMAT.fullmatch(code) else "")
    return codes


def _parts(archive: SafeZip) -> dict[str, str]:
    """Return the part of each sheet, by name."""
    book, links = archive.xml("xl/workbook.xml"), archive.xml("xl/_rels/workbook.xml.rels")
    if book is None or links is None:
        return {}
    targets = {attribute(link, "Id"): attribute(link, "Target") for link in links}
    return {
        attribute(sheet, "name"): posixpath.normpath(
            posixpath.join("/xl", targets.get(attribute(sheet, "id"), ""))
        )
        for sheet in book.iter("{*}sheet")
    }


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def _place(reference: str) -> Place | None:
    found = re.fullmatch(r"([A-Z]{1,3})(\d{1,7})", reference, re.ASCII)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]) - 1, column - 1
