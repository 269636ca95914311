"""Schedulers that kill their process between the rows of a page and its end; crawls of the tests load them."""

from __future__ import annotations

import os
import signal

from scrapy.spiders import Spider

from topiccrawl.page.canonical_url import url_key
from topiccrawl.scheduler import FocusedScheduler
from topiccrawl.storage.frontier.contract import Frontier


class KilledBeforeLetter(FocusedScheduler):
    """Kills the process when the rows of a page are committed and its dead letter is next."""

    kills_before = True

    def open_frontier(self, spider: Spider) -> Frontier[bytes] | None:
        frontier = super().open_frontier(spider)
        failed = frontier.failed

        def fail(key: bytes, reason: str) -> bool:
            is_last = frontier.is_last_attempt(key)
            if is_last and self.kills_before:
                os.kill(os.getpid(), signal.SIGKILL)
            given_up = failed(key, reason)
            if is_last:
                os.kill(os.getpid(), signal.SIGKILL)
            return given_up

        frontier.failed = fail  # type: ignore[method-assign]
        return frontier


class KilledAfterLetter(KilledBeforeLetter):
    """Kills the process when the frontier has the dead letter, but has perhaps not committed it."""

    kills_before = False


class KilledBeforeWeakPageIsDone(FocusedScheduler):
    """Kills the process when the row of a page whose verdict waits is committed, and its link is not done."""

    url = "http://news.test/weak.html"

    def open_frontier(self, spider: Spider) -> Frontier[bytes] | None:
        frontier = super().open_frontier(spider)
        done = frontier.done

        def end(key: bytes) -> None:
            if key == url_key(self.url):
                os.kill(os.getpid(), signal.SIGKILL)
            done(key)

        frontier.done = end  # type: ignore[method-assign]
        return frontier
