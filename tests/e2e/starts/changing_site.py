"""A site on loopback that has new articles every day, with channels of several habits."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha1
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.starts.loopback import Answer, LoopbackServer
from benchmarks.starts.made_articles import MadeArticle, made_articles

HOST = "http://daily.test"
CHANNELS = 8
PER_PAGE = 25


@dataclass
class Channel:
    """A column of the site: its articles as (number, article), the newest first.

    Attributes:
        number: of the channel. Even ones answer conditional requests: by ETag, or (4, 6) by Last-Modified.
            The articles of odd ones have no date. New articles of channel 3 are put among the old ones, so
            that they are not on the first page of its list. Each day two of the even ones have no news.
        entries: its articles.
        changed: day of the last change.
    """

    number: int
    entries: list[tuple[int, MadeArticle]] = field(default_factory=list)
    changed: int = 0

    def add(self, number: int, article: MadeArticle, day: int) -> None:
        """Add a new article."""
        place = min(len(self.entries), PER_PAGE + 5) if self.number == 3 and day else 0
        self.entries.insert(place, (number, article))
        self.changed = day


class ChangingSite(LoopbackServer):
    """Serves the site as an HTTP proxy inside a `with` block.

    Args:
        articles: articles on the first day.
        share: new articles of each further day, as a share of the site.

    Attributes:
        requests: path and status of each request, in order.
        day: number of the day, from 0.
    """

    def __init__(self, articles: int, share: float = 0.05, seed: int = 1) -> None:
        self.requests: list[tuple[str, int]] = []
        self.day = 0
        self._share = share
        self._channels = [Channel(number) for number in range(CHANNELS)]
        self._stock = iter(made_articles(articles * 4, seed))
        self._paths: dict[str, tuple[Channel, int, MadeArticle]] = {}
        self._grow(articles)
        super().__init__()

    def respond(self, target: str, headers: Any) -> Answer:
        """Answer a request of a proxy, and remember it."""
        path = urlsplit(target).path
        answer = self.answer(path, headers)
        self.requests.append((path, answer[0]))
        return answer

    @property
    def articles(self) -> set[str]:
        """Return the paths of all articles that there are today."""
        return set(self._paths)

    def next_day(self) -> set[str]:
        """Add the articles of another day; return their paths."""
        self.day += 1
        before = self.articles
        self._grow(round(len(before) * self._share))
        return self.articles - before

    def answer(self, path: str, asked: Any) -> tuple[int, dict[str, str], bytes]:
        """Return status, headers and body."""
        plain = {"Content-Type": "text/html; charset=utf-8"}
        if path in self._paths:
            channel, _, article = self._paths[path]
            return 200, plain, article.page("" if channel.number % 2 else f"2024-05-{self.day + 1:02}")
        body = self._list(path)
        if body is None:
            return 404, plain, b""
        channel_number = int(path[2]) if path.startswith("/c") else 1
        if channel_number % 2:
            return 200, plain, body
        if channel_number >= 4:
            told = f"Mon, {self._channels[channel_number].changed + 1:02} Jan 2024 00:00:00 GMT"
            same, headers = asked["If-Modified-Since"] == told, {"Last-Modified": told}
        else:
            told = f'"{sha1(body).hexdigest()}"'
            same, headers = asked["If-None-Match"] == told, {"ETag": told}
        return (304, headers, b"") if same else (200, plain | headers, body)

    def _grow(self, number: int) -> None:
        for _ in range(number):
            at = len(self._paths)
            # Most news is in few channels.
            place = (at * at) % CHANNELS if self.day and at % 3 else at % CHANNELS
            channel = self._channels[place + 1 if place in self._quiet() else place]
            article = next(self._stock)
            channel.add(at, article, self.day)
            self._paths[f"/c{channel.number}/a/{at}.html"] = channel, at, article

    def _quiet(self) -> set[int]:
        """Return the channels without news today: two of the four that answer conditional requests."""
        return {2 * self.day % CHANNELS, (2 * self.day + 4) % CHANNELS} if self.day else set()

    def _list(self, path: str) -> bytes | None:
        if path == "/":
            links = "".join(f'<li><a href="/c{n}/">党建频道{n}</a></li>' for n in range(CHANNELS))
            newest = "".join(self._links(channel.entries[:3], channel.number) for channel in self._channels)
            return _html("党建网", f"<ul>{links}</ul><ul>{newest}</ul>")
        for channel in self._channels:
            for page, shown in enumerate(self._pages(channel)):
                if path == self._list_path(channel, page):
                    more = f'<a href="{self._list_path(channel, page + 1)}">下一页</a>'
                    items = self._links(shown, channel.number)
                    return _html(f"党建频道{channel.number}", f"<ul>{items}</ul>{more}")
        return None

    def _links(self, entries: list[tuple[int, MadeArticle]], channel: int) -> str:
        return "".join(
            f'<li><a href="/c{channel}/a/{at}.html">{article.title}</a></li>' for at, article in entries
        )

    @staticmethod
    def _pages(channel: Channel) -> Iterator[list[tuple[int, MadeArticle]]]:
        for start in range(0, max(1, len(channel.entries)), PER_PAGE):
            yield channel.entries[start : start + PER_PAGE]

    @staticmethod
    def _list_path(channel: Channel, page: int) -> str:
        return f"/c{channel.number}/" + (f"index_{page}.html" if page else "")


def _html(title: str, body: str) -> bytes:
    return f"<!DOCTYPE html><meta charset=utf-8><title>{title}</title><body>{body}</body>".encode()


def set_back(database: Path) -> None:
    """Make the visits of a database a day older."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE revisits SET visited_at = datetime(visited_at, '-1 day') || '.000000'")
