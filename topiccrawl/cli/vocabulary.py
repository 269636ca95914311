"""`topiccrawl vocabulary`: from texts to the words of a topic."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.group import command_group

vocabulary = command_group("Build a topic's vocabulary from texts: count, pick, expand, discover, build.")

Sources = Annotated[
    list[Path], typer.Argument(help="Text files, saved pages, corpus exports (.jsonl), or folders of these.")
]
Out = Annotated[Path, typer.Option(help="Table to write; what was picked in an older one is kept.")]
General = Annotated[
    list[Path] | None,
    typer.Option(help="General texts to compare with (repeatable); without: the dictionary's frequencies."),
]
TopicFolder = Annotated[
    str, typer.Option(help="A topic that is there already: its words are cut whole and not offered again.")
]


@vocabulary.command()
def count(
    sources: Sources,
    out: Out = Path("words.tsv"),
    general: General = None,
    topic: TopicFolder = "",
    least: Annotated[int, typer.Option(min=1, help="Occurrences that a word needs.")] = 3,
    least_documents: Annotated[int, typer.Option(min=1, help="Documents that must hold it.")] = 2,
) -> None:
    """Count words, most typical of the texts first, for an expert to pick from."""
    from topiccrawl.cli.vocabulary_steps import count_step

    count_step(sources, out, general or [], topic, least, least_documents)


Table = Annotated[Path, typer.Argument(help="A table of words with a column `pick`.")]
Tables = Annotated[list[Path], typer.Argument(help="Tables of words with a column `pick`.")]


@vocabulary.command()
def pick(table: Table) -> None:
    """Decide on the words of a table in the terminal; or write y and n into its column `pick` yourself."""
    from topiccrawl.cli.vocabulary_steps import pick_step

    pick_step(table)
