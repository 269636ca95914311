"""`topiccrawl topic`: list, make, check, explain and refine topics, and grade pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import print_table, printable
from topiccrawl.cli.shared.topic_option import (
    TopicArgument,
    TopicOption,
    check_writable,
    chosen_topic,
    shipped_topics,
    topic_folders,
)
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.cli.topic.calibrate import calibrate
from topiccrawl.cli.topic.groups import groups
from topiccrawl.cli.topic.label import label
from topiccrawl.cli.topic.new import new
from topiccrawl.cli.topic.suggest import suggest
from topiccrawl.cli.topic.texts import Domain, General, titles_and_bodies
from topiccrawl.cli.topic.words import count, expand, pick
from topiccrawl.errors import TopicError
from topiccrawl.text.language import localized, marked, say, translated

if TYPE_CHECKING:
    from topiccrawl.cli.topic.judgement import GivenText
    from topiccrawl.priority.focus import Focus
    from topiccrawl.relevance.topic.topic import Topic

app = command_group(
    "topic", "Make a topic from words and texts, check and explain it, and fit it to pages that you graded."
)

_COMMANDS: dict[Callable[..., None], tuple[str, ...]] = {
    new: (
        "topic new 河长制 --words words.txt --seed http://www.example.cn/ --domain example.cn",
        "topic new 河长制 --from-pages http://www.example.cn/hzz/ --from-pages saved.html",
        "topic new river --title 河长制 --words words.txt --documents river/ --general news.jsonl",
        "topic new 侨情 --words words.tsv --words new-words.tsv --seed seeds.txt --documents sites.jsonl",
    ),
    count: (
        "topic count sites.jsonl",
        "topic count texts/ saved.html --general news.jsonl --out words.tsv",
        "topic count sites.jsonl --new --cohesion 2",
    ),
    pick: ("topic pick words.tsv", "topic pick words.tsv --containing 侨华领"),
    expand: ("topic expand words.tsv new-words.tsv --texts sites.jsonl",),
    suggest: (
        "topic suggest my-topics/河长制 --database sqlite:///corpus.db",
        "topic suggest my-topics/河长制 --write",
        "topic suggest my-topics/河长制 --pick",
    ),
    label: (
        "topic label -t partybuild --out grades.tsv",
        "topic label -t partybuild --out grades.tsv --table",
    ),
    groups: (
        "topic groups -t my-topics/河长制",
        "topic groups -t my-topics/河长制 --wanted 1,3 --unwanted 2",
    ),
    calibrate: (
        "topic calibrate grades.tsv -t my-topics/河长制 --write",
        "topic calibrate grades.tsv -t my-topics/河长制 --only verdict --precision 0.98",
    ),
}
for _command, _examples in _COMMANDS.items():
    app.command(epilog=examples(*_examples))(_command)

_MOST_SHOWN = 20
"""Maximum number of findings of one kind that `check` shows."""


@app.command("list", epilog=examples("topic list", "topic list my-topics"))
def list_(
    folder: Annotated[Path, typer.Argument(help="Folder with your own topics.")] = Path(),
) -> None:
    """List the topics that come with topiccrawl, and those in a folder (default: the current one)."""
    from topiccrawl.relevance.topic.topic import Topic

    if not folder.is_dir():
        raise TopicError("{folder}: no such folder", folder=folder)
    rows = []
    for name in [*shipped_topics(), *map(str, topic_folders(folder))]:
        try:
            loaded = Topic.load(name)
        except TopicError as error:
            typer.echo(f"topiccrawl: {printable(localized(error))}", err=True)
        else:
            rows.append([name, loaded.title, str(len(loaded.words)), str(len(loaded.seeds))])
    names = [marked("topic"), marked("title"), marked("words"), marked("seeds")]
    print_table(names, rows, right=names[2:])


@app.command(
    "check",
    epilog=examples(
        "topic check -t partybuild",
        "topic check -t my-topics/河长制 --documents river/ --general news.jsonl",
        "topic check -t my-topics/河长制 --documents river/ --general news.jsonl --write",
    ),
)
@working(marked("checking the topic"))
def check(
    name: TopicArgument = "",
    topic: TopicOption = "",
    all_: Annotated[
        bool, typer.Option("--all", help="Show all words of a kind, not only the first ones.")
    ] = False,
    documents: Domain = [],  # noqa: B006
    general: General = [],  # noqa: B006
    write: Annotated[
        bool, typer.Option("--write", help="Move the dropped words from words.tsv to dropped.tsv.")
    ] = False,
) -> None:
    """Load a topic, compile its relevance table, and report what looks wrong, with lines of words.tsv.

    With --documents and --general, also the words that are not worth their cost, with the reason for each:
    too few documents of the domain have them, others have them as often, or better words cover their
    documents.
    """
    from topiccrawl.priority.focus import Focus
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.topics.making.check import MEANING, findings

    name = chosen_topic(topic, name)
    if write:
        check_writable(name)
    read = Topic.load(name)
    _check_tables(read)
    focus = Focus(read)
    loaded = focus.topic
    weighted = sum(bool(row.field(1)) for row in loaded.rows.values())
    typer.echo(f"{focus.topic.title} ({focus.topic.name})")
    told = marked(
        "{words} topic words, {weighted} with weights of their own; weights of {others} other words, "
        "{by_hand} set by hand; {reached} vocabulary words can make a text score"
    )
    numbers = {"words": len(loaded.words), "weighted": weighted, "others": len(loaded.weights)}
    typer.echo(say(told, **numbers, by_hand=len(loaded.overrides), reached=focus.relevance.reached()))
    description, anchor, structure = focus.priority.weights
    told = marked("formula 5: description {description:.2f}, anchor {anchor:.2f}, structure {structure:.2f}")
    typer.echo(say(told, description=description, anchor=anchor, structure=structure))
    found = list(findings(focus.relevance))
    for problem, meaning in MEANING.items():
        some = [finding for finding in found if finding.problem == problem]
        for finding in some if all_ else some[:_MOST_SHOWN]:
            where = f"words.tsv:{finding.line}: " if finding.line else ""
            told = say(
                "{meaning}: {word}: {advice}",
                meaning=translated(meaning),
                word=finding.what,
                advice=localized(finding.advice),
            )
            typer.echo(where + printable(told))
        if len(some) > _MOST_SHOWN and not all_:
            told = marked("{meaning}: {count} in all, the first {shown} are above; --all shows the others")
            typer.echo(say(told, meaning=translated(meaning), count=len(some), shown=_MOST_SHOWN))
    typer.echo(say("things to look at: {count}", count=len(found)) if found else say("nothing odd"))
    if documents or general:
        _refine(name, loaded, documents, general, write)


def _check_tables(topic: Topic) -> None:
    """Read all tables of a topic that a crawl reads with its strategy."""
    from topiccrawl.access.browser.rules import BrowserRules
    from topiccrawl.access.login.recipe import LoginRecipe
    from topiccrawl.access.login.search import SiteSearch
    from topiccrawl.priority.strategies.registry import make_strategy

    make_strategy(topic)
    topic.named_sections("login", LoginRecipe)
    topic.named_sections("search", SiteSearch)
    topic.section("browser", BrowserRules)


@app.command(
    "explain",
    epilog=examples(
        "topic explain -t partybuild 优秀共产党员学习党章",
        "topic explain -t partybuild saved.html notes.txt",
        "topic explain -t my-topics/河长制 - < saved.html",
        "topic explain -t my-topics/河长制 --database sqlite:///corpus.db saved.html",
    ),
)
def explain(
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="TEXT|FILE|-...",
            help="A text (a headline, or a title with the body on further lines), a file (saved page, text "
            "or export), or - for standard input. Without --topic the first one names the topic.",
        ),
    ],
    topic: TopicOption = "",
    words: Annotated[int, typer.Option(min=1, help="Number of words to show, highest share first.")] = 15,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="URL",
            help="Database of a crawl: also say what it has learned, and which words decide.",
        ),
    ] = "",
) -> None:
    """Show why a text is relevant, word by word, and whether a crawl would keep it."""
    from topiccrawl.cli.topic.judgement import read_texts
    from topiccrawl.cli.topic.learned import learned_lines, read_page_model
    from topiccrawl.priority.focus import Focus
    from topiccrawl.relevance.topic.topic import Topic

    name, sources = (topic, texts) if topic else (texts[0], texts[1:])
    if not sources:
        raise wrong_value("no text is given for the topic {name!r}", "TEXT|FILE|-", name=name)
    focus = Focus(Topic.load(name))
    model = read_page_model(database, focus) if database else None
    first = True
    for source in sources:
        for text in read_texts(source):
            if not first:
                typer.echo()
            first = False
            _explain(focus, text, words)
            learned = [focus.learned] if focus.learned else []
            for one in [*learned, model] if database else learned:
                for line in learned_lines(one, focus, text):
                    typer.echo(printable(line))


def _explain(focus: Focus, text: GivenText, words: int) -> None:
    from topiccrawl.cli.topic.judgement import judgement_lines

    if text.name:
        typer.echo(printable(text.name))
    full = text.body if text.body == text.description else f"{text.description}\n{text.body}"
    found = focus.relevance.explain(full)
    told = marked("Rel {score:.6f} over {count} words (formula 3)")
    typer.echo(say(told, score=found.score, count=len(found.words)))
    told = marked(
        "in [0, 1): {description:.3f} as a description, {anchor:.3f} as an anchor text, {body:.3f} as a body"
    )
    description, anchor = focus.description(text.description), focus.anchor(text.description)
    typer.echo(say(told, description=description, anchor=anchor, body=focus.body(text.body)))
    for line in judgement_lines(focus, text):
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
    names = [marked("word"), marked("weight"), marked("share"), marked("by")]
    print_table(names, rows, right=names[1:3])


def _refine(name: str, topic: Topic, documents: Sequence[Path], general: Sequence[Path], write: bool) -> None:
    from topiccrawl.topics.making.refining import MEANING, refine, summary, write_refined

    judged = refine(topic, titles_and_bodies(documents), titles_and_bodies(general))
    rows = [
        [row.word, translated(MEANING[row.reason]), str(row.domain), str(row.general), f"{row.ratio:.1f}"]
        for row in judged
        if row.reason
    ]
    numbers = (marked("domain"), marked("other"), marked("times"))
    print_table([marked("word"), marked("dropped"), *numbers], rows, right=numbers)
    typer.echo(summary(judged))
    if write:
        dropped = write_refined(Path(name), judged)
        told = marked("written: {file}; dropped words: {dropped}")
        typer.echo(say(told, file=Path(name) / "words.tsv", dropped=dropped))
