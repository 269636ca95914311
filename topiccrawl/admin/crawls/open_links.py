"""URLs that are waiting or being fetched, as rows of the live view."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from topiccrawl.admin.lists.search_query import Query
from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import Counts, State
from topiccrawl.storage.frontier.view import FrontierLink
from topiccrawl.storage.rows.admin.page_index import host_of
from topiccrawl.text.folding import fold

if TYPE_CHECKING:
    from topiccrawl.admin.services import Services

_LOOKED_AT = 200


@dataclass(frozen=True)
class OpenLinks:
    """The links of a topic that are waiting or being fetched.

    Attributes:
        counts: links in each state; None: no frontier can be read from here.
        rows: `url`, `host`, `title` (the anchor text), `score` and `outcome` (`fetching` or `waiting`), those
            being fetched first, then the newest.
    """

    counts: Counts | None = None
    rows: list[dict[str, Any]] = field(default_factory=list)


def open_links(services: Services, topic: str, host: str, query: Query | None, most: int) -> OpenLinks:
    """Return the open links of a topic, filtered by host and by a query of the anchor text.

    Args:
        services: the application's services.
        topic: name of the topic.
        host: only links to this host; empty: all.
        query: only links whose anchor text matches it; None: all.
        most: maximum number of waiting links; those being fetched are few.
    """
    try:
        with services.frontier(topic) as view:
            counts, links = view.counts(), view.newest(_LOOKED_AT)
    except StorageError:  # never crawled, or its frontier is elsewhere
        return OpenLinks()
    rows = [
        row
        for row in _rows(links)
        if host in ("", row["host"]) and (query is None or query.matches(fold(row["title"])))
    ]
    visited = [row for row in rows if row["outcome"] == "fetching"]
    return OpenLinks(counts, [*visited, *[row for row in rows if row["outcome"] == "waiting"][:most]])


def _rows(links: list[FrontierLink]) -> Iterator[dict[str, Any]]:
    for link in links:
        why = json.loads(link.why or "{}")
        yield {
            "url": link.url,
            "host": host_of(link.url),
            "title": str(why.get("anchor", "")) if isinstance(why, dict) else "",
            "score": link.score,
            "outcome": "fetching" if link.state is State.LEASED else "waiting",
        }
