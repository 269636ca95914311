"""Live view of incoming pages (paper C, figure 4)."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, select
from starlette.responses import Response
from starlette.routing import Route

from topiccrawl.admin.accounts.roles import Role
from topiccrawl.admin.lists.pages import PageFilter, find_numbers
from topiccrawl.admin.lists.search_query import Query, rule_query
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.admin.lists.text_search import search
from topiccrawl.admin.pages.filters import chosen_topic
from topiccrawl.admin.web.events import live
from topiccrawl.admin.web.visit import Visit, page
from topiccrawl.corpus.export.drop_reasons import meaning
from topiccrawl.errors import StorageError
from topiccrawl.storage import schema
from topiccrawl.storage.frontier.contract import Counts, State
from topiccrawl.storage.rows.admin.page_index import host_of
from topiccrawl.storage.rows.learned import is_set_aside
from topiccrawl.text.folding import fold

_MOST = 40
_WAITING = 10
"""Links found last that are shown before what has arrived."""
_LOOKED_AT, _LINKS_LOOKED_AT = 2_000, 200
"""Newest drops and open links that are searched."""
_NOT_FETCHED = ("frontier", "links", "unread")
"""Stages that drop links."""


@page(Role.VIEWER)
def watch(visit: Visit) -> Response:
    """Show waiting URLs, those being visited, and the newest pages and drops; updates itself."""
    values = _arrivals(visit)
    return visit.page("watch.html", topics=visit.services.topic_names(), **values)


def follow(visit: Visit) -> str:
    """Return the table as HTML."""
    return visit.part("watch_table.html", **_arrivals(visit))


def _arrivals(visit: Visit) -> dict[str, Any]:
    topic = visit.query("topic")
    if topic not in visit.services.topic_names():  # a crawl that has just started has no page yet
        topic = chosen_topic(visit, topic)
    host, words = visit.query("host")[:255], visit.query("q")[:200]
    query, texts = rule_query(words) if words.strip() else None, visit.services.texts
    rows = visit.services.read(newest, texts, topic, host, query)
    counts, links = _open_links(visit, topic, host, query)
    found = {"rows": rows, "counts": counts, "links": links}
    return {"topic": topic, "host": host, "words": words, **found}


def _open_links(
    visit: Visit, topic: str, host: str, query: Query | None
) -> tuple[Counts | None, list[dict[str, Any]]]:
    """Return how many links are in each state, and those that are open, filtered as pages are.

    Those being fetched, which are few, come before the newest of those that wait. None and none are returned
    if the topic was never crawled, or its frontier is elsewhere.
    """
    try:
        with visit.services.frontier(topic) as view:
            counts, links = view.counts(), view.newest(_LINKS_LOOKED_AT)
    except StorageError:
        return None, []
    fetching: list[dict[str, Any]] = []
    waiting: list[dict[str, Any]] = []
    for link in links:
        why = json.loads(link.why or "{}")
        title = str(why.get("anchor", "")) if isinstance(why, dict) else ""
        row = {"url": link.url, "host": host_of(link.url), "title": title, "score": link.score}
        if host in ("", row["host"]) and (query is None or query.matches(fold(title))):
            (fetching if link.state is State.LEASED else waiting).append(row)
    rows = [row | {"outcome": "fetching"} for row in fetching]
    return counts, rows + [row | {"outcome": "waiting"} for row in waiting[:_WAITING]]


def newest(
    connection: Connection, texts: TextIndex, topic: str, host: str, query: Query | None
) -> list[dict[str, Any]]:
    """Return the newest pages and drops of a topic, newest first.

    With a query, pages whose title or text, and drops whose anchor text, matches it.

    Each has `url`, `at`, `title`, `host`, `outcome` (`kept`, `copy`, `aside`, `dropped`, `link`), `reason`,
    `length` of the text and, for stored pages, `number`.
    """
    chosen = PageFilter(topic=topic, host=host, aside=True)
    if query is None:
        numbers = find_numbers(connection, chosen, _MOST)
    else:
        numbers = search(connection, texts, query, chosen, most=_MOST).numbers[:_MOST]
    pages, index = schema.pages.c, schema.page_index.c
    aside = is_set_aside(pages.id).label("aside")
    columns = select(
        pages.id, pages.url, pages.fetched_at, pages.text, pages.title, index.host, index.copied, aside
    ).join_from(schema.pages, schema.page_index, pages.id == index.page_id)
    rows: list[dict[str, Any]] = [
        {
            "number": row.id,
            "url": row.url,
            "at": row.fetched_at,
            "title": row.title,
            "host": row.host,
            "outcome": "aside" if row.aside else "copy" if row.copied else "kept",
            "reason": "",
            "length": len(row.text),
        }
        for row in connection.execute(columns.where(pages.id.in_(numbers)))
    ]
    rows += _drops(connection, topic, host, query)
    return sorted(rows, key=lambda row: row["at"], reverse=True)[:_MOST]


def _drops(connection: Connection, topic: str, host: str, query: Query | None) -> list[dict[str, Any]]:
    drops = schema.drops.c
    columns = select(
        drops.id, drops.topic, drops.url, drops.anchor, drops.stage, drops.reason, drops.dropped_at
    )
    rows = connection.execute(columns.order_by(drops.id.desc()).limit(_LOOKED_AT))
    found = []
    for row in rows:
        own_host, anchor = host_of(row.url), row.anchor or ""
        if row.topic != topic or host not in ("", own_host):
            continue
        if query is not None and not query.matches(fold(anchor)):
            continue
        found.append(
            {
                "number": None,
                "url": row.url,
                "at": row.dropped_at,
                "title": anchor,
                "host": own_host,
                "outcome": "link" if (row.stage in _NOT_FETCHED or row.reason == "robots") else "dropped",
                "reason": meaning(row.stage, row.reason),
                "length": None,
            }
        )
        if len(found) >= _MOST:
            break
    return found


ROUTES = [Route("/watch", watch), Route("/watch/events", live(follow))]
