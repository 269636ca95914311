"""`topiccrawl topic`: making a topic, looking it over, asking why a text is relevant."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table

from topiccrawl.cli.bars import bars
from topiccrawl.cli.crawl_command import crawl_command
from topiccrawl.cli.group import command_group
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.refined_words import RefinedTable, write_refined
from topiccrawl.relevance.refining import RefiningParameters
from topiccrawl.relevance.text_sources import TextSource, titled_documents
from topiccrawl.relevance.topic import Topic
from topiccrawl.relevance.topic_check import findings, topic_facts
from topiccrawl.relevance.topic_draft import Draft, create_topic, read_word_list

topic = command_group("Topics: making one, looking it over, asking why a text is relevant to it.")

Domain = Annotated[
    list[Path], typer.Option("--documents", help="Texts of the domain: files, exports, folders; repeatable.")
]
General = Annotated[
    list[Path], typer.Option("--general", help="Texts of other fields, to compare with; repeatable.")
]


@topic.command("new")
def new(
    folder: Annotated[Path, typer.Argument(help="Folder to make; its name is the topic's.")],
    words: Annotated[Path, typer.Option(help="File with a topic word a line.")],
    title: Annotated[str, typer.Option(help="The topic in words; without it the folder's name.")] = "",
    seed: Annotated[list[str], typer.Option(help="Where a crawl starts; repeatable.")] = [],  # noqa: B006
    domain: Annotated[list[str], typer.Option(help="Domain that links may lead to; repeatable.")] = [],  # noqa: B006
    documents: Domain = [],  # noqa: B006
    general: General = [],  # noqa: B006
) -> None:
    """Make a topic's folder from a list of words; with texts, their weights are fitted."""
    draft = Draft(title or folder.resolve().name, read_word_list(words), tuple(seed), tuple(domain))
    with bars() as tell:
        made = create_topic(
            folder,
            draft,
            [pair for path in documents for pair in titled_documents(TextSource(path), tell)],
            [pair for path in general for pair in titled_documents(TextSource(path), tell)],
        )
    typer.echo(f"{made.title}: {len(made.words)} topic words in {folder}")
    check_command = f"topiccrawl topic check {shlex.quote(str(folder))}"
    typer.echo(f"next: {check_command}; {crawl_command(folder, made.seeds)}")


@topic.command("check")
def check(name: Annotated[str, typer.Argument(help="A shipped topic, or a folder.")]) -> None:
    """Read all of a topic, compile its table, and tell what is odd about it."""
    focus = Focus(Topic.load(name))
    facts = topic_facts(focus.relevance)
    typer.echo(f"{focus.topic.title} ({focus.topic.name})")
    typer.echo(
        f"{facts.words} topic words, {facts.weighted} with a weight of their own; weights of {facts.others} "
        f"other words, {facts.overrides} by hand; {facts.reached} words of the vocabulary let a text score"
    )
    shares = zip(("description", "anchor", "structure"), focus.priority.weights, strict=True)
    typer.echo(f"formula 5: {', '.join(f'{name} {share:.2f}' for name, share in shares)}")
    count = 0
    for finding in findings(focus.relevance):
        count += 1
        typer.echo(f"{finding.problem}: {finding.what}: {finding.advice}")
    typer.echo(f"things to look at: {count}" if count else "nothing odd")


@topic.command("explain")
def explain(
    name: Annotated[str, typer.Argument(help="A shipped topic, or a folder.")],
    text: Annotated[str, typer.Argument(help="The text: a headline, a body.")],
    words: Annotated[int, typer.Option(min=1, help="Words to show, those that bring most.")] = 15,
) -> None:
    """Why a text is relevant: which words, by which topic words, how much."""
    focus = Focus(Topic.load(name))
    found = focus.relevance.explain(text)
    typer.echo(f"Rel {found.score:.6f} over {len(found.words)} words (formula 3)")
    typer.echo(
        f"in [0, 1): {focus.description(text):.3f} as a description, {focus.anchor(text):.3f} as an anchor "
        f"text, {focus.body(text):.3f} as a body"
    )
    table = Table(
        "word",
        Column("weight", justify="right"),
        Column("share", justify="right"),
        "by",
        box=None,
        pad_edge=False,
    )
    for word in found.words[:words]:
        by = ", ".join(f"{share.topic_word} {share.similarity:.2f}" for share in word.topic_words[:4])
        table.add_row(word.word, f"{word.weight:.4g}", f"{word.share:.6f}", by or "-")
    Console().print(table)


@topic.command("refine")
def refine(
    folder: Annotated[Path, typer.Argument(help="The topic's folder.")],
    documents: Domain,
    general: General,
    least: Annotated[
        int, typer.Option(help="Domain documents that must hold a word.")
    ] = RefiningParameters.least,
    ratio: Annotated[
        float, typer.Option(help="How many times as often domain documents must hold it as others.")
    ] = RefiningParameters.ratio,
    plenty: Annotated[
        int, typer.Option(help="Better topic words in a document that make another needless; 0: none do.")
    ] = RefiningParameters.plenty,
    write: Annotated[
        bool, typer.Option("--write", help="Take the words out of words.tsv; they are kept in dropped.tsv.")
    ] = False,
) -> None:
    """From candidates to the topic words that are worth their cost, with the reason for each that goes."""
    parameters = RefiningParameters(least=least, ratio=ratio, plenty=plenty)
    loaded = Topic.load(folder)
    with bars() as tell:
        table = RefinedTable.of(
            loaded,
            (pair for path in documents for pair in titled_documents(TextSource(path), tell)),
            (pair for path in general for pair in titled_documents(TextSource(path), tell)),
            parameters,
        )
    shown = Table(
        "word", "dropped", *(Column(name, justify="right") for name in ("domain", "other", "times")), box=None
    )
    for row in table.rows:
        if row.reason:
            shown.add_row(row.word, row.reason, str(row.domain), str(row.general), f"{row.ratio:.1f}")
    Console().print(shown)
    typer.echo(table.summary())
    if write:
        dropped = write_refined(folder, table)
        typer.echo(f"written: {folder / 'words.tsv'}; what was dropped: {dropped}")
