"""Regular expressions that are compiled when they are first used; imported as `re`.

A start would compile a thousand, and its first pages use a quarter of them: a tenth of a second.
"""

from __future__ import annotations

import re
from re import (
    ASCII,
    DOTALL,
    IGNORECASE,
    MULTILINE,
    VERBOSE,
    I,
    Match,
    Pattern,
    escape,
    findall,
    fullmatch,
    match,
    search,
    split,
    sub,
)
from typing import Any, AnyStr, cast

__all__ = [
    "ASCII",
    "DOTALL",
    "IGNORECASE",
    "MULTILINE",
    "VERBOSE",
    "I",
    "Match",
    "Pattern",
    "compile",
    "escape",
    "findall",
    "fullmatch",
    "match",
    "search",
    "split",
    "sub",
]

_METHODS = ("search", "match", "fullmatch", "finditer", "findall", "sub", "split")


class LazyPattern:
    """A pattern; an error in it is raised at its first use."""

    def __init__(self, pattern: Any, flags: int) -> None:
        self._given = pattern, flags

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the compiled pattern; its methods become those of this object."""
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(*self._given)
        self.__dict__ |= {method: getattr(compiled, method) for method in _METHODS}
        return getattr(compiled, name)


def compile(pattern: AnyStr, flags: int = 0) -> Pattern[AnyStr]:
    """Return a pattern that is compiled when it is first used."""
    return cast("Pattern[AnyStr]", LazyPattern(pattern, flags))
