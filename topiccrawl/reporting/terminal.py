"""The terminal and the log handlers that write to it."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


def is_terminal() -> bool:
    """Return whether standard error is a terminal, regardless of FORCE_COLOR."""
    return sys.stderr is not None and sys.stderr.isatty()


def can_redraw() -> bool:
    """Return whether standard error is a terminal on which lines can be redrawn."""
    return is_terminal() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def terminal_handlers() -> list[logging.StreamHandler[Any]]:
    """Return the handlers of the root logger that write to standard error."""
    return [
        handler
        for handler in logging.root.handlers
        if isinstance(handler, logging.StreamHandler) and handler.stream in (sys.stderr, sys.__stderr__)
    ]


class _ConsoleStream:
    """A stream for log handlers that prints unwrapped lines above the live line."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def write(self, text: str) -> None:
        from rich.text import Text

        self._console.print(Text(text.removesuffix("\n")), soft_wrap=True)

    def flush(self) -> None:
        pass


def log_above(console: Console) -> Callable[[], None]:
    """Print log lines for the terminal through a console; return a function that undoes this."""
    changed = [(handler, handler.setStream(_ConsoleStream(console))) for handler in terminal_handlers()]

    def restore() -> None:
        for handler, stream in changed:
            handler.setStream(stream)

    return restore
