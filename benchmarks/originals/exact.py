"""Decisions about duplicates against brute force, in memory and in a SQLite corpus.

Brute force compares a page with every original that has a hash of its sketch in common, and with every title
of these. No pair that agrees has none in common, so nothing is missed.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.measuring import work_folder
from benchmarks.originals.pages import pages, with_series
from topiccrawl.dedup.fingerprint import Fingerprint, fingerprint, title_fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.originals import Role, SimilarBody, SimilarTitle
from topiccrawl.dedup.repeats import (
    AGREEMENT,
    BODY_THRESHOLD,
    Repeat,
    find_or_keep,
    find_title,
    may_repeat,
)
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.dedup.sketch import Sketch, jaccard
from topiccrawl.dedup.title_vectors import cosine
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

TITLES = 20_000
PAGES = 10_000
"""Pages of series and others that are compared in memory."""
STORED = 4_000
"""Those of them that are stored in SQLite."""
THRESHOLDS = (0.5, 0.8, 0.8165)
_TITLE_THRESHOLD = 0.8
_TOPIC = "measured"
_BATCH = 100
_ROUNDING = 1e-9
_BINS = (0.55, 0.6, 0.7, 0.8)
"""Lower bounds of the similarity of bodies under similar titles."""

Row = dict[str, Any]


class Made(NamedTuple):
    """A page that is compared."""

    url: str
    title: str
    text: str
    own: Fingerprint


class Decided(NamedTuple):
    """What was found about a page: URL of the original and kind; None for an original."""

    url: str
    kind: str


class BruteForce:
    """Originals that are all compared; see `topiccrawl.dedup.originals.Originals`."""

    def __init__(self) -> None:
        self.keys: list[tuple[str, str]] = []
        self.prints: list[Fingerprint] = []
        self.roles: list[Role] = []
        self.of_digest: dict[bytes, int] = {}
        self.behind: dict[int, array[int]] = {}
        self.lengths = array("q")
        self.without_body: list[int] = []

    @contextmanager
    def candidates(self, own: Fingerprint) -> Iterator[_Compared]:
        """Yield all originals."""
        yield _Compared(self, own)

    def keep(self, own: Fingerprint, key: str, roles: Role, original: str | None = None) -> None:
        """Add a page."""
        if not roles:
            return
        number = len(self.keys)
        self.keys.append((key, original or key))
        self.prints.append(own)
        self.roles.append(roles)
        self.lengths.append(0 if own.body is None else len(own.body.hashes))
        if Role.SAME in roles and own.digest is not None:
            self.of_digest.setdefault(own.digest, number)
        if own.body is None:
            self.without_body.append(number)
        else:
            for value in own.body.hashes.tolist():
                self.behind.setdefault(value, array("q")).append(number)

    def may_reach(self, body: Sketch, least: float) -> list[int]:
        """Return the originals whose common hashes do not exclude such a similarity."""
        lists = [np.frombuffer(one, np.int64) for h in body.hashes.tolist() if (one := self.behind.get(h))]
        if not lists:
            return []
        numbers, counts = np.unique(np.concatenate(lists), return_counts=True)
        lengths = np.maximum(np.frombuffer(self.lengths, np.int64)[numbers], len(body.hashes))
        enough: list[int] = numbers[counts >= least * lengths - _ROUNDING].tolist()
        return enough


class _Compared:
    def __init__(self, everything: BruteForce, own: Fingerprint) -> None:
        self._all = everything
        self._own = own

    def same_body(self) -> int | None:
        return None if self._own.digest is None else self._all.of_digest.get(self._own.digest)

    def near_bodies(self) -> Iterator[SimilarBody]:
        assert self._own.body is not None
        for number in self._all.may_reach(self._own.body, BODY_THRESHOLD):
            body = self._all.prints[number].body
            if Role.NEAR in self._all.roles[number] and body is not None:
                yield SimilarBody(number, body, self._all.prints[number].title)

    def similar_titles(self, least: float, cut: float | None = None) -> Iterator[SimilarTitle]:
        own, everything = self._own, self._all
        numbers: Sequence[int] = range(len(everything.keys))
        if own.body is not None:
            numbers = [*everything.may_reach(own.body, AGREEMENT), *everything.without_body]
        for number in numbers:
            other = everything.prints[number]
            similarity = cosine(own.title, other.title)
            is_title = Role.TITLE in everything.roles[number]
            if is_title and may_repeat(similarity, own.title, other.title, least, cut):
                yield SimilarTitle(similarity, number, other.body, other.title)

    def key_of(self, number: int) -> str:
        return self._all.keys[number][0]

    def original_of(self, number: int) -> str:
        return self._all.keys[number][1]


def exact() -> Iterator[Row]:
    """Compare lookups with brute force."""
    yield from _titles()
    made = [
        Made(f"http://h{number % 1000}.invalid/{number}.html", title, text, fingerprint(title, text))
        for number, (title, text) in enumerate(with_series(PAGES))
    ]
    everything = BruteForce()
    expected = [_decided(find_or_keep(one.own, one.url, everything, _TITLE_THRESHOLD)) for one in made]
    index = MemoryOriginals(_TITLE_THRESHOLD)
    found = [_decided(find_or_keep(one.own, one.url, index, _TITLE_THRESHOLD)) for one in made]
    yield from _compared("in memory", made, expected, found)
    with work_folder() as work:
        yield from _compared("SQLite", made[:STORED], expected, _stored(made[:STORED], work / "corpus.db"))


def _titles() -> Iterator[Row]:
    """Compare each title with all earlier ones."""
    rng = random.Random(2)
    headlines = [title for title, _ in pages(TITLES // 2)]
    for _ in range(TITLES - len(headlines)):  # longer, shorter and mixed ones
        title = rng.choice(headlines)
        headlines.append(title[: rng.randint(len(title) // 2, len(title))] + rng.choice(headlines)[:6])
    vectors = [title_fingerprint(title).title for title in headlines]
    for threshold in THRESHOLDS:
        index, differ, found = MemoryOriginals(threshold), 0, 0
        postings: dict[int, tuple[array[int], array[float]]] = {}
        for number, vector in enumerate(vectors):
            own = Fingerprint(vector)
            with index.candidates(own) as candidates:
                one = find_title(own, candidates, threshold)
            cosines = np.zeros(number + 1)
            for word, weight in vector.items():
                if word in postings:
                    numbers, weights = postings[word]
                    cosines[np.frombuffer(numbers, np.int64)] += weight * np.frombuffer(weights)
            best = min(1.0, float(cosines.max()))
            is_found = best >= threshold - _ROUNDING
            differ += (one is None) == is_found or (one is not None and abs(one.similarity - best) > 2e-9)
            found += is_found
            if one is None:
                index.keep(own, str(number), Role.TITLE)
                for word, weight in vector.items():
                    numbers, weights = postings.setdefault(word, (array("q"), array("d")))
                    numbers.append(number)
                    weights.append(weight)
        yield {"compared": f"titles at {threshold}", "pages": TITLES, "repeats": found, "different": differ}


def _stored(made: Sequence[Made], file: Path) -> list[Decided | None]:
    """Return the decisions of the transactions that store pages."""
    store = CorpusStore(f"sqlite:///{file}")
    store.open()
    rule = DedupRule(title_threshold=_TITLE_THRESHOLD)
    SketchCatchUp(store, _TOPIC, rule).step()
    first, found = datetime(2026, 11, 1, tzinfo=UTC), []
    for start in range(0, len(made), _BATCH):
        batch = made[start : start + _BATCH]
        decisions = store.write(
            [
                PageRecord(
                    topic=_TOPIC,
                    url=page.url,
                    run_id=1,
                    fetched_at=first + timedelta(seconds=start + number),
                    title=page.title,
                    raw_title=page.title,
                    text=page.text,
                    raw_html=b"",
                    fingerprint=page.own,
                    dedup=rule,
                )
                for number, page in enumerate(batch)
            ]
        )
        found += [_decided(decisions[page.url].repeat) for page in batch]
    store.close()
    return found


def _decided(repeat: Repeat | None) -> Decided | None:
    return None if repeat is None else Decided(repeat.match.key, repeat.kind)


def _compared(
    name: str, made: Sequence[Made], expected: Sequence[Decided | None], found: Sequence[Decided | None]
) -> Iterator[Row]:
    """Yield what was missed of each kind; under similar titles by the similarity of the bodies."""
    prints = {page.url: page.own for page in made}
    of_kind: dict[str, list[tuple[Decided | None, Decided | None]]] = {}
    for page, right, own in zip(made, expected, found, strict=False):
        of_kind.setdefault(_kind(page, right, prints), []).append((right, own))
    for kind in sorted(of_kind):
        pairs = of_kind[kind]
        yield {
            "compared": f"{kind}, {name}",
            "pages": len(pairs),
            "repeats": sum(right is not None for right, _ in pairs),
            "missed": sum(right is not None and own is None for right, own in pairs),
            "different": sum(right != own for right, own in pairs),
        }


def _kind(page: Made, right: Decided | None, prints: Mapping[str, Fingerprint]) -> str:
    if right is None:
        return "originals"
    other = prints[right.url].body
    if right.kind == "body" or page.own.body is None or other is None:
        return "bodies"
    similarity = jaccard(page.own.body, other)
    least = max((one for one in _BINS if one <= similarity), default=_BINS[0])
    return f"bodies of {least} and more under similar titles"
