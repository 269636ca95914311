"""Text of Word files (DOCX): what Word shows, read from its XML."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from topiccrawl.text.documents.file_text import FileProblemError, Problem
from topiccrawl.text.documents.numbering import Numbering
from topiccrawl.text.documents.safe_zip import SafeZip, attribute, local

_SKIPPED = frozenset(("del", "moveFrom", "Fallback", "rPr", "pPr", "instrText", "delText", "sectPr", "ruby"))
"""Elements whose text is not shown, or is a setting."""
_WRITTEN = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "ptab": "\t"}
_OFF = ("0", "false", "off", "none")
_SEPARATORS = ("separator", "continuationSeparator", "continuationNotice")


def read_docx(body: bytes) -> tuple[list[str], int]:
    """Return the paragraphs of a Word file, its tables row by row, text boxes and notes behind what has them.

    Deleted and hidden text is left out; automatic numbers are written out.

    Raises:
        FileProblemError: it is encrypted, broken or too large.
    """
    with SafeZip(body) as archive:
        root = archive.xml("word/document.xml")
        if root is None or (content := root.find("{*}body")) is None:
            raise FileProblemError(Problem.BROKEN)
        walk = _Walk(Numbering(archive.xml("word/numbering.xml"), archive.xml("word/styles.xml")))
        lines = [*walk.lines(content)]
        for name in ("footnotes", "endnotes"):
            notes = archive.xml(f"word/{name}.xml")
            for note in () if notes is None else notes:
                if attribute(note, "type") not in _SEPARATORS:
                    lines += walk.lines(note)
    return lines, 0


class _Walk:
    """Walks through the blocks of a document, with the numbers of its lists."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering

    def lines(self, container: etree._Element) -> Iterator[str]:
        """Yield the lines of what holds paragraphs and tables."""
        for element in container:
            name = local(element)
            if name == "p":
                yield from self._paragraph(element)
            elif name == "tbl":
                yield from self._table(element)
            elif name not in _SKIPPED:  # content controls, insertions, custom XML
                yield from self.lines(element)

    def _paragraph(self, paragraph: etree._Element) -> Iterator[str]:
        boxes: list[etree._Element] = []
        text = "".join(_texts(paragraph, boxes))
        if text.strip():
            yield from (self._numbering.number_of(paragraph) + text).split("\n")
        for box in boxes:
            yield from self.lines(box)

    def _table(self, table: etree._Element) -> Iterator[str]:
        for row in _children(table, "tr"):
            cells = [[*self.lines(cell)] for cell in _children(row, "tc")]
            if len(cells) == 1:  # a frame around text
                yield from cells[0]
            else:
                yield " ".join(" ".join(cell) for cell in cells if cell)


def _children(parent: etree._Element, name: str) -> Iterator[etree._Element]:
    """Yield the rows or cells of a table, also those in content controls."""
    for element in parent:
        if (own := local(element)) == name:
            yield element
        elif own in ("sdt", "sdtContent", "customXml", "ins"):
            yield from _children(element, name)


def _texts(element: etree._Element, boxes: list[etree._Element]) -> Iterator[str]:
    """Yield the pieces of the text of a paragraph; text boxes are put into a list."""
    for child in element:
        name = local(child)
        if name == "t":
            yield child.text or ""
        elif name == "txbxContent":
            boxes.append(child)
        elif name == "ruby":
            base = child.find("{*}rubyBase")
            if base is not None:
                yield from _texts(base, boxes)
        elif name in _WRITTEN:
            yield _WRITTEN[name] if attribute(child, "type") != "page" else "\n"
        elif name == "sym":
            continue
        elif name not in _SKIPPED and not (name == "r" and _is_hidden(child)):
            yield from _texts(child, boxes)


def _is_hidden(run: etree._Element) -> bool:
    hidden = run.find("{*}rPr/{*}vanish")
    return hidden is not None and attribute(hidden, "val") not in _OFF
