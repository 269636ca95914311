"""The data in a script: JSON and the objects, lists and strings that it assigns or hands to functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import islice
from typing import Any
from urllib.parse import unquote

from topiccrawl.page.scripts.decoding import from_base64, json_at, json_in, unescaped
from topiccrawl.page.scripts.script import LONGEST_SCRIPT, Script, Step
from topiccrawl.page.scripts.tokens import STRING, tokens_of
from topiccrawl.page.scripts.values import Called, Joined, Value, Variable

MAX_DATA = 2_000_000
"""Characters of a script that are read."""

_LITERAL = re.compile(r"[=(:,]\s*(?=[{\[]\s*[\"{\[])")
_MOST_LITERALS = 200
_SHORTEST_LITERAL = 100
"""Characters of JSON that is read by Python's reader; shorter pieces are read with the script around them."""

_ENCODED = re.compile(r"(?:%[Ee][4-9]%[89ABab]\w%[89ABab]\w){2}|(?:%u[4-9]\w{3}){2}")
_BASE64 = re.compile(r"[\w+/]{200,}={0,2}", re.ASCII)
_DEEPEST = 30
_FEWEST_FLAT, _MOST_FLAT, _SPECIAL = 4, 200, 8
_LONG_STRING = 60


def data_of(script: str) -> Iterator[Any]:
    """Yield the data of a script: dictionaries, lists and strings, as Python has them.

    >>> list(data_of('var a = {"text": "正文"}; b = decodeURIComponent("%E5%85%9A%E5%91%98");'))
    [{'text': '正文'}, '党员', '党员']
    """
    script = script[:MAX_DATA]
    whole = script.strip()
    if whole[:3] in ("%7B", "%7b", "%5B", "%5b"):
        whole = script = unquote(whole)
    if whole[:1] in ("{", "[") and (value := json_in(whole)) is not None:
        yield unflattened(value)
        return
    starts = (match.end() for match in islice(_LITERAL.finditer(script), _MOST_LITERALS))
    rest, literals = without_literals(script, starts, _SHORTEST_LITERAL)
    yield from (decoded(value) for _, value in literals)
    read = Script.read(rest[:LONGEST_SCRIPT])
    grown: dict[str, list[str]] = {}
    for step in read.steps:
        for value in step.values:
            found = decoded(value)
            if isinstance(found, str | list | dict) and found:
                yield found
            if isinstance(found, str) and _adds(step, value):
                grown.setdefault(step.name, []).append(found)
    yield from ("".join(pieces) for pieces in grown.values() if len(pieces) > 1)
    yield from _long_strings(rest[:LONGEST_SCRIPT])


def without_literals(script: str, starts: Iterable[int], shortest: int) -> tuple[str, list[tuple[str, Any]]]:
    """Return a script without its long JSON literals, and these with what they stand for.

    Args:
        script: the script.
        starts: where a literal may begin, in order.
        shortest: characters of a literal that is long.
    """
    kept: list[str] = []
    found: list[tuple[str, Any]] = []
    read = behind = 0
    for start in starts:
        if start < read:
            continue
        value, read = json_at(script, start)
        if read - start >= shortest:
            kept += [script[behind:start], "null"]
            found.append((script[start:read], value))
            behind = read
    return "".join([*kept, script[behind:]]), found


def _adds(step: Step, value: Value) -> bool:
    """Return whether a step adds a value to the text of a variable, a list or the page."""
    if step.is_call:
        return step.name.endswith((".push", "document.write", "document.writeln"))
    return isinstance(value, Joined) and value.parts[0] == Variable(step.name)


def _is_flattened(value: Any) -> bool:
    """Return whether data has each of its values once, with their places in the other ones.

    So Nuxt 3 and Svelte write the state of a page: `[{"title": 1, "path": 2}, "党员", "/dj/1"]`.
    """
    if not isinstance(value, list) or len(value) < _FEWEST_FLAT or not isinstance(value[0], list | dict):
        return False
    nodes = [one for one in value[:_MOST_FLAT] if isinstance(one, dict)]
    return len(nodes) > 0 and all(
        type(place) is int and -_SPECIAL <= place < len(value) for one in nodes for place in one.values()
    )


