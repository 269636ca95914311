"""Which pages of a topic belong to one story, as numbers: small enough for a million pages."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import RowMapping, and_, func, select

from topiccrawl.corpus.columns import site_of
from topiccrawl.dedup.seniority import page_age
from topiccrawl.newsroom.stories.entities import Method
from topiccrawl.newsroom.stories.related import LEAD, RELATED, Window, words_of
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.learned import is_set_aside

FORM = 6
"""Version of the algorithm; increase it with any change that affects stories."""

_ROWS = 1000
_MOST_NAMES = 30
"""Maximum number of names counted per host; a host with more gives page titles, not names."""

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Cluster:
    """The pages of a story.

    Attributes:
        groups: by group of copies the ids of its pages, the original first.
        digest: what the story was computed from, hexadecimal.
    """

    groups: tuple[tuple[int, ...], ...]
    digest: str

    @property
    def pages(self) -> list[int]:
        """The ids of its pages."""
        return [page for group in self.groups for page in group]


class Plan:
    """The stories of a topic.

    Attributes:
        topic: its name.
        site_names: names of sites by host and by registered domain.
        related: pairs of originals whose stories are related, the earlier one first, with their similarity.
    """

    def __init__(
        self,
        store: CorpusStore,
        topic: str,
        progress: Progress = lambda *_: None,
        names: Method = "rules",
    ) -> None:
        self.site_names = SiteNames()
        self.related: list[tuple[int, int, float]] = []
        self._store = store
        self._form = f"{FORM} {names}"
        self.topic = topic
        self._read()
        self._relate(progress)

    def __len__(self) -> int:
        return len(self._starts)

    def clusters(self) -> Iterator[Cluster]:
        """Yield the stories in the order of their first days."""
        bounds = [*self._starts.tolist(), len(self._by_story)]
        for begin, end in pairwise(bounds):
            groups = tuple(self._group(int(place)) for place in self._by_story[begin:end])
            yield Cluster(groups, self._digest(groups))

    def _group(self, place: int) -> tuple[int, ...]:
        original = int(self._ids[self._originals[place]])
        begin, end = np.searchsorted(self._copied, (original, original + 1))
        return (original, *self._copies[begin:end].tolist())

    def _digest(self, groups: Sequence[Sequence[int]]) -> str:
        found = hashlib.sha256(self._form.encode())
        for group in groups:
            numbers = np.array(group, dtype=np.int64)
            found.update(b"/" + numbers.tobytes())
            found.update(self._marks[np.searchsorted(self._ids, numbers)].tobytes())
        return found.hexdigest()

    def _read(self) -> None:
        """Read the numbers of all pages: 28 bytes each."""
        ids: list[int] = []
        of: list[int] = []
        days: list[int] = []
        marks: list[int] = []
        for row in _page_rows(self._store, self.topic):
            self.site_names.add(row["url"], row["site"])
            ids.append(row["id"])
            of.append(row["original_id"] or row["id"])
            days.append(_day(row["published"], row["fetched_at"]))
            marks.append(_mark(row))
        self._ids = np.array(ids, dtype=np.int64)
        originals = np.array(of, dtype=np.int64)
        self._marks = np.array(marks, dtype=np.uint64)
        own = originals == self._ids
        places = np.flatnonzero(own)
        order = np.lexsort((self._ids[places], np.array(days, dtype=np.int32)[places]))
        self._originals: NDArray[np.int64] = places[order].astype(np.int64)
        self._days = np.array(days, dtype=np.int32)[self._originals]
        copies = np.flatnonzero(~own)
        sort = np.lexsort((self._ids[copies], originals[copies]))
        self._copies, self._copied = self._ids[copies][sort], originals[copies][sort]

    def _relate(self, progress: Progress) -> None:
        """Find the originals that report the same event, in the order of days."""
        count = len(self._originals)
        parents = np.arange(count, dtype=np.int32)
        window = Window()
        pairs: list[tuple[int, int, float]] = []
        place = 0
        for some in chunks(self._ids[self._originals].tolist()):
            texts = _texts(self._store, some)
            for number in some:
                title, text = texts.get(number, ("", ""))
                for near in window.add(place, int(self._days[place]), words_of(title, text)):
                    if near.same and _root(parents, place) == place:
                        parents[place] = _root(parents, near.place)  # only the most similar one
                    else:
                        pairs.append((near.place, place, near.similarity))
                place += 1
            progress("comparing pages", place, count)
        roots = np.array([_root(parents, place) for place in range(count)], dtype=np.int32)
        self._by_story = np.argsort(roots, kind="stable")
        _, self._starts = np.unique(roots[self._by_story], return_index=True)
        numbers = self._ids[self._originals]
        self.related = [
            (int(numbers[a]), int(numbers[b]), similarity)
            for a, b, similarity in pairs
            if roots[a] != roots[b] and similarity >= RELATED
        ]


class SiteNames:
    """The usual names of sites, by what their pages say."""

    def __init__(self) -> None:
        self._counts: dict[str, Counter[str]] = {}

    def add(self, url: str, name: str | None) -> None:
        """Count the name that a page gives its site."""
        if not name:
            return
        for key in {urlsplit(url).hostname or "", site_of(url)}:
            counts = self._counts.setdefault(key, Counter())
            if name in counts or len(counts) < _MOST_NAMES:
                counts[name] += 1

    def of(self, url: str, own: str | None = None) -> tuple[str, ...]:
        """Return the names of a page's site, the usual one first; its host if there is none.

        Args:
            url: URL of the page.
            own: the name that the page itself gives.
        """
        host = urlsplit(url).hostname or ""
        usual = [
            max(counts, key=lambda name: (counts[name], name))
            for key in (host, site_of(url))
            if (counts := self._counts.get(key))
        ]
        return tuple(dict.fromkeys([*usual, *([own] if own else []), *([] if usual or own else [host])]))


def _page_rows(store: CorpusStore, topic: str) -> Iterator[RowMapping]:
    pages, marked = schema.pages, schema.duplicates
    original = pages.alias("original")
    same = and_(original.c.topic == topic, original.c.url_hash == marked.c.original_hash)
    query = (
        select(
            *(
                pages.c[name]
                for name in ("id", "url", "site", "title", "published", "fetched_at", "body_sha256")
            ),
            func.length(pages.c.text).label("length"),
            original.c.id.label("original_id"),
        )
        .select_from(pages.outerjoin(marked, marked.c.page_id == pages.c.id).outerjoin(original, same))
        .where(pages.c.topic == topic, ~is_set_aside(pages.c.id))
        .order_by(pages.c.id)
        .limit(_ROWS)
    )
    last = 0
    while rows := store.fetch(query.where(pages.c.id > last)):
        yield from rows
        last = rows[-1]["id"]


def _texts(store: CorpusStore, numbers: Sequence[int]) -> dict[int, tuple[str, str]]:
    pages = schema.pages.c
    lead = func.substr(pages.text, 1, 2 * LEAD)
    rows = store.fetch(select(pages.id, pages.title, lead.label("lead")).where(pages.id.in_(numbers)))
    return {row["id"]: (row["title"], row["lead"]) for row in rows}


def _day(published: str | None, fetched_at: datetime) -> int:
    age = page_age(published, fetched_at)
    moment = age.earliest or fetched_at
    return date(moment.year, moment.month, moment.day).toordinal()


def _mark(row: RowMapping) -> int:
    told = (row["title"], row["published"], row["site"], row["length"], row["body_sha256"])
    moment = row["fetched_at"].astimezone(UTC).isoformat()
    return int.from_bytes(
        hashlib.sha256(repr((*told, moment)).encode("utf-8", "replace")).digest()[:8], "big"
    )


def _root(parents: NDArray[np.int32], place: int) -> int:
    while parents[place] != place:
        parents[place] = parents[parents[place]]
        place = int(parents[place])
    return place
