"""`topiccrawl topic count`, `pick` and `expand`: from texts to the words of a topic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.progress import document_counter, working
from topiccrawl.cli.shared.topic_option import KnownTopic
from topiccrawl.cli.topic.picking import pick_in_terminal
from topiccrawl.cli.topic.texts import General, counted, general_frequencies
from topiccrawl.cli.topic.word_tables import check_target, picked_words, save_and_show
from topiccrawl.errors import VocabularyError
from topiccrawl.text.language import marked, say
from topiccrawl.topics.words.candidates import CandidateTable
from topiccrawl.topics.words.discovery_parameters import DiscoveryParameters

if TYPE_CHECKING:
    from topiccrawl.text.segment import Segmenter
    from topiccrawl.topics.suggestions.suggestion import Source

_KEY_WORD = {"word": "", "count": "", "documents": "", "keyness": ".1f", "per_million": ".1f"}
_KEY_WORD |= {"general_per_million": ".1f", "tag": ""}
_NEW_WORD = {"word": "", "count": "", "documents": "", "cohesion": ".2f", "freedom": ".2f"}
"""Attributes that a table shows, and their formats."""


def count(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Text files, saved pages, corpus exports (.jsonl), or folders of these."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            help="Table to write; picks in an older one are kept. Default: words.tsv, or new-words.tsv."
        ),
    ] = None,
    new: Annotated[
        bool,
        typer.Option("--new", help="Find words that no dictionary has, such as terms of the field."),
    ] = False,
    general: General = [],  # noqa: B006
    topic: KnownTopic = "",
    least: Annotated[int, typer.Option(min=1, help="Minimum number of occurrences of a word.")] = 3,
    least_documents: Annotated[int, typer.Option(min=1, help="Minimum number of documents with a word.")] = 2,
    cohesion: Annotated[
        float, typer.Option(help="With --new: minimum pointwise mutual information of a word's parts.")
    ] = DiscoveryParameters.cohesion,
    freedom: Annotated[
        float, typer.Option(help="With --new: minimum entropy of a word's neighbours.")
    ] = DiscoveryParameters.freedom,
) -> None:
    """Count words, most typical of the texts first, for you to pick from.

    With --new, words that the dictionary lacks; new texts give more in the next round.
    """
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.text.segment import Segmenter

    parameters = DiscoveryParameters(
        least=least, least_documents=least_documents, cohesion=cohesion, freedom=freedom
    )
    target = out or Path("new-words.tsv" if new else "words.tsv")
    check_target(target)
    known = Topic.load(topic) if topic else None
    words: Set[str] = known.words.keys() if known else frozenset()
    if new:
        table = _new_words(sources, words, parameters)
    else:
        segmenter = Segmenter(known.dictionary() if known else ())
        table = _key_words(sources, general, segmenter, words, parameters)
    save_and_show(table, target, table.columns[2:6])


def _key_words(
    sources: Sequence[Path],
    general: Sequence[Path],
    segmenter: Segmenter,
    known: Set[str],
    least: DiscoveryParameters,
) -> CandidateTable:
    from topiccrawl.topics.words.counting import key_words

    counts = counted("texts", sources, segmenter)
    background = general_frequencies(general, segmenter)
    rows = key_words(counts, background, least.least, least.least_documents, known)
    told = marked(
        "{documents:,} documents, {total:,} running words, {words:,} different content words; "
        "compared with {source} ({others:,} running words)"
    )
    numbers = {"documents": counts.size, "total": counts.total, "words": len(counts.words)}
    typer.echo(say(told, **numbers, source=background.source, others=background.total))
    columns = ("count", "documents", "times_general", "keyness", "per_million", "general_per_million", "tag")
    cells = ({"times_general": f"{2**row.log_ratio:.1f}", **_cells(row, _KEY_WORD)} for row in rows)
    return CandidateTable.of(columns, cells)


def _new_words(
    sources: Sequence[Path], known: Iterable[str], parameters: DiscoveryParameters
) -> CandidateTable:
    from topiccrawl.text.segment import shipped_dictionary
    from topiccrawl.topics.words.discovery import discover
    from topiccrawl.topics.words.documents import documents

    texts = documents(sources)
    if next(iter(texts), None) is None:
        raise VocabularyError("{sources}: no text found", sources=", ".join(map(str, sources)))
    known = {entry.word for entry in shipped_dictionary()} | {*known}
    with document_counter(marked("reading twice")) as on_progress:
        found = discover(texts, known, parameters, on_progress)
    if found.overlooked >= parameters.least:
        told = marked("words with up to {count} occurrences may be missing: give fewer texts at once")
        typer.echo(say(told, count=found.overlooked))
    columns = ("count", "documents", "cohesion", "freedom")
    return CandidateTable.of(columns, (_cells(new, _NEW_WORD) for new in found.words))


def _cells(row: object, forms: Mapping[str, str]) -> dict[str, str]:
    """Return attributes of a word as texts, each in its format."""
    return {name: format(getattr(row, name), form) for name, form in forms.items()}


def pick(
    table: Annotated[Path, typer.Argument(help="A table of words with a column `pick`.")],
    containing: Annotated[
        str, typer.Option(help="Show only words with one of these characters.", metavar="CHARACTERS")
    ] = "",
) -> None:
    """Pick words of a table in the terminal; or write y and n into its column `pick` yourself."""
    pick_in_terminal(table, containing)


@working(marked("looking up related words"))
def expand(
    tables: Annotated[list[Path], typer.Argument(help="Tables of words with a column `pick`.")],
    out: Annotated[Path, typer.Option(help="Table to write; picks in an older one are kept.")] = Path(
        "suggestions.tsv"
    ),
    texts: Annotated[
        list[Path] | None, typer.Option(help="Texts whose words come first (repeatable).")
    ] = None,
    hownet: Annotated[Path | None, typer.Option(help="Folder with HowNet, if you have it.")] = None,
    vectors: Annotated[
        Path | None, typer.Option(help="File of word vectors; default: those of topiccrawl.")
    ] = None,
    topic: KnownTopic = "",
    most: Annotated[
        int, typer.Option(min=1, help="Maximum number of suggestions per word, source and relation.")
    ] = 10,
) -> None:
    """Suggest words related to the picked ones, with their sources, for you to pick from."""
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.text.segment import Segmenter
    from topiccrawl.topics.suggestions.expansion import expand as expand_words

    check_target(out)
    if vectors is not None and not vectors.exists():  # fail before minutes of work
        raise VocabularyError("{vectors}: no such file", vectors=vectors)
    picked = picked_words(tables)
    decided = {row["word"] for path in tables for row in CandidateTable.read(path).rows if row["pick"]}
    if topic:
        decided |= Topic.load(topic).words.keys()
    counts = counted("texts", texts, Segmenter()).words if texts else None
    found = expand_words(picked, _suggestion_sources(hownet, vectors), most, decided, counts)
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
    typer.echo(say("{count} picked words", count=len(picked)))
    save_and_show(table, out, columns)


def _suggestion_sources(hownet: Path | None, vectors: Path | None) -> Iterator[Source]:
    """Yield Cilin, HowNet if given, and vectors; each is loaded when the one before it is exhausted."""
    from topiccrawl.relevance.hownet.hownet import HowNet
    from topiccrawl.relevance.thesauri.cilin import Cilin
    from topiccrawl.relevance.vectors.word_vectors import WordVectors
    from topiccrawl.topics.suggestions.cilin import related_in_cilin
    from topiccrawl.topics.suggestions.hownet import FromHowNet
    from topiccrawl.topics.suggestions.vectors import FromVectors

    yield "Cilin", partial(related_in_cilin, Cilin.load())
    if hownet is not None:
        yield "HowNet", FromHowNet(HowNet.load(hownet, "program")).related
    if vectors is None:
        yield "vectors", FromVectors(WordVectors.default()).related
    else:
        yield vectors.name, FromVectors(WordVectors.load(vectors)).related


def _listed(values: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(values))
