"""What an export is written to: one file; `dataset` and `feed` have those of folders and feeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType

from topiccrawl.corpus.export.formats.contract import ExportFormat, Row
from topiccrawl.corpus.export.parts import PartsFolder
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.text.files.atomic_write import atomic_replace


class Target:
    """One file.

    Attributes:
        format: how rows are written.
        part_size: rows of one part: what a kill loses, and what a dataset holds in memory.
        changes: numbers of rows by what has changed; empty unless it is a feed.
    """

    part_size = 1000
    changes: Mapping[str, int] = MappingProxyType({})

    def __init__(self, format: ExportFormat) -> None:
        self.format = format

    @property
    def sources(self) -> tuple[str, ...]:
        """The columns of the database that rows need."""
        return self.format.sources

    @contextmanager
    def opened(self, store: CorpusStore) -> Iterator[None]:
        """Hold what it needs while it is written."""
        yield

    def write_part(self, rows: Iterable[Row], folder: PartsFolder) -> None:
        """Write a part, and name its files in the progress of the folder."""
        path = folder.new_part()
        self.format.write(rows, path, first=not folder.progress.parts)
        folder.progress.parts.append(path.name)

    def finish(self, folder: PartsFolder, path: Path, store: CorpusStore) -> None:
        """Write the target from its parts; it appears at once."""
        with atomic_replace(path) as new:
            self.format.join(folder.whole_parts(), new)
