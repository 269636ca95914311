"""A dataset folder: Parquet files by split and a card, opened by `datasets.load_dataset("FOLDER")`."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from sqlalchemy import func, select

from topiccrawl.corpus.columns import site_of
from topiccrawl.corpus.export.card import CardFacts, write_card
from topiccrawl.corpus.export.formats.contract import Row
from topiccrawl.corpus.export.formats.parquet import Parquet
from topiccrawl.corpus.export.parts import PartsFolder
from topiccrawl.corpus.export.selection import ExportOptions
from topiccrawl.corpus.export.target import Target
from topiccrawl.errors import ExportError
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.pages import count_pages
from topiccrawl.text.files.atomic_write import remove_stale_parts

CARD = "README.md"
MARK = "<!-- written by topiccrawl export -->"
"""A line of the card of every folder that we may replace."""

_ONLY_SPLIT = "train"
_SHARD_PARTS = 50
"""Parts that are joined to one file."""


class DatasetTarget(Target):
    """The folder of a dataset: `data/SPLIT-NUMBER.parquet` and `README.md`, the dataset card.

    Args:
        format: writes the files.
        path: the folder.
        topic: name of the topic.
        options: of the export.
        splits: their names; none: one split.
        sites: the split of each site; may be filled later.

    Raises:
        ExportError: the folder holds something other than a dataset written by topiccrawl.
    """

    def __init__(
        self,
        format: Parquet,
        path: Path,
        topic: str,
        options: ExportOptions,
        splits: tuple[str, ...],
        sites: Mapping[str, str],
    ) -> None:
        super().__init__(format)
        if path.exists() and not _is_ours(path):
            raise ExportError("{path}: exists, and is not a dataset that topiccrawl has written", path=path)
        self._topic = topic
        self._options = options
        self._splits = splits or (_ONLY_SPLIT,)
        self._sites = sites

    @property
    def sources(self) -> tuple[str, ...]:
        return (*super().sources, *CardFacts.SOURCES)

    def write_part(self, rows: Iterable[Row], folder: PartsFolder) -> None:
        facts = CardFacts.from_json(folder.progress.facts)
        by_split: dict[str, list[Row]] = {}
        for row in rows:
            site = site_of(row["url"])
            split = self._sites.get(site, _ONLY_SPLIT)
            by_split.setdefault(split, []).append(row)
            facts.add(row, split, site)
        names = []
        for split, chosen in by_split.items():
            path = folder.new_part(split)
            self.format.write(chosen, path, first=True)
            names.append(path.name)
        folder.progress.parts += names
        folder.progress.facts = facts.to_json()

    def finish(self, folder: PartsFolder, path: Path, store: CorpusStore) -> None:
        new = folder.path / "dataset"
        shutil.rmtree(new, ignore_errors=True)
        data = new / "data"
        data.mkdir(parents=True)
        for split in self._splits:
            parts = folder.whole_parts(split)
            shards = [parts[at : at + _SHARD_PARTS] for at in range(0, len(parts), _SHARD_PARTS)] or [[]]
            for number, some in enumerate(shards):
                out = data / f"{split}-{number:05}-of-{len(shards):05}.parquet"
                self.format.join(some, out)
        copies = store.read(count_pages, self._topic)
        copies -= store.read(count_pages, self._topic, originals_only=not self._options.include_duplicates)
        card = write_card(
            CardFacts.from_json(folder.progress.facts),
            self._topic,
            store.read_runs(self._topic),
            self._options,
            self.format.columns,
            self._splits,
            folder.progress.left_out | {"pages with the title or text of another page": copies},
            self._dropped(store),
        )
        (new / CARD).write_text(f"{card}\n{MARK}\n", encoding="utf-8", newline="\n")
        _replace_folder(new, path)

    def _dropped(self, store: CorpusStore) -> dict[str, int]:
        """Return the numbers of URLs that were not kept, by stage and reason."""
        drops, count = schema.drops.c, func.count()
        query = select(drops.stage, drops.reason, count.label("count")).where(drops.topic == self._topic)
        rows = store.fetch(query.group_by(drops.stage, drops.reason).order_by(count.desc(), drops.stage))
        return {f"{row['stage']}: {row['reason']}": row["count"] for row in rows}


def _is_ours(path: Path) -> bool:
    if not path.is_dir():
        return False
    card = path / CARD
    if card.is_file():
        return MARK in card.read_text("utf-8", "replace").splitlines()
    return not any(path.iterdir())


def _replace_folder(new: Path, target: Path) -> None:
    """Move a folder, replacing an older one; no portable call exchanges two folders atomically."""
    target.parent.mkdir(exist_ok=True)
    older = new.with_name("older")
    if target.exists():
        target.replace(older)
    try:
        new.replace(target)
    except OSError:
        if older.exists():
            older.replace(target)
        raise
    remove_stale_parts(target.parent)
