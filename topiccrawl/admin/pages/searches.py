"""Searches in whole texts: what a form asks for, and searches that users saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlencode

from sqlalchemy import Connection
from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.page_filter import PageFilter
from topiccrawl.admin.lists.pages import newest_page
from topiccrawl.admin.lists.quality_filter import MOST_LOOKED_AT, QualityLimits, within_limits
from topiccrawl.admin.lists.search_query import Group, Query, rule_query
from topiccrawl.admin.lists.text_search import Hits, search
from topiccrawl.admin.pages.filters import NAMES, chosen_tag, described, page_filter, quality_limits
from topiccrawl.admin.services import Services
from topiccrawl.admin.web.language import marked
from topiccrawl.admin.web.typed import Typed
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.errors import AdminError
from topiccrawl.text.files.limits import whole_number

_MOST_SAVED = 30
_AGE = timedelta(minutes=1)


@dataclass(frozen=True)
class Wanted:
    """What a form asks for.

    Attributes:
        words: what the form searches for.
        chosen: the filters; of a tag without a rule, only its pages.
        limits: of quality.
        query: what whole texts must match, with the rule of the tag; None: anything.
        tag: the row of the tag; None: any.
    """

    words: str
    chosen: PageFilter
    limits: QualityLimits
    query: Query | None
    tag: Mapping[str, Any] | None


def wanted(services: Services, topic: str, typed: Typed) -> Wanted:
    """Return what a form asks for.

    Raises:
        InputError: a field cannot be read.
    """
    chosen, limits, query = page_filter(topic, typed), quality_limits(typed), typed.search("q")
    typed.check()
    if (tag := chosen_tag(services.notes, topic, typed.text("tag"))) is None:
        pass
    elif tag["words"]:
        rule = rule_query(tag["words"])
        query = rule if query is None else Group("all", (query, rule))
    else:
        chosen = replace(chosen, among=tuple(services.notes.tagged(tag["id"])))
    return Wanted(typed.text("q"), chosen, limits, query, tag)


def find_hits(
    connection: Connection, services: Services, asked: Wanted, query: Query, order: str = ""
) -> Hits:
    """Return the pages that a form with words asks for."""
    hits = search(connection, services.texts, query, asked.chosen, order)
    if not asked.limits:
        return hits
    some = hits.numbers[:MOST_LOOKED_AT]
    within = within_limits(connection, some, asked.limits)
    numbers = [number for number in some if number in within]
    return Hits(numbers, len(numbers), hits.is_more or len(some) < hits.total, hits.indexed)


def saved_searches(visit: Visit, topic: str) -> list[dict[str, Any]]:
    """Return the searches that the user saved, each with its new hits."""
    services, found = visit.services, []
    newest = services.read(newest_page)  # a count is shown until another page is stored
    for row in services.notes.searches(topic, visit.name):
        asked = wanted(services, topic, _typed(row["filters"]))
        tag = asked.tag["name"] if asked.tag else ""
        line = described(asked.words, asked.chosen, asked.limits, tag, visit.translate)
        count = partial(_count_new, services, asked, row["last_page"])
        new = services.counts.get(("search", row["id"], row["last_page"], newest), _AGE, count).value
        found.append({"id": row["id"], "line": line, "new": new})
    return found


@page(Role.VIEWER)
def change_searches(visit: Visit) -> Response:
    """Save a search, look at one, or delete one."""
    services, name, form = visit.services, visit.name, visit.form
    topic, newest = form.get("topic", ""), visit.services.read(newest_page)
    number = whole_number(form.get("look", "") or form.get("new", "") or form.get("remove", ""))
    if topic not in services.stored_topics():
        raise AdminError(marked("没有这个主题。"))
    rows = {row["id"]: row for row in services.notes.searches(topic, name)}
    if number is not None:
        if number not in rows:
            raise AdminError(marked("没有这个检索：它可能已被删除。"))
        if not form.get("remove"):
            services.notes.mark_search(number, newest)
            after = f"&after={rows[number]['last_page']}" if form.get("new") else ""
            return visit.go(f"/pages?{rows[number]['filters']}{after}")
        services.notes.remove_search(number)
        return visit.go("/pages?" + urlencode({"topic": topic}), "removed")
    given = parse_qs(form.get("filters", ""))
    own = {key: given[key][0] for key in NAMES if key in given and key != "after"}
    filters = urlencode(own | {"topic": topic})
    if wanted(services, topic, _typed(filters)).query is None:
        raise AdminError(marked("没有可以保存的检索：请先查找。"))
    if len(rows) >= _MOST_SAVED:
        raise AdminError(marked("保存的检索已达上限，请先删除一些。"))
    if filters not in {row["filters"] for row in rows.values()}:
        services.notes.save_search(topic, name, filters, newest)
    return visit.go(f"/pages?{filters}", "saved")


def _count_new(services: Services, asked: Wanted, after: int) -> Hits | None:
    query, new = asked.query, replace(asked, chosen=replace(asked.chosen, after=after))
    if query is None:
        return None
    return services.read(find_hits, services, new, query)


def _typed(filters: str) -> Typed:
    values = parse_qs(filters)
    return Typed(lambda name: values.get(name, [""])[0])


ROUTES = [Route("/searches", change_searches, methods=["POST"])]
