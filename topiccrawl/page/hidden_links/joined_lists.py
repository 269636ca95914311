"""Lists whose addresses and titles are joined to one text each: `links="/1.html|/2.html"`, `texts="..|.."`.

Players of picture news were handed such texts; home pages have kept them since.
"""

from __future__ import annotations

from collections.abc import Iterator

from topiccrawl.page.hidden_links.page_scripts import Code, PageScripts
from topiccrawl.page.hidden_links.records import is_title, plain
from topiccrawl.page.hidden_links.urls import page_url
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.values import Joined

_BETWEEN = "|"
_MOST_TEXTS, _MOST_PARTS = 40, 50


def joined_lists(page: Page, scripts: PageScripts) -> Iterator[tuple[str, str]]:
    """Yield URL and title of the entries of lists whose addresses and titles are joined by bars."""
    texts = scripts.code.once(_divided)
    titles = [parts for parts in texts if all(map(is_title, parts))]
    if not titles:
        return
    for parts in texts:
        named = next((found for found in titles if len(found) == len(parts) and found is not parts), None)
        if named is None:
            continue
        urls = [page_url(page, part, titled=True) for part in parts]
        if all(urls):
            titles.remove(named)
            yield from ((url, plain(title)) for url, title in zip(urls, named, strict=True) if url)


def _divided(code: Code) -> list[list[str]]:
    """Return the parts of the texts that scripts assign or hand over with bars in them, in order."""
    found: list[list[str]] = []
    for script, step in code.steps:
        for value in step.values:
            if type(value) is Joined and _BETWEEN in value.parts:
                value = script.resolved(value)
            if type(value) is str and _BETWEEN in value and len(found) < _MOST_TEXTS:
                parts = [part.strip() for part in value.strip(_BETWEEN).split(_BETWEEN)]
                found += [parts] if 1 < len(parts) <= _MOST_PARTS and parts not in found else []
    return found
