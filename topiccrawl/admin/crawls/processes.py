"""Crawls and other commands as processes of this machine."""

from __future__ import annotations

import fcntl
import hashlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from topiccrawl.admin.crawls.log_language import retold
from topiccrawl.admin.topics import KnownTopic
from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError
from topiccrawl.text.language import VARIABLES
from topiccrawl.text.progress import LINES, PROGRESS_VARIABLE, read_progress

_TAIL_BYTES = 64 * 1024
_MOST_BYTES, _MOST_RECORDS = 8 * 2**20, 500
"""How much of the end of a log is searched, and how many of the records that are found are shown."""
_RECORD = re.compile(r"\n(?=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[)")
_LOG_TIME = "%Y%m%d-%H%M%S"
_UNSAFE = re.compile(r"[^\w.-]")


@dataclass(frozen=True, slots=True)
class Job:
    """A command.

    Attributes:
        command: the command line.
        running: whether it runs.
        done: completed units of its current step.
        total: all units of the step; 0: not known.
        code: its exit code; None while it runs, or if an earlier start of the application began it.
        log: its last lines.
    """

    command: str
    running: bool
    done: int
    total: int
    code: int | None
    log: tuple[str, ...]


class CrawlProcesses:
    """Starts commands that outlive the application; their output goes to files in a folder.

    Each process holds a lock, by which a restarted application recognises that it is still running.

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

    def start(
        self,
        topic: KnownTopic,
        *,
        pages: int = 0,
        fresh: bool = False,
        revisit: bool = False,
        language: str = "",
    ) -> str:
        """Start the crawl of a topic; it has no id.

        Args:
            topic: the topic.
            pages: number of pages after which it ends; 0: no limit.
            fresh: forget the links of earlier crawls.
            revisit: ask again for lists that may have changed, as `topiccrawl watch` does.
            language: of its log, see `launch`.

        Raises:
            AdminError: one that was started here is running.
        """
        words = ["crawl", topic.place, "--steps", *(["--revisit"] if revisit else [])]
        words += ["--fresh"] if fresh else []
        words += ["-s", f"CLOSESPIDER_PAGECOUNT={pages}"] if pages else []
        self.launch(topic.name, words, language)
        return ""

    def launch(self, name: str, words: Sequence[str], language: str = "") -> None:
        """Start a command of topiccrawl.

        Args:
            name: its name; only one command with a name runs at a time.
            words: the command and its arguments.
            language: `zh` or `en`, of what it says; empty: that of the environment, Chinese if it names none.

        Raises:
            AdminError: one of this name is running.
        """
        with self._lock, self._claimed(name) as claim:
            environment = os.environ | {"TOPICCRAWL_DATABASE_URL": self._database, "NO_COLOR": "1"}
            environment |= {"TOPICCRAWL_REDIS_URL": self._redis} if self._redis else {}
            environment |= {PROGRESS_VARIABLE: LINES, "TZ": "CST-8"}  # logs have China's time, as the pages
            environment = _speaking(environment, language)
            with self._log(name, datetime.now(UTC)).open("ab") as log:
                log.write(f"topiccrawl {' '.join(words)}\n".encode())
                log.flush()
                # A session of its own: Ctrl-C on the terminal of the application does not end the crawl.
                self._running[name] = subprocess.Popen(  # noqa: S603 - words of our own
                    [sys.executable, "-m", "topiccrawl", *words],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    env=environment | self._variables,
                    start_new_session=True,
                    pass_fds=(claim,),
                )

    def is_running(self, name: str) -> bool:
        """Return whether a crawl or command is running, even if an earlier application process started it."""
        with self._lock:
            process = self._running.get(name)
            if process is not None and process.poll() is None:
                return True
            file = self._lock_file(name)
            if not file.exists():
                return False
            try:
                with self._claimed(name):
                    return False
            except AdminError:
                return True

    def exit_code(self, name: str) -> int | None:
        """Return the exit code of the last process with a name; None while it runs, or if there was none."""
        process = self._running.get(name)
        return None if process is None else process.poll()

    def terminate(self, name: str) -> None:
        """Ask a process to end; pages in flight are finished."""
        process = self._running.get(name)
        if process is not None and process.poll() is None:
            process.terminate()

    def command(self, name: str) -> str | None:
        """Return the command line in the newest log of a topic or command; None without a log."""
        file = self._newest_log(name)
        if file is None:
            return None
        with file.open("rb") as log:
            return log.readline(_TAIL_BYTES).decode("utf-8", "replace").strip()

    def last_job(self, name: str, language: str) -> Job | None:
        """Return the last command of a name, its lines in a language; None if there was none."""
        if (command := self.command(name)) is None:
            return None
        lines = self.log_tail(name)
        found = [progress for line in lines if (progress := read_progress(line)) is not None]
        _, done, total = found[-1] if found else ("", 0, 0)
        shown = tuple(retold(line, language) for line in lines if read_progress(line) is None)
        return Job(command, self.is_running(name), done, total, self.exit_code(name), shown)

    def launched_at(self, name: str) -> datetime | None:
        """Return when the last process of a name was started, to the second; None without one."""
        file = self._newest_log(name)
        return None if file is None else _started(file)

    def log_tail(self, name: str, lines: int = 60) -> list[str]:
        """Return the last lines of the newest log of a topic or command."""
        newest = self._newest_log(name)
        return [] if newest is None else _end(newest, _TAIL_BYTES).splitlines()[-lines:]

    def logs(self, name: str) -> list[tuple[str, datetime]]:
        """Return key and start of the runs of a topic or command that have a log, newest first."""
        files = sorted(self._log_files(name), reverse=True)
        return [(file.stem.rpartition("@")[2], _started(file)) for file in files]

    def log_records(
        self, name: str, key: str, language: str, words: str = "", levels: Sequence[str] = ()
    ) -> list[str]:
        """Return the last records of a run's log, each with its further lines.

        Args:
            name: of a topic or command.
            key: of the run.
            language: `zh` or `en`, of the records.
            words: text that they have, each of several.
            levels: names of their levels; empty: all, also lines without one.
        """
        file = next((one for one in self._log_files(name) if one.stem.endswith(f"@{key}")), None)
        if file is None:
            return []
        of_level = (
            one.rstrip()
            for one in reversed(_RECORD.split(_end(file, _MOST_BYTES)))
            if not levels or any(f"] {level}: " in one.partition("\n")[0] for level in levels)
        )
        told = (retold(one, language) for one in of_level)
        found = (one for one in told if all(word in one.lower() for word in words.lower().split()))
        return list(islice(found, _MOST_RECORDS))[::-1]

    def _log_files(self, name: str) -> Iterator[Path]:
        return self._logs.glob(f"{_UNSAFE.sub('_', name)}@*.log")

    def _newest_log(self, name: str) -> Path | None:
        return max(self._log_files(name), default=None)

    @contextmanager
    def _claimed(self, name: str) -> Iterator[int]:
        """Yield the open lock for a name; a child that inherits it holds it until it exits."""
        self._logs.mkdir(parents=True, exist_ok=True)
        claim = os.open(self._lock_file(name), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(claim)
            raise AdminError(marked("这个主题正在采集。")) from None
        try:
            yield claim
        finally:
            os.close(claim)

    def _lock_file(self, name: str) -> Path:
        return self._logs / f"{hashlib.sha256(name.encode()).hexdigest()[:16]}.lock"

    def _log(self, name: str, at: datetime) -> Path:
        return self._logs / f"{_UNSAFE.sub('_', name)}@{at:{_LOG_TIME}}.log"


def _started(log: Path) -> datetime:
    """Return when the process of a log was started."""
    return datetime.strptime(log.stem.rpartition("@")[2], _LOG_TIME).replace(tzinfo=UTC)


def _end(log: Path, most: int) -> str:
    """Return at most so many bytes of the end of a file."""
    with log.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - most))
        return file.read().decode("utf-8", "replace")


def _speaking(variables: Mapping[str, str], language: str) -> dict[str, str]:
    """Return an environment for messages in a language; without one they are Chinese unless it names another.

    >>> _speaking({"LC_ALL": "C"}, ""), _speaking({"LANG": "zh_CN.UTF-8"}, "en")["LC_MESSAGES"]
    ({'LC_CTYPE': 'C.UTF-8', 'LC_MESSAGES': 'zh_CN.UTF-8'}, 'C.UTF-8')
    """
    locale = next((variables[name] for name in VARIABLES if variables.get(name)), "")
    if not language and locale.split(".")[0] not in ("", "C", "POSIX"):
        return dict(variables)
    kept = {name: value for name, value in variables.items() if name != "LC_ALL"}
    messages = "C.UTF-8" if language == "en" else "zh_CN.UTF-8"
    return kept | {"LC_CTYPE": "C.UTF-8", "LC_MESSAGES": messages}
