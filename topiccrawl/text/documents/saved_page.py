"""Text of pages that were saved under the name of a document."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree
from lxml import html as lxml_html

from topiccrawl.text.documents.file_text import FileProblemError, Problem
from topiccrawl.text.encodings.encoding import decode_html

_UNREAD = frozenset("head script style noscript template xml select textarea".split())
_BLOCKS = frozenset(
    "address article blockquote br dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tr ul".split()
)


def read_saved_page(body: bytes) -> tuple[list[str], int]:
    """Return the lines of a page; it has no links, menus and adverts as pages of the web have.

    Raises:
        FileProblemError: it is no page.
    """
    parser = lxml_html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        root = lxml_html.document_fromstring(decode_html(body).text.encode(), parser=parser)
    except (etree.ParserError, ValueError):
        raise FileProblemError(Problem.BROKEN) from None
    # Line breaks of the source are blanks; those of the page are set here.
    return "".join(_pieces(root)).splitlines(), 0


def _pieces(element: etree._Element) -> Iterator[str]:
    if isinstance(element.tag, str) and element.tag not in _UNREAD:
        edge = "\n" if element.tag in _BLOCKS else " " if element.tag in ("td", "th") else ""
        yield edge + " ".join((element.text or "").splitlines())
        for child in element:
            yield from _pieces(child)
            yield " ".join((child.tail or "").splitlines())
        yield edge
