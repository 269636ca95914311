"""What the rules of a site match on some pages, and what they change against the heuristics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from topiccrawl.extraction import Document, extract_page
from topiccrawl.extraction.kinds.hub import HEADLINE_LENGTH, headlines, is_hub
from topiccrawl.extraction.sites.fields import with_site_fields
from topiccrawl.extraction.sites.reading import SiteReading, read_site
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.sites.rules import IN_LIST, KEYS, NEXT_PAGE, SiteRules

_UNCOUNTED = ("since", "tls", "browser")
"""Keys that match no part of a page."""
_SHOWN = 60
"""Characters of a value that are shown."""
_COMPARED = {"title": "title", "date": "published", "source": "source", "author": "author", "kind": "kind"}
"""Fields of a document that are compared, by the name they are shown with."""


@dataclass(frozen=True)
class KeyFinding:
    """How often a key matched.

    Attributes:
        key: the key.
        value: as it is written in the file.
        tried: number of pages, or of links for `include` and `exclude`, on which it could match; None for
            keys that match no part of a page.
        matched: on how many of them it did.
        example: the first thing that it matched.
    """

    key: str
    value: str
    tried: int | None
    matched: int
    example: str

    @property
    def is_useless(self) -> bool:
        """Whether it could match and never did."""
        return bool(self.tried) and not self.matched


@dataclass(frozen=True)
class Change:
    """A difference between the heuristics and the rules on one page.

    Attributes:
        url: the page.
        what: what differs, such as "title".
        before: by the heuristics.
        after: by the rules.
    """

    url: str
    what: str
    before: str
    after: str


class SiteCheck:
    """Reads pages with and without the rules of their site.

    Attributes:
        rules: the rules.
        pages: number of pages that were read.
        changes: what the rules changed.
    """

    def __init__(self, rules: SiteRules) -> None:
        self.rules = rules
        self.pages = 0
        self.changes: list[Change] = []
        self._tried: Counter[str] = Counter()
        self._matched: Counter[str] = Counter()
        self._examples: dict[str, str] = {}

    def read(self, page: Page) -> SiteReading:
        """Read a page of the site."""
        self.pages += 1
        links = links_of(page)
        reading = read_site(page, links, self.rules)
        for key, number in reading.matches.items():
            self._note(key, _example(key, page, reading), matched=number > 0)
        self._read_links(links)
        was_hub = is_hub(page, links)
        if was_hub != reading.is_hub:
            self._change(page, "page", _page_kind(is_hub=was_hub), _page_kind(is_hub=reading.is_hub))
        if reading.is_hub:
            self._compare_lists(page, links, reading)
        else:
            self._read_article(page)
        return reading

    def findings(self) -> Iterator[KeyFinding]:
        """Yield the keys of the file in their order, with what they matched."""
        for key in KEYS:
            if key in self.rules.written:
                tried = None if key in _UNCOUNTED else self._tried[key]
                value, example = self.rules.written[key], self._examples.get(key, "")
                yield KeyFinding(key, value, tried, self._matched[key], example)

    def _note(self, key: str, example: str, *, matched: bool) -> None:
        self._tried[key] += 1
        if matched:
            self._matched[key] += 1
            self._examples.setdefault(key, example)

    def _read_links(self, links: tuple[Link, ...]) -> None:
        for link in links:
            refused_by = self.rules.refusal(link.url)
            if self.rules.exclude:
                self._note("exclude", link.url, matched=refused_by == "exclude")
            if self.rules.include:
                self._note("include", link.url, matched=self.rules.include.match(link.url))

    def _compare_lists(self, page: Page, links: tuple[Link, ...], reading: SiteReading) -> None:
        before, after = len(headlines(links)), len(headlines(reading.links))
        if before != after:
            self._change(page, "headlines", str(before), str(after))

    def _read_article(self, page: Page) -> None:
        plain = extract_page(page)
        document, matches = with_site_fields(plain, page, self.rules)
        for key, number in matches.items():
            self._note(key, _shown(_field(document, key)), matched=number > 0)
        for name, attribute in _COMPARED.items():
            before, after = str(getattr(plain, attribute) or ""), str(getattr(document, attribute) or "")
            if before != after:
                self._change(page, name, _shown(before), _shown(after))
        if plain.text != document.text:
            self._change(page, "body", _measured(plain.text), _measured(document.text))

    def _change(self, page: Page, what: str, before: str, after: str) -> None:
        self.changes.append(Change(page.url, what, before, after))


def entries_of(page: Page, reading: SiteReading, rules: SiteRules) -> list[str]:
    """Return the URLs of the articles that a list page names, by its rules or else by its headlines."""
    named = [link.url for link in reading.links if link.found == IN_LIST or rules.article.match(link.url)]
    if named or rules.article or rules.list_links:
        return named
    host = urlsplit(page.url).hostname
    return [
        link.url
        for link in reading.links
        if len(link.anchor) >= HEADLINE_LENGTH and not link.navigation and urlsplit(link.url).hostname == host
    ]


def _field(document: Document, key: str) -> str:
    if key == "body":
        return document.text
    return str(getattr(document, _COMPARED[key]) or "")


def _example(key: str, page: Page, reading: SiteReading) -> str:
    """Return the first thing that `list`, `next` or `article` matched on a page."""
    mark = {"list": IN_LIST, "next": NEXT_PAGE}.get(key, "")
    first = next((link for link in reading.links if mark and link.found == mark), None)
    if first is None:
        return page.url
    return f"{first.anchor} {first.url}".strip()


def _page_kind(*, is_hub: bool) -> str:
    return "list" if is_hub else "no list"


def _measured(text: str) -> str:
    return f"{len(text):,} characters: {_shown(text, 30)}" if text else ""


def _shown(text: str, most: int = _SHOWN) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"
