"""What pages ask to be written: through the inbox of a crawl, or at once where no crawl has the file."""

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
from topiccrawl.storage.inbox import LABEL, REQUEUE, Inbox, Message

logger = logging.getLogger(__name__)


class AdminDesk:
    """Leaves grades and dead links in the inbox, and carries messages out where no crawl will.

    A crawl that runs works on its inbox every few seconds. `settle` is for all other times; it must not be
    called for a topic whose crawl runs.

    Args:
        database: URL of the crawls' database.
        redis: URL of their Redis server; empty: none.
    """

    def __init__(self, database: str, redis: str = "") -> None:
        self._database = database
        self._redis = redis
        self._settling = threading.Lock()
        self.inbox = Inbox(database, create=True)

    def label(self, topic: str, url: str, grade: int) -> None:
        """Store the grade of a page, now or when the crawl looks into its inbox."""
        self.inbox.send(topic, LABEL, {url: grade})

    def requeue(self, topic: str, urls: list[str], reason: str = "") -> None:
        """Let dead links wait again; without URLs, all of a reason."""
        self.inbox.send(topic, REQUEUE, {"urls": urls, "reason": reason})

    def settle(self, topic: str) -> int:
        """Carry out the messages of a topic without a crawl; return how many.

        Raises:
            StorageError: the database cannot be written, as when a crawl begins just now; they wait.
        """
        done = 0
        with self._settling:
            for message in self.inbox.messages(topic):
                self._carry_out(message)
                self.inbox.remove([message])
                done += 1
        return done

    def close(self) -> None:
        """Close the inbox."""
        self.inbox.close()

    def _carry_out(self, message: Message) -> None:
        if message.kind == LABEL:
            write_labels(
                self._database, message.topic, {str(url): int(grade) for url, grade in message.body.items()}
            )
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
