"""What the commands of `topiccrawl vocabulary` do, step by step, and what they tell on the way."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from topiccrawl.relevance.topic import Topic
from topiccrawl.text.segment import Segmenter
from topiccrawl.vocabulary.candidates import CandidateTable
from topiccrawl.vocabulary.counting import Counts, count_words, key_words
from topiccrawl.vocabulary.documents import documents
from topiccrawl.vocabulary.errors import VocabularyError
from topiccrawl.vocabulary.general import lexicon
from topiccrawl.vocabulary.picking import Picking

SHOWN = 15
"""Rows of a new table that are printed."""


def count_step(
    sources: Sequence[Path], out: Path, general: Sequence[Path], topic: str, least: int, least_documents: int
) -> None:
    """Count words and write the table."""
    console = Console()
    known = Topic.load(topic) if topic else None
    segmenter = Segmenter(known.dictionary() if known else ())
    counts = counted("texts", sources, segmenter, console)
    background = (
        counted("general texts", general, segmenter, console).frequencies()
        if general
        else lexicon().frequencies()
    )
    rows = key_words(counts, background, least, least_documents, known.words.keys() if known else frozenset())
    columns = ("count", "documents", "times_general", "keyness", "per_million", "general_per_million", "tag")
    table = CandidateTable.of(
        columns,
        (
            {
                "word": row.word,
                "count": str(row.count),
                "documents": str(row.documents),
                "times_general": f"{2**row.log_ratio:.1f}",
                "keyness": f"{row.keyness:.1f}",
                "per_million": f"{row.per_million:.1f}",
                "general_per_million": f"{row.general_per_million:.1f}",
                "tag": row.tag,
            }
            for row in rows
        ),
    )
    console.print(
        f"{counts.size:,} documents, {counts.total:,} running words, {len(counts.words):,} different ones "
        f"that are no function words; compared with {background.source} ({background.total:,} running words)"
    )
    save(table, out, console)
    show(table, columns[:4], console)


def counted(name: str, sources: Sequence[Path], segmenter: Segmenter, console: Console) -> Counts:
    """Count the words of sources, with a line of progress.

    Raises:
        VocabularyError: a source cannot be used, or there are no words in all of them.
    """
    with progress(f"counting {name}", console) as tell:
        counts = count_words(documents(sources), segmenter, tell)
    if not counts.total:
        raise VocabularyError(f"{', '.join(map(str, sources))}: no words found")
    return counts


@contextmanager
def progress(name: str, console: Console) -> Iterator[Callable[[int], object]]:
    """A line that counts documents, on a terminal."""
    columns = (TextColumn(name), TextColumn("{task.completed:,} documents"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(name, total=None)
        yield lambda size: bar.update(task, completed=size)


def save(table: CandidateTable, out: Path, console: Console) -> None:
    """Write a table; what was decided in an older one of that name is taken over."""
    kept = table.keep_picks(CandidateTable.read(out)) if out.exists() else 0
    table.write(out)
    told = f", {kept} decisions taken over" if kept else ""
    console.print(f"{len(table.rows):,} words in {out}{told}", soft_wrap=True)


def show(table: CandidateTable, columns: Sequence[str], console: Console) -> None:
    """Print the first rows."""
    shown = Table("word", box=None)
    for name in columns:
        numbers = all(row.get(name, "").replace(".", "", 1).isdigit() for row in table.rows[:SHOWN])
        shown.add_column(name.replace("_", " "), justify="right" if numbers else "left")
    for row in table.rows[:SHOWN]:
        shown.add_row(row["word"], *(row.get(name, "") for name in columns))
    console.print(shown)


def pick_step(path: Path) -> None:
    """Run the picker on a table."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise VocabularyError(
            f"the picker needs a terminal; without one write y or n into the column pick of {path}"
        )
    from topiccrawl.vocabulary.picker import pick

    console = Console()
    with Picking(path) as picking:
        if picking.recovered:
            console.print(f"{picking.recovered} decisions of a session that broke off are there again")
        pick(picking, path.name)
        taken, left_out, still = picking.counts()
    console.print(f"{path}: {taken} taken, {left_out} left out, {still} open", soft_wrap=True)
