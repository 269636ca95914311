"""`topiccrawl warn`: rises of words and stories, sent to the webhooks of alerts."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.topic_option import TopicArgument, TopicOption, chosen_topic, topic_name
from topiccrawl.corpus.analysis.early_warning import (
    LEAST,
    SIGMA,
    EarlyWarning,
    Rule,
    find_warnings,
    unsent,
)
from topiccrawl.corpus.analysis.periods import Period
from topiccrawl.corpus.analysis.volume import newest_day
from topiccrawl.messages import message, said
from topiccrawl.reporting.monitoring.conditions import RISE, Alert
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
    stories: Annotated[bool, typer.Option("--stories", help="Keep a rule for stories.")] = False,
    sigma: Annotated[
        float, typer.Option(min=1, max=20, help="Standard deviations above the mean, for the rules kept now.")
    ] = SIGMA,
    least: Annotated[int, typer.Option(min=1, help="Least pages of a day, for the rules kept now.")] = LEAST,
    days: Annotated[int, typer.Option(min=1, help="Look at the last so many days with pages.")] = 7,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Warn once of days on which a word or a story has far more pages than before.

    A day is compared with the four weeks before it. Rules are kept, and shared with the administration
    pages. Each warning is printed, and sent once to the webhooks of TOPICCRAWL_ALERTS. Run it after each
    crawl.
    """
    stored = topic_name(chosen_topic(topic, name))
    try:
        webhooks = parse_webhooks(os.environ.get("TOPICCRAWL_ALERTS", ""))
    except WebhookError as error:
        raise typer.BadParameter(said(error), param_hint="TOPICCRAWL_ALERTS") from None
    with existing_corpus(database, stored) as store:
        notes = Notes(database)
        try:
            for rule in _rules(word or [], stories, sigma, least):
                notes.add_rule({"topic": stored, **rule.row()})
            rules = [Rule.of(row) for row in notes.rules(stored)]
            if not rules:
                raise typer.BadParameter(
                    message("the topic has no rules yet"), param_hint="--word, --stories"
                )
            with store.reading() as connection:
                newest = newest_day(connection, stored, datetime.now(UTC).date())
                period = Period(newest - timedelta(days=days - 1), newest)
                found = find_warnings(connection, stored, rules, period)
            new = list(unsent(found, notes.sent(stored)))
            for one in found:
                typer.echo(printable(one.text))
            if not found:
                typer.echo(f"no rises from {period.first} to {period.last}")
            failed = [one for one in new if not _sent(one, stored, webhooks)]
            for one in new:
                if webhooks and one not in failed:
                    notes.mark_sent(stored, one.subject, one.day)
        finally:
            notes.close()
    if failed and webhooks:
        raise typer.Exit(1)


def _rules(words: Sequence[str], stories: bool, sigma: float, least: int) -> list[Rule]:
    if any(not 0 < len(word.strip()) <= 64 for word in words):
        raise typer.BadParameter(message("a word has 1 to 64 characters"), param_hint="--word")
    found = [Rule("word", word.strip(), sigma, least) for word in words]
    return [*found, Rule("story", "", sigma, least)] if stories else found


def _sent(one: EarlyWarning, topic: str, webhooks: Sequence[Webhook]) -> bool:
    """Send a warning to every webhook; return whether one of them took it."""
    taken = False
    for webhook in webhooks:
        try:
            send(message_for(webhook, Alert(RISE, one.subject, one.text), topic, datetime.now(UTC)))
            taken = True
        except WebhookError as error:
            typer.echo(f"not sent to {webhook.name}: {error}", err=True)
    return taken
