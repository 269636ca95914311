"""Exports: from the database, in parts, to one file or a dataset folder."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path

from topiccrawl.corpus.columns import ExportColumn, Kind
from topiccrawl.corpus.conditions import parse_condition
from topiccrawl.corpus.export.dataset import DatasetTarget
from topiccrawl.corpus.export.feed import FEEDS, FeedTarget, finish_interrupted
from topiccrawl.corpus.export.formats.contract import MakeFormat, Row
from topiccrawl.corpus.export.formats.csv_table import CsvTable
from topiccrawl.corpus.export.formats.excel import Excel
from topiccrawl.corpus.export.formats.json_lines import CompressedJsonLines, GzipJsonLines, JsonLines
from topiccrawl.corpus.export.formats.parquet import Parquet
from topiccrawl.corpus.export.formats.warc import Warc
from topiccrawl.corpus.export.other_corpora import HasCopy, copies_among, copy_finder
from topiccrawl.corpus.export.parts import PartsFolder, Progress
from topiccrawl.corpus.export.selection import GRADED, OVERLAP, ExportOptions, Selection
from topiccrawl.corpus.export.splits import assign_pages, parse_splits, split_column
from topiccrawl.corpus.export.target import Target
from topiccrawl.corpus.export.training_columns import TrainingColumns
from topiccrawl.corpus.training.graded_quality import (
    LEAST_GRADES,
    GradedQuality,
    learn_quality,
    read_graded,
)
from topiccrawl.errors import ExportError
from topiccrawl.messages import message
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.pages import count_pages
from topiccrawl.storage.rows.parts import read_parts

FORMATS: dict[str, MakeFormat] = {
    "jsonl": JsonLines,
    "jsonl.gz": GzipJsonLines,
    "jsonl.zst": CompressedJsonLines,
    "csv": CsvTable,
    "parquet": Parquet,
    "xlsx": Excel,
    "warc": Warc,
}
"""The formats of one file, by name."""

DATASET = "dataset"
"""The format of a folder."""

SHARDS = ("jsonl", "jsonl.gz", "jsonl.zst", "parquet")
"""The formats of the files of a folder, and of chunks."""


@dataclass(frozen=True)
class Exported:
    """The result of an export.

    Attributes:
        pages: pages written.
        resumed: how many of them an interrupted export had written before.
        left_out: pages left out by reason; duplicates are not counted.
        problems: values that had to be changed for the format, with counts.
        changes: rows of a feed by what has changed, see `topiccrawl.corpus.export.feed`; else empty.
    """

    pages: int
    resumed: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)
    problems: Mapping[str, int] = field(default_factory=dict)
    changes: Mapping[str, int] = field(default_factory=dict)


def export(store_url: str, topic: str, format: str, out: str | Path, include_duplicates: bool = False) -> int:
    """Write the pages of a topic to a file, and return their number; the short form of `export_pages`."""
    return export_pages(
        store_url, topic, format, out, ExportOptions(include_duplicates=include_duplicates)
    ).pages


def export_pages(
    store_url: str,
    topic: str,
    format: str,
    out: str | Path,
    options: ExportOptions | None = None,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> Exported:
    """Write the pages of a topic to a file or folder, in the order they were stored.

    The target appears when it is complete; until then its parts are kept in a hidden folder beside it. An
    export that was interrupted continues after its last whole part when it is called again with the same
    arguments, unless the topic was crawled in between; a feed begins anew. If a crawl kept no page of the
    topic, a file is empty (with Parquet and Excel, a table without rows).

    Args:
        store_url: database URL, as for `CorpusStore`; the database must exist.
        topic: name of the topic.
        format: a key of `FORMATS`, or `dataset` for a folder that `datasets.load_dataset` opens.
        out: the file or folder; an older one is replaced.
        options: which pages and columns.
        on_progress: called with the number of pages read so far, and that of all pages.

    Raises:
        ExportError: the format, a column, the condition, the splits or a named file cannot be used, the
            format does not hold so many rows, the topic was never crawled into this database, the folder
            holds something else, a feed exists already, or its state file is of other options.
        MissingExtraError: the format needs a package that is not installed.
        StorageError: the database is missing, holds no corpus or cannot be read.
        OSError: the target cannot be written.
    """
    path = Path(out)
    options = options or ExportOptions()
    if options.since_state and (left := finish_interrupted(Path(options.since_state), path)) is not None:
        return Exported(sum(left.values()), changes=left)
    with copy_finder(options.not_in) as has_copy:
        quality = _learned_quality(store_url, topic, options.quality_grades)
        work = _Export(topic, options, format, path, on_progress, has_copy, quality)
        with existing_corpus(store_url) as store:
            return work.run(store, path)


def _learned_quality(store_url: str, topic: str, file: str) -> GradedQuality | None:
    if not file:
        return None
    with existing_corpus(store_url, topic) as store:
        texts = read_graded(Path(file), store, topic)
    if (found := learn_quality(texts)) is None:
        raise ExportError(
            "{file}: {good} good and {bad} bad texts, in the table or in the corpus by their URL; at least "
            "{least} of each are needed",
            file=file,
            good=sum(one.is_good for one in texts),
            bad=sum(not one.is_good for one in texts),
            least=LEAST_GRADES,
        )
    return found


class _Export:
    """One call of `export_pages`."""

    def __init__(
        self,
        topic: str,
        options: ExportOptions,
        format: str,
        path: Path,
        on_progress: Callable[[int, int], object],
        has_copy: HasCopy | None,
        quality: GradedQuality | None,
    ) -> None:
        self._topic = topic
        self._options = options
        self._format = format
        self._on_progress = on_progress
        self._shares = parse_splits(options.split) if options.split.strip() else None
        self._sites: dict[str, str] = {}
        condition = parse_condition(options.where) if options.where.strip() else None
        self._selection = Selection(options, condition, has_copy, quality)
        self._quality = quality
        self._target = self._target_of(format, path)

    def run(self, store: CorpusStore, path: Path) -> Exported:
        """Write all parts that are missing, then the target."""
        if self._topic not in (known := store.topics()):
            topics = (
                message("there are {topics}", topics=", ".join(known)) if known else message("it holds none")
            )
            raise ExportError(
                "{database}: holds no topic {topic!r}; {topics}",
                database=store.display_name,
                topic=self._topic,
                topics=topics,
            )
        request: dict[str, object] = {
            "database": store.display_name,
            "topic": self._topic,
            "format": self._format,
        }
        request |= asdict(self._options)
        # After another crawl the whole parts may hold older texts than the rest would.
        request["last_run"] = store.last_run(self._topic)
        files = (*self._options.overlap, *self._options.not_in, *filter(None, [self._options.quality_grades]))
        request["files"] = [Path(name).stat().st_mtime_ns for name in files]
        if self._options.since_state:  # what the parts of an interrupted feed differ from is not known
            request["attempt"] = os.urandom(8).hex()
        with (
            self._target.opened(store),
            _place_of_parts(path) as place,
            PartsFolder(place).opened(request) as folder,
        ):
            return self._write(store, folder, path)

    def _write(self, store: CorpusStore, folder: PartsFolder, path: Path) -> Exported:
        progress = folder.progress
        resumed = progress.pages
        self._selection.left_out.update(progress.left_out)
        self._target.format.problems |= progress.problems
        if self._shares is not None:
            if not progress.sites:
                # A crawl that compares titles alone marks no copies under other titles.
                is_compared = SketchCatchUp(store, self._topic).progress().complete
                copies = {} if is_compared else copies_among(self._pages_to_split(store, "title", "text"))
                found = assign_pages(self._pages_to_split(store), self._shares, copies)
                progress.sites, progress.apart = found.sites, found.apart
                progress.facts["events"] = found.events
            self._sites |= progress.sites
            self._selection.apart = frozenset(progress.apart)
        rows = self._rows(store, progress)
        for first in rows:
            part = chain((first,), islice(rows, self._target.part_size - 1))
            self._target.write_part(self._columns.rows(part), folder)
            progress.left_out = dict(self._selection.left_out)
            progress.problems = dict(self._target.format.problems)
            folder.save()
        progress.left_out = dict(self._selection.left_out)
        self._target.finish(folder, path, store)
        changes = dict(self._target.changes)
        return Exported(progress.pages, resumed, progress.left_out, progress.problems, changes)

    def _pages_to_split(self, store: CorpusStore, *more: str) -> Iterator[Row]:
        """Yield the pages that are exported, with what joins them."""
        originals = not self._options.include_duplicates
        copies = () if originals else ("url_hash", "original_hash")
        names = dict.fromkeys(("id", "url", "event_id", *copies, *more, *self._selection.sources))
        names.pop("parts", None)
        for row in store.read_pages(self._topic, tuple(names), originals_only=originals):
            if self._selection.judged(row)[1] is None:
                yield row

    def _rows(self, store: CorpusStore, progress: Progress) -> Iterator[Row]:
        """Yield the missing rows and record the progress."""
        originals = not self._options.include_duplicates
        total = store.read(count_pages, self._topic, originals_only=originals)
        names = dict.fromkeys(("id", *self._selection.sources, *self._target.sources))
        if with_parts := "parts" in names:
            del names["parts"]
            names["partial"] = None
        found = store.read_pages(self._topic, tuple(names), originals_only=originals, after=progress.last)
        most = self._target.format.most_rows
        for row in self._selection.chosen(found):
            if most is not None and progress.pages >= most:
                raise ExportError(
                    "{format} holds at most {most:,} pages, the rows of a sheet without its "
                    "header; use parquet, which holds any number",
                    format=self._format,
                    most=most,
                )
            if with_parts:
                parts = () if row["partial"] is None else store.read(read_parts, row["id"])
                row = {**row, "parts": parts}
            progress.last = row["id"]
            progress.pages += 1
            self._on_progress(progress.pages + self._selection.left_out.total(), total)
            yield row
        self._on_progress(total, total)

    def _target_of(self, format: str, path: Path) -> Target:
        options = self._options
        in_folder = format == DATASET or options.shard_size > 0
        if options.since_state and format not in FEEDS:
            raise ExportError("{format!r} holds no feed; use {known}", format=format, known=", ".join(FEEDS))
        if options.since_state and (options.shard_size or options.chunks):
            raise ExportError(
                "--since-state: a feed is one file of whole pages, without --shard-size and --chunks"
            )
        if format not in FORMATS and format != DATASET:
            raise ExportError(
                "unknown format {format!r}; use {known}", format=format, known=", ".join((*FORMATS, DATASET))
            )
        if format not in (DATASET, *SHARDS) and (options.shard_size or options.chunks):
            raise ExportError(
                "{format}: files of a fixed size and chunks are written as {known}",
                format=format,
                known=", ".join((*SHARDS, DATASET)),
            )
        if format == "warc" and options.mask:
            raise ExportError("warc: pages as they were fetched cannot be masked")
        self._columns = TrainingColumns(options, lambda what: self._target.format.count_problem(what))
        columns = self._columns.of(options.columns, in_folder=in_folder)
        if options.overlap:
            columns += OVERLAP
        if self._quality is not None:
            columns += (_graded_column(self._quality),)
        if in_folder:
            ending = "parquet" if format == DATASET else format
            splits = tuple(self._shares or ())
            written = FORMATS[ending](columns)
            return DatasetTarget(written, ending, path, self._topic, options, splits, self._sites)
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if self._shares is not None:
            columns += (split_column(self._sites, next(iter(self._shares))),)
        if options.since_state:
            return FeedTarget(FORMATS[format], columns, path, self._topic, self._selection)
        if format == "warc" and path.name.lower().endswith(".warc"):
            return Target(Warc(columns, compressed=False))
        return Target(FORMATS[format](columns))


def _graded_column(quality: GradedQuality) -> ExportColumn:
    doc = message(
        "probability that the text would get a good grade, learned from {count:,} graded texts; of those it "
        "had not learned, a good one got more than a bad one in {share:.0%} of pairs",
        count=quality.texts,
        share=quality.ranked,
    )
    return ExportColumn(GRADED, Kind.NUMBER, ("text",), doc, itemgetter(GRADED))


@contextmanager
def _place_of_parts(path: Path) -> Iterator[Path]:
    """Yield the path beside which parts are written; for pipes and devices a temporary one."""
    if not path.exists() or path.is_file() or path.is_dir():
        yield path.resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "export"
