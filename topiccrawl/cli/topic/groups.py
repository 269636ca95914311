"""`topiccrawl topic groups`: what the kept pages of a topic speak of, and which of it is wanted."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.topic_option import TopicOption, shipped_topics, topic_name
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.errors import LabelError
from topiccrawl.text.language import marked, say, translated

if TYPE_CHECKING:
    from topiccrawl.corpus.learned.page_groups import StoredGroup

_ANSWERS = {True: marked("wanted"), False: marked("not wanted"), None: marked("no answer yet")}


@working(marked("grouping the pages"))
def groups(
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    wanted: Annotated[str, typer.Option(metavar="N,N", help="Numbers of wanted groups.")] = "",
    unwanted: Annotated[str, typer.Option(metavar="N,N", help="Numbers of groups that are not wanted.")] = "",
    again: Annotated[bool, typer.Option("--again", help="Group the pages that are kept now.")] = False,
) -> None:
    """Show groups of kept pages by subject; answers are grades, from which crawls learn at once.

    A crawl groups its first 50 and 200 pages. Only for topics whose pages are judged by what crawls learn,
    which are those of up to 60 words that `topic new` makes. Without a running crawl, stored pages are judged
    again by the answers; a running one does so itself. The answers need the topic's folder.
    """
    from topiccrawl.corpus.learned.page_groups import answer_groups, group_now, stored_groups
    from topiccrawl.corpus.learned.stored_verdicts import learn_from_grades
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.reporting.crawl_state import crawl_state
    from topiccrawl.storage.pages.existing import existing_corpus

    name = topic_name(topic)
    answers = dict.fromkeys(_numbers(wanted, "--wanted"), True)
    for number in _numbers(unwanted, "--unwanted"):
        if number in answers:
            raise LabelError("group {number} is both wanted and unwanted", number=number)
        answers[number] = False
    with existing_corpus(database, name) as store:
        is_running = store.read(crawl_state, name).is_alive
        found = store.read(stored_groups, name)
    loaded = Topic.load(topic) if _is_loadable(topic) else None
    if not answers and (again or not found):
        if loaded is None:
            raise LabelError("{topic}: name the folder of the topic", topic=topic)
        found = group_now(database, loaded)
    if not answers:
        _show(found)
        return
    count = answer_groups(database, name, answers)
    typer.echo(say("{count:,} pages graded", count=count))
    if is_running:
        typer.echo(translated("the running crawl learns from them within seconds"))
    elif loaded is None:
        typer.echo(translated("the next crawl learns from them"))
    else:
        typer.echo(learn_from_grades(database, loaded).sentence)


def _is_loadable(topic: str) -> bool:
    return (Path(topic) / "topic.toml").is_file() or topic in shipped_topics()


def _numbers(text: str, option: str) -> list[int]:
    try:
        return [int(number) for number in text.replace("，", ",").split(",") if number.strip()]
    except ValueError as error:
        raise wrong_value("{text!r} is not a list of numbers", option, text=text) from error


def _show(found: list[StoredGroup]) -> None:
    if not found:
        typer.echo(translated("too few pages are kept, or they are all alike: there are no groups"))
    for group in found:
        typer.echo(f"{group.number}. {printable(group.question)}  ({translated(_ANSWERS[group.wanted])})")
        for title in group.titles:
            typer.echo(f"   {printable(title)}")
