"""The next page of a list: a link that a selector finds, or a URL with a number that counts up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from topiccrawl.messages import message
from topiccrawl.page.canonical_url import absolute_url
from topiccrawl.page.page import Page
from topiccrawl.page.sites.references import references
from topiccrawl.page.sites.selectors import NO_SELECTORS, Selectors, node_text

_PLACE = re.compile(r"\{page(?::(\d{1,6}))?(?::(\d{1,6}))?\}")
_ANY = "{page"
_MARK = "918273645"
"""Stands for the number while a URL is put together."""
_HIGHEST = 10_000_000


@dataclass(frozen=True)
class PageTemplate:
    """URLs of the pages of a list, relative to the list's own.

    `{page}` is the number of the page: the first page is 1, so the second page is requested as 2. `{page:0}`
    counts the first page as 0, and `{page:0:20}` in steps of 20. A template that begins with `&` sets one
    parameter of the list's query.

    Attributes:
        written: the template.

    Raises:
        ValueError: the number is missing, or there is more than one.

    >>> PageTemplate("index_{page:0}.html").next_url("http://a.cn/gzdt/")
    'http://a.cn/gzdt/index_1.html'
    >>> PageTemplate("index_{page:0}.html").next_url("http://a.cn/gzdt/index_1.html")
    'http://a.cn/gzdt/index_2.html'
    >>> PageTemplate("&page={page}").next_url("http://a.cn/list?id=7&page=2")
    'http://a.cn/list?id=7&page=3'
    """

    written: str

    def __post_init__(self) -> None:
        place = _PLACE.search(self.written)
        if self.written.count(_ANY) != 1 or place is None or place[2] == "0":
            raise ValueError(
                message(
                    "{template!r} needs one number: {forms}",
                    template=self.written,
                    forms="{page}, {page:0}, {page:0:20}",
                )
            )

    def next_url(self, url: str) -> str | None:
        """Return the URL of the page after the one at a URL; None if there is none."""
        marked = self._marked(url)
        if marked is None:
            return None
        before, _, after = marked.partition(_MARK)
        first, step = self._numbers
        found = re.fullmatch(rf"{re.escape(before)}(\d+){re.escape(after)}", url)
        number = (int(found[1]) if found else first) + step
        return f"{before}{number}{after}" if number < _HIGHEST else None

    def _marked(self, url: str) -> str | None:
        """Return the URL of a page whose number is `_MARK`."""
        template = _PLACE.sub(_MARK, self.written)
        if template.startswith("&"):
            name = template[1:].partition("=")[0]
            fields = [field for field in urlsplit(url).query.split("&") if field]
            places = [place for place, field in enumerate(fields) if field.partition("=")[0] == name]
            if places:
                fields[places[0]] = template[1:]
            else:
                fields.append(template[1:])
            template = "?" + "&".join(fields)
        return absolute_url(url, template)

    @cached_property
    def _numbers(self) -> tuple[int, int]:
        place = _PLACE.search(self.written)
        assert place is not None  # checked above
        return int(place[1] or 1), int(place[2] or 1)


@dataclass(frozen=True)
class NextPages:
    """Where a list goes on.

    Attributes:
        templates: of URLs.
        links: selectors of the links.
    """

    templates: tuple[PageTemplate, ...] = ()
    links: Selectors = NO_SELECTORS

    @classmethod
    def of(cls, written: tuple[str, ...]) -> NextPages:
        """Return the templates and selectors among some texts.

        Raises:
            ValueError: one of them is neither.
        """
        templates = tuple(PageTemplate(text) for text in written if _ANY in text)
        return cls(templates, Selectors(tuple(text for text in written if _ANY not in text)))

    def __bool__(self) -> bool:
        return bool(self.templates or self.links)

    def after(self, page: Page) -> Iterator[tuple[str, str]]:
        """Yield URL and anchor text of the pages after a page of a list."""
        for template in self.templates:
            if url := template.next_url(page.url):
                yield url, ""
        for node in self.links.nodes(page):
            for url in references(node, page):
                if url != page.url:
                    yield url, node_text(node)


LAST = NextPages()
"""No page after any."""
