"""Which pages are exported, and which columns of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from topiccrawl.corpus import COLUMNS
from topiccrawl.corpus.conditions import Condition
from topiccrawl.page.rights import is_reserved

RESERVED = (
    "pages whose owners reserve their use (robots noai, noimageai, noml, noarchive, none; TDM reservation)"
)
SET_ASIDE = (
    "stored pages that are off the topic by what the crawl has learned (--include-set-aside: with them)"
)
UNMATCHED = "pages that do not fulfil the condition"
APART = "pages whose event or copy is in another split"


@dataclass(frozen=True, kw_only=True)
class ExportOptions:
    """What an export holds.

    Attributes:
        columns: names of columns, see `topiccrawl.corpus.columns`.
        include_duplicates: whether pages marked as duplicates are exported, too.
        include_reserved: whether pages are exported whose owners reserve text and data mining (see
            `topiccrawl.page.rights`).
        include_set_aside: whether pages are exported that the crawl stored, but takes for off the topic by
            what it has learned.
        where: a condition that pages fulfil, see `topiccrawl.corpus.conditions`; empty: all.
        pages: only pages with these ids in the table `pages`; None: all.
        split: shares of splits by site, such as `train=.9,test=.1`; empty: none.
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
    mask: bool | None = None
    shard_size: int = 0
    tokenizer: str = ""
    chunks: int = 0


class Selection:
    """Filters rows, and counts those that it leaves out.

    Args:
        options: what is chosen.
        condition: the parsed condition; None: all pages.

    Attributes:
        left_out: numbers of pages by reason.
        apart: ids of pages that no split may hold, see `topiccrawl.corpus.export.splits`.
    """

    def __init__(self, options: ExportOptions, condition: Condition | None) -> None:
        self.left_out: Counter[str] = Counter()
        self.apart: frozenset[int] = frozenset()
        self._condition = condition
        self._pages = None if options.pages is None else frozenset(options.pages)
        self._respects_rights = not options.include_reserved
        self._leaves_aside = not options.include_set_aside

    @property
    def sources(self) -> tuple[str, ...]:
        """The columns of the database that rows need."""
        rights = ("robots", "tdm_reservation") if self._respects_rights else ()
        named = () if self._condition is None else self._condition.columns
        ids = () if self._pages is None else ("id",)
        aside = ("set_aside",) if self._leaves_aside else ()
        return (*rights, *ids, *aside, *(name for one in named for name in one.sources))

    def chosen(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        """Yield the rows that are exported."""
        for row in rows:
            if self._leaves_aside and row["set_aside"]:
                self.left_out[SET_ASIDE] += 1
            elif self._respects_rights and is_reserved(row["robots"], row["tdm_reservation"]):
                self.left_out[RESERVED] += 1
            elif (self._pages is not None and row["id"] not in self._pages) or (
                self._condition is not None and not self._condition(row)
            ):
                self.left_out[UNMATCHED] += 1
            elif self.apart and row["id"] in self.apart:
                self.left_out[APART] += 1
            else:
                yield row
