"""What was read of a file, and why nothing was."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Problem(StrEnum):
    """Why a file gives no text; the names of counters."""

    SCANNED = "scanned"
    """Its pages are pictures."""
    ENCRYPTED = "encrypted"
    """It needs a password."""
    NO_TEXT_LAYER = "no_text_layer"
    """Its characters have no meaning: a PDF without a table from glyphs to characters."""
    BROKEN = "broken"
    """It cannot be read, or has no text."""
    TOO_LARGE = "too_large"
    """It needs more than the limits of time, memory or size."""
    UNKNOWN = "unknown"
    """Its format is not supported."""


@dataclass(frozen=True)
class FileText:
    """The text of a file.

    Attributes:
        text: a paragraph or a row of a table a line; empty if there is a problem.
        pages: number of pages; 0 for formats without pages.
        problem: why there is no text; None if there is one.
    """

    text: str = ""
    pages: int = 0
    problem: Problem | None = None


class FileProblemError(Exception):
    """Raised by readers for a file that gives no text.

    Attributes:
        problem: why.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem
