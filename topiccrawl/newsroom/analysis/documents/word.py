"""A briefing as a Word file; needs the extra `briefing`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from topiccrawl.extras import require_extra
from topiccrawl.newsroom.analysis.briefing import NOTE, Briefing, Item, details
from topiccrawl.newsroom.analysis.documents.template import fill, open_template, values_of
from topiccrawl.page.canonical_url import is_http_url
from topiccrawl.text.display import one_line
from topiccrawl.text.files.atomic_write import atomic_replace

if TYPE_CHECKING:
    from docx.text.paragraph import Paragraph

_FONT = "Microsoft YaHei"
_LINK = "0B5394"


def write_word(briefing: Briefing, path: Path, template: bytes | None = None) -> None:
    """Write a briefing as DOCX; an existing file is replaced.

    Args:
        briefing: the briefing.
        path: the file.
        template: a Word file with placeholders; None: no form of its own.

    Raises:
        AdminError: the template cannot be used.
        MissingExtraError: python-docx is not installed.
        OSError: the file cannot be written.
    """
    require_extra("briefing")
    from docx import Document
    from docx.oxml.ns import qn

    if template is None:
        document, place = Document(), None
        normal = document.styles["Normal"]
        normal.font.name = _FONT
        # Chinese characters have a font of their own, which python-docx does not set.
        normal.element.get_or_add_rPr().get_or_add_rFonts().set(qn("w:eastAsia"), _FONT)
    else:
        document = open_template(template)
        place = fill(document, values_of(briefing))
    document.core_properties.title = one_line(briefing.heading)
    styles = {style.name for style in document.styles}

    def add(text: str, style: str = "Normal") -> Paragraph:
        made = document.add_paragraph(one_line(text), style=style if style in styles else None)
        if place is not None:
            place.addprevious(made._p)
        return made

    if template is None:
        head = briefing.letterhead
        add(briefing.name if head else briefing.heading, "Title")
        for line in filter(None, (head.subtitle, briefing.imprint) if head else ()):
            add(line, "Subtitle")
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
    if place is not None:
        place.getparent().remove(place)
    with atomic_replace(path) as part, part.open("wb") as file:
        document.save(file)


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
