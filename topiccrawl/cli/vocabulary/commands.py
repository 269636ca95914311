"""`topiccrawl vocabulary`: from texts to the words of a topic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.progress import document_counter, working
from topiccrawl.cli.shared.tables import plain_console
from topiccrawl.cli.shared.topic_option import KnownTopic, chosen_topic
from topiccrawl.cli.vocabulary.counted_words import counted, general_frequencies
from topiccrawl.cli.vocabulary.terminal import pick_in_terminal
from topiccrawl.cli.vocabulary.word_tables import check_target, picked_words, save_and_show
from topiccrawl.errors import VocabularyError
from topiccrawl.messages import message
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.language import marked
from topiccrawl.text.segment import Segmenter, shipped_dictionary
from topiccrawl.topics.suggestions import expansion
from topiccrawl.topics.suggestions.suggestion import SuggestionSource
from topiccrawl.topics.words import discovery
from topiccrawl.topics.words.candidates import CandidateTable
from topiccrawl.topics.words.counting import key_words
from topiccrawl.topics.words.documents import documents

app = command_group(
    "vocabulary", "Build a topic's vocabulary from texts: count, pick, expand, discover, build."
)

Sources = Annotated[
    list[Path], typer.Argument(help="Text files, saved pages, corpus exports (.jsonl), or folders of these.")
]
Tables = Annotated[list[Path], typer.Argument(help="Tables of words with a column `pick`.")]
Out = Annotated[Path, typer.Option(help="Table to write; picks in an older one are kept.")]
General = Annotated[
    list[Path] | None,
    typer.Option(help="General texts to compare with (repeatable); default: the dictionary's frequencies."),
]
Least = Annotated[int, typer.Option(min=1, help="Minimum number of occurrences of a word.")]
LeastDocuments = Annotated[int, typer.Option(min=1, help="Minimum number of documents with a word.")]


@app.command(
    epilog=examples(
        "vocabulary count sites.jsonl",
        "vocabulary count texts/ saved.html --general news.jsonl --out words.tsv",
    )
)
def count(
    sources: Sources,
    out: Out = Path("words.tsv"),
    general: General = None,
    topic: KnownTopic = "",
    least: Least = 3,
    least_documents: LeastDocuments = 2,
) -> None:
    """Count words, most typical of the texts first, for you to pick from."""
    check_target(out)
    console = plain_console()
    known = Topic.load(topic) if topic else None
    segmenter = Segmenter(known.dictionary() if known else ())
    counts = counted("texts", sources, segmenter, console)
    background = general_frequencies(general or [], segmenter, console)
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
    save_and_show(table, out, columns[:4], console)


@app.command(epilog=examples("vocabulary pick words.tsv", "vocabulary pick words.tsv --containing 侨华领"))
def pick(
    table: Annotated[Path, typer.Argument(help="A table of words with a column `pick`.")],
    containing: Annotated[
        str, typer.Option(help="Show only words with one of these characters.", metavar="CHARACTERS")
    ] = "",
) -> None:
    """Pick words of a table in the terminal; or write y and n into its column `pick` yourself."""
    pick_in_terminal(table, plain_console(), containing)


@app.command(epilog=examples("vocabulary expand words.tsv new-words.tsv --texts sites.jsonl"))
@working(marked("looking up related words"))
def expand(
    tables: Tables,
    out: Out = Path("suggestions.tsv"),
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
    check_target(out)
    if vectors is not None and not vectors.exists():  # fail before minutes of work
        raise VocabularyError(message("{vectors}: no such file", vectors=vectors))
    console = plain_console()
    picked = picked_words(tables)
    decided = {row["word"] for path in tables for row in CandidateTable.read(path).rows if row["pick"]}
    if topic:
        decided |= Topic.load(topic).words.keys()
    counts = counted("texts", texts, Segmenter(), console).words if texts else None
    with console.status("looking up related words") if console.is_terminal else nullcontext():
        found = expansion.expand(picked, _suggestion_sources(hownet, vectors, most), decided, counts)
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
    save_and_show(table, out, columns, console)


def _suggestion_sources(hownet: Path | None, vectors: Path | None, most: int) -> Iterator[SuggestionSource]:
    """Yield Cilin, HowNet if given, and vectors; each is loaded when the one before it is exhausted."""
    from topiccrawl.relevance.hownet.hownet import HowNet
    from topiccrawl.relevance.thesauri.cilin import Cilin
    from topiccrawl.relevance.vectors.word_vectors import WordVectors
    from topiccrawl.topics.suggestions.cilin import FromCilin
    from topiccrawl.topics.suggestions.hownet import FromHowNet
    from topiccrawl.topics.suggestions.vectors import FromVectors

    yield FromCilin(Cilin.load(), most)
    if hownet is not None:
        yield FromHowNet(HowNet.load(hownet, "program"), most)
    if vectors is None:
        yield FromVectors(WordVectors.default(), "vectors", most)
    else:
        yield FromVectors(WordVectors.load(vectors), vectors.name, most)


def _listed(values: Iterable[str]) -> str:
    return ", ".join(dict.fromkeys(values))


@app.command(epilog=examples("vocabulary discover sites.jsonl --cohesion 2"))
def discover(
    sources: Sources,
    out: Out = Path("new-words.tsv"),
    topic: KnownTopic = "",
    least: Least = 5,
    least_documents: LeastDocuments = 2,
    cohesion: Annotated[float, typer.Option(help="Minimum pointwise mutual information of its parts.")] = 3.0,
    freedom: Annotated[float, typer.Option(help="Minimum entropy of its neighbours.")] = 1.0,
    capacity: Annotated[int, typer.Option(min=1000, help="Character sequences kept in memory.")] = 1_000_000,
) -> None:
    """Find words that the dictionary lacks, for you to pick from; new texts give more in the next round."""
    parameters = discovery.DiscoveryParameters(
        least=least, least_documents=least_documents, cohesion=cohesion, freedom=freedom, capacity=capacity
    )
    check_target(out)
    console = plain_console()
    texts = documents(sources)
    if next(iter(texts), None) is None:
        raise VocabularyError(message("{sources}: no text found", sources=", ".join(map(str, sources))))
    known = {entry.word for entry in shipped_dictionary()}
    if topic:
        known |= Topic.load(topic).words.keys()
    with document_counter("reading twice") as on_progress:
        found = discovery.discover(texts, known, parameters, on_progress)
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
    save_and_show(table, out, columns, console)


@app.command(
    epilog=examples(
        "vocabulary build words.tsv new-words.tsv -t 侨情 --title 侨情 --seeds seeds.txt --texts sites.jsonl",
        "vocabulary build round2.tsv -t 侨情 --texts corpus.jsonl",
    )
)
@working(marked("making the topic"))
def build(
    tables: Tables,
    topic: Annotated[
        str,
        typer.Option(
            "--topic",
            "-t",
            metavar="FOLDER",
            help="Folder of the topic; without --title, words are added to it.",
        ),
    ] = "",
    out: Annotated[str, typer.Option(help="The same as --topic.")] = "",
    texts: Annotated[
        list[Path] | None, typer.Option(help="Texts to compute weights from, most of them on the topic.")
    ] = None,
    title: Annotated[str, typer.Option(help="Title of a new topic.")] = "",
    seeds: Annotated[
        list[str] | None, typer.Option(help="URL where crawls start, or a file with URLs (repeatable).")
    ] = None,
    general: General = None,
    topic_words: Annotated[
        int, typer.Option(min=1, help="Number of different picked words that put a text on the topic.")
    ] = 3,
) -> None:
    """Make a topic folder from the picked words: weights, thresholds, a dictionary for segmenters."""
    from topiccrawl.cli.vocabulary.build import add_to_topic, build_topic

    folder = Path(chosen_topic(topic, out))
    if title:
        build_topic(tables, folder, title, seeds or [], texts or [], general or [], topic_words)
    else:
        add_to_topic(tables, folder, texts or [], general or [], topic_words)
