"""Texts that a corpus must not repeat: those of test sets, by n-grams, and of corpora, by near copies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from topiccrawl.corpus.quality import NGRAM, ngram_hashes
from topiccrawl.dedup.fingerprint import Fingerprint, fingerprint
from topiccrawl.dedup.repeats import BODY_THRESHOLD, find_body
from topiccrawl.dedup.sketch import squeeze
from topiccrawl.errors import ExportError
from topiccrawl.messages import Message
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.sketches.originals import StoredOriginals
from topiccrawl.text.files.rows import ROW_NAMES, file_rows
from topiccrawl.text.sources import TextSource

MOST_NGRAMS = 20_000_000
"""Different n-grams of all test sets: 200 MB of memory."""
_TEXT_NAMES = (".txt", ".txt.gz")
_TITLE, _TEXT = "title", ("text", "content", "raw_content")
_AT_ONCE = 1000
_TOPIC = "named"
"""The topic of documents in a database of their own, which holds no texts."""


class TestSets:
    """The n-grams of test sets: sequences of `NGRAM` letters, digits and Chinese characters.

    Args:
        paths: files, or folders of files; each is one test set. Of rows all texts count, however deep.

    Raises:
        ExportError: a file cannot be read, or they hold more than `MOST_NGRAMS`.
    """

    __test__ = False  # pytest takes it for tests

    def __init__(self, paths: Sequence[str]) -> None:
        self._names = [Path(path).name for path in paths]
        self._ngrams: NDArray[np.uint64] = np.zeros(0, np.uint64)
        self._owners: NDArray[np.uint16] = np.zeros(0, np.uint16)
        for number, path in enumerate(paths):
            found = [np.zeros(0, np.uint64)]
            size = 0
            for row in _rows(Path(path)):
                for text in _texts(row):
                    found.append(ngram_hashes(squeeze(text)))
                    size += len(found[-1])
                if size > MOST_NGRAMS:
                    found = [np.unique(np.concatenate(found))]
                    size = self._check(len(found[0]), path)
            self._add(np.unique(np.concatenate(found)), number)
            self._check(len(self._ngrams), path)

    def _add(self, ngrams: NDArray[np.uint64], number: int) -> None:
        fresh = np.setdiff1d(ngrams, self._ngrams, assume_unique=True)
        every = np.concatenate([self._ngrams, fresh])
        order = np.argsort(every, kind="stable")
        owners = np.concatenate([self._owners, np.full(len(fresh), number, np.uint16)])
        self._ngrams, self._owners = every[order], owners[order]

    def _check(self, count: int, path: str) -> int:
        if count > MOST_NGRAMS:
            raise ExportError(
                "{file}: the test sets have more than {most:,} different sequences of {length} characters",
                file=path,
                most=MOST_NGRAMS,
                length=NGRAM,
            )
        return count

    def overlap(self, text: str) -> tuple[float, str | None]:
        """Return the share of a text's n-grams that are in test sets, and the one with most of them."""
        own = np.unique(ngram_hashes(squeeze(text)))
        if not len(own) or not len(self._ngrams):
            return 0.0, None
        places = np.minimum(np.searchsorted(self._ngrams, own), len(self._ngrams) - 1)
        common = self._owners[places[self._ngrams[places] == own]]
        if not len(common):
            return 0.0, None
        return round(len(common) / len(own), 4), self._names[int(np.bincount(common).argmax())]


class NamedCorpus:
    """The documents of a corpus, in which near copies are found as in a crawl.

    Their sketches are in a temporary database, so memory does not grow with the corpus.

    Args:
        store: an open, empty store.
        paths: files, or folders of files.

    Raises:
        ExportError: a file cannot be read.
    """

    def __init__(self, store: CorpusStore, paths: Sequence[str]) -> None:
        blank = PageRecord(
            topic=_TOPIC,
            url="",
            run_id=store.start_run(_TOPIC, {}),
            fetched_at=datetime.now(UTC),
        )
        documents = enumerate(own for path in paths for own in _fingerprints(Path(path)))
        while some := list(islice(documents, _AT_ONCE)):
            store.write([replace(blank, url=f"urn:{number}", fingerprint=own) for number, own in some])
        self._originals = StoredOriginals(store, _TOPIC)

    def has_copy(self, title: str, text: str) -> bool:
        """Return whether a document has the same text, or one of a Jaccard similarity of .8 or more."""
        own = fingerprint(title, text)
        if own.digest is None:
            return False
        with self._originals.candidates(own) as candidates:
            return find_body(own, candidates, BODY_THRESHOLD) is not None


@contextmanager
def named_corpus(paths: Sequence[str]) -> Iterator[NamedCorpus | None]:
    """Read the documents of a corpus; None without paths."""
    if not paths:
        yield None
        return
    with TemporaryDirectory(prefix="topiccrawl-") as folder:
        store = CorpusStore(f"sqlite:///{Path(folder) / 'named.db'}", searchable=-1)
        store.open()
        try:
            yield NamedCorpus(store, paths)
        finally:
            store.close()


def _fingerprints(path: Path) -> Iterator[Fingerprint]:
    for row in _rows(path):
        title = row.get(_TITLE)
        text = next((row[name] for name in _TEXT if isinstance(row.get(name), str)), None)
        if text is None:
            raise ExportError(
                "{place}: expected a column {names}, found {found}",
                place=row[""],
                names=" / ".join(_TEXT),
                found=", ".join(filter(None, row)),
            )
        yield fingerprint(title if isinstance(title, str) else "", text)


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
