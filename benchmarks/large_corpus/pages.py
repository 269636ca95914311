"""Any number of generated pages with the templates and sentences of a built web."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from html import escape
from itertools import islice
from typing import NamedTuple

from benchmarks.extraction.web_pages import Labelled, read_pages
from benchmarks.live.web import ReplayWeb
from topiccrawl.text.encodings.encoding import decode_html

MOST_ARTICLES = 5000
"""Maximum number of different templates that are kept in memory."""
REPOSTS = 20
"""One page in so many has the title and the text of an earlier one."""

_FETCHED = datetime(2026, 11, 1, tzinfo=UTC)
_SENTENCE = re.compile(r"[^。！？]{8,120}[。！？]")


class MadePage(NamedTuple):
    """A page as it was fetched, and the text in it."""

    url: str
    html: bytes
    content_type: str
    fetched_at: datetime
    title: str
    text: str


class _Template(NamedTuple):
    """A page cut where its title and its paragraphs stand; `parts` and `slots` alternate."""

    url: str
    content_type: str
    codec: str
    parts: Sequence[str]
    slots: Sequence[int]
    lines: int


_TITLE = -1
"""The slot of the title; the others are numbers of paragraphs."""


class PageMaker:
    """Makes page number n, the same one at every call.

    Args:
        web: a built web with articles.
        most: maximum number of its articles that are read.
    """

    def __init__(self, web: ReplayWeb, most: int = MOST_ARTICLES) -> None:
        self._templates: list[_Template] = []
        self._titles: list[str] = []
        sentences: dict[str, None] = {}
        articles = (page for page in read_pages(web) if page.kind == "article" and page.text)
        for page in islice(articles, most):
            sentences.update(dict.fromkeys(_SENTENCE.findall(page.text.replace("\n", ""))))
            if (template := _template(page)) is not None:
                self._templates.append(template)
                self._titles.append(page.title)
        self._sentences = list(sentences)

    def pages(self, first: int, after: int) -> Iterator[MadePage]:
        """Yield the pages with numbers from `first` up to, without, `after`."""
        for number in range(first, after):
            yield self._page(number)

    def _page(self, number: int) -> MadePage:
        template = self._templates[number * 7919 % len(self._templates)]
        is_copy = number % REPOSTS == REPOSTS - 1
        # A copy repeats a page of another site, which was fetched some time before.
        title, lines = self._words(number - 7 if is_copy else number)
        if is_copy and number % (2 * REPOSTS) == REPOSTS - 1:
            lines = [f"本网{number}日讯。{lines[0]}", *lines[1:]]
        count = template.lines
        split = [lines[len(lines) * at // count : len(lines) * (at + 1) // count] for at in range(count)]
        paragraphs = ["".join(some) for some in split]
        filled = [title if slot == _TITLE else paragraphs[slot] for slot in template.slots]
        html = "".join(
            part + value for part, value in zip(template.parts, [*map(_escaped, filled), ""], strict=True)
        )
        return MadePage(
            f"{template.url}?n={number}",
            html.encode(template.codec, "xmlcharrefreplace"),
            template.content_type,
            _FETCHED + timedelta(seconds=number),
            title,
            "\n".join(filter(None, paragraphs)),
        )

    def _words(self, number: int) -> tuple[str, list[str]]:
        """Return a title of two halves of others, and sentences."""
        rng = random.Random(number)
        first, second = rng.choice(self._titles), rng.choice(self._titles)
        lines = rng.choices(self._sentences, k=min(120, max(6, round(rng.lognormvariate(2.6, 0.6)))))
        return first[: (len(first) + 1) // 2] + second[len(second) // 2 :], lines


def _template(page: Labelled) -> _Template | None:
    """Cut an article; None if its title or a paragraph does not stand in its source as labelled."""
    decoded = decode_html(page.body, page.content_type)
    html, title = decoded.text, _escaped(page.title)
    lines = [_escaped(line) for line in page.text.splitlines() if len(line) > 1]
    if not title or title not in html or not lines:
        return None
    found: list[tuple[int, int, int]] = []
    start = len(html)
    # From the end: descriptions at the top repeat the first lines.
    for number, line in reversed(list(enumerate(lines))):
        after = html.rfind(line, 0, start) + len(line)
        start = after - len(line)
        if start < 0:
            return None
        found.append((start, after, number))
    first, last = found[-1][0], found[0][1]
    titles = (match.span() for match in re.finditer(re.escape(title), html))
    found += [(start, after, _TITLE) for start, after in titles if after <= first or start >= last]
    found.sort()
    cuts = [0, *(place for start, end, _ in found for place in (start, end)), len(html)]
    parts = [html[cuts[at] : cuts[at + 1]] for at in range(0, len(cuts), 2)]
    slots = [slot for _, _, slot in found]
    return _Template(page.url, page.content_type, decoded.encoding, parts, slots, len(lines))


def _escaped(text: str) -> str:
    return escape(text, quote=False)
