"""Limits of what people type and upload: numbers and words."""

from __future__ import annotations

from topiccrawl.errors import TopiccrawlError, TopicError
from topiccrawl.messages import message

MOST_DIGITS = 18
"""Digits of a whole number: all databases store such numbers."""

LONGEST_WORD = 64
"""Characters of a topic word."""

LONGEST_TITLE, LONGEST_VALUE = 200, 2_083
"""Characters of a topic's title, and of any other value: a URL."""

LONGEST_LINE = 4_096
"""Characters of a line of a word table."""

LONGEST_CELL = 10_000
"""Characters of a cell of a table."""


def whole_number(text: str) -> int | None:
    """Return a number of digits; None for other texts and for more than 18 digits.

    >>> whole_number("20"), whole_number("9" * 30), whole_number("-1"), whole_number("")
    (20, None, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def check_length(
    text: str, where: str, error: type[TopiccrawlError] = TopicError, most: int = LONGEST_WORD
) -> None:
    """Check that a word, a title or another value is no longer than it may be.

    Args:
        text: the value.
        where: where it stands, for the message.
        error: what is raised.
        most: its length in characters at most.
    """
    if len(text) > most:
        raise error(
            message(
                "{where}: {beginning!r}... has {count:,} characters, at most {most:,} are allowed",
                where=where,
                beginning=text[:20],
                count=len(text),
                most=most,
            )
        )
