"""The terminal that a crawl is watched on, and the log handlers that write to it."""

from __future__ import annotations

import logging
import os
import sys
import unicodedata
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.text import Text


def is_terminal() -> bool:
    """Whether standard error is a terminal, whatever FORCE_COLOR says."""
    return sys.stderr is not None and sys.stderr.isatty()


def can_redraw() -> bool:
    """Whether standard error is a terminal on which a line can be written again."""
    return is_terminal() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def terminal_handlers() -> list[logging.StreamHandler[Any]]:
    """The root logger's handlers that write to standard error."""
    return [
        handler
        for handler in logging.root.handlers
        if isinstance(handler, logging.StreamHandler) and handler.stream in (sys.stderr, sys.__stderr__)
    ]


def printable(text: str) -> str:
    r"""Return a text on one line, without codes that steer a terminal or turn the direction of writing.

    >>> printable("党建\x1b[31m\n  要闻\u202e")
    '党建[31m 要闻'
    """
    kept = (character for character in " ".join(text.split()) if not _steers(character))
    return "".join(kept)


def _steers(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp")


class _AboveTheLine:
    """A stream for log handlers: what is written appears above the live line, unwrapped."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def write(self, text: str) -> None:
        self._console.print(Text(text.removesuffix("\n")), soft_wrap=True)

    def flush(self) -> None:
        pass


def log_above(console: Console) -> Callable[[], None]:
    """Send the log's terminal output through a console; return a function that undoes it."""
    changed = [(handler, handler.setStream(_AboveTheLine(console))) for handler in terminal_handlers()]

    def restore() -> None:
        for handler, stream in changed:
            handler.setStream(stream)

    return restore
