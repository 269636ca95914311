"""What pages ask to be written: through the inbox of a crawl, or at once where no crawl has the file."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from contextlib import closing

from topiccrawl.calibration.graded_pages import RELEVANT
from topiccrawl.corpus.labels import write_labels
from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import url_key
from topiccrawl.storage.frontier.view import ALL, FrontierView
from topiccrawl.storage.frontier_views import open_frontier_view
from topiccrawl.storage.inbox import ALLOW, KEEP, LABEL, REQUEUE, Inbox, Message

logger = logging.getLogger(__name__)


class AdminDesk:
    """Leaves grades, dead links and allowed URLs in the inbox, and carries messages out where no crawl will.

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

    def allow(self, topic: str, url: str, how: str, *, anchor: str = "", parent_url: str = "") -> None:
        """Let a URL that was left out be fetched, by the crawl that runs or the next one.

        Args:
            topic: name of the topic.
            url: the URL.
            how: `FETCH`: its page is judged as any other; `KEEP`: it is kept, and graded as relevant.
            anchor: anchor text of the link that was left out.
            parent_url: the page with that link.
        """
        if how == KEEP:
            self.label(topic, url, RELEVANT)
        self.inbox.send(topic, ALLOW, {"url": url, "how": how, "anchor": anchor, "parent_url": parent_url})

    def allowed(self, topic: str) -> dict[str, str]:
        """Return the URLs of a topic that are allowed and not in a queue yet, and how."""
        messages = self.inbox.messages(topic, kinds=(ALLOW,))
        return {str(one.body.get("url", "")): str(one.body.get("how", "")) for one in messages}

    def settle(self, topic: str) -> int:
        """Carry out the messages of a topic without a crawl; return how many.

        Allowed URLs stay for the next crawl: only a crawl fetches, with its checks of addresses and
        robots.txt.

        Raises:
            StorageError: the database cannot be written, as when a crawl begins just now; they wait.
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
