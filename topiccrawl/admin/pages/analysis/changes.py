"""New words of a period, and warnings about rises."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.pages.analysis.overview import period_of
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.analysis.early_warning import LEAST, SIGMA, Rule, find_warnings
from topiccrawl.corpus.analysis.new_words import find_new_words
from topiccrawl.corpus.analysis.word_alerts import last_page
from topiccrawl.errors import AdminError
from topiccrawl.storage.schema.column_types import TOPIC_LENGTH

_REMEMBERED = 600.0
"""Cache lifetime of new words in seconds; finding them means segmenting texts."""
_LONGEST = TOPIC_LENGTH


@page(Role.VIEWER)
def show_new_words(visit: Visit) -> Response:
    """Show the words that are more frequent than in the period before."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    period = period_of(visit, topic, 7)
    found = services.remembered(
        ("new words", topic, period),
        _REMEMBERED,
        lambda: services.read(lambda connection: find_new_words(connection, topic, period)),
    )
    return visit.page(
        "new_words.html", topic=topic, topics=services.stored_topics(), period=period, found=found
    )


@page(Role.VIEWER)
def show_warnings(visit: Visit) -> Response:
    """Show the warning rules of a topic and the rises they find in the last 60 days."""
    services = visit.services
    topic = chosen_topic(visit, visit.query("topic"))
    period = period_of(visit, topic, 60)
    rows = services.notes.rules(topic)
    rules = [Rule.of(row) for row in rows]
    found = services.remembered(
        ("warnings", topic, period, tuple(rules)),
        60.0,
        lambda: services.read(lambda connection: find_warnings(connection, topic, rules, period)),
    )
    return visit.page(
        "warnings.html",
        topic=topic,
        topics=services.stored_topics(),
        period=period,
        rows=rows,
        found=found,
        sigma=SIGMA,
        least=LEAST,
    )


@page(Role.EDITOR)
def change_rules(visit: Visit) -> Response:
    """Add a rule, or remove one."""
    form = visit.form
    topic = form.get("topic", "")
    if topic not in visit.services.stored_topics():
        raise AdminError(marked("没有这个主题。"))
    if (number := form.get("remove", "")).isdecimal():
        visit.services.notes.remove_rule(topic, int(number[:18]))
    else:
        rule = _rule(form)
        visit.services.notes.add_rule({"topic": topic, **rule.row()})
        if rule.kind == "page":  # applies to pages stored from now on
            last = visit.services.read(lambda connection: last_page(connection, topic))
            visit.services.notes.set_mark(topic, rule.word, last)
    return visit.go("/analysis/warnings?" + urlencode({"topic": topic}))


def _rule(form: Mapping[str, str]) -> Rule:
    word = form.get("word", "").strip()
    if form.get("kind") == "story":
        word = ""
    elif not 0 < len(word) <= _LONGEST:
        raise AdminError(marked("词语须为 1 至 64 个字符。"))
    try:
        sigma, least = float(form.get("sigma", SIGMA)), int(form.get("least", LEAST))
    except ValueError:
        sigma, least = 0.0, 0
    if not (1 <= sigma <= 20 and 1 <= least <= 1_000_000):
        raise AdminError(marked("标准差的倍数须在 1 与 20 之间，网页数须为正整数。"))
    if form.get("kind") == "page":
        return Rule("page", word, SIGMA, 1)
    return Rule("word" if word else "story", word, sigma, least)


ROUTES = [
    Route("/analysis/new", show_new_words),
    Route("/analysis/warnings", show_warnings, methods=["GET"]),
    Route("/analysis/warnings", change_rules, methods=["POST"]),
]
