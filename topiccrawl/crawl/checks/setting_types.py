"""Checks of switches and numbers among the settings, which need no other part of a crawl."""

from __future__ import annotations

import math

from scrapy.settings import BaseSettings

from topiccrawl import settings as shipped
from topiccrawl.messages import message

PREFIX = "TOPICCRAWL_"
KNOWN = tuple(name for name in dir(shipped) if name.startswith(PREFIX))
"""Names of all settings."""
PORT = "TOPICCRAWL_METRICS_PORT"
_OVER_ZERO = math.nextafter(0.0, 1.0)
_LEAST = {
    "TOPICCRAWL_MAX_ATTEMPTS": (1.0, message("a whole number, at least 1")),
    "TOPICCRAWL_LEASE_SECONDS": (_OVER_ZERO, message("a number above 0")),
    "TOPICCRAWL_TITLE_THRESHOLD": (_OVER_ZERO, message("a number in (0, 1]")),
    "TOPICCRAWL_REVISIT_CHANCE": (0.0, message("a number in [0, 1]")),
}
"""Minimum of numbers that may not be 0, or have a maximum, and what is expected."""
_AT_MOST_ONE = ("TOPICCRAWL_TITLE_THRESHOLD", "TOPICCRAWL_REVISIT_CHANCE")


def wrong_setting(name: str, value: object, expected: str) -> ValueError:
    """Return the error about a value of a setting.

    >>> str(wrong_setting("TOPICCRAWL_PATIENCE", "x", "a number, at least 0"))
    "TOPICCRAWL_PATIENCE = 'x': expected a number, at least 0"
    """
    return ValueError(
        message("{name} = {value!r}: expected {expected}", name=name, value=value, expected=expected)
    )


def check_types(settings: BaseSettings) -> None:
    """Check that every switch is one, and that every number is one in its range.

    Raises:
        ValueError: a setting is not; the message names it, its value and what is expected.
    """
    for name in KNOWN:
        _check_type(settings, name, getattr(shipped, name))


def _check_type(settings: BaseSettings, name: str, default: object) -> None:
    """Check a switch or a number, by the type of its default."""
    value = settings.get(name)
    if isinstance(default, bool):
        try:
            settings.getbool(name)
        except ValueError:
            raise wrong_setting(name, value, message("True or False")) from None
    elif isinstance(default, int | float) and name != PORT:
        is_whole = isinstance(default, int)
        usual = message("a whole number, at least 0") if is_whole else message("a number, at least 0")
        least, expected = _LEAST.get(name, (0.0, usual))
        most = 1.0 if name in _AT_MOST_ONE else math.nextafter(math.inf, 0.0)
        try:
            fits = least <= (int(value) if is_whole else float(value)) <= most
        except (TypeError, ValueError):
            fits = False
        if not fits:
            raise wrong_setting(name, value, expected)
