"""`topiccrawl warn`: rises of words and stories and words of new pages, sent to the webhooks of alerts."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Annotated

import typer

from topiccrawl.cli.shared.alert_sender import alert_sender
from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.topic_option import TopicArgument, TopicOption, chosen_topic, topic_name
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.newsroom.analysis.rule import DAYS, LEAST, SIGMA, Rule
from topiccrawl.text.language import marked, say

app = single_command()


@app.command("warn", epilog=examples("warn partybuild", "warn partybuild --word 巡视 --word 换届 --sigma 4"))
@working(marked("comparing days"))
def warn(
    name: TopicArgument = "",
    topic: TopicOption = "",
    word: Annotated[
        list[str] | None, typer.Option("--word", help="Keep a rule for this word; may be repeated.")
    ] = None,
    page_word: Annotated[
        list[str] | None,
        typer.Option("--page-word", help="Report each new page with this word; may be repeated."),
    ] = None,
    stories: Annotated[bool, typer.Option("--stories", help="Keep a rule for stories.")] = False,
    sigma: Annotated[
        float, typer.Option(min=1, max=20, help="Standard deviations above the mean, for the rules kept now.")
    ] = SIGMA,
    least: Annotated[
        int, typer.Option(min=1, help="Minimum number of pages per day, for the rules kept now.")
    ] = LEAST,
    days: Annotated[int, typer.Option(min=1, help="Number of last days with pages to check.")] = DAYS,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Warn once of days on which a word or a story has far more pages than before, and of words of new pages.

    A day is compared with the four weeks before it; a page is new if it was stored after its rule was kept.
    Words are looked for as by the search of the administration pages; the first time, all texts are indexed.
    Rules are kept, and shared with the administration pages. Sources that fell silent, moved or changed need
    no rule. Each warning is printed, and sent once to the webhooks of TOPICCRAWL_ALERTS. Run it after each
    crawl.
    """
    from topiccrawl.admin.lists.notes import Notes
    from topiccrawl.admin.lists.search_query import parse_query
    from topiccrawl.admin.lists.text_index import TextIndex
    from topiccrawl.newsroom.analysis.due_warnings import due_warnings, send_due
    from topiccrawl.storage.pages.existing import existing_corpus

    stored = topic_name(chosen_topic(topic, name))
    send = alert_sender(lambda line: typer.echo(line, err=True))
    for query in (*(word or []), *(page_word or [])):
        parse_query(query)
    with existing_corpus(database, stored) as store, closing(TextIndex(database, store)) as index:
        notes = Notes(database)
        try:
            for rule in _rules(word or [], page_word or [], stories, sigma, least):
                notes.add_rule({"topic": stored, **rule.row()})
            rules = [Rule.of(row) for row in notes.rules(stored)]
            if not rules:
                raise wrong_value("the topic has no rules yet", "--word, --page-word, --stories")
            if any(rule.word for rule in rules):
                index.fill()
            with store.reading() as connection:
                due = due_warnings(connection, index, notes, stored, rules, days)
            texts = [one.text for one in due.found] + [one.text for one in due.told]
            for text in texts + [one.text for one in due.sources]:
                typer.echo(printable(text))
            if not (due.found or due.told):
                told = marked("no rises from {first} to {last}")
                typer.echo(say(told, first=due.period.first, last=due.period.last))
            failed = send_due(due, notes, send)[1] if send is not None else 0
        finally:
            notes.close()
    if failed:
        raise typer.Exit(1)


def _rules(
    words: Sequence[str], page_words: Sequence[str], stories: bool, sigma: float, least: int
) -> list[Rule]:
    if any(not 0 < len(word.strip()) <= 64 for word in (*words, *page_words)):
        raise wrong_value("a word must be 1 to 64 characters long", "--word, --page-word")
    found = [Rule("word", word.strip(), sigma, least) for word in words]
    found += [Rule("page", word.strip(), SIGMA, 1) for word in page_words]
    return [*found, Rule("story", "", sigma, least)] if stories else found
