"""Crawls as processes that may be killed: each life is one process, and the next goes on where it ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
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
        cpu: processor seconds, of user and system, its children included.
        peak: most memory it or one of its children held, in MB.
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
        """Send a signal to the process that was started, if it still runs."""
        if self.runs:
            os.kill(self.process.pid, number)

    @property
    def family(self) -> list[int]:
        """The process that was started and its children: a crawl is a supervisor and a worker."""
        return [self.process.pid, *children(self.process.pid)] if self.runs else []

    def stop(self) -> None:
        """Let nothing of it run until it goes on or is killed."""
        self._halt()
        self._signal_children(signal.SIGSTOP)
        while any(map(is_running, self.family)):
            time.sleep(_POLL)

    def kill(self) -> None:
        """End all of it at once as a power cut would, stopped or not, and wait until it is gone."""
        self._halt()
        processes = self.family
        cpu, peak = (self.cpu_so_far(), self.peak_so_far()) if processes else (0.0, 0.0)
        self._signal_children(signal.SIGKILL)
        self.signal(signal.SIGKILL)
        self.wait()
        # What the system tells of an ended process leaves out a child that ended after it.
        self.cpu, self.peak = max(self.cpu, cpu), max(self.peak, peak)
        while any(map(is_there, processes)):
            time.sleep(_POLL)

    def _halt(self) -> None:
        """Stop the process that was started, so that it starts no other worker from now on."""
        self.signal(signal.SIGSTOP)
        while self.runs and is_running(self.process.pid):
            time.sleep(_POLL)

    def _signal_children(self, number: int) -> None:
        for child in self.family[1:]:
            with suppress(ProcessLookupError):
                os.kill(child, number)

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
                self.kill()
                raise HangingError(f"no end after {seconds:.0f} s; it said last:\n{self.said()[-1500:]}")
            time.sleep(_POLL)
        return True

    def cpu_so_far(self) -> float:
        """Processor seconds of a process that runs and of its children, from its start until now."""
        ticks = 0
        for process in self.family:
            fields = _stat(process)
            # Of the process that was started, also those of its children that have ended.
            ticks += sum(map(int, fields[11 : 15 if process == self.process.pid else 13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def peak_so_far(self) -> float:
        """Most memory, in MB, that the largest of its processes held."""
        return max((memory(process, "VmHWM") for process in self.family), default=0.0)

    def resident(self) -> float:
        """Memory, in MB, that the largest of its processes holds."""
        return max((memory(process, "VmRSS") for process in self.family), default=0.0)

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


def children(process: int) -> list[int]:
    """The processes that a process has started and that have not been waited for."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        fields = _stat(int(folder.name))
        if fields and int(fields[1]) == process:
            found.append(int(folder.name))
    return found


def is_running(process: int) -> bool:
    """Whether a process has neither ended nor is it stopped."""
    fields = _stat(process)
    return bool(fields) and fields[0] not in "TtZX"


def is_there(process: int) -> bool:
    """Whether a process has not ended, stopped or not; its parent may not have noticed the end."""
    fields = _stat(process)
    return bool(fields) and fields[0] not in "ZX"


def memory(process: int, name: str) -> float:
    """A line of what the system says of a process's memory, such as VmRSS, in MB; 0 when it has ended."""
    try:
        text = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    lines = (line.split() for line in text.splitlines())
    return next((int(words[1]) / 1024 for words in lines if words[0] == f"{name}:"), 0.0)


def _stat(process: int) -> list[str]:
    """What the system says of a process, from its state on; nothing when it is gone."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


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
