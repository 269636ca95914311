"""Checks of the parameters in an object, with errors that name parameter, value and what was expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from math import inf
from typing import Any

from topiccrawl.messages import message


def constant(value: Any) -> Any:
    """Return a field that is the same for every topic: experiments may vary it, a `topic.toml` may not.

    Its value needs no check: the reader of `topic.toml` refuses another one.
    """
    return field(default=value, metadata={"constant": True})


def check_interval(
    parameters: object,
    interval: str,
    *names: str,
    error: type[ValueError] = ValueError,
    shown: Callable[[str], str] = str,
) -> None:
    """Check that numbers are in an interval; NaN is in none.

    Args:
        parameters: the object that has them.
        interval: such as `[0, 1)`; `inf` is the end of one without an upper limit.
        names: attributes of the object.
        error: class of the error.
        shown: returns the name that a user knows a parameter by.

    Raises:
        ValueError: the first number that is not in it.

    >>> from types import SimpleNamespace
    >>> check_interval(SimpleNamespace(share=1.5), "[0, 1]", "share")
    Traceback (most recent call last):
    ValueError: share = 1.5 is not in [0, 1]
    >>> check_interval(SimpleNamespace(pages=0), "[1, inf)", "pages")
    Traceback (most recent call last):
    ValueError: pages = 0 is not a number of at least 1
    """
    low, high = map(float, interval[1:-1].split(","))
    for name in names:
        value = getattr(parameters, name)
        above = low <= value if interval[0] == "[" else low < value
        below = value <= high if interval[-1] == "]" else value < high
        if not (above and below):
            if high < inf:
                text = message(
                    "{name} = {value!r} is not in {interval}",
                    name=shown(name),
                    value=value,
                    interval=interval,
                )
            elif interval[0] == "[":
                text = message(
                    "{name} = {value!r} is not a number of at least {low:g}",
                    name=shown(name),
                    value=value,
                    low=low,
                )
            else:
                text = message(
                    "{name} = {value!r} is not a number over {low:g}", name=shown(name), value=value, low=low
                )
            raise error(text)


def check_choice(parameters: object, **choices: Iterable[str]) -> None:
    """Check that each of some texts is one of its choices.

    Raises:
        ValueError: the first text that is none of them.

    >>> from types import SimpleNamespace
    >>> check_choice(SimpleNamespace(units="words"), units=("characters", "bigrams"))
    Traceback (most recent call last):
    ValueError: units = 'words' is not one of characters, bigrams
    """
    for name, known in choices.items():
        known = tuple(known)
        if (value := getattr(parameters, name)) not in known:
            raise ValueError(
                message(
                    "{name} = {value!r} is not one of {known}", name=name, value=value, known=", ".join(known)
                )
            )
