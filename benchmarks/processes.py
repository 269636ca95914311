"""Crawls as processes that can be measured, stopped and killed."""

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

QUICK_SETTINGS = {
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "False",
    "CONCURRENT_REQUESTS_PER_DOMAIN": "8",
    "TOPICCRAWL_ALLOW_PRIVATE": "True",
    "TOPICCRAWL_PATIENCE": "0",
    "RETRY_TIMES": "1",
}
"""Settings for sites on this machine: no pauses."""
TIMEOUT = float(os.environ.get("BENCHMARK_TIMEOUT") or 600)
"""Seconds after which a running process counts as hanging; generous, for busy machines."""
_POLL_SECONDS = 0.01


class HangingError(Exception):
    """A process did not end, or did not reach a state, in time."""


@dataclass
class Process:
    """A running process, and its resource usage once it has ended.

    Attributes:
        log: file of its output.
        started: clock time of the start.
        code: exit code; the negative signal number if it was killed; None while it runs.
        seconds: from start to end.
        cpu: processor seconds, user and system, children included.
        peak: peak memory of the process or one of its children, in MB.
    """

    popen: subprocess.Popen[bytes]
    log: Path
    started: float
    code: int | None = None
    seconds: float = 0.0
    cpu: float = 0.0
    peak: float = 0.0

    @property
    def running(self) -> bool:
        """Whether it has not ended; records its resource usage when it has."""
        if self.code is None:
            pid, status, usage = os.wait4(self.popen.pid, os.WNOHANG)
            if pid:
                self.code = self.popen.returncode = os.waitstatus_to_exitcode(status)
                self.seconds = time.time() - self.started
                self.cpu = usage.ru_utime + usage.ru_stime
                self.peak = usage.ru_maxrss / 1024
        return self.code is None

    @property
    def pids(self) -> list[int]:
        """The ids of the process and of its children: a crawl is a supervisor and a worker."""
        return [self.popen.pid, *children(self.popen.pid)] if self.running else []

    def signal(self, number: int) -> None:
        """Send a signal to the process itself, if it still runs."""
        if self.running:
            os.kill(self.popen.pid, number)

    def stop(self) -> None:
        """Stop the process and its children until `resume` or `kill`."""
        self._stop_parent()
        self._signal_children(signal.SIGSTOP)
        while any(map(is_running, self.pids)):
            time.sleep(_POLL_SECONDS)

    def resume(self) -> None:
        """Let the process and its children go on after `stop`."""
        self._signal_children(signal.SIGCONT)
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill the process and its children at once, as a power cut would, and wait until they are gone."""
        self._stop_parent()
        pids = self.pids
        cpu, peak = (self.cpu_so_far(), self.peak_so_far()) if pids else (0.0, 0.0)
        self._signal_children(signal.SIGKILL)
        self.signal(signal.SIGKILL)
        self.wait()
        # The usage of an ended process does not include a child that ended after it.
        self.cpu, self.peak = max(self.cpu, cpu), max(self.peak, peak)
        while any(map(exists, pids)):
            time.sleep(_POLL_SECONDS)

    def _stop_parent(self) -> None:
        # First the supervisor, so that it does not start another worker.
        self.signal(signal.SIGSTOP)
        while self.running and is_running(self.popen.pid):
            time.sleep(_POLL_SECONDS)

    def _signal_children(self, number: int) -> None:
        for child in self.pids[1:]:
            with suppress(ProcessLookupError):
                os.kill(child, number)

    def wait(self, seconds: float = TIMEOUT) -> int:
        """Wait for the end and return the exit code.

        Raises:
            HangingError: it did not end in time; it is killed.
        """
        self.until(lambda: False, seconds)
        assert self.code is not None
        return self.code

    def until(self, reached: Callable[[], bool], seconds: float = TIMEOUT) -> bool:
        """Wait for a condition; return False if the process ended before.

        Raises:
            HangingError: neither happened in time; the process is killed.
        """
        end = time.monotonic() + seconds
        while not reached():
            if not self.running:
                return False
            if time.monotonic() > end:
                self.kill()
                raise HangingError(f"no end after {seconds:.0f} s; last output:\n{self.output()[-1500:]}")
            time.sleep(_POLL_SECONDS)
        return True

    def cpu_so_far(self) -> float:
        """Return the processor seconds used until now, children included."""
        ticks = 0
        for pid in self.pids:
            fields = _stat(pid)
            # The last two fields of the parent are those of its children that have ended.
            ticks += sum(map(int, fields[11 : 15 if pid == self.popen.pid else 13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def peak_so_far(self) -> float:
        """Return the peak memory, in MB, of the largest of its processes."""
        return max((memory(pid, "VmHWM") for pid in self.pids), default=0.0)

    def resident(self) -> float:
        """Return the memory, in MB, of the largest of its processes."""
        return max((memory(pid, "VmRSS") for pid in self.pids), default=0.0)

    def output(self) -> str:
        """Return its output so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")


