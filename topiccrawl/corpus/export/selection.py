"""Which pages are exported, and which columns of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from topiccrawl.corpus import COLUMNS
from topiccrawl.corpus.columns import QUALITY, ExportColumn, Kind
from topiccrawl.corpus.conditions import Condition
from topiccrawl.corpus.export.other_corpora import HasCopy, HeldOutTexts
from topiccrawl.corpus.training.graded_quality import GradedQuality
from topiccrawl.page.rights import is_reserved
from topiccrawl.text.language import marked

RESERVED = marked(
    "pages whose owners reserve their use (robots noai, noimageai, noml, noarchive, none; TDM reservation)"
)
SET_ASIDE = marked(
    "stored pages that are off the topic by their grades, or by what the crawl has learned "
    "(--include-set-aside: with them)"
)
UNMATCHED = marked("pages that do not fulfil the condition")
OVERLAPPING = marked("pages that share too much with the test sets (--most-overlap)")
POOR = marked("pages whose quality.graded is lower than asked for (--least-quality)")
COPIED = marked("pages that are near copies of documents of the named corpus (--not-in)")
OVERLAP = tuple(
    ExportColumn(name, kind, ("text",), doc, itemgetter(name))
    for name, kind, doc in (
        ("overlap", Kind.NUMBER, marked("share of its 13-character sequences that occur in the test sets")),
        ("overlap_with", Kind.TEXT, marked("the test set with most of them")),
    )
)
"""Columns of an export that is compared with test sets."""
GRADED = f"{QUALITY}graded"
"""Column of an export with grades of quality."""
APART = marked("pages whose event or copy is in another split")


@dataclass(frozen=True, kw_only=True)
class ExportOptions:
    """What an export holds.

    Attributes:
        columns: names of columns, see `topiccrawl.corpus.columns`.
        include_duplicates: whether pages marked as duplicates are exported, too.
        include_reserved: whether pages are exported whose owners reserve text and data mining (see
            `topiccrawl.page.rights`).
        include_set_aside: whether pages are exported that are stored, but off the topic by their grades or by
            what the crawl has learned.
        where: a condition that pages fulfil, see `topiccrawl.corpus.conditions`; empty: all.
        pages: only pages with these ids in the table `pages`; None: all.
        split: shares of splits by site, such as `train=.9,test=.1`; empty: none.
        overlap: files of test sets; with some, the export has the columns `overlap` and `overlap_with`.
        most_overlap: pages with a larger `overlap` are left out; None: none are.
        not_in: files of a corpus; pages that are near copies of a document in it are left out.
        quality_grades: a table of grades of texts; the column `quality.graded` says how probably a page would
            get a good one, see `topiccrawl.corpus.training.graded_quality`; empty: none.
        least_quality: pages with less of it are left out; None: none are.
        since_state: a state file: only what differs from the last export under it is written, see
            `topiccrawl.corpus.export.feed`; empty: everything.
        mask: whether personal data is masked, see `topiccrawl.corpus.training.personal_data`; None: in
            datasets and shards alone.
        shard_size: pages of a file of a dataset; 0: one file, or the default of datasets.
        tokenizer: of the column `tokens`, see `topiccrawl.corpus.training.tokens`.
        chunks: rows are chunks of at most so many characters, or tokens with a tokenizer; 0: pages.
    """

    columns: tuple[str, ...] = COLUMNS
    include_duplicates: bool = False
    include_reserved: bool = False
    include_set_aside: bool = False
    where: str = ""
    pages: tuple[int, ...] | None = None
    split: str = ""
    overlap: tuple[str, ...] = ()
    most_overlap: float | None = None
    not_in: tuple[str, ...] = ()
    quality_grades: str = ""
    least_quality: float | None = None
    since_state: str = ""
    mask: bool | None = None
    shard_size: int = 0
    tokenizer: str = ""
    chunks: int = 0


class Selection:
    """Filters rows, and counts those that it leaves out.

    Args:
        options: what is chosen.
        condition: the parsed condition; None: all pages.
        has_copy: finds near copies in the corpus of `not_in`; None: no page is compared.
        quality: learned from `quality_grades`; None: nothing is.

    Attributes:
        options: what is chosen.
        left_out: numbers of pages by reason.
        apart: ids of pages that no split may hold, see `topiccrawl.corpus.export.splits`.
    """

    def __init__(
        self,
        options: ExportOptions,
        condition: Condition | None,
        has_copy: HasCopy | None,
        quality: GradedQuality | None,
    ) -> None:
        self.options = options
        self.left_out: Counter[str] = Counter()
        self.apart: frozenset[int] = frozenset()
        self._condition = condition
        self._pages = None if options.pages is None else frozenset(options.pages)
        self._held_out = HeldOutTexts(options.overlap) if options.overlap else None
        self._most_overlap = 1.0 if options.most_overlap is None else options.most_overlap
        self._has_copy = has_copy
        self._quality = quality
        self._least_quality = options.least_quality or 0.0

    @property
    def sources(self) -> tuple[str, ...]:
        """The columns of the database that rows need."""
        rights = () if self.options.include_reserved else ("robots", "tdm_reservation")
        named = () if self._condition is None else self._condition.columns
        ids = () if self._pages is None else ("id",)
        aside = () if self.options.include_set_aside else ("set_aside",)
        texts = ("title", "text") if self._held_out or self._has_copy or self._quality else ()
        return (*rights, *ids, *aside, *texts, *(name for one in named for name in one.sources))

    def chosen(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        """Yield the rows that are exported, with the values of `OVERLAP` and `GRADED`."""
        for row in rows:
            measured, reason = self.judged(row)
            if reason is None:
                yield measured
            else:
                self.left_out[reason] += 1

    def judged(self, row: Mapping[str, Any]) -> tuple[Mapping[str, Any], str | None]:
        """Return a row with the values of these columns, and why it is left out; None: it is exported."""
        if not self.options.include_set_aside and row["set_aside"]:
            return row, SET_ASIDE
        if not self.options.include_reserved and is_reserved(row["robots"], row["tdm_reservation"]):
            return row, RESERVED
        if (self._pages is not None and row["id"] not in self._pages) or (
            self._condition is not None and not self._condition(row)
        ):
            return row, UNMATCHED
        if row.get("id") in self.apart:
            return row, APART
        if self._held_out is not None:
            overlap, name = self._held_out.overlap(row["text"])
            if overlap > self._most_overlap:
                return row, OVERLAPPING
            row = {**row, "overlap": overlap, "overlap_with": name}
        if self._quality is not None:
            row = {**row, GRADED: self._quality.probability(row["text"])}
            if row[GRADED] < self._least_quality:
                return row, POOR
        if self._has_copy is not None and self._has_copy(row["title"], row["text"]):
            return row, COPIED
        return row, None
