"""Patterns of URLs: globs, and regular expressions that cannot take for ever."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from topiccrawl.messages import message

REGULAR = "re:"
"""Start of a pattern that is a regular expression."""
LONGEST = 500
"""Characters of path and query that are compared; longer URLs are those of traps."""
_MOST_REPEATS = 6
"""Repetitions without an end in one regular expression."""

_parse: Any = re._parser.parse  # type: ignore[attr-defined]  # no public interface gives the tree
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT")


@dataclass(frozen=True)
class UrlPatterns:
    r"""Patterns of the path and the query of a URL.

    A pattern begins with `/`, and each `*` in it stands for any characters, slashes included; nothing else is
    special. After `re:` it is a regular expression that is searched for. Percent codes and the characters
    they stand for are the same.

    Attributes:
        written: the patterns.

    Raises:
        ValueError: a pattern has another form, or its regular expression may take for ever.

    >>> patterns = UrlPatterns(("/gzdt/*.html", r"re:id=\d+$"))
    >>> patterns.match("http://a.cn/gzdt/2024/1.html"), patterns.match("http://a.cn/x?id=7")
    (True, True)
    >>> patterns.match("http://a.cn/gzdt/")
    False
    """

    written: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for pattern in self.written:
            _compiled(pattern)

    def __bool__(self) -> bool:
        return bool(self.written)

    def match(self, url: str) -> bool:
        """Return whether one of the patterns matches a URL."""
        if not self.written:
            return False
        path = "/" + url.partition("://")[2].partition("/")[2].partition("#")[0][:LONGEST]
        forms = (path, unquote(path)) if "%" in path else (path,)
        return any(pattern.search(form) for pattern in self._patterns for form in forms)

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(_compiled, self.written))


NO_PATTERNS = UrlPatterns()
"""Match nothing."""


def is_url_pattern(text: str) -> bool:
    """Return whether a text is a pattern of URLs, and not a selector.

    >>> is_url_pattern("/news/*"), is_url_pattern("//ul[@class='list']"), is_url_pattern("ul.list a")
    (True, False, False)
    """
    return text.startswith(REGULAR) or (text.startswith("/") and not text.startswith("//"))


def _compiled(pattern: str) -> re.Pattern[str]:
    if not is_url_pattern(pattern):
        raise ValueError(
            message("{pattern!r} is not a pattern of URLs: begin with / or with re:", pattern=pattern)
        )
    if not pattern.startswith(REGULAR):
        # In URLs, the other special characters of globs are plain ones.
        glob = unquote(pattern).replace("[", "[[]").replace("?", "[?]")
        return re.compile(rf"\A{fnmatch.translate(glob)}")
    expression = pattern.removeprefix(REGULAR)
    try:
        compiled = re.compile(expression)
        repeats = _endless_repeats(_parse(expression), within=False)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(
            message("{pattern!r} is not a regular expression ({error})", pattern=pattern, error=error)
        ) from None
    if repeats > _MOST_REPEATS:
        raise ValueError(
            message(
                "{pattern!r} may take for ever: write it without a repetition or a choice within a "
                "repetition, and with at most {most} repetitions",
                pattern=pattern,
                most=_MOST_REPEATS,
            )
        )
    return compiled


def _endless_repeats(tree: Iterable[Any], *, within: bool) -> int:
    """Return the number of repetitions without an end; too large a number if one is within another.

    Args:
        tree: a parsed expression.
        within: whether it is itself repeated.
    """
    count = 0
    for operation, argument in tree:
        name, inner = str(operation), within
        if name in _REPEATS:
            least, most, _ = argument
            count += int(most) > LONGEST
            if within and least != most:
                count += _MOST_REPEATS + 1
            inner = within or int(most) > 1
        elif name == "BRANCH" and within:
            count += _MOST_REPEATS + 1
        count += sum(_endless_repeats(part, within=inner) for part in _parts(argument))
    return count


def _parts(argument: Any) -> Iterable[Iterable[Any]]:
    """Yield the parsed expressions within the argument of an operation."""
    if type(argument).__name__ == "SubPattern":
        yield argument
    elif isinstance(argument, list | tuple):
        for one in argument:
            yield from _parts(one)
