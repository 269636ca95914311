"""`topiccrawl warn`: rises of words and stories and words of new pages, sent to the webhooks of alerts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer
from sqlalchemy import Connection

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.topic_option import TopicArgument, TopicOption, chosen_topic, topic_name
from topiccrawl.corpus.analysis.early_warning import (
    LEAST,
    SIGMA,
    Rule,
    find_warnings,
    unsent,
)
from topiccrawl.corpus.analysis.periods import Period
from topiccrawl.corpus.analysis.volume import newest_day
from topiccrawl.corpus.analysis.word_alerts import WordAlert, find_word_alert, last_page
from topiccrawl.messages import message, said
from topiccrawl.reporting.monitoring.conditions import RISE, WORD, Alert
from topiccrawl.reporting.monitoring.webhooks import Webhook, WebhookError, message_for, parse_webhooks, send
from topiccrawl.storage.notes import Notes
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.text.language import marked

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
    days: Annotated[int, typer.Option(min=1, help="Number of last days with pages to check.")] = 7,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Warn once of days on which a word or a story has far more pages than before, and of words of new pages.

    A day is compared with the four weeks before it; a page is new if it was stored after its rule was kept.
    Rules are kept, and shared with the administration pages. Each warning is printed, and sent once to the
    webhooks of TOPICCRAWL_ALERTS. Run it after each crawl.
    """
    stored = topic_name(chosen_topic(topic, name))
    try:
        webhooks = parse_webhooks(os.environ.get("TOPICCRAWL_ALERTS", ""))
    except WebhookError as error:
        raise typer.BadParameter(said(error), param_hint="TOPICCRAWL_ALERTS") from None
    with existing_corpus(database, stored) as store:
        notes = Notes(database)
        try:
            for rule in _rules(word or [], page_word or [], stories, sigma, least):
                notes.add_rule({"topic": stored, **rule.row()})
            rules = [Rule.of(row) for row in notes.rules(stored)]
            if not rules:
                raise typer.BadParameter(
                    message("the topic has no rules yet"), param_hint="--word, --page-word, --stories"
                )
            with store.reading() as connection:
                newest = newest_day(connection, stored, datetime.now(UTC).date())
                period = Period(newest - timedelta(days=days - 1), newest)
                found = find_warnings(connection, stored, rules, period)
                told = _word_alerts(connection, notes, stored, rules)
            new = list(unsent(found, notes.sent(stored)))
            for one in found:
                typer.echo(printable(one.text))
            for alert in told:
                typer.echo(printable(alert.text))
            if not (found or told):
                typer.echo(f"no rises from {period.first} to {period.last}")
            failed = 0
            for rise in new if webhooks else ():
                if _sent(Alert(RISE, rise.subject, rise.text), stored, webhooks):
                    notes.mark_sent(stored, rise.subject, rise.day)
                else:
                    failed += 1
            for alert in told if webhooks else ():
                if _sent(Alert(WORD, f"word:{alert.word}", alert.text), stored, webhooks):
                    notes.set_mark(stored, alert.word, alert.last_page)
                else:
                    failed += 1
        finally:
            notes.close()
    if failed:
        raise typer.Exit(1)


def _word_alerts(connection: Connection, notes: Notes, topic: str, rules: Sequence[Rule]) -> list[WordAlert]:
    """Return alerts about new pages with a word; a rule without a starting page begins now."""
    found = []
    for rule in rules:
        if rule.kind != "page":
            continue
        after = notes.mark(topic, rule.word)
        if after is None:
            notes.set_mark(topic, rule.word, last_page(connection, topic))
            continue
        one = find_word_alert(connection, topic, rule.word, after)
        if one.pages:
            found.append(one)
    return found


def _rules(
    words: Sequence[str], page_words: Sequence[str], stories: bool, sigma: float, least: int
) -> list[Rule]:
    if any(not 0 < len(word.strip()) <= 64 for word in (*words, *page_words)):
        raise typer.BadParameter(
            message("a word must be 1 to 64 characters long"), param_hint="--word, --page-word"
        )
    found = [Rule("word", word.strip(), sigma, least) for word in words]
    found += [Rule("page", word.strip(), SIGMA, 1) for word in page_words]
    return [*found, Rule("story", "", sigma, least)] if stories else found


def _sent(alert: Alert, topic: str, webhooks: Sequence[Webhook]) -> bool:
    """Send an alert to every webhook; return whether one of them took it."""
    taken = False
    for webhook in webhooks:
        try:
            send(message_for(webhook, alert, topic, datetime.now(UTC)))
            taken = True
        except WebhookError as error:
            typer.echo(f"not sent to {webhook.name}: {error}", err=True)
    return taken
