"""What the commands of `topiccrawl vocabulary` do, step by step, and what they tell on the way."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from rich.cells import cell_len
from rich.console import Console
from rich.progress import Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from topiccrawl.cli.tables import plain_console, print_lines
from topiccrawl.errors import VocabularyError
from topiccrawl.extras import require_extra
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.segment import Segmenter, shipped_dictionary
from topiccrawl.vocabulary.candidates import CandidateTable
from topiccrawl.vocabulary.counting import Counts, count_words, key_words
from topiccrawl.vocabulary.discovery import DiscoveryParameters, discover
from topiccrawl.vocabulary.documents import documents
from topiccrawl.vocabulary.general import lexicon
from topiccrawl.vocabulary.picking import Picking
from topiccrawl.vocabulary.suggestions.expansion import expand
from topiccrawl.vocabulary.suggestions.suggestion import SuggestionSource

_GAP = 2
"""Blanks between columns."""
SHOWN = 15
"""Rows of a new table that are printed."""


def count_step(
    sources: Sequence[Path], out: Path, general: Sequence[Path], topic: str, least: int, least_documents: int
) -> None:
    """Count words and write the table."""
    check_out(out)
    console = plain_console()
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


def check_out(out: Path) -> None:
    """Whether a table can be written, as far as can be told before the texts are read.

    Raises:
        VocabularyError: what is there is no table of words, or its folder is not there.
    """
    if out.exists():
        CandidateTable.read(out)
    elif not out.parent.is_dir():
        raise VocabularyError(f"{out}: there is no folder {out.parent}")


def save(table: CandidateTable, out: Path, console: Console) -> None:
    """Write a table; what was decided in an older one of that name is taken over."""
    kept = table.keep_picks(CandidateTable.read(out)) if out.exists() else 0
    table.write(out)
    told = f", {kept} decisions taken over" if kept else ""
    console.print(f"{len(table.rows):,} words in {out}{told}")


def show(table: CandidateTable, columns: Sequence[str], console: Console) -> None:
    """Print the first rows."""
    rows = table.rows[:SHOWN]
    values = {name: [row.get(name, "") for row in rows] for name in ("word", *columns)}
    texts = ["word", *(name for name in columns if not all(map(_is_number, values[name])))]
    names = [name.replace("_", " ") for name in values]
    cells = [[row.get(name, "") for name in values] for row in rows]
    right = [name.replace("_", " ") for name in values if name not in texts]
    if console.is_terminal:
        _show_fitted(names, cells, right, console)
    else:
        print_lines(names, cells, right)


def _is_number(value: str) -> bool:
    return value.replace(".", "", 1).isdigit()


def _show_fitted(
    names: Sequence[str], rows: Sequence[Sequence[str]], right: Collection[str], console: Console
) -> None:
    """Print a table, a row a line: where the terminal is narrow, texts give way, not words and numbers."""
    widths = [max(map(cell_len, column)) for column in zip(names, *rows, strict=True)]
    texts = {number for number, name in enumerate(names) if number and name not in right}
    room = console.width - sum(width + _GAP for number, width in enumerate(widths) if number not in texts)
    shown = Table(box=None)
    for name in names:
        shown.add_column(Text(name), justify="right" if name in right else "left", no_wrap=True)
    for row in rows:
        cells = [Text(value) for value in row]
        for number in texts:
            cells[number].truncate(max(_GAP, room // len(texts) - _GAP), overflow="ellipsis")
        shown.add_row(*cells)
    console.print(shown, soft_wrap=False)


def pick_step(path: Path) -> None:
    """Run the picker on a table."""
    CandidateTable.read(path)  # what is wrong with it is told first
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise VocabularyError(
            f"the picker needs a terminal; without one write y or n into the column pick of {path}"
        )
    require_extra("picker")
    from topiccrawl.vocabulary.picker import pick

    console = plain_console()
    with Picking(path) as picking:
        if picking.recovered:
            console.print(f"{picking.recovered} decisions of a session that broke off are there again")
        pick(picking, path.name)
        taken, left_out, still = picking.counts()
    console.print(f"{path}: {taken} taken, {left_out} left out, {still} open")


def expand_step(
    tables: Sequence[Path],
    out: Path,
    texts: Sequence[Path],
    hownet: Path | None,
    vectors: Path | None,
    topic: str,
    most: int,
) -> None:
    """Suggest related words and write the table."""
    check_out(out)
    if vectors is not None and not vectors.exists():  # before minutes of work
        raise VocabularyError(f"{vectors}: no such file")
    console = plain_console()
    read = [CandidateTable.read(path) for path in tables]
    picked = picked_words(tables, read)
    known = Topic.load(topic).words.keys() if topic else frozenset()
    decided = {row["word"] for table in read for row in table.rows if row["pick"]} | known
    counts = counted("texts", texts, Segmenter(), console).words if texts else None
    with console.status("looking up related words") if console.is_terminal else nullcontext():
        found = expand(picked, _sources(hownet, vectors, most), decided, counts)
    columns = ("count", "sources", "relation", "of", "source")
    table = CandidateTable.of(
        columns,
        (
            {
                "word": row.word,
                "count": str(row.count) if texts else "",
                "sources": str(row.sources),
                "relation": _listed(reason.relation for reason in row.reasons),
                "of": _listed(reason.of for reason in row.reasons),
                "source": _listed(reason.source for reason in row.reasons),
            }
            for row in found
        ),
    )
    console.print(f"{len(picked)} picked words")
    save(table, out, console)
    show(table, columns, console)


def discover_step(sources: Sequence[Path], out: Path, topic: str, parameters: DiscoveryParameters) -> None:
    """Find new words and write the table."""
    check_out(out)
    console = plain_console()
    texts = documents(sources)
    if next(iter(texts), None) is None:
        raise VocabularyError(f"{', '.join(map(str, sources))}: no text found")
    known = {entry.word for entry in shipped_dictionary()}
    if topic:
        known |= Topic.load(topic).words.keys()
    with progress("reading twice", console) as tell:
        found = discover(texts, known, parameters, tell)
    columns = ("count", "documents", "cohesion", "freedom")
    table = CandidateTable.of(
        columns,
        (
            {
                "word": new.word,
                "count": str(new.count),
                "documents": str(new.documents),
                "cohesion": f"{new.cohesion:.2f}",
                "freedom": f"{new.freedom:.2f}",
            }
            for new in found.words
        ),
    )
    if found.overlooked >= parameters.least:
        console.print(
            f"words with {found.overlooked} occurrences and less may have been overlooked: "
            "a larger --capacity finds them"
        )
    save(table, out, console)
    show(table, columns, console)


def picked_words(paths: Sequence[Path], tables: Sequence[CandidateTable]) -> list[str]:
    """The words taken in tables, each once, in order.

    Raises:
        VocabularyError: there are none, or a session of picking has not been finished.
    """
    for path in paths:
        if path.with_name(f"{path.name}.picking").exists():
            raise VocabularyError(
                f"{path}: a session of picking broke off; "
                f"run `topiccrawl vocabulary pick {path}` and leave it by q"
            )
    picked = list(dict.fromkeys(word for table in tables for word in table.picked()))
    if not picked:
        raise VocabularyError(f"{', '.join(map(str, paths))}: no word is picked (y in the column pick)")
    return picked


def _sources(hownet: Path | None, vectors: Path | None, most: int) -> Iterator[SuggestionSource]:
    """Cilin, HowNet where there is one, vectors; each opened when the one before it is through."""
    from topiccrawl.relevance.hownet.hownet import HowNet
    from topiccrawl.relevance.thesauri.cilin import Cilin
    from topiccrawl.relevance.vectors.word_vectors import WordVectors
    from topiccrawl.vocabulary.suggestions.from_cilin import FromCilin
    from topiccrawl.vocabulary.suggestions.from_hownet import FromHowNet
    from topiccrawl.vocabulary.suggestions.from_vectors import FromVectors

    yield FromCilin(Cilin.load(), most)
    if hownet is not None:
        yield FromHowNet(HowNet.load(hownet, "program"), most)
    if vectors is None:
        yield FromVectors(WordVectors.default(), "vectors", most)
    else:
        yield FromVectors(WordVectors.load(vectors), vectors.name, most)


def _listed(values: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(values))
