"""Word files of users as templates of briefings: placeholders such as {{刊名}}, and styles."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile

from topiccrawl.errors import AdminError
from topiccrawl.extras import require_extra
from topiccrawl.newsroom.analysis.briefing import Briefing, Letterhead
from topiccrawl.text.display import one_line

if TYPE_CHECKING:
    from docx.document import Document

PLACEHOLDERS = ("刊名", "副题", "编发单位", "期号", "日期", "说明", "正文")
"""The last one is where the stories go; they go to the end without it."""
_MOST = 50_000_000
"""Bytes of all parts, unpacked."""
_FIELD = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
_LOADS = re.compile(r"\b(INCLUDE\w*|IMPORT|LINK|DDE\w*)\b", re.IGNORECASE)
"""Fields of Word that load something else."""


def values_of(briefing: Briefing) -> dict[str, str]:
    """Return what placeholders stand for, without that of the stories."""
    head = briefing.letterhead or Letterhead()
    values = (briefing.name, head.subtitle, head.office, head.issue, briefing.days, briefing.count)
    return {name: one_line(value) for name, value in zip(PLACEHOLDERS, values, strict=False)}


def open_template(data: bytes) -> Document:
    """Return a DOCX file as a template, without links to what whoever prints it would load.

    Raises:
        AdminError: it is no such file, or has other placeholders or fields that load something.
        MissingExtraError: python-docx is not installed.
    """
    require_extra("briefing")
    import docx
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.opc.exceptions import PackageNotFoundError
    from lxml.etree import XMLSyntaxError

    try:
        with ZipFile(BytesIO(data)) as packed:
            if sum(one.file_size for one in packed.infolist()) > _MOST:
                raise AdminError("the template has more than {most:,} bytes when it is unpacked", most=_MOST)
        document = docx.Document(BytesIO(data))
    except (
        *(BadZipFile, zlib.error, RuntimeError),  # damaged, compressed in another way, or with a password
        *(PackageNotFoundError, XMLSyntaxError, KeyError, ValueError),
    ) as error:
        raise AdminError("the template is no Word file (.docx): {error}", error=error) from None
    for part in document.part.package.iter_parts():
        for name, link in list(part.rels.items()):
            if link.is_external and link.reltype != RELATIONSHIP_TYPE.HYPERLINK:
                del part.rels[name]
    texts = [_text(paragraph) for paragraph in _paragraphs(document)]
    unknown = {name for text in texts for name in _FIELD.findall(text)} - {*PLACEHOLDERS}
    if unknown:
        raise AdminError(
            "the template has unknown placeholders: {names}; there are {known}",
            names=", ".join(sorted(unknown)),
            known=", ".join(PLACEHOLDERS),
        )
    if loading := _LOADS.search(" ".join(_of(document, "w:instrText"))):
        raise AdminError("the template has a field that loads a file: {field}", field=loading[0])
    return document


def fill(document: Document, values: Mapping[str, str]) -> Any:
    """Replace placeholders, and return an empty paragraph that the stories come before; None: there is none.

    Text of a placeholder that Word has divided gets the form of its first letter.
    """
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    place = None
    for paragraph in _paragraphs(document):
        text = _text(paragraph)
        filled = _FIELD.sub(lambda found: values.get(found[1], ""), text)
        if PLACEHOLDERS[-1] in _FIELD.findall(text) and place is None:
            place = paragraph
            if filled.strip():  # text beside the placeholder stays above the stories
                place = OxmlElement("w:p")
                paragraph.addnext(place)
        if filled != text:
            for at, one in enumerate(_own(paragraph)):
                one.text = "" if at else filled
                one.set(qn("xml:space"), "preserve")
    return place


def _paragraphs(document: Document) -> Iterator[Any]:
    """Yield the paragraphs of the text, also in tables and text boxes, and of headers and footers."""
    from docx.oxml.ns import qn

    for part in document.part.package.iter_parts():
        if (root := getattr(part, "element", None)) is not None:
            yield from list(root.iter(qn("w:p")))


def _of(document: Document, tag: str) -> Iterator[str]:
    from docx.oxml.ns import qn

    for paragraph in _paragraphs(document):
        yield from (one.text or "" for one in paragraph.iter(qn(tag)))


def _own(paragraph: Any) -> list[Any]:
    """Return the texts of a paragraph without those of paragraphs in it, as of a text box."""
    from docx.oxml.ns import qn

    texts = paragraph.iter(qn("w:t"))
    return [one for one in texts if next(one.iterancestors(qn("w:p"))) is paragraph]


def _text(paragraph: Any) -> str:
    return "".join(one.text or "" for one in _own(paragraph))
