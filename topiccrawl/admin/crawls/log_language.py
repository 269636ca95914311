"""Lines of a log in the language of its reader, whoever started the crawl.

The catalogue of the terminal is read in either direction: a line that one of its messages could have made is
said by the same message of the other language, its values likewise.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

_PLACE = {
    "{": re.compile(r"\{(\w+)(?:![rs])?([^{}]*)\}"),
    "%": re.compile(r"%(?:\((\w+)\))?([\d.]*[sdfr])"),
}
"""Values in messages of the terminal, and of the log: name and format."""
_NUMBER = {",": r"-?\d[\d,]*", "d": r"-?\d[\d,]*", "f": r"-?\d[\d,]*\.\d+"}
"""Values by the ends of their formats."""
_LONG, _ANYTHING, _NO_LIST = 11, r"(?:(?!  | \| ).)*?", r"(?:(?!  | \| | \+ |;|；).)*?"
"""Characters of a message that may have a list among its values; other values of long and of short ones."""
_LONGEST = 2_000
"""Characters of a line; a longer one is no message."""
_HEADER = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \[\S+\] [A-Z]+: ")
_BETWEEN = [
    re.compile(f"({one})")
    for one in (r"\s{2,}| \| ", r" = (?=.* \+ )| \+ ", "; |；", ", |、", ": |：", " = ", r" (?=\d)|^ | $")
]
"""Stand between messages that are put together, the strongest first."""


class _Rule(NamedTuple):
    """A message: what it looks like in one language, and its pieces and names of values in the other."""

    weight: int
    form: re.Pattern[str]
    other: list[str]


def retold(text: str, into: str) -> str:
    """Return text that a command has printed in the language of a reader; what no message has made stays.

    Args:
        text: lines in either language.
        into: `zh` or `en`.

    >>> retold("2026-11-30 08:00:00 [scrapy.core.engine] INFO: Closing spider (finished)", "zh")
    '2026-11-30 08:00:00 [scrapy.core.engine] INFO: 采集正在结束（finished）'
    >>> retold("topics：没有这个文件夹", "en"), retold("topics: no such folder", "en")
    ('topics: no such folder', 'topics: no such folder')
    """
    told = []
    for line in text.split("\n"):
        head = match.group() if (match := _HEADER.match(line)) else ""
        told.append(head + _told(line[len(head) :], into))
    return "\n".join(told)


@lru_cache(4096)
def _told(text: str, into: str) -> str:
    exact, rules = _catalogue(into)
    if text in exact or len(text) > _LONGEST:
        return exact.get(text, text)
    found = [rule for pair in _pairs(text) for rule in rules.get(pair, ())]
    for rule in sorted(found, key=lambda one: -one.weight):
        if match := rule.form.fullmatch(text):
            values = match.groupdict()
            return "".join(_told(values[one], into) if at % 2 else one for at, one in enumerate(rule.other))
    parts = next((parts for one in _BETWEEN if (parts := one.split(text))[1:]), [])
    return "".join(one if at % 2 else _told(one, into) for at, one in enumerate(parts)) or text


@cache
def _catalogue(into: str) -> tuple[dict[str, str], dict[str, list[_Rule]]]:
    """Return the messages without values, and the others by a rare pair of characters that they have."""
    from babel.messages.mofile import read_mo

    source = files("topiccrawl").joinpath("locale", "zh", "LC_MESSAGES", "topiccrawl.mo")
    with source.open("rb") as file:
        known = [(str(one.id), str(one.string)) for one in read_mo(file) if one.id]
    exact: dict[str, str] = {}
    rules: dict[str, list[_Rule]] = defaultdict(list)
    frequent = Counter(pair for both in known for pair in _pairs(both[into == "en"]))
    for both in known:
        own, other = (_pieces(one, both[0]) for one in (both if into == "zh" else both[::-1]))
        texts = own[::3]
        if len(own) == 1:
            exact.setdefault(own[0], other[0])
        elif any(map(str.isalpha, "".join(texts))):
            form, weight = re.escape(own[0]), sum(map(len, texts))
            anything = _ANYTHING if weight >= _LONG else _NO_LIST
            for at in range(1, len(own), 3):
                name, style = own[at : at + 2]
                value = _NUMBER.get(style[-1:], anything)
                form += f"(?P={name})" if name in own[1:at:3] else f"(?P<{name}>{value})"
                form += re.escape(own[at + 2])
            del other[2::3]
            rule = _Rule(weight, re.compile(form), other)
            pairs = set().union(*map(_pairs, texts))
            rules[min(pairs, key=lambda one: (frequent[one], one))].append(rule)
    return exact, rules


def _pieces(text: str, english: str) -> list[str]:
    """Return the first text of a message, then name and format of a value and the text behind it, in turn."""
    of_log = "{" not in english and _PLACE["%"].search(english)
    found = _PLACE["%" if of_log else "{"].split(text)
    return [one if at % 3 != 1 else one or f"at{at}" for at, one in enumerate(found)]


def _pairs(text: str) -> set[str]:
    return {text[at : at + 2] for at in range(len(text) - 1)}
