"""What a nameless function that is called at once gives the keys of its data: the state of Nuxt.

Pages hand their data to a function whose parameters stand for the values that repeat, and for all others:
`__NUXT__ = (function (a, b) { return {info: {source: a, publishTime: b}} }("青山日报", "2024-05-06"))`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from typing import Any

from topiccrawl.page.scripts.reader import Reader
from topiccrawl.page.scripts.resolving import resolved
from topiccrawl.page.scripts.tokens import NAME, Tokens, tokens_of
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
_LONGEST_VALUE, _LARGEST = 100, 10**15
"""Characters of an argument that may be a name, and the largest one that may be a time."""


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
        end = source.find("</script", found.end())
        tokens, _, behind, known = _called(source[: end if end >= 0 else None], found)
        kinds, texts, marks = tokens
        for at in range(1, behind - 3):
            value = known.get(texts[at + 2]) if marks[at + 1] == ":" and kinds[at + 2] == NAME else None
            if marks[at + 3] in (",", "}") and _is_name_or_time(value):
                lines.append(f'"{texts[at]}":"{value}"')
    return "\n".join(dict.fromkeys(lines))


def _is_name_or_time(value: Value) -> bool:
    if isinstance(value, str):
        return 0 < len(value) <= _LONGEST_VALUE and '"' not in value
    return type(value) is int and 0 < value < _LARGEST


def _called(source: str, found: re.Match[str]) -> tuple[Tokens, Reader, int, dict[str, Value]]:
    """Return the tokens of a function that is called at once, where it ends, and what its parameters are.

    Args:
        source: with the function, up to the end of its script.
        found: its parameters, up to its body.
    """
    tokens = tokens_of(source[found.end() - 1 : found.end() + _LONGEST])
    reader = Reader(tokens, lambda call: None)
    end = reader.skip(0)
    begin = end + reader.at(end, ")")
    names = [name.strip() for name in (found["named"] or found["arrow"] or "").split(",")]
    values = reader.group(begin)[0] if reader.at(begin, "(") else ()
    return tokens, reader, end, dict(zip(names, values, strict=False))


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
    tokens, reader, end, known = _called(script, found)
    kinds, texts = tokens.kinds, tokens.texts
    returned: Value = None
    fields: list[tuple[str, str, Value]] = []
    place = 1
    while place < end - 1:
        if kinds[place] == NAME and texts[place] == "return":
            returned, place = reader.value(place + 1)
            break
        if texts[place + 1 : place + 4 : 2] == [".", "="]:
            value, behind = reader.value(place + 4)
            fields.append((texts[place], texts[place + 2], value))
            place = max(behind, place + 1)
            continue
        place += 1
    if not isinstance(returned, dict | list):
        return None
    for name, key, value in fields:
        if isinstance(known.get(name), dict):
            known[name][key] = resolved(value, known)
    return resolved(returned, known)


def _before(found: re.Match[str]) -> tuple[int, int]:
    return max(found.start() - _LONGEST_BLANK, 0), found.start()
