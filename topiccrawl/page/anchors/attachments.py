"""The files with the text of a notice: in a viewer on its page, or attached to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement

from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.attributes import handlers_of
from topiccrawl.page.hidden_links.read import hidden_links_of
from topiccrawl.page.page import Page
from topiccrawl.page.unread.files import has_file_suffix

_PLAYED = ("pdfsrc", "data-pdf", "data-pdfsrc", "data-pdf-url")
"""Attributes by which viewers of content systems name their file."""
_SHOWN = re.compile(
    r"(?:showVsbpdfIframe|showVsbofdIframe|PDFObject\.embed|new\s+Pdfh5|pdfjsLib\.getDocument|pdfurl\s*[:=])[^\"']{0,60}[\"']([^\"']{1,500})[\"']"
)
"""Calls of scripts that show a file."""
_SUFFIX = r"\.(?:pdf|docx?|wps|ofd|xlsx?|et|rtf)"
_NAMED = re.compile(
    _SUFFIX + r"\s*[】\])）」]?\s*(?:[【\[(（]?\s*[\d.,]+\s*[KMG]?B?\s*[】\])）]?\s*)?$",
    re.IGNORECASE,
)
"""An anchor text that is the name of a file, with its size perhaps."""
_FETCHES = re.compile(r"down|file|attach|id=", re.IGNORECASE)
"""What an address says that does not end like the name of a file."""
_CALLED = re.compile(_SUFFIX + r"\s*[\"']", re.IGNORECASE)
"""A call with the name of a file."""
_MAY_NAME_FILE = re.compile(rf"{_SUFFIX}\b".encode(), re.IGNORECASE)
"""What every page has that names a file, in its source."""
_READ = frozenset(("pdf", "doc", "docx", "wps", "ofd", "xls", "xlsx", "et", "rtf"))
_LONGEST_URL = 2000
_LONGEST_NAME = 200
_MOST_SCRIPTS = 50


class Attachments(NamedTuple):
    """The files of a page.

    Attributes:
        shown: URLs of files that a viewer on the page shows: they are its text.
        linked: URLs of files that it links to.
    """

    shown: tuple[str, ...] = ()
    linked: tuple[str, ...] = ()


def attachments_of(page: Page) -> Attachments:
    """Return the files with text that a page shows or links to, each once, in their order.

    >>> found = attachments_of(Page.of("<div pdfsrc=/1.pdf></div><a href=/down?id=2>名单.docx</a>", "http://a.cn/"))
    >>> found.shown, found.linked
    (('http://a.cn/1.pdf',), ('http://a.cn/down?id=2',))
    """
    if _MAY_NAME_FILE.search(page.source) is None:  # as on most pages
        return Attachments()
    shown = dict.fromkeys(url for reference in _shown(page) if (url := _file(page, reference)))
    linked = dict.fromkeys(
        url for element in Elements.of(page).anchors if (url := _linked(page, element)) and url not in shown
    )
    linked.update(dict.fromkeys(url for url in _called(page) if url not in shown))
    return Attachments(tuple(shown), tuple(linked))


def _shown(page: Page) -> Iterator[str]:
    """Yield what viewers show, as written."""
    for element in Elements.of(page).frames:
        yield element.get("data" if element.tag == "object" else "src") or ""
    for name in _PLAYED:
        if name in page.html:
            for element in page.tree.xpath(f".//*[@{name}]"):
                yield element.get(name) or ""
    source = page.source.lower()
    if b"pdf" in source or b"ofd" in source:
        for _, text in Elements.of(page).inline[:_MOST_SCRIPTS]:
            yield from (found[1] for found in _SHOWN.finditer(text))


def _file(page: Page, reference: str) -> str:
    """Return the URL of a file that a viewer is given: directly, or as `viewer.html?file=/1.pdf`."""
    if not reference or len(reference) > _LONGEST_URL:
        return ""
    if not _is_read(reference):
        try:
            fields = parse_qsl(urlsplit(reference).query)
        except ValueError:
            return ""
        reference = next((value for _, value in fields if _is_read(value)), "")
    return page.absolute(reference) if reference else ""


def _linked(page: Page, element: HtmlElement) -> str:
    href = (element.get("href") or "").strip()
    if not href or len(href) > _LONGEST_URL or href.startswith("#"):
        return ""
    if not _is_read(href):
        if not _FETCHES.search(href):
            return ""
        text = "".join(element.itertext()).strip()[-60:] or (element.get("title") or "")
        if not _NAMED.search(text):
            return ""
    return page.absolute(href)


def _called(page: Page) -> Iterator[str]:
    """Yield the URLs of files that a call of a script downloads: `downFile('8a1f', '名单.docx')`."""
    names = {_name_called(handled.element, handled.value) for handled in handlers_of(page)}
    if names - {""}:
        yield from (link.url for link in hidden_links_of(page, ()) if link.anchor in names)


def _name_called(element: HtmlElement, call: str) -> str:
    """Return the text of an element if that or its call names a file; else an empty one."""
    text = " ".join("".join(element.itertext()).split())[:_LONGEST_NAME]
    return text if _NAMED.search(text) or _CALLED.search(call) else ""


def _is_read(url: str) -> bool:
    """Return whether the path of a URL ends like the name of a file whose text is read."""
    path = url.partition("#")[0].partition("?")[0]
    return has_file_suffix(url) and path.rpartition(".")[2].lower() in _READ
