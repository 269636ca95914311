"""Deduplication by title against deduplication by body (paper C)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import process_time

from topiccrawl.dedup.bodies import BodyIndex
from topiccrawl.dedup.fingerprint import Fingerprint, fingerprint, hashed
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.originals import Role
from topiccrawl.dedup.repeats import find_or_keep, find_title
from topiccrawl.dedup.title_vectors import Idf, cosine, count_literal_words, count_title_words, weighed
from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.output.results import ResultTable, Value
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.text.general_idf import general_idf

SAME = (
    "新华侨涌入:为韩国华社带来新希望-移民-滴答网",
    "新华侨涌入:为韩国华社带来新希望 - 无忧雅思网 无忧雅思网",
)
"""The paper's example of two titles of one story."""

DIFFERENT = ("缅甸华侨华人为孔子课堂捐款组图-教育频道-新华网", "缅甸华侨华人为台湾灾区同胞捐款-华人-新华网")
"""The paper's example of two titles of different stories."""

SAMPLE_SIZES = (0, 100, 300, 500, 1000, 1104, 3000, 10_000, 30_000, 100_000)
PAPER_TITLES = 1104
"""Titles of the paper's experiment."""

THRESHOLDS = (0.5, 0.8, 0.8165)
"""The paper's lower bound, threshold and upper bound, which is cos 35.26 degrees."""

Count = Callable[[str], Mapping[str, int]]
"""Returns the words of a title with their counts."""

_FORMS: dict[str, Count] = {"with site names": count_literal_words, "headline only": count_title_words}
_ROUNDS = 3
_PATIENCE = 10.0
"""Seconds after which a method is not measured again."""

_BODY = 0.8


@dataclass(frozen=True)
class Article:
    """An article.

    Attributes:
        title: the title as the page gives it.
        text: its text.
        group: the same for articles with the same story; None if that is not known.
    """

    title: str
    text: str
    group: str | None = None


@dataclass(frozen=True)
class Outcome:
    """Decisions of a method about articles in order.

    Attributes:
        originals: for each article the number of the one that it repeats, or None.
        seconds: processor time that it took.
    """

    originals: tuple[int | None, ...]
    seconds: float

    def right(self, articles: Sequence[Article]) -> int:
        """Return how many articles repeat one of their own group."""
        pairs = zip(articles, self.originals, strict=True)
        return sum(one is not None and articles[one].group == own.group for own, one in pairs)

    @property
    def found(self) -> int:
        """How many articles are called repeats."""
        return sum(one is not None for one in self.originals)

    def agreement(self, other: Outcome) -> float:
        """Return the share of articles about which both say the same: new, or a repeat."""
        pairs = list(zip(self.originals, other.originals, strict=True))
        return sum((one is None) == (two is None) for one, two in pairs) / len(pairs)


def read_articles(database: str, topic: str) -> list[Article]:
    """Read the pages of a crawl, duplicates included, in the order of storing.

    Raises:
        EvaluationError: the topic has no pages.
        StorageError: the database cannot be read.
    """
    with existing_corpus(database) as store:
        pages = store.read_pages(topic, ("title", "raw_title", "text"))
        articles = [Article(page["raw_title"] or page["title"], page["text"]) for page in pages]
    if not articles:
        raise EvaluationError(
            "{database}: holds no pages of {topic!r}", database=store.display_name, topic=topic
        )
    return articles


def sample_size_table(titles: Sequence[str]) -> ResultTable:
    """Return how similar the paper's pairs are, by the number of titles that the idf is counted from."""
    sizes = sorted({*(size for size in SAMPLE_SIZES if size <= len(titles)), len(titles)})
    rows: list[tuple[Value, ...]] = [(size, *_pairs(titles[:size])) for size in sizes]
    rows.append(("general corpus", *_pairs(None)))
    columns = ("titles", *(f"{pair}, {form}" for form in _FORMS for pair in ("same story", "other story")))
    return ResultTable("dedup-samples", "Paper C: sample size and similarity", columns, tuple(rows))


def method_table(articles: Sequence[Article]) -> ResultTable:
    """Return time, agreement with bodies and, with groups, quality of each way to find repeats."""
    bodies = _best(lambda: _by_body(articles))
    methods = {
        "bodies": bodies,
        "titles, to the letter": _best(lambda: _by_title(articles, count_literal_words, general_idf)),
        "titles, headline only": _best(lambda: _by_title(articles, count_title_words, general_idf)),
        "titles, own idf": _best(lambda: _by_title(articles, count_literal_words, None)),
        "titles and bodies": _best(lambda: _by_story(articles, general_idf)),
        "titles and bodies, own idf": _best(lambda: _by_story(articles, None)),
    }
    rows: list[tuple[Value, ...]] = []
    for name, one in methods.items():
        # A handful of articles may take less time than the clock shows.
        saved = 1 - one.seconds / bodies.seconds if bodies.seconds else None
        rows.append((name, *_quality(articles, one), one.seconds, saved, one.agreement(bodies)))
    columns = ("method", *_QUALITY, "seconds", "time saved", "agreement with bodies")
    return ResultTable("dedup-methods", "Paper C: titles against bodies", columns, tuple(rows))


