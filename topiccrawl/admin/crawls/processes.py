"""Crawls as processes of this machine."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError

_TAIL_BYTES = 64 * 1024
_UNSAFE = re.compile(r"[^\w.-]")


class CrawlProcesses:
    """Starts crawls, whose output goes to files of a folder; they go on when the application ends.

    Args:
        database: URL of their database.
        redis: URL of their Redis server; empty: none.
        logs: the folder.
        variables: further variables of their environment.
    """

    def __init__(
        self, database: str, redis: str, logs: Path, variables: Mapping[str, str] | None = None
    ) -> None:
        self._database = database
        self._redis = redis
        self._logs = logs
        self._variables = dict(variables or {})
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._lock = threading.Lock()

    def start(self, topic: str, place: str, *, pages: int = 0, fresh: bool = False) -> None:
        """Start the crawl of a topic.

        Args:
            topic: its name.
            place: its name or folder, as `topiccrawl crawl` takes it.
            pages: number of pages after which it ends; 0: no limit.
            fresh: forget the links of earlier crawls.

        Raises:
            AdminError: one that was started here is running.
        """
        with self._lock:
            if self._is_running(topic):
                raise AdminError(marked("这个主题正在采集。"))
            words = [sys.executable, "-m", "topiccrawl", "crawl", place]
            words += ["--fresh"] if fresh else []
            words += ["-s", f"CLOSESPIDER_PAGECOUNT={pages}"] if pages else []
            environment = os.environ | {"TOPICCRAWL_DATABASE_URL": self._database, "NO_COLOR": "1"}
            environment |= {"TOPICCRAWL_REDIS_URL": self._redis} if self._redis else {}
            self._logs.mkdir(parents=True, exist_ok=True)
            with self._log(topic, datetime.now(UTC)).open("ab") as log:
                # A session of its own: Ctrl-C on the terminal of the application does not end the crawl.
                self._running[topic] = subprocess.Popen(  # noqa: S603 - words of our own
                    words,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    env=environment | self._variables,
                    start_new_session=True,
                )

    def is_running(self, topic: str) -> bool:
        """Return whether a crawl that was started here is running."""
        with self._lock:
            return self._is_running(topic)

    def exit_code(self, topic: str) -> int | None:
        """Return the exit code of the last crawl started here; None while it runs, or without one."""
        process = self._running.get(topic)
        return None if process is None else process.poll()

    def terminate(self, topic: str) -> None:
        """Ask a crawl that was started here to end; pages in flight are finished."""
        process = self._running.get(topic)
        if process is not None and process.poll() is None:
            process.terminate()

    def log_tail(self, topic: str, lines: int = 60) -> list[str]:
        """Return the last lines of the newest log of a topic."""
        files = sorted(self._logs.glob(f"{_UNSAFE.sub('_', topic)}@*.log"))
        if not files:
            return []
        with files[-1].open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL_BYTES))
            text = file.read().decode("utf-8", "replace")
        return text.splitlines()[-lines:]

    def _is_running(self, topic: str) -> bool:
        process = self._running.get(topic)
        return process is not None and process.poll() is None

    def _log(self, topic: str, at: datetime) -> Path:
        return self._logs / f"{_UNSAFE.sub('_', topic)}@{at:%Y%m%d-%H%M%S}.log"
