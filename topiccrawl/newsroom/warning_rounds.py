"""Periodic sending of due warnings while the application runs, as by `topiccrawl warn`."""

from __future__ import annotations

import logging
import threading
from datetime import datetime

from topiccrawl.admin.lists.notes import Notes
from topiccrawl.admin.lists.text_index import TextIndex
from topiccrawl.admin.rounds import Rounds
from topiccrawl.admin.services import Services
from topiccrawl.errors import TopiccrawlError
from topiccrawl.newsroom.analysis.due_warnings import due_warnings, send_due
from topiccrawl.newsroom.analysis.rule import rules_of
from topiccrawl.reporting.monitoring.webhooks import Send
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.text.language import marked

logger = logging.getLogger(__name__)

MINUTES = 5
"""Interval of the rounds in minutes."""


def warnings_of(services: Services) -> WarningRounds:
    """Return the rounds of an application, made when first asked for."""
    if (known := services.added.get("warnings")) is None:
        known = services.added["warnings"] = WarningRounds(
            services.store, services.texts, services.notes, services.send
        )
    assert isinstance(known, WarningRounds)
    return known


class WarningRounds(Rounds):
    """Checks the rules of all topics every few minutes and on demand, and sends each warning once.

    Args:
        store: the corpus.
        texts: the index of its texts.
        notes: the rules, and the warnings sent so far.
        send: sends a warning; None: no webhook is configured.
    """

    def __init__(self, store: CorpusStore, texts: TextIndex, notes: Notes, send: Send | None) -> None:
        super().__init__("warnings", MINUTES * 60, marked("warnings wait: %s"))
        self._store = store
        self._texts = texts
        self._notes = notes
        self._send = send
        self._turn = threading.Lock()

    @property
    def can_send(self) -> bool:
        """Whether a webhook is configured."""
        return self._send is not None

    def send(self, topic: str) -> tuple[int, int]:
        """Send the due warnings of a topic; return the numbers of delivered and failed ones.

        Raises:
            StorageError: the database cannot be read.
            AdminError: not all texts are indexed yet.
        """
        if self._send is None:
            return 0, 0
        rules = rules_of(self._notes.rules(topic))
        with self._turn:  # or the button and the thread might send the same ones
            with self._store.reading() as connection:
                due = due_warnings(connection, self._texts, self._notes, topic, rules)
            return send_due(due, self._notes, self._send)

    def begin(self) -> None:
        """Start the thread, if a webhook is configured."""
        if self._send is not None:
            super().begin()

    def look(self, now: datetime) -> None:
        """Send what is due in each topic; one whose warnings fail does not hold up the others.

        Raises:
            StorageError: the topics cannot be read.
        """
        for topic in self._store.topics():
            try:
                self.send(topic)
            except TopiccrawlError as error:
                logger.warning("warnings of %s wait: %s", topic, error)
            except Exception:  # a bug here must not end the rounds
                logger.exception("warnings of %s failed; trying again", topic)
