"""What a nameless function that is called at once gives the keys of its data: the state of Nuxt.

Pages hand their data to a function whose parameters stand for the values that repeat, and for all others:
`__NUXT__ = (function (a, b) { return {info: {source: a, publishTime: b}} }("青山日报", "2024-05-06"))`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from topiccrawl.page.scripts.reader import Reader
from topiccrawl.page.scripts.resolving import resolved
from topiccrawl.page.scripts.tokens import NAME, STRING, tokens_of
from topiccrawl.page.scripts.values import Value

_FUNCTION = re.compile(
    r"\(\s*(?:function\s*\((?P<named>[\w$,\s]{1,4000})\)|\((?P<arrow>[\w$,\s]{1,4000})\)\s*=>)\s*\{"
)
_STATE = re.compile(
    r"\s*(?:var\s+)?[\w$.\[\]\"']{1,60}\s*=\s*\(?\s*"
    r"(?:function\s*\((?P<named>[\w$,\s]{0,4000})\)|\((?P<arrow>[\w$,\s]{0,4000})\)\s*=>)\s*\{"
)
"""A script that begins with the data of its page."""
_CALLED = re.compile(r"\}\s*\)?\s*\(")
"""Behind a function that is called at once; most that scripts begin with are only kept."""
_ASSIGNED = re.compile(r"=\s*$")
"""What stands before a function whose value is kept; one that only runs, as of a library, gives no data."""
_LONGEST_BLANK = 20
_LONGEST = 200_000
"""Characters of a function with its arguments."""
_MOST_FUNCTIONS = 3
_LONGEST_VALUE = 100
"""Characters of an argument that may be a name or a time."""
_NUMBER = re.compile(r"\d{1,15}")
_OPEN, _CLOSED = frozenset("([{"), frozenset(")]}")


@lru_cache(maxsize=4)
def bound_fields(source: str) -> str:
    r"""Return the keys that parameters of such functions give values to, as `"key":"value"` one a line.

    Args:
        source: HTML of a page.

    >>> bound_fields('<script>__NUXT__=(function(a,b){return {from:a,time:b}}("青山日报",17))</script>')
    '"from":"青山日报"\n"time":"17"'
    """
    lines: list[str] = []
    assigned = (found for found in _FUNCTION.finditer(source) if _ASSIGNED.search(source, *_before(found)))
    for found in islice(assigned, _MOST_FUNCTIONS):
        names = [name.strip() for name in (found["named"] or found["arrow"]).split(",")]
        end = source.find("</script", found.end())
        text = source[found.end() - 1 : end if end >= 0 else None][:_LONGEST]
        tokens = tokens_of(text)
        lines += _fields(tokens.kinds, tokens.texts, names)
    return "\n".join(dict.fromkeys(lines))


def bound_data(script: str) -> Any:
    """Return the data that a script assigns as what such a function returns; None if it assigns none.

    Fields that the function gives to an argument before, as in `c.title = a`, are those of the argument.

    >>> bound_data('window.__NUXT__=(function(a,b){b.t=a;return {list:[b,{t:"党课"}]}}("支部",{}));')
    {'list': [{'t': '支部'}, {'t': '党课'}]}
    >>> bound_data('window.state = (function () { return {t: "党课"} })();')
    {'t': '党课'}
    """
    if (found := _STATE.match(script)) is None or not _CALLED.search(script, found.end()):
        return None
    tokens = tokens_of(script[found.end() - 1 : found.end() + _LONGEST])
    kinds, texts = tokens.kinds, tokens.texts
    end = _closing(kinds, texts, 0)
    begin = end + 1 + (texts[end + 1 : end + 2] == [")"])
    reader = Reader(tokens, lambda call, position: None)
    returned: Value = None
    fields: list[tuple[str, str, Value]] = []
    place = 1
    while place < end:
        if kinds[place] == NAME and texts[place] == "return":
            returned, place = reader.value(place + 1)
            break
        if texts[place + 1 : place + 4 : 2] == [".", "="]:
            value, behind = reader.value(place + 4)
            fields.append((texts[place], texts[place + 2], value))
            place = max(behind, place + 1)
            continue
        place += 1
    if not isinstance(returned, dict | list) or not reader.at(begin, "("):
        return None
    names = [name.strip() for name in (found["named"] or found["arrow"] or "").split(",")]
    known = dict(zip(names, reader.group(begin)[0], strict=False))
    for name, key, value in fields:
        if isinstance(known.get(name), dict):
            known[name][key] = resolved(value, known)
    return resolved(returned, known)


def _before(found: re.Match[str]) -> tuple[int, int]:
    return max(found.start() - _LONGEST_BLANK, 0), found.start()


def _fields(kinds: Sequence[str], texts: Sequence[str], names: Sequence[str]) -> Iterator[str]:
    """Yield the keys of the body of a function that a parameter gives its value to."""
    end = _closing(kinds, texts, 0)
    begin = end + 1
    if begin < len(texts) and texts[begin] == ")" and kinds[begin] != STRING:
        begin += 1
    if begin >= len(texts) or texts[begin] != "(":
        return
    values = dict(zip(names, _arguments(kinds, texts, begin), strict=False))
    for at in range(1, end - 2):
        value = values.get(texts[at + 2]) if texts[at + 1] == ":" and kinds[at + 2] != STRING else None
        if value and texts[at + 3] in (",", "}"):
            yield f'"{texts[at]}":"{value}"'


def _arguments(kinds: Sequence[str], texts: Sequence[str], begin: int) -> list[str]:
    """Return the strings and numbers of the arguments of a call; empty for those of other kinds."""
    found, start, depth = [], begin + 1, 0
    for at in range(begin, len(texts)):
        if kinds[at] == STRING:
            continue
        depth += (texts[at] in _OPEN) - (texts[at] in _CLOSED)
        if depth == 0 or (depth == 1 and texts[at] == ","):
            text = texts[start] if at == start + 1 else ""
            plain = kinds[start] == STRING or _NUMBER.fullmatch(text)
            found.append(text if plain and len(text) <= _LONGEST_VALUE and '"' not in text else "")
            start = at + 1
        if depth == 0:
            break
    return found


def _closing(kinds: Sequence[str], texts: Sequence[str], begin: int) -> int:
    """Return the place of the bracket that closes the one at a place; behind the end if there is none."""
    depth = 0
    for at in range(begin, len(texts)):
        if kinds[at] != STRING:
            depth += (texts[at] in _OPEN) - (texts[at] in _CLOSED)
            if depth == 0:
                return at
    return len(texts)
