"""All hidden links of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

from topiccrawl.page.hidden_links.attributes import (
    Handled,
    addresses_in_attributes,
    handlers_of,
    label_of,
    names_next,
)
from topiccrawl.page.hidden_links.markup import HOLE, anchors_in, between
from topiccrawl.page.hidden_links.page_scripts import PageScripts
from topiccrawl.page.hidden_links.paging import pagers_of
from topiccrawl.page.hidden_links.records import parsed, records_of, texts_of
from topiccrawl.page.hidden_links.sources import sources_of
from topiccrawl.page.hidden_links.templates import addresses_of, evaluated
from topiccrawl.page.hidden_links.urls import page_url, source_url
from topiccrawl.page.link import SOURCE, Link
from topiccrawl.page.page import Page
from topiccrawl.page.pagers import pager_word
from topiccrawl.page.scripts.values import Joined, Value

_MAY_HIDE = re.compile(
    r"<script(?![^>]{0,300}\ssrc\s*=)|\bon(?:click|change|dblclick|mousedown)\s*=|data-[\w-]{1,40}\s*=|<i?frame|<object|<embed|<form|javascript\s*:|callback=|\.jsonp|<!--",
    re.IGNORECASE,
)
_CALLS_BACK = re.compile(r"[?&](?:\w*callback|jsonp|cb)=|\.jsonp(?:$|\?)", re.IGNORECASE)
_OPENS = re.compile(r"location|open\s*\(|[\"'](?=[\w%-]*+[/.?])[\w./?=&%-]++[\"']")
_FRAME_NOISE = re.compile(
    r"weather|tianqi|player|video|map\.|baidu|counter|/ads?[/_.]|advert|top\.|head(?:er)?\.|foot(?:er)?\.|nav\.|login|search|left\.|banner|share",
    re.I,
)
_HEADLINE = 8
"""Characters of an anchor text that is a headline."""
_SMALL = re.compile(r"\s*0*(?:[0-9]|[1-4]\d)(?:px)?\s*$")


def hidden_links_of(page: Page, plain: Sequence[Link]) -> tuple[Link, ...]:
    """Return the links of a page that no `<a href>` has, in order; some may repeat the URL of another.

    Args:
        page: the page.
        plain: links of its anchors.
    """
    if not _MAY_HIDE.search(page.html):
        return ()
    scripts = page.once(PageScripts.of)
    anchored = list(anchors_in(page, _markup(scripts)))
    found: list[Link] = []
    found += (Link(a.url, a.anchor, a.context, found="script markup") for a in anchored if a.url)
    found += _records(page, scripts)
    found += _attributes(page, scripts)
    found += _strings(page, scripts)
    found += _frames(page)
    found += _script_files(page)
    found += (
        Link(asked.url, found=asked.found, role=SOURCE, body=asked.body)
        for asked in sources_of(page, scripts)
    )
    found += pagers_of(page, scripts, anchored)
    if not any(len(link.anchor) >= _HEADLINE for link in (*plain, *found)):
        found += (
            Link(a.url, a.anchor, a.context, found="comment")
            for a in anchors_in(page, between(page.html, "<!--", "-->"))
            if a.url
        )
    return tuple(found)


def _markup(scripts: PageScripts) -> Iterator[str]:
    """Yield the pieces of markup in the scripts of a page."""
    yield from scripts.markup
    for text in scripts.data:
        if "<a" in text or "\\u003ca" in text:
            yield from (item for item in texts_of(parsed(text)) if "<" in item)
    for script, step in scripts.steps():
        for value in step.values:
            for item in _flat(value):
                if isinstance(item, str) and "<" in item:
                    yield item
                elif isinstance(item, Joined) and any(
                    isinstance(part, str) and "<" in part for part in item.parts
                ):
                    resolved = script.resolved(item)
                    parts = resolved.parts if isinstance(resolved, Joined) else (str(resolved),)
                    yield "".join(part if isinstance(part, str) else HOLE for part in parts)


def _flat(value: Value) -> Iterator[Value]:
    if isinstance(value, list):
        for item in value:
            yield from _flat(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _flat(item)
    else:
        yield value


def _records(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the records in the data and in the literals of a page."""
    values = [parsed(text) for text in scripts.data]
    values += [
        value for _, step in scripts.steps() for value in step.values if isinstance(value, list | dict)
    ]
    for record in records_of(page, values):
        yield Link(record.url, record.title, record.context, found="record")