@dataclass
class Processes:
    """Starts processes in one folder and kills those that are left at the end of the `with` block.

    Attributes:
        folder: their working directory, with a log for each of them.
        environment: variables on top of `crawl_environment`; an empty value removes a variable.
        python: the interpreter that runs them.
        all: every process that was started, in order.
    """

    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    python: str = sys.executable
    all: list[Process] = field(default_factory=list)
    _stack: ExitStack = field(default_factory=ExitStack)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def start(self, arguments: Sequence[str], name: str = "crawl") -> Process:
        """Start `python -m ARGUMENTS`."""
        log = self.folder / f"{name}-{len(self.all):03}.log"
        variables = crawl_environment() | dict(self.environment)
        with log.open("wb") as output:
            popen = subprocess.Popen(
                [self.python, "-m", *arguments],
                cwd=self.folder,
                env={name: value for name, value in variables.items() if value},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )
        process = Process(popen, log, time.time())
        self.all.append(process)
        self._stack.callback(process.kill)
        return process

    def run(self, arguments: Sequence[str], name: str = "crawl", seconds: float = TIMEOUT) -> Process:
        """Run `python -m ARGUMENTS` to its end.

        Raises:
            RuntimeError: it ended with an error.
        """
        process = self.start(arguments, name)
        if process.wait(seconds):
            raise RuntimeError(f"{name} ended with {process.code}; last output:\n{process.output()[-3000:]}")
        return process


def children(pid: int) -> list[int]:
    """Return the ids of the children of a process that have not been waited for."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        fields = _stat(int(folder.name))
        if fields and int(fields[1]) == pid:
            found.append(int(folder.name))
    return found


def is_running(pid: int) -> bool:
    """Return whether a process has neither ended nor been stopped."""
    fields = _stat(pid)
    return bool(fields) and fields[0] not in "TtZX"


def exists(pid: int) -> bool:
    """Return whether a process has not ended; a zombie has."""
    fields = _stat(pid)
    return bool(fields) and fields[0] not in "ZX"


def processor_seconds(pid: int) -> float:
    """Return the processor seconds that a process has used, without its children; 0 when it is gone."""
    return sum(map(int, _stat(pid)[11:13])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int, name: str) -> float:
    """Return a memory figure of a process, such as VmRSS or VmHWM, in MB; 0 when it has ended."""
    try:
        text = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0.0
    lines = (line.split() for line in text.splitlines())
    return next((int(words[1]) / 1024 for words in lines if words[0] == f"{name}:"), 0.0)


def _stat(pid: int) -> list[str]:
    """The fields of /proc/PID/stat from the state on; none when the process is gone."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def crawl_environment() -> dict[str, str]:
    """Return the environment of a crawl that finds the project from any folder and uses no proxy."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    paths = filter(None, (str(PROJECT), os.environ.get("PYTHONPATH")))
    return kept | {"SCRAPY_SETTINGS_MODULE": "topiccrawl.settings", "PYTHONPATH": os.pathsep.join(paths)}


def setting_options(settings: Mapping[str, str]) -> list[str]:
    """Return Scrapy's command line options for settings."""
    return [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]


def topic_crawl(topic: Path, settings: Mapping[str, str] | None = None) -> list[str]:
    """Return the arguments of `python -m` for a crawl of a topic folder with quick settings."""
    options = setting_options(QUICK_SETTINGS | dict(settings or {}))
    return ["scrapy", "crawl", "topic", "-a", f"topic={topic}", *options]
