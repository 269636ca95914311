"""Texts that a corpus must not repeat: those of test sets, by n-grams, and of corpora, by near copies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select

from topiccrawl.corpus.quality import ngram_hashes
from topiccrawl.dedup.fingerprint import Fingerprint, fingerprint
from topiccrawl.dedup.repeats import BODY_THRESHOLD, find_body
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.dedup.sketch import squeeze
from topiccrawl.errors import ExportError
from topiccrawl.messages import Message
from topiccrawl.storage import schema
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.sketches.originals import StoredOriginals
from topiccrawl.text.files.rows import ROW_NAMES, file_rows
from topiccrawl.text.sources import TextSource

MOST_NGRAMS = 20_000_000
"""Different n-grams of all test sets: 160 MB of memory."""
HasCopy = Callable[[str, str], bool]
"""Returns whether a corpus has a near copy of a page: title, text."""
_TEXT_NAMES = (".txt", ".txt.gz")
_TEXT = ("text", "content", "raw_content")
_AT_ONCE = 1000
_NAMED = "urn:"
_TOPIC = "named"
"""The topic of documents in a database of their own, which holds no texts."""


class HeldOutTexts:
    """The n-grams of test sets: sequences of `NGRAM` letters, digits and Chinese characters.

    Args:
        paths: files, or folders of files; each is one test set. Of rows all texts count, however deep.

    Raises:
        ExportError: a file cannot be read, or they hold more than `MOST_NGRAMS`.
    """

    def __init__(self, paths: Sequence[str]) -> None:
        self._names = [Path(path).name for path in paths]
        self._sets: list[NDArray[np.uint64]] = []
        for path in paths:
            self._sets.append(_ngrams(Path(path), MOST_NGRAMS - sum(map(len, self._sets))))

    def overlap(self, text: str) -> tuple[float, str | None]:
        """Return the share of a text's n-grams that are in test sets, and the one with most of them."""
        own = np.unique(ngram_hashes(squeeze(text)))
        found = [one[np.searchsorted(one[:-1], own)] == own for one in self._sets]
        common = int(np.logical_or.reduce(found).sum())
        if not common:
            return 0.0, None
        return round(common / len(own), 4), self._names[int(np.argmax([one.sum() for one in found]))]


def _ngrams(path: Path, most: int) -> NDArray[np.uint64]:
    """Return the hashes of the different n-grams of a test set, ascending; never none."""
    found = [np.zeros(1, np.uint64)]
    size = 0
    for row in _rows(path):
        for text in _texts(row):
            found.append(ngram_hashes(squeeze(text)))
            size += len(found[-1])
        if size > 2 * most:
            found = [_distinct(found, most, path)]
            size = len(found[0])
    return _distinct(found, most, path)


def _distinct(ngrams: Sequence[NDArray[np.uint64]], most: int, path: Path) -> NDArray[np.uint64]:
    found = np.unique(np.concatenate(ngrams))
    if len(found) > most:
        raise ExportError(
            "{file}: the test sets have more than {most:,} different sequences", file=path, most=MOST_NGRAMS
        )
    return found


def copies_among(pages: Iterable[Mapping[str, Any]]) -> dict[int, int]:
    """Return the pages that repeat an earlier one by title and body, as in a crawl that compares both.

    Args:
        pages: rows with `id`, `title` and `text`.

    Returns:
        Ids of copies and of their originals, each with the id of the original.
    """
    documents = ((row["id"], fingerprint(row["title"], row["text"])) for row in pages)
    marks, stored = schema.duplicates.c, schema.pages.c
    query = select(stored.url, marks.original_url).join(schema.duplicates, marks.page_id == stored.id)
    with _database_of(documents, DedupRule()) as db:
        found = db.fetch(query)
    number = len(_NAMED)
    pairs = [(int(row["url"][number:]), int(row["original_url"][number:])) for row in found]
    return dict(pairs) | {original: original for _, original in pairs}


@contextmanager
def _database_of(
    documents: Iterable[tuple[int, Fingerprint]], rule: DedupRule | None = None
) -> Iterator[CorpusStore]:
    """Yield a temporary database of sketches, compared by a rule; memory does not grow with their number."""
    with (
        TemporaryDirectory() as folder,
        closing(CorpusStore(f"sqlite:///{folder}/d")) as db,
    ):
        db.open()
        SketchCatchUp(db, _TOPIC, rule).finish()
        run = db.start_run(_TOPIC, {})
        blank = PageRecord(topic=_TOPIC, url="", run_id=run, fetched_at=datetime.now(UTC), dedup=rule)
        numbered = iter(documents)
        while some := list(islice(numbered, _AT_ONCE)):
            db.write([replace(blank, url=f"{_NAMED}{number}", fingerprint=own) for number, own in some])
        yield db


@contextmanager
def copy_finder(paths: Sequence[str]) -> Iterator[HasCopy | None]:
    """Read the documents of a corpus, and yield what finds near copies of pages in it as in a crawl.

    Args:
        paths: files, or folders of files; none: None is yielded.

    Raises:
        ExportError: a file cannot be read.
    """
    if not paths:
        yield None
        return
    with _database_of(enumerate(own for path in paths for own in _fingerprints(Path(path)))) as db:
        originals = StoredOriginals(db, _TOPIC)

        def has_copy(title: str, text: str) -> bool:
            own = fingerprint(title, text)
            with originals.candidates(own) as candidates:
                return find_body(own, candidates, BODY_THRESHOLD) is not None

        yield has_copy


def _fingerprints(path: Path) -> Iterator[Fingerprint]:
    for row in _rows(path):
        text = next((row[name] for name in _TEXT if isinstance(row.get(name), str)), None)
        if text is None:
            found = ", ".join(filter(None, row))
            raise ExportError("{place}: expected a column text, found {found}", place=row[""], found=found)
        yield fingerprint(str(row.get("title") or ""), text)


def _rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a file, or of the files of a folder, each with its place under the empty name."""
    known = (*ROW_NAMES, *_TEXT_NAMES)
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    files = [file for file in files if file.is_file() and file.name.lower().endswith(known)]
    if not files:
        raise ExportError("{path}: no file, or none of {known}", path=path, known=", ".join(known))
    for file in files:
        if file.name.lower().endswith(_TEXT_NAMES):
            yield from ({"": str(file), "text": one.body} for one in TextSource(file))
            continue
        for place, row in file_rows(file):
            if isinstance(row, Message):
                raise ExportError(row)
            yield {**row, "": place}


def _texts(value: object) -> Iterator[str]:
    """Yield all texts in a value of a row."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, one in value.items():
            if name:
                yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)
