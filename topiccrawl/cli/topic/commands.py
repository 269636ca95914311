"""`topiccrawl topic`: making a topic, looking it over, asking why a text is relevant."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from topiccrawl.cli.group import command_group, examples
from topiccrawl.cli.pages.judgement import Judged, judged_texts, judgement_lines
from topiccrawl.cli.tables import print_table, printable
from topiccrawl.cli.topic.crawl_command import crawl_command
from topiccrawl.cli.topic_option import (
    TopicArgument,
    TopicOption,
    chosen_topic,
    shipped_topics,
    topic_folders,
)
from topiccrawl.cli.vocabulary.steps import progress
from topiccrawl.errors import TopicError
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.vocabulary.documents import documents
from topiccrawl.vocabulary.topic.check import findings, topic_facts
from topiccrawl.vocabulary.topic.draft import Draft, read_word_list
from topiccrawl.vocabulary.topic.folder import create_topic
from topiccrawl.vocabulary.topic.refining import RefinedTable, RefiningParameters, write_refined

topic = command_group()

Domain = Annotated[
    list[Path],
    typer.Option(
        "--documents", help="Texts of the domain: text files, saved pages, exports, folders; repeatable."
    ),
]
General = Annotated[
    list[Path], typer.Option("--general", help="Texts of other fields, to compare with; repeatable.")
]


@topic.command("list", epilog=examples("topic list", "topic list my-topics"))
def list_(
    folder: Annotated[Path, typer.Argument(help="Folder in which topics of your own are.")] = Path(),
) -> None:
    """List the topics that come with topiccrawl, and those in a folder (without: the one you are in)."""
    if not folder.is_dir():
        raise TopicError(f"{folder}: no such folder")
    rows = []
    for name in [*shipped_topics(), *map(str, topic_folders(folder))]:
        try:
            one = Topic.load(name)
        except TopicError as error:
            typer.echo(f"topiccrawl: {printable(str(error))}", err=True)
        else:
            rows.append([name, one.title, str(len(one.words)), str(len(one.seeds))])
    print_table(["topic", "title", "words", "seeds"], rows, right=["words", "seeds"])


@topic.command(
    "new",
    epilog=examples(
        "topic new 河长制 --words words.txt --seed http://www.example.cn/ --domain example.cn",
        "topic new river --title 河长制 --words words.txt --documents river/ --general news.jsonl",
    ),
)
def new(
    words: Annotated[Path, typer.Option(help="File with a topic word a line.")],
    folder: Annotated[str, typer.Argument(help="Folder to make; its name is the topic's.")] = "",
    topic: Annotated[
        str, typer.Option("--topic", "-t", metavar="FOLDER", help="The same as the folder.")
    ] = "",
    title: Annotated[str, typer.Option(help="The topic in words; without it the folder's name.")] = "",
    seed: Annotated[list[str], typer.Option(help="Where a crawl starts; repeatable.")] = [],  # noqa: B006
    domain: Annotated[list[str], typer.Option(help="Domain that links may lead to; repeatable.")] = [],  # noqa: B006
    documents: Domain = [],  # noqa: B006
    general: General = [],  # noqa: B006
) -> None:
    """Make a topic's folder from a list of words; with texts, their weights are fitted."""
    place = Path(chosen_topic(topic, folder))
    draft = Draft(title or place.resolve().name, read_word_list(words), tuple(seed), tuple(domain))
    made = create_topic(place, draft, list(_titled(documents)), list(_titled(general)))
    typer.echo(f"{made.title}: {len(made.words)} topic words in {place}")
    check_command = f"topiccrawl topic check {shlex.quote(str(place))}"
    typer.echo(f"next: {check_command}; {crawl_command(place, made.seeds)}")


@topic.command("check", epilog=examples("topic check -t partybuild", "topic check -t my-topics/河长制"))
def check(name: TopicArgument = "", topic: TopicOption = "") -> None:
    """Read all of a topic, compile its table, and tell what is odd about it."""
    focus = Focus(Topic.load(chosen_topic(topic, name)))
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


@topic.command(
    "explain",
    epilog=examples(
        "topic explain -t partybuild 优秀共产党员学习党章",
        "topic explain -t partybuild saved.html notes.txt",
        "topic explain -t my-topics/河长制 - < saved.html",
    ),
)
def explain(
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT|FILE|-...",
            help="A text (a headline, or a title and a body on further lines), a file (saved page, text, "
            "export) or - for a pipe. Without --topic the first one names the topic.",
        ),
    ],
    topic: TopicOption = "",
    words: Annotated[int, typer.Option(min=1, help="Words to show, those that bring most.")] = 15,
) -> None:
    """Why a text is relevant: which words, by which topic words, how much; and whether it would be kept."""
    name, sources = (topic, texts) if topic else (texts[0], texts[1:])
    if not sources:
        raise typer.BadParameter(f"no text is given beside the topic {name!r}", param_hint="TEXT|FILE|-")
    focus = Focus(Topic.load(name))
    first = True
    for source in sources:
        for judged in judged_texts(source):
            if not first:
                typer.echo()
            first = False
            _explain(focus, judged, words)


def _explain(focus: Focus, judged: Judged, words: int) -> None:
    if judged.name:
        typer.echo(printable(judged.name))
    whole = judged.body if judged.body == judged.description else f"{judged.description}\n{judged.body}"
    found = focus.relevance.explain(whole)
    typer.echo(f"Rel {found.score:.6f} over {len(found.words)} words (formula 3)")
    typer.echo(
        f"in [0, 1): {focus.description(judged.description):.3f} as a description, "
        f"{focus.anchor(judged.description):.3f} as an anchor text, {focus.body(judged.body):.3f} as a body"
    )
    for line in judgement_lines(focus, judged):
        typer.echo(line)
    rows = [
        [
            word.word,
            f"{word.weight:.4g}",
            f"{word.share:.6f}",
            ", ".join(f"{share.topic_word} {share.similarity:.2f}" for share in word.topic_words[:4]) or "-",
        ]
        for word in found.words[:words]
    ]
    print_table(["word", "weight", "share", "by"], rows, right=["weight", "share"])


@topic.command(
    "refine",
    epilog=examples(
        "topic refine -t my-topics/河长制 --documents river/ --general news.jsonl",
        "topic refine -t my-topics/河长制 --documents river/ --general news.jsonl --write",
    ),
)
def refine(
    documents: Domain,
    general: General,
    folder: TopicArgument = "",
    topic: TopicOption = "",
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
    name = chosen_topic(topic, folder)
    parameters = RefiningParameters(least=least, ratio=ratio, plenty=plenty)
    loaded = Topic.load(name)
    if write and not Path(name).is_dir():
        raise TopicError(f"{name}: a shipped topic cannot be written to: make one of your own")
    table = RefinedTable.of(loaded, _titled(documents), _titled(general), parameters)
    rows = [
        [row.word, row.reason, str(row.domain), str(row.general), f"{row.ratio:.1f}"]
        for row in table.rows
        if row.reason
    ]
    numbers = ("domain", "other", "times")
    print_table(["word", "dropped", *numbers], rows, right=numbers)
    typer.echo(table.summary())
    if write:
        dropped = write_refined(Path(name), table)
        typer.echo(f"written: {Path(name) / 'words.tsv'}; what was dropped: {dropped}")


def _titled(paths: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Yield titles and bodies of documents; on a terminal it is shown how many were read."""
    if not paths:
        return
    with progress(f"reading {paths[0].name}", Console(stderr=True)) as tell:
        for number, document in enumerate(documents(paths), 1):
            tell(number)
            yield document.title, document.body
