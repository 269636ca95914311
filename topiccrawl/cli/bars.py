"""Bars of progress on a terminal, one for each thing that is going on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn


@contextmanager
def bars() -> Iterator[Callable[[str, int, int], None]]:
    """A function to tell what is going on, how much is done, and of how much; silent without a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=console, disable=not sys.stderr.isatty()) as progress:

        def tell(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=of)
            progress.update(tasks[what], completed=done, total=of)

        yield tell


class WorkBar:
    """A bar for long work of any command (see `topiccrawl.text.progress`), there only while it goes on."""

    def __init__(self) -> None:
        self._progress: Progress | None = None
        self._tasks: dict[str, TaskID] = {}

    def __call__(self, what: str, done: int, of: int) -> None:
        """Take a report."""
        if not sys.stderr.isatty():
            return
        if self._progress is None:
            columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self._progress = Progress(*columns, console=Console(stderr=True))
            self._progress.start()
        if what not in self._tasks:
            self._tasks[what] = self._progress.add_task(f"{what} (once)")
        self._progress.update(self._tasks[what], completed=done, total=of)
        if done >= of:
            del self._tasks[what]
        if not self._tasks:
            self.stop()

    def stop(self) -> None:
        """Leave the terminal to the command."""
        if self._progress is not None:
            self._progress.stop()
            self._progress = None
