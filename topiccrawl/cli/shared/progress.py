"""Progress on a terminal: one display for all commands, on stderr; silent in pipes and files.

A program that starts a command can ask for lines instead (`topiccrawl.text.progress`). The display appears
when work has taken a second, and leaves no line behind. Texts of it are translated.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from topiccrawl.messages import Message
from topiccrawl.text.language import localized, marked, say, translated
from topiccrawl.text.progress import LINES, PROGRESS_VARIABLE, listen_to_progress, progress_line

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0
"""Seconds after which the display appears."""
_PAUSE = 1.0
"""Minimum seconds between two lines."""


@contextmanager
def progress_bars() -> Iterator[Callable[[str, int, int], None]]:
    """Yield a function that shows a bar for each task: name, completed steps, total steps."""
    names: set[str] = set()

    def on_progress(task: str, done: int, total: int) -> None:
        names.add(task)
        _display.update(task, done, total)

    try:
        yield on_progress
    finally:
        for name in names:
            _display.end(name)


@contextmanager
def long_work() -> Iterator[None]:
    """Show long work of any command while it lasts, see `topiccrawl.text.progress`."""

    def on_progress(task: str, done: int, total: int) -> None:
        name = say("{work} (once)", work=_shown(task))
        show(name, done, total)
        if done >= total:
            _display.end(name)

    with progress_bars() as show, listen_to_progress(on_progress):
        yield


@contextmanager
def document_counter(name: str) -> Iterator[Callable[[int], object]]:
    """Yield a function that shows the number of documents read so far."""
    _display.update(name, 0, None)
    try:
        yield lambda count: _display.update(name, count, None)
    finally:
        _display.end(name)


@contextmanager
def working(name: str) -> Iterator[None]:
    """Show the elapsed time of work without countable steps; also a decorator of commands.

    Args:
        name: what is done, as an English text of the catalogue.
    """
    with document_counter(name):
        yield


class _Display:
    """One display for all running tasks; it exists while there are tasks."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._timer: threading.Timer | None = None
        self._tasks: dict[str, TaskID] = {}
        self._written = 0.0

    def update(self, name: str, done: int, total: int | None) -> None:
        """Show the progress of a task; a new name starts a new task."""
        if os.environ.get(PROGRESS_VARIABLE) == LINES:
            self._write_line(name, done, total)
            return
        if self._progress is None:
            if not sys.stderr.isatty():
                return
            self._start()
        assert self._progress is not None
        if name not in self._tasks:
            self._tasks[name] = self._progress.add_task(_shown(name), total=total, amount="")
        amount = say("{count:,} read", count=done) if total is None and done else ""
        self._progress.update(self._tasks[name], completed=done, total=total, amount=amount)

    def end(self, name: str) -> None:
        """End a task; with the last one the display disappears."""
        if self._progress is None or name not in self._tasks:
            return
        self._progress.remove_task(self._tasks.pop(name))
        if not self._tasks:
            assert self._timer is not None
            self._timer.cancel()
            self._timer.join()
            self._progress.stop()
            self._progress = None

    def _write_line(self, name: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if total is not None and (now - self._written >= _PAUSE or done >= total):
            self._written = now
            print(progress_line(name, done, total), file=sys.stderr, flush=True)

    def _start(self) -> None:
        # Here, as most commands end without a bar.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

        columns = (
            TextColumn("{task.description}"),
            BarColumn(20),
            TextColumn("{task.fields[amount]}"),
            TimeElapsedColumn(),
            TimeRemainingColumn(),
        )
        # Output printed meanwhile appears above; in a pipe it must not be redirected to stderr.
        self._progress = Progress(
            *columns, console=Console(stderr=True), transient=True, redirect_stdout=sys.stdout.isatty()
        )
        self._timer = threading.Timer(PATIENCE, self._progress.start)
        self._timer.daemon = True
        self._timer.start()


def _shown(name: str) -> str:
    return localized(name) if isinstance(name, Message) else translated(name)


_display = _Display()

TASKS = (
    marked("comparing pages"),
    marked("converting the word vectors"),
    marked("counting words"),
    marked("learning to compose words"),
    marked("pages"),
    marked("parsed"),
    marked("reading pages"),
    marked("reading twice"),
    marked("readings"),
    marked("replays"),
    marked("responses"),
    marked("sites"),
    marked("stories"),
    marked("stored pages made comparable"),
    marked("training, epochs"),
)
"""Names of tasks reported by other packages."""
