"""How a list goes on."""

from __future__ import annotations

import re
from collections.abc import Sequence

from topiccrawl.page.anchors.link import COUNTED_DOWN, PAGER, SOURCE, Link
from topiccrawl.page.anchors.posted_urls import is_posted
from topiccrawl.page.hidden_links.lists.paging import has_unsent_pager
from topiccrawl.page.page import Page
from topiccrawl.page.sites.rules import NEXT_PAGE
from topiccrawl.priority.leads import COUNTED
from topiccrawl.probe.findings import Continues

_BY_WAY = {
    "page script": Continues.SCRIPT,
    "script markup": Continues.SCRIPT,
    "option": Continues.SELECT,
    "frame": Continues.FRAME,
    "iframe": Continues.FRAME,
    "object": Continues.FRAME,
    "embed": Continues.FRAME,
    NEXT_PAGE: Continues.RULE,
    COUNTED: Continues.DATA_NUMBER,
    COUNTED_DOWN: Continues.DATA_NUMBER,
}
"""Kinds by `Link.found`."""
_PAGER = re.compile(
    r"下一?[页頁]|[尾末][页頁]|加载更多|查看更多|点击加载|load\s*more|[共总]\s*\d+\s*[页頁]|第\s*\d+\s*/\s*\d+\s*[页頁]"
    r"|class\s*=\s*[\"'][^\"'<>]*(?:pagination|pagebar|pagenav|page_?list|fenye)",
    re.IGNORECASE,
)
_ONE_PAGE = re.compile(r"[共总]\s*1\s*[页頁]|第?\s*1\s*/\s*(?:[共总])?\s*1\s*[页頁]")
_READ = 400_000
"""Characters of a page that are searched for a pager."""


def way_of(link: Link, *, from_data: bool = False) -> Continues:
    """Return how a list goes on by a link of it.

    Args:
        link: a pager or a source.
        from_data: whether the list is data.
    """
    if link.found == "form":
        return Continues.FORM_POST if link.body else Continues.FORM_GET
    if link.body or is_posted(link.url):
        return Continues.FORM_POST if link.role == PAGER and link.found != COUNTED else Continues.DATA_NUMBER
    if known := _BY_WAY.get(link.found):
        return known
    if link.role == SOURCE:
        return Continues.DATA_NUMBER
    return Continues.DATA_CURSOR if from_data else Continues.LINKS


def without_link(page: Page, links: Sequence[Link]) -> Continues:
    """Return whether a list without a next part that was found shows a pager all the same."""
    if any(link.role == PAGER for link in links):
        return Continues.NONE  # its pagers lead back
    if has_unsent_pager(page):
        return Continues.FORM_UNSENT
    source = page.html[:_READ]
    is_paged = _PAGER.search(source) is not None and not _ONE_PAGE.search(source)
    return Continues.UNKNOWN if is_paged else Continues.NONE
