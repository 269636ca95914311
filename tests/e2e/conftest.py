"""Crawls of the benchmarks, of which the tests run short ones, are forked too."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from e2e.crawling import ROOT
from e2e.forked import Forked

sys.path.insert(0, str(ROOT))

from benchmarks.processes import Process, Processes, crawl_environment


@dataclass
class ForkedProcess(Process):
    """A process of the benchmarks that is forked; what it used is not measured."""

    @property
    def running(self) -> bool:
        if self.code is None and (code := self.popen.returncode) is not None:
            self.code, self.seconds = code, time.time() - self.started
        return self.code is None


def start_forked(processes: Processes, arguments: Sequence[str], name: str = "crawl") -> Process:
    """Start a process as `Processes.start` does, but forked."""
    log = processes.folder / f"{name}-{len(processes.all):03}.log"
    log.touch()
    started = Forked(arguments, processes.folder, crawl_environment() | dict(processes.environment), log=log)
    process = ForkedProcess(started, log, time.time())  # type: ignore[arg-type]
    processes.all.append(process)
    processes._stack.callback(process.kill)
    return process


@pytest.fixture(autouse=True)
def forked_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Processes, "start", start_forked)
