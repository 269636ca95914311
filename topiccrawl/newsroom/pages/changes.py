"""New words of a period, and warnings about rises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import urlencode

from sqlalchemy import Connection
from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.search_query import parse_query
from topiccrawl.admin.pages.filters import chosen_topic, whole
from topiccrawl.admin.services import Services
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import InputError, Typed
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError
from topiccrawl.newsroom.analysis.due_warnings import PAGE, word_alerts
from topiccrawl.newsroom.analysis.early_warning import EarlyWarning, find_warnings, unsent
from topiccrawl.newsroom.analysis.new_words import find_new_words
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.rule import LEAST, SIGMA, Rule, rules_of
from topiccrawl.newsroom.analysis.word_alerts import WordAlert, last_page
from topiccrawl.newsroom.pages.overview import form_topic, period_of
from topiccrawl.newsroom.warning_rounds import MINUTES, warnings_of
from topiccrawl.storage.schema.column_types import TOPIC_LENGTH
from topiccrawl.text.files.limits import whole_number

_REMEMBERED = timedelta(minutes=5)
_QUICK, _THOROUGH = 300, 1_000
"""Pages of each period that are segmented while a user waits, and in the background."""
_REMEMBERED_WARNINGS = timedelta(minutes=1)
_LONGEST = TOPIC_LENGTH
_MOST_TOLD = 50


@page(Role.VIEWER)
def show_new_words(visit: Visit) -> Response:
    """Show the words that are more frequent than in the period before."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    period = period_of(visit, topic, 7)
    counted = services.counts.get(
        ("new words", topic, period),
        _REMEMBERED,
        lambda: services.read(find_new_words, topic, period, read=_QUICK),
        lambda: services.read(find_new_words, topic, period, read=_THOROUGH),
        lambda found: max(found.pages, found.before) < _QUICK,
    )
    return visit.page(
        "new_words.html",
        topic=topic,
        topics=services.stored_topics(),
        period=period,
        counted=counted,
        found=counted.value,
    )


@page(Role.VIEWER)
def show_warnings(visit: Visit) -> Response:
    """Show the warning rules of a topic and the rises they find in the last 60 days."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    period = period_of(visit, topic, 60)
    rows, indexed = services.notes.rules(topic), services.texts.catch_up(0)
    rules = ready_rules(rows, indexed)
    find = partial(services.read, find_all, services, topic, rules, period)
    counted = services.counts.get(("warnings", topic, period, tuple(rules)), _REMEMBERED_WARNINGS, find)
    found, told = counted.value
    sent = services.notes.sent(topic)
    told_before = [
        (day, subject.removeprefix(PAGE))
        for subject, day in sorted(sent, key=lambda one: one[1], reverse=True)
        if subject.startswith(PAGE) and day >= period.first
    ]
    return visit.page(
        "warnings.html",
        topic=topic,
        topics=services.stored_topics(),
        period=period,
        rows=rows,
        indexed=indexed,
        counted=counted,
        found=found,
        due=set(unsent(found, sent)),
        told=told,
        told_before=told_before[:_MOST_TOLD],
        can_send=warnings_of(visit.services).can_send,
        minutes=MINUTES,
        outcome=(whole(visit.query("sent")), whole(visit.query("failed"))) if visit.query("sent") else None,
        sigma=SIGMA,
        least=LEAST,
    )


def ready_rules(rows: Iterable[dict[str, Any]], indexed: float) -> list[Rule]:
    """Return the rules that can be applied now.

    Those with words wait for the index of all texts, or days were compared with others that are not indexed.

    Args:
        rows: the rules of a topic, as they are stored.
        indexed: share of the texts that are in the index.
    """
    return [rule for rule in rules_of(rows) if indexed == 1 or rule.kind == "story"]


def find_all(
    connection: Connection, services: Services, topic: str, rules: Sequence[Rule], period: Period
) -> tuple[list[EarlyWarning], tuple[WordAlert, ...]]:
    """Return the rises of a period and the words of new pages, by some rules."""
    found = find_warnings(connection, services.texts, topic, rules, period)
    return found, word_alerts(connection, services.texts, services.notes, topic, rules)


@page(Role.EDITOR)
def send_warnings(visit: Visit) -> Response:
    """Send what is due now."""
    services, topic = visit.services, form_topic(visit)
    if not warnings_of(visit.services).can_send:
        raise AdminError(marked("还没有接收预警的地址，请管理员设置。"))
    sent, failed = warnings_of(visit.services).send(topic)
    services.forget()  # the list says what was sent
    return visit.go("/analysis/warnings?" + urlencode({"topic": topic, "sent": sent, "failed": failed}))


@page(Role.EDITOR)
def change_rules(visit: Visit) -> Response:
    """Add a rule, or remove one."""
    form, topic = visit.form, form_topic(visit)
    if (number := whole_number(form.get("remove", ""))) is not None:
        visit.services.notes.remove_rule(topic, number)
    else:
        rule = _rule(form, visit.typed())
        visit.services.notes.add_rule({"topic": topic, **rule.row()})
        if rule.kind == "page":  # applies to pages stored from now on
            last = visit.services.read(last_page, topic)
            visit.services.notes.set_mark(topic, rule.word, last)
    done = "saved" if number is None else "removed"
    return visit.go("/analysis/warnings?" + urlencode({"topic": topic}), done)


def _rule(form: Mapping[str, str], typed: Typed) -> Rule:
    word = form.get("word", "").strip()
    if form.get("kind") == "story":
        word = ""
    elif not 0 < len(word) <= _LONGEST:
        raise InputError({"word": marked("词语须为 1 至 64 个字符。")})
    parse_query(word)
    if form.get("kind") == "page":
        return Rule("page", word, SIGMA, 1)
    sigma, least = typed.number("sigma", 1, 20), typed.whole("least", 1, 1_000_000, LEAST)
    typed.check()
    sigma = SIGMA if sigma is None else sigma
    return Rule("word" if word else "story", word, sigma, least)


ROUTES = [
    Route("/analysis/new", show_new_words),
    Route("/analysis/warnings", show_warnings, methods=["GET"]),
    Route("/analysis/warnings", change_rules, methods=["POST"]),
    Route("/analysis/warnings/send", send_warnings, methods=["POST"]),
]
