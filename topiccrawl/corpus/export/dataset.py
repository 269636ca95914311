"""A dataset folder: files by split and a card, opened by `datasets.load_dataset("FOLDER")`."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path

from sqlalchemy import func, select

from topiccrawl.corpus.columns import site_of
from topiccrawl.corpus.export.card import CardFacts, write_card
from topiccrawl.corpus.export.formats.contract import ExportFormat, Row
from topiccrawl.corpus.export.parts import PartsFolder
from topiccrawl.corpus.export.selection import ExportOptions
from topiccrawl.corpus.export.target import Target
from topiccrawl.errors import ExportError
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.pages import count_pages
from topiccrawl.text.files.atomic_write import remove_stale_parts
from topiccrawl.text.language import marked

CARD = "README.md"
_CARDS = {CARD: "en", "README.zh-CN.md": "zh"}
"""Cards with their languages; programs read the first."""
_COPIES = marked("pages with the title or text of another page")
MARK = "<!-- written by topiccrawl export -->"
"""A line of the card of every folder that we may replace."""

_ONLY_SPLIT = "train"
SHARD_SIZE = 50_000
"""Rows of a file unless the options say another number."""


class DatasetTarget(Target):
    """The folder of a dataset: `data/SPLIT-NUMBER.ENDING` and its card, `README.md`, also in Chinese.

    Each file has as many rows as the others of its split, the last one the rest.

    Args:
        format: writes the files.
        ending: of their names, such as `parquet`.
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
        format: ExportFormat,
        ending: str,
        path: Path,
        topic: str,
        options: ExportOptions,
        splits: tuple[str, ...],
        sites: Mapping[str, str],
    ) -> None:
        super().__init__(format)
        if path.exists() and not _is_ours(path):
            raise ExportError("{path}: exists, and is not a dataset that topiccrawl has written", path=path)
        self._ending = ending
        self._topic = topic
        self._options = options
        self._splits = splits or (_ONLY_SPLIT,)
        self._sites = sites
        self._shard_size = options.shard_size or SHARD_SIZE

    @property
    def sources(self) -> tuple[str, ...]:
        return (*super().sources, *CardFacts.SOURCES)

    def write_part(self, rows: Iterable[Row], folder: PartsFolder) -> None:
        facts = CardFacts(folder.progress.facts)
        by_split: dict[str, list[Row]] = {}
        for row in rows:
            site = site_of(row["url"])
            split = self._sites.get(site, self._splits[0])
            by_split.setdefault(split, []).append(row)
            facts.add(row, split, site)
        for split, chosen in by_split.items():
            self._write_rows(chosen, split, folder)
        folder.progress.facts = facts.to_json()

    def _write_rows(self, rows: Sequence[Row], split: str, folder: PartsFolder) -> None:
        """Write rows of a split as parts that end where a file ends."""
        progress = folder.progress
        written = sum(progress.rows[part.name] for part in folder.whole_parts(split))
        at = 0
        while at < len(rows):
            room = self._shard_size - (written + at) % self._shard_size
            path = folder.new_part(split)
            self.format.write(some := rows[at : at + room], path, first=True)
            progress.parts.append(path.name)
            progress.rows[path.name] = len(some)
            at += len(some)

    def finish(self, folder: PartsFolder, path: Path, store: CorpusStore) -> None:
        new = folder.path / "dataset"
        shutil.rmtree(new, ignore_errors=True)
        data = new / "data"
        data.mkdir(parents=True)
        digest = hashlib.sha256()
        for split in self._splits:
            shards = self._shards(folder, split)
            for number, some in enumerate(shards):
                out = data / f"{split}-{number:05}-of-{len(shards):05}.{self._ending}"
                self.format.join(some, out)
                with out.open("rb") as file:
                    digest.update(hashlib.file_digest(file, "sha256").digest())
        copies = store.read(count_pages, self._topic)
        copies -= store.read(count_pages, self._topic, originals_only=not self._options.include_duplicates)
        card = partial(
            write_card,
            CardFacts(folder.progress.facts),
            self._topic,
            store.read_runs(self._topic),
            self._options,
            self.format.columns,
            self._splits,
            folder.progress.left_out | {_COPIES: copies},
            self._dropped(store),
            self._ending,
            folder.progress.problems,
            digest.hexdigest(),
        )
        for name, language in _CARDS.items():
            (new / name).write_text(f"{card(language)}\n{MARK}\n", encoding="utf-8", newline="\n")
        _replace_folder(new, path)

    def _dropped(self, store: CorpusStore) -> dict[str, int]:
        """Return the numbers of URLs that were not kept, by stage and reason."""
        drops, count = schema.drops.c, func.count()
        query = select(drops.stage, drops.reason, count.label("count")).where(drops.topic == self._topic)
        rows = store.fetch(query.group_by(drops.stage, drops.reason).order_by(count.desc(), drops.stage))
        return {f"{row['stage']}: {row['reason']}": row["count"] for row in rows}

    def _shards(self, folder: PartsFolder, split: str) -> list[list[Path]]:
        """Return the parts of each file of a split."""
        shards: dict[int, list[Path]] = {0: []}
        rows = 0
        for part in folder.whole_parts(split):
            shards.setdefault(rows // self._shard_size, []).append(part)
            rows += folder.progress.rows[part.name]
        return list(shards.values())


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
