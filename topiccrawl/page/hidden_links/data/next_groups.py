"""The next group of a list: in a data island, `<nextgroup><![CDATA[<a href="..page=2">`, or counted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import islice
from typing import Any

from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.hidden_links.urls import reference, same_site
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.values import Value

_NEXT_GROUP = re.compile(
    r"<nextgroup[^>]{0,100}>\s*(?:<!\[CDATA\[)?\s*<a\s[^>]{0,200}?href\s*=\s*[\"']([^\"']{3,1000})[\"']",
    re.IGNORECASE,
)
_MOST = 5


def next_groups_of(page: Page) -> Iterator[str]:
    """Yield the URLs of the next groups that a page names, with all their parameters as they are written.

    They stand in the data of a page, or in a page that is nothing but data.
    """
    texts = [page.html] if Elements.of(page).has_groups else page.once(PageScripts.of).markup
    named = (text for text in texts if "extgroup" in text or "extGroup" in text)
    for match in islice((match for text in named for match in _NEXT_GROUP.finditer(text)), _MOST):
        text = reference(unescape(match[1]))
        url = page.absolute(text) if text else ""
        if url and url != page.url and same_site(url, page.url):
            yield url


def next_group(page: Page, node: Mapping[str, Any]) -> dict[str, Value]:
    """Return the first group of records behind those of the page, as jpage asks for it."""
    per_page, groups = node.get("perPage"), node.get("groupSize", 1)
    total = node.get("totalRecord")
    if not isinstance(per_page, int) or not isinstance(groups, int):
        return {}
    size = per_page * groups
    shown = size if "<record" in page.html else 0
    if isinstance(total, int) and total <= shown:
        return {}
    return {"startrecord": shown + 1, "endrecord": shown + size, "perpage": per_page}
