"""Crawls as processes that may be killed: each life is one process, and the next goes on where it ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from benchmarks.measuring import PROJECT

QUICK = {
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "False",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "8",
    "TOPICCRAWL_ALLOW_PRIVATE": "True",
    "TOPICCRAWL_PATIENCE": "0",
    "RETRY_TIMES": "1",
}
"""Settings for sites on this machine: no pauses."""
PATIENCE = 600.0
"""Seconds after which a process that has not ended counts as hanging."""
_POLL = 0.01


class HangingError(Exception):
    """A process did not end, or did not come as far as it should, in time."""


@dataclass
class Life:
    """A running process, and what it took when it has ended.

    Attributes:
        log: what it says.
        started: clock time.
        code: exit code; of a killed one the negative number of the signal; None while it runs.
        seconds: from start to end.
        cpu: processor seconds, of user and system.
        peak: most memory it held, in MB.
    """

    process: subprocess.Popen[bytes]
    log: Path
    started: float
    code: int | None = None
    seconds: float = 0.0
    cpu: float = 0.0
    peak: float = 0.0

    @property
    def runs(self) -> bool:
        """Whether it has not ended; takes note of its end."""
        if self.code is None:
            pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            if pid:
                self.code = self.process.returncode = os.waitstatus_to_exitcode(status)
                self.seconds = time.time() - self.started
                self.cpu = usage.ru_utime + usage.ru_stime
                self.peak = usage.ru_maxrss / 1024
        return self.code is None

    def signal(self, number: int) -> None:
        """Send a signal, if it still runs."""
        if self.runs:
            os.kill(self.process.pid, number)

    def kill(self) -> None:
        """End it as a power cut would, stopped or not, and wait until it is gone."""
        self.signal(signal.SIGKILL)
        self.wait()

    def wait(self, seconds: float = PATIENCE) -> int:
        """Wait for its end; gives the exit code.

        Raises:
            HangingError: it did not end; it is killed then.
        """
        self.until(lambda: False, seconds)
        assert self.code is not None
        return self.code

    def until(self, reached: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Wait until something is reached; False when the process ended before.

        Raises:
            HangingError: neither happened in time; the process is killed.
        """
        end = time.monotonic() + seconds
        while not reached():
            if not self.runs:
                return False
            if time.monotonic() > end:
                self.process.kill()
                raise HangingError(f"no end after {seconds:.0f} s; it said last:\n{self.said()[-1500:]}")
            time.sleep(_POLL)
        return True

    def cpu_so_far(self) -> float:
        """Processor seconds of a process that runs, from its start until now."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def said(self) -> str:
        """Its log so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")


@dataclass
class Lives:
    """Starts processes in a folder of their own and sees to it that none is left.

    Attributes:
        folder: where they run, and where the log of each life is.
        environment: variables above those of `crawl_environment`; an empty one is taken out.
    """

    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    all: list[Life] = field(default_factory=list)
    _stack: ExitStack = field(default_factory=ExitStack)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def start(self, arguments: Sequence[str], name: str = "life") -> Life:
        """Start `python -m ARGUMENTS`."""
        log = self.folder / f"{name}-{len(self.all):03}.log"
        variables = crawl_environment() | dict(self.environment)
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", *arguments],
                cwd=self.folder,
                env={name: value for name, value in variables.items() if value},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        life = Life(process, log, time.time())
        self.all.append(life)
        self._stack.callback(life.kill)
        return life


def crawl_environment() -> dict[str, str]:
    """The environment of a crawl that finds the project from any folder and uses no proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    paths = filter(None, (str(PROJECT), os.environ.get("PYTHONPATH")))
    return kept | {"SCRAPY_SETTINGS_MODULE": "topiccrawl.settings", "PYTHONPATH": os.pathsep.join(paths)}


def topic_crawl(topic: Path, settings: Mapping[str, str] | None = None) -> list[str]:
    """The arguments of `python -m` for a crawl of a topic folder; `settings` win over `QUICK`."""
    chosen = QUICK | dict(settings or {})
    options = [part for name, value in chosen.items() for part in ("-s", f"{name}={value}")]
    return ["scrapy", "crawl", "topic", "-a", f"topic={topic}", *options]
