"""Grades that a person gives by single keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import typer

from topiccrawl.text.language import marked, say
from topiccrawl.topics.calibration.graded_pages import NEAR, OTHER, RELEVANT

Page = TypeVar("Page")

_KEYS = {"r": RELEVANT, "n": NEAR, "x": OTHER, "s": None}
_QUIT = frozenset("q\x03\x04\x1b")
DROPPED = marked("a dropped page: its text is not stored; open the URL if the link is not enough")
"""What is shown in place of the text of a page that was not kept."""
_SHOWN = 300
"""Characters of a text that are shown."""


def beginning(text: str) -> str:
    """Return the beginning of a text, up to the number of characters shown."""
    return text[:_SHOWN] + ("..." if len(text) > _SHOWN else "")


def grade_each(
    pages: Iterable[tuple[Page, str]],
    save: Callable[[Page, int | None], object],
    key: Callable[[], str],
) -> None:
    """Show one page at a time and save its grade, until the last page or `q`.

    Args:
        pages: each page, and what is shown of it.
        save: stores a grade; None: the page was skipped.
        key: waits for a key; keys without a meaning are ignored.
    """
    for page, shown in pages:
        typer.echo(f"\n{shown}")
        typer.echo(say("r relevant, n near, x not, s skip, q quit: "), nl=False)
        pressed = ""
        while pressed not in _KEYS and pressed not in _QUIT:
            try:
                pressed = key().lower()
            except (KeyboardInterrupt, EOFError):
                pressed = "q"
        typer.echo(pressed if pressed in _KEYS else "q")
        if pressed not in _KEYS:
            return
        save(page, _KEYS[pressed])