def _attributes(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the links in the attributes of elements."""
    for handled in addresses_in_attributes(page):
        if names_next(handled):
            if url := source_url(page, handled.value, named=True):
                yield Link(url, found="data attribute", role=SOURCE)
            continue
        label = label_of(handled.element)
        if url := page_url(page, handled.value, titled=len(label) > 3):
            yield Link(url, label, found="data attribute")
    addresses = addresses_of(scripts)
    for handled in handlers_of(page):
        if _OPENS.search(handled.value) or any(name in handled.value for name in addresses):
            yield from _opened(page, handled, addresses)


def _opened(page: Page, handled: Handled, addresses) -> Iterator[Link]:  # type: ignore[no-untyped-def]
    """Yield the page that an element opens when it is clicked."""
    label = label_of(handled.element)
    if handled.name == "onchange" or pager_word(label) is not None:
        return
    for step in handled.script.steps:
        texts = [value for value in step.values if isinstance(value, str)]
        if address := addresses.get(step.name):
            value, _ = address.called_with(tuple(step.values))
            texts.insert(0, evaluated(page, value) or "")
        for text in texts:
            if url := page_url(page, text, titled=len(label) > 3):
                yield Link(url, label, found="onclick")
                return


def _strings(page: Page, scripts: PageScripts) -> Iterator[Link]:
    """Yield the addresses of articles that stand alone in strings of scripts."""
    for script, step in scripts.steps():
        for value in step.values:
            text = script.resolved(value) if isinstance(value, Joined) else value
            if (
                isinstance(text, str)
                and len(text) < 300
                and (url := page_url(page, text))
                and _is_article(url)
            ):
                yield Link(url, found="script text")


def _is_article(url: str) -> bool:
    return (
        re.search(r"\d{4}[-/]?\d{2}|\d{4,}|detail|article|content", urlsplit(url).path + urlsplit(url).query)
        is not None
    )


def _script_files(page: Page) -> Iterator[Link]:
    """Yield the lists that a page loads as scripts, with the name of a function that shows them."""
    if "allback=" not in page.html and ".jsonp" not in page.html and "?jsonp=" not in page.html:
        return
    for element in page.tree.iter("script"):
        text = element.get("src") or ""
        if (
            _CALLS_BACK.search(text)
            and (url := source_url(page, text, named=True))
            and _is_of_host(page, url)
        ):
            yield Link(url, found="script file", role=SOURCE)


def _is_of_host(page: Page, url: str) -> bool:
    """Return whether a URL is on the host of a page: from other hosts of a site come adverts and log-ins."""
    return urlsplit(url).netloc == urlsplit(page.url).netloc


def _frames(page: Page) -> Iterator[Link]:
    """Yield the pages of the same site that stand in frames."""
    if not any(tag in page.html for tag in ("rame", "RAME", "<object", "<embed")):
        return
    for element in page.tree.iter("frame", "iframe", "object", "embed"):
        text = (element.get("src") or element.get("data") or element.get("data-src") or "").strip()
        if (
            not text
            or _FRAME_NOISE.search(text)
            or any(_SMALL.match(element.get(name) or "100") for name in ("width", "height"))
        ):
            continue
        url = source_url(page, text, named=True)
        if url and (element.tag == "frame" or _is_of_host(page, url)):
            yield Link(url, found=f"{element.tag}", role=SOURCE)