def unflattened(values: Any) -> Any:
    """Return what data stands for that is flattened, see `_is_flattened`; other data as it is.

    Values within themselves, and those nested too deep, become None.

    >>> unflattened([["Reactive", 1], {"title": 2, "tags": 3}, "党员", [2, -1]])
    {'title': '党员', 'tags': ['党员', None]}
    """
    if not _is_flattened(values):
        return values
    room = [MAX_DATA]

    def at(place: Any, depth: int) -> Any:
        room[0] -= 1
        if type(place) is not int or not 0 <= place < len(values) or depth <= 0 or room[0] < 0:
            return None
        value = values[place]
        if isinstance(value, dict):
            return {name: at(one, depth - 1) for name, one in value.items()}
        if isinstance(value, list):
            if value and isinstance(value[0], str):  # a kind of value, such as Ref, Set or Date
                return at(value[1], depth - 1) if len(value) > 1 and type(value[1]) is int else None
            return [at(one, depth - 1) for one in value]
        return value

    return at(0, _DEEPEST)


def pushed_text(script: str) -> str:
    """Return the piece that a script adds to a stream of server components (React); empty for others.

    >>> pushed_text('self.__next_f.push([1,"4:[]"])')
    '4:[]'
    """
    start = _PUSHES.match(script)
    value = json_at(script, start.end())[0] if start else None
    return value[1] if isinstance(value, list) and len(value) > 1 and isinstance(value[1], str) else ""


def rows_of_stream(stream: str) -> list[Any]:
    r"""Return the data in the numbered rows of a stream of server components, without the texts among them.

    >>> rows_of_stream('8:T5,<br/>5:["$","$L7",null,{"title":"党员"}]\n')
    [['$', '$L7', None, {'title': '党员'}]]
    """
    rows: list[Any] = []
    source, place = stream.encode(errors="replace"), 0  # the lengths of texts are counted in bytes
    while row := _ROW.match(source, place):
        place = row.end()
        if row["length"]:
            place += int(row["length"], 16)
            continue
        end = source.find(b"\n", place)
        text, place = source[place : end if end >= 0 else None], end + 1 if end >= 0 else len(source)
        if text[:1] in (b"[", b"{") and (value := json_in(text)) is not None:
            rows.append(value)
    return rows


_PUSHES = re.compile(r"[\w.(=|\[\] ]{0,80}__next_f[\w.)=|\[\] ]{0,40}\.push\(\s*(?=\[)")
_ROW = re.compile(rb"\n?[0-9a-f]{1,6}:(?:T(?P<length>[0-9a-f]{1,6}),)?")


def _long_strings(script: str) -> Iterator[str]:
    """Yield the long strings of a script, wherever they stand, as in what a nameless function is given."""
    tokens = tokens_of(script)
    for kind, text in zip(tokens.kinds, tokens.texts, strict=True):
        if kind == STRING and len(text) >= _LONG_STRING:
            yield _as_written(text)


def decoded(value: Any, depth: int = _DEEPEST) -> Any:
    """Return a value of a script as Python has it; functions that decode a text are applied to it.

    What is not known becomes None.
    """
    if depth <= 0:
        return None
    if isinstance(value, dict):
        return {key: decoded(item, depth - 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [decoded(item, depth - 1) for item in value]
    if isinstance(value, Joined):
        texts = [decoded(part, depth - 1) for part in value.parts]
        return "".join(text for text in texts if isinstance(text, str))
    if isinstance(value, Called):
        return _result(value, depth)
    if isinstance(value, str):
        return _as_written(value)
    return value if isinstance(value, int | float) else None


def _as_written(text: str) -> str:
    """Return a text that was encoded for `decodeURIComponent`, `unescape` or `atob`, decoded."""
    if "%" in text and _ENCODED.search(text):
        return unescaped(text)
    # Nothing but the encoding of a Chinese text decodes to one.
    if _BASE64.fullmatch(text) and not (found := _as_written(from_base64(text) or "")).isascii():
        return found
    return text


def _result(call: Called, depth: int) -> Any:
    """Return the result of a function that decodes its first argument; of any other function its argument."""
    values = [decoded(item, depth - 1) for item in call.values]
    text = values[0] if values else None
    name = call.name.rsplit(".", 1)[-1].lower()
    if not isinstance(text, str):
        return text
    if name == "parse":
        found = json_in(text)
        return text if found is None else found
    if name in ("atob", "decode", "base64decode", "b64decode"):
        return from_base64(text) or text
    return unescape(text) if "html" in name else text
