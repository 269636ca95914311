"""Sources with a clock of their own: each publishes at its rate, some fall silent, move or change."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha1
from typing import Any
from urllib.parse import urlsplit

from benchmarks.starts.loopback import Answer, LoopbackServer
from benchmarks.starts.made_articles import MadeArticle, listed, made_articles, page

BEGIN = datetime(2024, 5, 5, 16, tzinfo=UTC)
"""Midnight in China before a Monday."""
SHOWN = 12
"""Articles of a list."""
TROUBLES = ("silent", "moved", "gone", "links", "texts")
_HOURS = (*[0.1] * 7, 1, 3, 4, 4, 3, 1, 1.5, 3, 3.5, 3, 2, 1, 0.8, 0.7, 0.6, 0.4, 0.2)
"""New articles of the hours of a day, in times of any unit."""
_SCATTER = 5.0
"""Shape of the gamma distribution of a day's articles, in times of what is expected."""
_WEEKEND = {"office": 0.02, "paper": 0.5, "daily": 1.0}
"""New articles of a day at the weekend, in times of a working day, by the habit of a source."""


@dataclass
class Source:
    """A source.

    Attributes:
        host: its host.
        rate: its articles a working day.
        habit: how many it has at weekends.
        times: when its articles appear, in days; the oldest first.
        trouble: empty, or one of `TROUBLES`.
        since: day from which it has that.
    """

    host: str
    rate: float
    habit: str
    times: list[float] = field(default_factory=list)
    trouble: str = ""
    since: float = math.inf

    def surprise(self, day: float) -> float:
        """Return the probability of nothing between its last article and a day, by its true rates."""
        expected = self._expected(day)
        return math.exp(-sum(_SCATTER * math.log1p(one / _SCATTER) for one in expected.values()))

    def missed(self, day: float) -> float:
        """Return the articles expected between its last one and a day, by its true rates."""
        return sum(self._expected(day).values())

    def _expected(self, day: float) -> dict[int, float]:
        expected: dict[int, float] = defaultdict(float)
        for step in range(math.floor(self.times[-1] * 240), math.floor(day * 240)):
            at, hour = divmod(step // 10, 24)
            expected[at] += self.level(at) * _HOURS[hour] / sum(_HOURS) / 10
        return expected

    def level(self, day: int) -> float:
        """Return its expected articles of a day."""
        return self.rate * (_WEEKEND[self.habit] if day % 7 >= 5 else 1.0)

    def in_trouble(self, day: float) -> bool:
        """Return whether the trouble has begun."""
        return day >= self.since


class Field(LoopbackServer):
    """Serves all sources as an HTTP proxy inside a `with` block.

    Args:
        number: of sources.
        days: for which articles are made.
        troubled: how many get each of the troubles.
        seed: of the random numbers.

    Attributes:
        day: the time, in days since `BEGIN`.
        asked: kind (`list`, `article`, `other`), host and status of each request, in order.
        fetched: when each article was first requested, by host and number.
        foretold: day from which each source would be called silent, by the last verdict that said so.
    """

    def __init__(self, number: int, days: float, troubled: int, seed: int = 1) -> None:
        self.day = 0.0
        self.asked: list[tuple[str, str, int]] = []
        self.fetched: dict[tuple[str, int], float] = {}
        self.foretold: dict[str, float] = {}
        chance = random.Random(seed)
        self.sources = {source.host: source for source in (_source(at, days, chance) for at in range(number))}
        some = iter(self.sources.values())
        for trouble in TROUBLES:
            for source in (next(some) for _ in range(troubled)):
                source.trouble, source.since = trouble, days * chance.uniform(0.6, 0.75)
                if trouble == "silent":
                    source.times = [time for time in source.times if time < source.since]
        self._stock: Sequence[MadeArticle] = made_articles(sum(len(one.times) for one in self), seed)
        self._first: dict[str, int] = {}
        begin = 0
        for source in self:
            self._first[source.host] = begin
            begin += len(source.times)
        super().__init__()

    def __iter__(self) -> Any:
        return iter(self.sources.values())

    @property
    def now(self) -> datetime:
        """Return the time."""
        return BEGIN + timedelta(days=self.day)

    def respond(self, target: str, headers: Any) -> Answer:
        """Answer a request of a proxy, and remember it."""
        parts = urlsplit(target)
        source = self.sources.get((parts.hostname or "").removeprefix("new."))
        kind = "list" if parts.path == "/" else "article" if parts.path.startswith("/a/") else "other"
        answer = (404, {}, b"") if source is None else self._answer(source, parts.path, headers)
        self.asked.append((kind, parts.hostname or "", answer[0]))
        return answer

    def _answer(self, source: Source, path: str, headers: Any) -> Answer:
        html = {"Content-Type": "text/html; charset=utf-8"}
        trouble = source.trouble if source.in_trouble(self.day) else ""
        if path == "/":
            if trouble == "moved":
                return 301, {"Location": f"http://new.{source.host}/"}, b""
            if trouble == "gone":
                return 404, html, b""
            body = self._list(source, trouble)
            tag = f'"{sha1(body, usedforsecurity=False).hexdigest()}"'
            if self._first[source.host] % 2:
                return 200, html, body
            return (
                (304, {"ETag": tag}, b"")
                if headers["If-None-Match"] == tag
                else (200, html | {"ETag": tag}, body)
            )
        number = path.removeprefix("/a/").removesuffix(".html")
        if not number.isdigit() or int(number) >= len(source.times):
            return 404, html, b""
        self.fetched.setdefault((source.host, int(number)), self.day)
        article = self._stock[self._first[source.host] + int(number)]
        if trouble == "texts":
            return 200, html, page(article.title, [])
        return 200, html, article.page((self.now + timedelta(hours=8)).strftime("%Y-%m-%d"))

    def _list(self, source: Source, trouble: str) -> bytes:
        shown = [at for at, time in enumerate(source.times) if time <= self.day][-SHOWN:]
        title = f"{source.host}要闻"
        if trouble == "links":
            items = "".join(f"<div data-id='{at}'></div>" for at in shown)
            return page(title, ["栏目改版，内容由脚本载入。"], links=f"<div id='app'>{items}</div>")
        first = self._first[source.host]
        return listed(title, {f"/a/{at}.html": self._stock[first + at].title for at in reversed(shown)})


def _source(number: int, days: float, chance: random.Random) -> Source:
    rate = math.exp(chance.uniform(math.log(1.0), math.log(12.0)))
    source = Source(f"source{number}.test", rate, chance.choice([*_WEEKEND]))
    for day in range(-20, math.ceil(days)):
        level = source.level(day) * chance.gammavariate(_SCATTER, 1 / _SCATTER)
        for hour, share in enumerate(_HOURS):
            for _ in range(_poisson(level * share / sum(_HOURS), chance)):
                source.times.append(day + (hour + chance.random()) / 24)
    source.times.sort()
    return source


def _poisson(mean: float, chance: random.Random) -> int:
    count, left, end = 0, chance.random(), math.exp(-mean)
    while left > end:
        left *= chance.random()
        count += 1
    return count