def threshold_table(articles: Sequence[Article]) -> ResultTable:
    """Return what the paper's thresholds find at its number of titles, and where its pairs fall."""
    chosen = articles[:PAPER_TITLES]
    titles = [article.title for article in chosen]
    rows: list[tuple[Value, ...]] = []
    for form, count in _FORMS.items():
        for background, idf in (("general", general_idf), ("own", _own_idf(count, titles))):
            pairs = [_cosine(pair, count, idf) for pair in (SAME, DIFFERENT)]
            for threshold in THRESHOLDS:
                found = _by_title(chosen, count, idf, threshold)
                merged = [pair >= threshold for pair in pairs]
                rows.append((form, background, threshold, *_quality(chosen, found), *merged))
    columns = ("titles", "idf", "threshold", *_QUALITY, "merges same story", "merges other story")
    return ResultTable("dedup-thresholds", f"Paper C: thresholds, {len(chosen)} titles", columns, tuple(rows))


_QUALITY = ("articles", "repeats", "called repeats", "right", "wrong")


def _quality(articles: Sequence[Article], outcome: Outcome) -> tuple[Value, ...]:
    if any(article.group is None for article in articles):
        return len(articles), None, outcome.found, None, None
    right = outcome.right(articles)
    groups = {article.group for article in articles}
    return len(articles), len(articles) - len(groups), outcome.found, right, outcome.found - right


def _pairs(titles: Sequence[str] | None) -> Iterator[float]:
    """Yield the cosines of the paper's pairs, with the idf in titles, or in general."""
    for count in _FORMS.values():
        idf = general_idf if titles is None else _own_idf(count, titles)
        for pair in (SAME, DIFFERENT):
            yield _cosine(pair, count, idf)


def _cosine(pair: tuple[str, str], count: Count, idf: Idf) -> float:
    one, other = (weighed(count(title), idf) for title in pair)
    return cosine(one, other)


def _own_idf(count: Count, titles: Sequence[str]) -> Idf:
    """Return the idf in titles, to which those of the paper's pairs are added.

    It is ln(1 + titles / titles with the word); a word that they do not have counts as a word of one title.
    """
    counted = [count(title) for title in (*titles, *SAME, *DIFFERENT)]
    frequencies = Counter(word for words in counted for word in words)
    return lambda word: math.log(1 + len(counted) / max(1, frequencies[word]))


def _best(run: Callable[[], Outcome]) -> Outcome:
    """Return the fastest of some runs."""
    runs = [run()]
    while len(runs) < _ROUNDS and sum(one.seconds for one in runs) < _PATIENCE:
        runs.append(run())
    return min(runs, key=lambda outcome: outcome.seconds)


def _by_title(articles: Sequence[Article], count: Count, idf: Idf | None, threshold: float = 0.8) -> Outcome:
    start = process_time()
    background = idf or _own_idf(count, [article.title for article in articles])
    index = MemoryOriginals(threshold)
    found: list[int | None] = []
    for number, article in enumerate(articles):
        own = Fingerprint(hashed(weighed(count(article.title), background)))
        with index.candidates(own) as candidates:
            one = find_title(own, candidates, threshold)
            found.append(None if one is None else int(candidates.key_of(one.number)))
        if one is None:
            index.keep(own, str(number), Role.TITLE)
    return Outcome(tuple(found), process_time() - start)


def _by_body(articles: Sequence[Article]) -> Outcome:
    start, index = process_time(), BodyIndex(_BODY)
    found = [index.add(article.text, str(number)) for number, article in enumerate(articles)]
    return Outcome(tuple(None if one is None else int(one) for one in found), process_time() - start)


def _by_story(articles: Sequence[Article], idf: Idf | None) -> Outcome:
    start, index = process_time(), MemoryOriginals()
    background = idf or _own_idf(count_title_words, [article.title for article in articles])
    found = []
    for number, article in enumerate(articles):
        title = hashed(weighed(count_title_words(article.title), background))
        own = replace(fingerprint("", article.text), title=title)
        found.append(find_or_keep(own, str(number), index, 0.8))
    return Outcome(
        tuple(None if one is None else int(one.match.key) for one in found), process_time() - start
    )
