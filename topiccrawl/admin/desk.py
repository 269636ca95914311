"""Writes requested from the pages: queued in a running crawl's inbox, or applied directly."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from contextlib import closing

from topiccrawl.corpus.labels import write_labels
from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage.frontier.view import ALL, FrontierView
from topiccrawl.storage.frontier_views import open_frontier_view
from topiccrawl.storage.inbox import ALLOW, KEEP, LABEL, REQUEUE, Inbox, Message
from topiccrawl.topics.calibration.graded_pages import RELEVANT

logger = logging.getLogger(__name__)


class AdminDesk:
    """Queues grades, dead links and allowed URLs in the inbox, and applies them when no crawl is running.

    A running crawl processes its inbox every few seconds. `settle` does so without a crawl; it must not be
    called for a topic whose crawl is running.

    Args:
        database: URL of the crawls' database.
        redis: URL of their Redis server; empty: none.
    """

    def __init__(self, database: str, redis: str = "") -> None:
        self._database = database
        self._redis = redis
        self._settling = threading.Lock()
        self.inbox = Inbox(database, create=True)

    def label(self, topic: str, url: str, grade: int | None) -> None:
        """Store the grade of a page, now or when the crawl next reads its inbox; None takes it back."""
        self.inbox.send(topic, LABEL, {url: grade})

    def requeue(self, topic: str, urls: list[str], reason: str = "") -> None:
        """Requeue dead links: the given URLs, or all with the reason."""
        self.inbox.send(topic, REQUEUE, {"urls": urls, "reason": reason})

    def allow(self, topic: str, url: str, how: str, *, anchor: str = "", parent_url: str = "") -> None:
        """Allow a URL that was dropped; the running crawl or the next one fetches it.

        Args:
            topic: name of the topic.
            url: the URL.
            how: `FETCH`: judge its page like any other; `KEEP`: keep it and grade it as relevant.
            anchor: anchor text of the dropped link.
            parent_url: the page with that link.
        """
        if how == KEEP:
            self.label(topic, url, RELEVANT)
        self.inbox.send(topic, ALLOW, {"url": url, "how": how, "anchor": anchor, "parent_url": parent_url})

    def waiting_grades(self, topic: str) -> dict[str, int | None]:
        """Return the grades by URL that a running crawl has not stored yet; None takes one back."""
        found: dict[str, int | None] = {}
        for message in self.inbox.messages(topic, kinds=(LABEL,)):
            found |= _grades(message)
        return found

    def allowed(self, topic: str) -> dict[str, str]:
        """Return the allowed URLs of a topic that are not queued yet, with how each was allowed."""
        messages = self.inbox.messages(topic, kinds=(ALLOW,))
        return {str(one.body.get("url", "")): str(one.body.get("how", "")) for one in messages}

    def settle(self, topic: str) -> int:
        """Apply the messages of a topic that has no running crawl; return their number.

        Allowed URLs stay for the next crawl: only a crawl fetches, with its checks of addresses and
        robots.txt.

        Raises:
            StorageError: the database cannot be written, for example because a crawl has just started; the
                messages stay in the inbox.
        """
        done = 0
        with self._settling:
            for message in self.inbox.messages(topic, kinds=(LABEL, REQUEUE)):
                self._carry_out(message)
                self.inbox.remove([message])
                done += 1
        return done

    def close(self) -> None:
        """Close the inbox."""
        self.inbox.close()

    def _carry_out(self, message: Message) -> None:
        if message.kind == LABEL:
            write_labels(self._database, message.topic, _grades(message))
        elif message.kind == REQUEUE:
            self._requeue(message.topic, message.body)

    def _requeue(self, topic: str, body: Mapping[str, object]) -> None:
        given = body.get("urls")
        urls = frozenset(map(str, given)) if isinstance(given, list) else frozenset()
        try:
            view: FrontierView = open_frontier_view(topic, self._database, self._redis)
        except StorageError as error:
            logger.warning("dead links of %s cannot wait again: %s", topic, error)
            return
        with closing(view):
            dead = view.dead(ALL, reason=str(body.get("reason", "")))
            keys = {url_key(url) for url in urls}
            view.requeue(link.key for link in dead if not urls or link.url in urls or link.key in keys)


def _grades(message: Message) -> dict[str, int | None]:
    return {str(url): None if grade is None else int(grade) for url, grade in message.body.items()}
