"""Work that is repeated in a thread while the application runs."""

from __future__ import annotations

import logging
import threading
from datetime import UTC, datetime

from topiccrawl.errors import TopiccrawlError

logger = logging.getLogger(__name__)


class Rounds:
    """Base class of what looks every few seconds whether there is something to do.

    Args:
        name: of the thread.
        interval: seconds between two looks.
        waits: template of the log line for an error.
    """

    def __init__(self, name: str, interval: float, waits: str) -> None:
        self._interval = interval
        self._waits = waits
        self._wake = threading.Event()
        self._stopped = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def look(self, now: datetime) -> None:
        """Do what is due; an error is logged, and the next look tries again."""
        raise NotImplementedError

    def begin(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop the thread after its current look."""
        self._stopped = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stopped:
            self._wake.wait(self._interval)
            self._wake.clear()
            if self._stopped:
                return
            try:
                self.look(datetime.now(UTC))
            except TopiccrawlError as error:
                logger.warning(self._waits, error)
            except Exception as error:  # a bug here must not end the thread
                logger.exception(self._waits, error)
