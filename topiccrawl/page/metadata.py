"""Metadata of a page: headline, date of publication, author, source, site."""

from __future__ import annotations

import html as html_module
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from topiccrawl.page.author import choose_author, read_source
from topiccrawl.page.dates import choose_date
from topiccrawl.page.headline import read_headline
from topiccrawl.page.page import Page
from topiccrawl.page.styles.hidden_text import is_seen
from topiccrawl.page.title import MAX_TITLE, site_suffix
from topiccrawl.page.wechat import read_wechat
from topiccrawl.text.display import one_line

WINDOW = 4000
"""Number of characters of HTML after the headline in which the dateline row is searched."""

MAX_HEADINGS = 12
"""Maximum number of headings considered; pages with more use them for something else."""

_SITE_NAMES = ("og:site_name", "sitename", "application-name")
_FIRST_HEADING = re.compile(r"<h1\b", re.IGNORECASE)
_UNSHOWN = re.compile(r"(?is)<(script|style|noscript|select)\b.*?</\1\s*>|<!--.*?-->")
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Metadata:
    """Metadata of a page; an empty string, or None for the date, means not found.

    Texts are on one line, without control characters and direction marks (see `one_line`).

    Attributes:
        title: the headline, without the name of the site.
        published: "YYYY-MM-DD" or "YYYY-MM-DD HH:MM", in the page's own time zone.
        author: names of the authors, separated by 、.
        source: source of the text named on the page.
        site: name of the site.
        title_from: where the headline was found, as a phrase.
        published_from: where the date was found, as a phrase.
    """

    title: str = ""
    published: str | None = None
    author: str = ""
    source: str = ""
    site: str = ""
    title_from: str = field(default="", compare=False)
    published_from: str = field(default="", compare=False)


def read_metadata(page: Page) -> Metadata:
    """Return the metadata of a page, from its head, its headings and the text after the headline."""
    head: dict[str, str] = {}
    headings: list[str] = []
    machine: dict[str, str] = {}
    html_title = ""
    for element in page.tree.iter("title", "meta", "h1", "script", "time"):
        tag = element.tag
        if tag == "meta":
            name = element.get("property") or element.get("name") or element.get("itemprop") or ""
            name = name.strip().lower()
            content = _line(element.get("content") or "")
            if name and content:
                head.setdefault(name, content)
        elif tag == "title":
            html_title = html_title or _line(element.text or "")[:MAX_TITLE]
        elif tag == "script":
            if "ld+json" in (element.get("type") or "").lower():
                _read_json_ld(element.text or "", machine)
        elif tag == "time":
            machine.setdefault("time", element.get("datetime") or "")
        elif len(headings) < MAX_HEADINGS:
            text = _line(element.text_content())
            if 4 <= len(text) <= 150 and is_seen(page, element):
                headings.append(text)
    shared = (head.get("og:title", "") or machine.get("headline", ""))[:MAX_TITLE]
    stated = _stated_site(head, machine, html_title)
    headline = read_headline(page.html, html_title, headings, shared, stated)
    near = _text_near(page.html, headline.position)
    published, published_from = choose_date(head, machine, near, page.url)
    source = read_source(near) or head.get("mediaid", "")
    if (wechat := read_wechat(page)) is not None:
        source = wechat.account or source
        if wechat.published:
            published, published_from = wechat.published, "script of a WeChat article"
    return Metadata(
        one_line(headline.text),
        published,
        one_line(choose_author(head, machine, near)),
        one_line(source),
        one_line(stated or site_suffix(html_title)),
        headline.origin,
        published_from,
    )


def _stated_site(head: dict[str, str], machine: dict[str, str], html_title: str) -> str:
    """Return the name of the site stated in the metadata."""
    # Some pages state the headline instead.
    for name in (*(head.get(key, "") for key in _SITE_NAMES), machine.get("site", "")):
        if name and not html_title.startswith(name):
            return name
    return ""


def _line(text: str) -> str:
    return " ".join(text.split())


def _text_near(source: str, position: int) -> str:
    """Return about a screen of the visible text after the headline."""
    at = position
    if at < 0:
        found = _FIRST_HEADING.search(source)
        at = found.start() if found else max(source.lower().find("<body"), 0)
    # A long script between headline and dateline must not use up the window.
    raw = _UNSHOWN.sub(" ", source[at : at + 4 * WINDOW])[:WINDOW]
    text = html_module.unescape(_TAG.sub(" ", raw))
    return _line(unicodedata.normalize("NFKC", text))


def _read_json_ld(text: str, into: dict[str, str]) -> None:
    """Add headline, date, author and publisher from a JSON-LD script; invalid JSON is ignored."""
    try:
        data = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return
    for node in _objects(data, 4):
        for key, name in (("headline", "headline"), ("datePublished", "published")):
            if isinstance(node.get(key), str):
                into.setdefault(name, _line(node[key]))
        for key, name in (("author", "author"), ("publisher", "site")):
            values = node.get(key)
            names = [
                value.get("name") if isinstance(value, dict) else value
                for value in (values if isinstance(values, list) else [values])
            ]
            stated = "、".join(_line(value) for value in names if isinstance(value, str))
            if stated:
                into.setdefault(name, stated)


def _objects(data: Any, depth: int) -> Iterator[dict[str, Any]]:
    if isinstance(data, list) and depth:
        for item in data:
            yield from _objects(item, depth - 1)
    elif isinstance(data, dict):
        yield data
        if depth:
            yield from _objects(data.get("@graph"), depth - 1)
