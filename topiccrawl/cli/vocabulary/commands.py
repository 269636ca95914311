"""`topiccrawl vocabulary`: from texts to the words of a topic."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.topic_option import KnownTopic, chosen_topic

app = command_group(
    "vocabulary", "Build a topic's vocabulary from texts: count, pick, expand, discover, build."
)

Sources = Annotated[
    list[Path], typer.Argument(help="Text files, saved pages, corpus exports (.jsonl), or folders of these.")
]
Out = Annotated[Path, typer.Option(help="Table to write; picks in an older one are kept.")]
General = Annotated[
    list[Path] | None,
    typer.Option(help="General texts to compare with (repeatable); default: the dictionary's frequencies."),
]


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
    least: Annotated[int, typer.Option(min=1, help="Minimum number of occurrences of a word.")] = 3,
    least_documents: Annotated[int, typer.Option(min=1, help="Minimum number of documents with it.")] = 2,
) -> None:
    """Count words, most typical of the texts first, for you to pick from."""
    from topiccrawl.cli.vocabulary.steps import count_step

    count_step(sources, out, general or [], topic, least, least_documents)


Table = Annotated[Path, typer.Argument(help="A table of words with a column `pick`.")]
Tables = Annotated[list[Path], typer.Argument(help="Tables of words with a column `pick`.")]


@app.command(epilog=examples("vocabulary pick words.tsv"))
def pick(table: Table) -> None:
    """Pick words of a table in the terminal; or write y and n into its column `pick` yourself."""
    from topiccrawl.cli.vocabulary.steps import pick_step

    pick_step(table)


@app.command(epilog=examples("vocabulary expand words.tsv new-words.tsv --texts sites.jsonl"))
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
    from topiccrawl.cli.vocabulary.steps import expand_step

    expand_step(tables, out, texts or [], hownet, vectors, topic, most)


@app.command(epilog=examples("vocabulary discover sites.jsonl --cohesion 2"))
def discover(
    sources: Sources,
    out: Out = Path("new-words.tsv"),
    topic: KnownTopic = "",
    least: Annotated[int, typer.Option(min=1, help="Minimum number of occurrences of a word.")] = 5,
    least_documents: Annotated[int, typer.Option(min=1, help="Minimum number of documents with it.")] = 2,
    cohesion: Annotated[float, typer.Option(help="Minimum pointwise mutual information of its parts.")] = 3.0,
    freedom: Annotated[float, typer.Option(help="Minimum entropy of its neighbours.")] = 1.0,
    capacity: Annotated[int, typer.Option(min=1000, help="Character sequences kept in memory.")] = 1_000_000,
) -> None:
    """Find words that the dictionary lacks, for you to pick from; new texts give more in the next round."""
    from topiccrawl.cli.vocabulary.steps import discover_step
    from topiccrawl.vocabulary.discovery import DiscoveryParameters

    parameters = DiscoveryParameters(
        least=least,
        least_documents=least_documents,
        cohesion=cohesion,
        freedom=freedom,
        capacity=capacity,
    )
    discover_step(sources, out, topic, parameters)


@app.command(
    epilog=examples(
        "vocabulary build words.tsv new-words.tsv -t 侨情 --title 侨情 --seeds seeds.txt --texts sites.jsonl",
        "vocabulary build round2.tsv -t 侨情 --texts corpus.jsonl",
    )
)
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
    from topiccrawl.cli.vocabulary.build import add_step, build_step

    folder = Path(chosen_topic(topic, out))
    if title:
        build_step(tables, folder, title, seeds or [], texts or [], general or [], topic_words)
    else:
        add_step(tables, folder, texts or [], general or [], topic_words)
