"""Progress and output of the last command with a given name."""

from __future__ import annotations

from dataclasses import dataclass

from topiccrawl.admin.crawls.processes import CrawlProcesses
from topiccrawl.text.progress import read_progress


@dataclass(frozen=True, slots=True)
class Job:
    """A command.

    Attributes:
        command: the command line.
        running: whether it runs.
        work: its current step; empty: not known.
        done: completed units of the step.
        total: all units of the step; 0: not known.
        code: its exit code; None while it runs, or if an earlier start of the application began it.
        log: its last lines.
    """

    command: str
    running: bool
    work: str
    done: int
    total: int
    code: int | None
    log: tuple[str, ...]


def last_job(processes: CrawlProcesses, name: str) -> Job | None:
    """Return the last command of a name; None if there was none."""
    lines = processes.log_tail(name)
    command = processes.command(name)
    if command is None:
        return None
    found = [progress for line in lines if (progress := read_progress(line)) is not None]
    work, done, total = found[-1] if found else ("", 0, 0)
    shown = tuple(line for line in lines if read_progress(line) is None)
    return Job(command, processes.is_running(name), work, done, total, processes.exit_code(name), shown)
