"""Links of a list whose texts are in files: PDF, Word, OFD and the like."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import unquote

from lxml.html import HtmlElement

from topiccrawl.page.anchors.anchor_text import anchor_text, only_opens, spoken
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.links import LinkContexts, is_nofollow
from topiccrawl.page.page import Page
from topiccrawl.text.display import one_line

SUFFIXES = frozenset(("pdf", "doc", "docx", "wps", "ofd", "xls", "xlsx", "et", "ppt", "pptx", "rtf", "ceb"))
"""Suffixes of files with text."""

_TYPES = re.compile(
    r"application/(?:pdf|msword|rtf|ofd|kswps|vnd\.(?:ms-|openxmlformats|oasis|ofd|wps))", re.IGNORECASE
)
_FILE_NAME = re.compile(r"filename\*?\s*=\s*[^;]{0,500}\.([a-z]{2,4})\"?\s*(?:;|$)", re.IGNORECASE)
_MOST = 500
"""Maximum number of files that are counted on a page."""
_LONGEST_URL = 2000
_ANCHOR_LENGTH = 400


def has_file_suffix(url: str) -> bool:
    """Return whether the path of a URL ends like the name of a file with text.

    >>> has_file_suffix("/files/通知.PDF?v=2"), has_file_suffix("/files/pdf"), has_file_suffix("/1.html")
    (True, False, False)
    """
    path = url.partition("#")[0].partition("?")[0]
    return path[-5:].rpartition(".")[2].lower() in SUFFIXES and "." in path[-5:]


def is_file(url: str, content_type: str, disposition: str = "") -> bool:
    """Return whether a response that is not HTML is a file with text.

    Args:
        url: its URL.
        content_type: its header Content-Type.
        disposition: its header Content-Disposition.

    >>> is_file("http://a.cn/down?id=3", "application/octet-stream", 'attachment; filename="党建.docx"')
    True
    >>> is_file("http://a.cn/1.jpg", "image/jpeg")
    False
    """
    if _TYPES.match(content_type.strip()) or has_file_suffix(url):
        return True
    name = _FILE_NAME.search(unquote(disposition))
    return name is not None and name[1].lower() in SUFFIXES


def file_links(page: Page, known: Collection[str] = ()) -> tuple[Link, ...]:
    """Return the links of a page to files, each once, with the longest anchor text.

    Args:
        page: the page.
        known: URLs to leave out: those of links that are followed.
    """
    found: dict[str, Link] = {}
    contexts = LinkContexts()
    for element in Elements.of(page).anchors:
        href = element.get("href", "")
        if "." not in href[-6:] and "?" not in href and "#" not in href:  # most links of a menu
            continue
        if len(href) > _LONGEST_URL or not has_file_suffix(href.rstrip()):
            continue
        url = page.absolute(href)
        if not url or url in known:
            continue
        anchor = _anchor_text(element)
        if only_opens(anchor):
            anchor = contexts.title_beside(element) or anchor
        if url in found:
            if len(anchor) > len(found[url].anchor):
                found[url] = found[url]._replace(anchor=anchor)
        elif len(found) < _MOST:
            found[url] = Link(url, anchor, contexts.of(element, anchor), nofollow=is_nofollow(element))
    return tuple(found.values())


def _anchor_text(element: HtmlElement) -> str:
    text = anchor_text(element)[0]
    title = element.get("title") or ""
    title = spoken(title) or " ".join(title.split())  # the name of a file says more than 附件
    text = title if len(title) > len(text.rstrip(".…")) else text
    name, dot, suffix = text.rpartition(".")
    return one_line((name if dot and suffix.lower() in SUFFIXES else text)[:_ANCHOR_LENGTH])
