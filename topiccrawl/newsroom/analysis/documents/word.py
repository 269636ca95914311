"""A briefing as a Word file; needs the extra `briefing`."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

from topiccrawl.errors import ExportError
from topiccrawl.extras import require_extra
from topiccrawl.newsroom.analysis.briefing import NOTE, Briefing, Item, details
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.text.display import one_line
from topiccrawl.text.files.atomic_write import atomic_replace

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.text.paragraph import Paragraph

_FONT = "Microsoft YaHei"
_LINK = "0B5394"
_MOST_BYTES = 20_000_000
"""Largest template, unpacked, in bytes."""


def write_word(briefing: Briefing, path: Path, template: bytes = b"") -> None:
    """Write a briefing as DOCX; an existing file is replaced.

    Args:
        briefing: the briefing.
        path: the file.
        template: a DOCX whose styles, header, footer and margins are used; empty: none.

    Raises:
        MissingExtraError: python-docx is not installed.
        ExportError: the template cannot be used.
        OSError: the file cannot be written.
    """
    document = open_template(template)
    from docx.enum.text import WD_ALIGN_PARAGRAPH

    document.core_properties.title = one_line(briefing.heading)

    def add(text: str, style: str = "Normal", *, centred: bool = False) -> Paragraph:
        made = document.add_paragraph(one_line(text))
        if style in document.styles:  # a template may lack it
            made.style = document.styles[style]
        if centred:
            made.alignment = WD_ALIGN_PARAGRAPH.CENTER
        return made

    if (head := briefing.letterhead) is None:
        add(briefing.heading, "Title")
    else:
        add(briefing.name, "Title", centred=True)
        for line in filter(None, (head.subtitle, briefing.imprint)):
            add(line, "Subtitle", centred=True)
    add(briefing.count)
    for section, numbered in briefing.sections:
        if section:
            add(section, "Heading 1")
        for number, item in numbered:
            heading = add("", "Heading 2")
            heading.add_run(f"{number}. ")
            _add_title(heading, item)
            for sentence in item.sentences:
                add(sentence)
            if item.note:
                add(NOTE + item.note, "Intense Quote")
            add(details(item))
    with atomic_replace(path) as part, part.open("wb") as file:
        document.save(file)


def open_template(template: bytes) -> WordDocument:
    """Return an empty document with the styles of a DOCX, or with our own.

    Raises:
        MissingExtraError: python-docx is not installed.
        ExportError: it is no DOCX, or too large.
    """
    require_extra("briefing")
    from docx import Document
    from docx.oxml.ns import qn

    if template:
        try:
            with ZipFile(BytesIO(template)) as parts:
                if sum(part.file_size for part in parts.infolist()) > _MOST_BYTES:
                    raise ValueError
            document = Document(BytesIO(template))
        except Exception:  # python-docx has no error of its own for files that are none
            raise ExportError("the template is not a Word file (.docx) of at most 20 MB") from None
        body = document.element.body
        for part in list(body):
            if part.tag != qn("w:sectPr"):
                body.remove(part)
        return document
    document = Document()
    normal = document.styles["Normal"]
    normal.font.name = _FONT
    # Chinese characters have a font of their own, which python-docx does not set.
    normal.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), _FONT)
    return document


def _add_title(paragraph: Paragraph, item: Item) -> None:
    """Add the title, as a link if its URL is http or https; python-docx has no API for links."""
    run = paragraph.add_run(item.title)
    if not is_http_url(item.url):
        return
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import RGBColor

    run.font.color.rgb = RGBColor.from_string(_LINK)
    link = OxmlElement("w:hyperlink")
    target = paragraph.part.relate_to(item.url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    link.set(qn("r:id"), target)
    paragraph._p.append(link)
    link.append(run._r)
