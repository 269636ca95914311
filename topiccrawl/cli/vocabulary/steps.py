"""The commands of `topiccrawl vocabulary` that write tables of words."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

from rich.console import Console

from topiccrawl.cli.shared.progress import document_counter
from topiccrawl.cli.shared.tables import plain_console
from topiccrawl.cli.vocabulary.word_tables import check_target, picked_words, save, show
from topiccrawl.errors import VocabularyError
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.segment import Segmenter, shipped_dictionary
from topiccrawl.vocabulary.candidates import CandidateTable
from topiccrawl.vocabulary.counting import Counts, count_words, key_words
from topiccrawl.vocabulary.discovery import DiscoveryParameters, discover
from topiccrawl.vocabulary.documents import documents
from topiccrawl.vocabulary.general import GeneralFrequencies, lexicon
from topiccrawl.vocabulary.picking import Picking
from topiccrawl.vocabulary.suggestions.expansion import expand
from topiccrawl.vocabulary.suggestions.suggestion import SuggestionSource


def count_step(
    sources: Sequence[Path], out: Path, general: Sequence[Path], topic: str, least: int, least_documents: int
) -> None:
    """Count words and write the table."""
    check_target(out)
    console = plain_console()
    known = Topic.load(topic) if topic else None
    segmenter = Segmenter(known.dictionary() if known else ())
    counts = counted("texts", sources, segmenter, console)
    background = general_frequencies(general, segmenter, console)
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
        f"{counts.size:,} documents, {counts.total:,} running words, {len(counts.words):,} different content "
        f"words; compared with {background.source} ({background.total:,} running words)"
    )
    save(table, out, console)
    show(table, columns[:4], console)


def counted(name: str, sources: Sequence[Path], segmenter: Segmenter, console: Console) -> Counts:
    """Count the words of sources, with a progress line.

    Raises:
        VocabularyError: a source cannot be used, or there are no words in any of them.
    """
    with document_counter(f"counting {name}", console) as on_progress:
        counts = count_words(documents(sources), segmenter, on_progress)
    if not counts.total:
        raise VocabularyError(f"{', '.join(map(str, sources))}: no words found")
    return counts


def general_frequencies(
    general: Sequence[Path], segmenter: Segmenter, console: Console
) -> GeneralFrequencies:
    """Return the word frequencies of general texts; without any those of the shipped dictionary."""
    if not general:
        return lexicon().frequencies()
    return counted("general texts", general, segmenter, console).frequencies()


def pick_step(path: Path) -> None:
    """Run the picker on a table."""
    CandidateTable.read(path)  # an error in the table is reported before one of the terminal
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise VocabularyError(
            f"the picker needs a terminal; without one write y or n into the column pick of {path}"
        )
    from topiccrawl.vocabulary.picker import pick

    console = plain_console()
    with Picking(path) as picking:
        if picking.recovered:
            console.print(f"{picking.recovered} decisions of an interrupted session were restored")
        pick(picking, path.name)
        taken, left_out, undecided = picking.counts()
    console.print(f"{path}: {taken} taken, {left_out} left out, {undecided} open")


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
    check_target(out)
    if vectors is not None and not vectors.exists():  # before minutes of work
        raise VocabularyError(f"{vectors}: no such file")
    console = plain_console()
    picked = picked_words(tables)
    known = Topic.load(topic).words.keys() if topic else frozenset()
    decided = known | {
        row["word"] for path in tables for row in CandidateTable.read(path).rows if row["pick"]
    }
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
    check_target(out)
    console = plain_console()
    texts = documents(sources)
    if next(iter(texts), None) is None:
        raise VocabularyError(f"{', '.join(map(str, sources))}: no text found")
    known = {entry.word for entry in shipped_dictionary()}
    if topic:
        known |= Topic.load(topic).words.keys()
    with document_counter("reading twice", console) as on_progress:
        found = discover(texts, known, parameters, on_progress)
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
            f"words with up to {found.overlooked} occurrences may be missing: a larger --capacity finds them"
        )
    save(table, out, console)
    show(table, columns, console)


def _sources(hownet: Path | None, vectors: Path | None, most: int) -> Iterator[SuggestionSource]:
    """Yield Cilin, HowNet if given, and vectors; each is loaded when the one before it is used up."""
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
