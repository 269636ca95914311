"""Progress bars on a terminal; elsewhere silent, or lines for a program that asked for them."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from topiccrawl.text.progress import LINES, PROGRESS_VARIABLE, progress_line

_PAUSE = 1.0
"""Least seconds between two lines."""


class _Lines:
    """Writes progress as lines."""

    def __init__(self) -> None:
        self._written = 0.0

    def __call__(self, task: str, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._written >= _PAUSE or done >= total:
            self._written = now
            print(progress_line(task, done, total), file=sys.stderr, flush=True)


def _are_lines_wanted() -> bool:
    return os.environ.get(PROGRESS_VARIABLE) == LINES


@contextmanager
def progress_bars() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that shows a bar for each task: name, steps done, steps in all."""
    if _are_lines_wanted():
        yield _Lines()
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:

        def on_progress(task: str, done: int, total: int) -> None:
            if task not in tasks:
                tasks[task] = progress.add_task(task, total=total)
            progress.update(tasks[task], completed=done, total=total)

        yield on_progress


@contextmanager
def document_counter(name: str, console: Console) -> Iterator[Callable[[int], object]]:
    """Yield a function that shows the number of documents read so far."""
    columns = (TextColumn(name), TextColumn("{task.completed:,} documents"), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(name, total=None)
        yield lambda count: progress.update(task, completed=count)


class LongWorkBar:
    """Progress bar for long work of any command (see `topiccrawl.text.progress`), shown while it lasts."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._tasks: dict[str, TaskID] = {}
        self._lines = _Lines()

    def __call__(self, task: str, done: int, total: int) -> None:
        """Show a progress report."""
        if _are_lines_wanted():
            self._lines(task, done, total)
            return
        if not sys.stderr.isatty():
            return
        if self._progress is None:
            columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self._progress = Progress(*columns, console=Console(stderr=True))
            self._progress.start()
        if task not in self._tasks:
            self._tasks[task] = self._progress.add_task(f"{task} (once)")
        self._progress.update(self._tasks[task], completed=done, total=total)
        if done >= total:
            del self._tasks[task]
        if not self._tasks:
            self.stop()

    def stop(self) -> None:
        """Leave the terminal to the command."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None
