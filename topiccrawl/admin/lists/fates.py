"""Outcomes of URLs: their pages, drops and grades, and their states in the queue."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import likely_forms, url_key
from topiccrawl.storage import schema
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.view import FrontierLink, find_link
from topiccrawl.storage.rows.row import url_hash

if TYPE_CHECKING:
    from topiccrawl.admin.services import Services

_PAGES, _DROPS, _LABELS = schema.pages.c, schema.drops.c, schema.labels.c


@dataclass
class Fate:
    """What is known of a URL.

    Attributes:
        page: id of its page; None if none is stored.
        grade: the last grade that a person gave it; None: none.
        drops: its rows of `drops`, newest first, with `parts`, the parts of the score.
        link: its entry in the frontier; None if there is none, or it cannot be read from here.
        in_inbox: whether an editor allowed it, and it is not in the queue yet.
    """

    page: int | None = None
    grade: int | None = None
    drops: list[dict[str, Any]] = field(default_factory=list)
    link: FrontierLink | None = None
    in_inbox: bool = False

    @property
    def why(self) -> dict[str, object]:
        """Return the context of its link."""
        found = json.loads(self.link.why or "{}") if self.link is not None else {}
        return found if isinstance(found, dict) else {}

    @property
    def allowed(self) -> bool:
        """Return whether an editor allowed it."""
        parts = self.why.get("priority")
        return self.in_inbox or (isinstance(parts, dict) and "allowed" in parts)

    @property
    def name(self) -> str:
        """Return its state: kept, inbox, waiting, leased, dead, done (visited, not kept) or unknown."""
        if self.page is not None:
            return "kept"
        if self.in_inbox:
            return "inbox"
        return "unknown" if self.link is None else State(self.link.state).name.lower()


def fates(connection: Connection, topic: str, urls: Collection[str]) -> dict[str, Fate]:
    """Return the outcome of each URL, compared literally."""
    found = {url: Fate() for url in urls}
    by_hash = {url_hash(url): fate for url, fate in found.items()}
    hashes = list(by_hash)
    pages = select(_PAGES.id, _PAGES.url_hash).where(_PAGES.topic == topic, _PAGES.url_hash.in_(hashes))
    for row in connection.execute(pages):
        by_hash[row.url_hash].page = row.id
    drops = select(schema.drops).where(_DROPS.topic == topic, _DROPS.url_hash.in_(hashes))
    for drop in connection.execute(drops.order_by(_DROPS.dropped_at.desc(), _DROPS.id.desc())).mappings():
        parts = json.loads(drop["score_parts"] or "{}")
        by_hash[drop["url_hash"]].drops.append({**drop, "parts": parts})
    # The index of labels is by topic and id, and people grade hundreds of pages, not millions.
    labels = select(_LABELS.url_hash, _LABELS.grade).where(_LABELS.topic == topic).order_by(_LABELS.id)
    for label in connection.execute(labels):
        if label.url_hash in by_hash:
            by_hash[label.url_hash].grade = label.grade
    return found


def fate(connection: Connection, topic: str, url: str) -> Fate:
    """Return the outcome of a URL in its likely forms: as given, or canonical with either scheme."""
    found = fates(connection, topic, set(likely_forms(url)))
    whole = found.pop(url)
    for other in found.values():
        whole.page = whole.page or other.page
        whole.grade = other.grade if whole.grade is None else whole.grade
        whole.drops += other.drops
    whole.drops.sort(key=lambda drop: drop["dropped_at"], reverse=True)
    return whole


def add_states(services: Services, topic: str, found: Mapping[str, Fate]) -> None:
    """Add what the frontier and the inbox know of URLs."""
    allowed = services.desk.allowed(topic)
    with suppress(StorageError), services.frontier(topic) as view:  # never crawled, or elsewhere
        for url, one in found.items():
            one.link = find_link(view, url_key(url))
    for url, one in found.items():
        one.in_inbox = url in allowed


def find_drop(connection: Connection, number: int) -> dict[str, Any] | None:
    """Return the columns of a drop by its id; None if there is none."""
    row = connection.execute(select(schema.drops).where(_DROPS.id == number)).mappings().first()
    return None if row is None else dict(row)
