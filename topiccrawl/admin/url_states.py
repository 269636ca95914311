"""States of URLs: allowed, queued, stored or dropped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topiccrawl.admin.lists.fates import Fate
from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.view import FrontierLink

if TYPE_CHECKING:
    from topiccrawl.admin.services import Services


@dataclass(frozen=True)
class UrlState:
    """The state of a URL.

    Attributes:
        name: "kept", "inbox" (allowed, not in the queue yet), "waiting", "leased", "dead", "done" (visited,
            not kept) or "unknown" (no crawl has queued it).
        allowed: whether an editor allowed it.
        page: id of its page.
        grade: the grade that a person gave it.
        link: its entry in the frontier.
        why: the context of the link.
    """

    name: str
    allowed: bool = False
    page: int | None = None
    grade: int | None = None
    link: FrontierLink | None = None
    why: Mapping[str, object] = field(default_factory=dict)


def url_states(services: Services, topic: str, found: Mapping[str, Fate]) -> dict[str, UrlState]:
    """Return the state of each URL."""
    in_inbox = services.desk.allowed(topic)
    links = frontier_links(services, topic, list(found))
    return {url: _state(one, links.get(url), url in in_inbox) for url, one in found.items()}


def frontier_links(services: Services, topic: str, urls: list[str]) -> dict[str, FrontierLink]:
    """Return the frontier's entries for URLs; empty if the frontier cannot be read from here."""
    try:
        with services.frontier(topic) as view:
            links = {url: view.find(url_key(url)) for url in urls}
    except StorageError:  # never crawled, or its frontier is elsewhere
        return {}
    return {url: link for url, link in links.items() if link is not None}


def _state(one: Fate, link: FrontierLink | None, in_inbox: bool) -> UrlState:
    why = _context(link)
    parts = why.get("priority")
    allowed = in_inbox or (isinstance(parts, dict) and "allowed" in parts)
    if one.page is not None:
        name = "kept"
    elif in_inbox:
        name = "inbox"
    else:
        name = "unknown" if link is None else State(link.state).name.lower()
    return UrlState(name, allowed, one.page, one.grade, link, why)


def _context(link: FrontierLink | None) -> dict[str, object]:
    found = json.loads(link.why or "{}") if link is not None else {}
    return found if isinstance(found, dict) else {}
