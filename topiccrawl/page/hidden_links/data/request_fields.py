"""The fields of a request that a script sends, as far as they say which part of which list is asked for."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl, urlencode

from topiccrawl.page.anchors.pagers import OFFSET_FIELDS, SIZE_FIELDS, is_page_field, names_part
from topiccrawl.page.hidden_links.lists.forms import CHANGES as _CHANGES
from topiccrawl.page.hidden_links.lists.forms import DOES as _DOES
from topiccrawl.page.hidden_links.lists.forms import form_of_selector
from topiccrawl.page.hidden_links.page_values import is_clock
from topiccrawl.page.hidden_links.templates import evaluated
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.resolving import STRINGIFIES
from topiccrawl.page.scripts.values import (
    TIMES,
    UNKNOWN,
    Called,
    Joined,
    Unknown,
    Value,
    Variable,
    joined,
)

_READ_FIELDS = re.compile(
    r"\w*(?:page|col|channel|cat|class|type|node|site|web|unit|app|path|name|sort|order|size|num|limit|offset|start|end|row|record|count|cid|tid|sid|id|lang|area|dept|code|key|status|format|per|group|source|permission|return|field|param|condition)\w*"
    r"|p|pn|ps|n|t|_|callback|v|sord|draw|length",
    re.IGNORECASE,
)
"""Fields that say which part of which list is asked for."""
_SECRET = re.compile(r"pass(?:word|wd)?|\w*pwd|\w*captcha|verify\w*", re.IGNORECASE)
_PERSONAL = re.compile(r"\w*token|e?mail|phone|mobile|tel|content|comment|message|user\w*", re.IGNORECASE)
_NEVER = re.compile(
    rf"{_PERSONAL.pattern}|key_?words?|q|kw|query|search(?:_?(?:words?|text|key\w*|str\w*|value|info|content|title))?",
    re.IGNORECASE,
)
"""Fields of searches, log-ins and comments: they are sent while they are empty."""
_CODE = re.compile(r"[\w\s.,:;/|{}\[\]\"'@&=+-]*", re.ASCII)
"""Constants that are no words: numbers, names of columns, JSON."""
_SAYS_EMPTY = re.compile(r"(?:暂时?[无没]有?|没有|未找到|无)\w{0,4}(?:信息|数据|内容|记录|文章)")
"""What a list without records shows."""
COUNTERS = ("i", "n", "num", "index", "no", "curr")
_GRAPHQL = re.compile(r"\s*(?:query\b[\w\s]*(?:\([^()]*\)\s*)?)?\{")
"""A query in GraphQL that reads: what changes something begins with `mutation`."""
_LONGEST_FIELD = 500
"""Characters of a field that is JSON."""
_DEEPEST = 8
"""Lists and objects in a field within each other."""
_SERIALIZES = ("serialize", "serializeArray", "serializeObject")
ENCODES = frozenset({"param", "stringify", "URLSearchParams", "FormData", "encode"})
"""Functions that write an object as the fields of a form."""
_USUAL_SIZE = 10
"""Records of a part where only a library knows how many it asks for."""


def counts(parameter: str) -> bool:
    """Return whether a parameter is the number of a part of a list, which is counted on."""
    return names_part(parameter) or parameter in COUNTERS


def begun(address: Value) -> Value:
    """Return an address with the number of the first part where the script puts in a counter."""
    if not isinstance(address, Joined):
        return address
    parts: list[Value] = []
    for part in address.parts:
        before = parts[-1] if parts and isinstance(parts[-1], str) else ""
        if _of_hash(part) or (before.rstrip().endswith("=") and _of_clock(part)):
            parts.append("1")  # the number of a part behind the address: without one, the first
        else:
            number = first_number(before, part)
            parts.append(part if number is None else str(number))
    return joined(["", *parts])


def _of_clock(part: Value) -> bool:
    """Return whether a value is a time stamp or a random number against caches."""
    if not isinstance(part, Called):
        return False
    inner = part.values[0] if part.values else None
    is_rounded = part.name.startswith("Math.") and isinstance(inner, Unknown)
    return inner is None or is_rounded or (isinstance(inner, Called) and inner.name == "Date")


def _of_hash(part: Value) -> bool:
    while isinstance(part, Called):  # location.hash.split("/")[1]
        if ".hash" in part.name:
            return True
        part = part.values[0] if part.values else None
    return isinstance(part, Variable) and part.name.endswith("location.hash")


def first_number(before: str, value: Value) -> int | None:
    """Return the number of the first part of a list for a variable, or of its records; None for others.

    Args:
        before: text before it, such as `?page=`.
        value: a variable, such as `n`, or a product of one, such as `(n - 1) * 10`.
    """
    field = re.search(r"(\w+)=$", before)
    if isinstance(value, Called):
        is_offset = field is not None and OFFSET_FIELDS.fullmatch(field[1]) is not None
        return _first_product(value, is_offset=is_offset) if value.name == TIMES else None
    if not isinstance(value, Variable) or "location" in value.name:
        return None
    name = value.name.rsplit(".", 1)[-1]
    field_name = field[1] if field else name
    if OFFSET_FIELDS.fullmatch(field_name) and not is_page_field(field_name):
        return 0
    if is_page_field(field_name) or is_page_field(name) or name in COUNTERS:
        return 1 + value.plus if value.plus < 0 else 1
    return _USUAL_SIZE if SIZE_FIELDS.fullmatch(field_name) else None


def _first_product(call: Called, *, is_offset: bool) -> int | None:
    """Return a product for the first part of a list: 0 for a field with the number of records before it."""
    numbers = [item if isinstance(item, int) else first_number("", item) for item in call.values]
    if None in numbers:
        return 0 if is_offset else None
    return math.prod(number for number in numbers if number is not None)


def pairs_of(page: Page, fields: Any, *, posts: bool) -> list[tuple[str, Any]] | None:
    """Return the fields of a request; None if one of them is not known or does not name a part of a list.

    Args:
        page: whose script sends them.
        fields: an object, a query, or the fields of a form of the page.
        posts: whether they are sent by POST: then only fields of paging, size, column and sort are, and
            constants of the script.
    """
    if isinstance(fields, Called):
        if (form := _form_fields(page, fields)) is not None:
            return list(form)
        fields = unwrapped(fields)
    if isinstance(fields, Joined | str):
        return _pairs_of_query(page, fields, posts=posts)
    if not isinstance(fields, dict):
        return []
    pairs: list[tuple[str, Any]] = []
    for name, value in fields.items():
        known = _known(page, value, name)
        written = value.values[0] if isinstance(value, Called) and value.values else value
        constant = not isinstance(written, Variable | Called | Joined)
        if isinstance(known, Unknown) or not _may_send(name, known, posts=posts, constant=constant):
            return None
        pairs.append((name, known))
    return pairs


def form_pairs(pairs: Iterable[tuple[str, Any]]) -> list[tuple[str, str]]:
    """Return fields as a form or a query has them: jQuery spreads lists and objects.

    >>> form_pairs([("page", 1), ("site[]", ["a"]), ("all", True), ("order", {"by": "time"}), ("word", None)])
    [('page', '1'), ('site[]', 'a'), ('all', 'true'), ('order[by]', 'time'), ('word', '')]
    """
    found: list[tuple[str, str]] = []
    for name, value in pairs:
        if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
            found.append((name, _json(value)))
        elif isinstance(value, list):
            inner = f"{name.removesuffix('[]')}[]"
            found += form_pairs((inner, item) for item in value)
        elif isinstance(value, dict):
            found += form_pairs((f"{name}[{key}]", item) for key, item in value.items())
        elif isinstance(value, bool):
            found.append((name, str(value).lower()))
        else:
            found.append((name, "" if value is None else str(value)))
    return found


def _may_send(name: str, value: Any, *, posts: bool, constant: bool = False) -> bool:
    """Return whether a field may be sent: no secret, nothing personal, nothing that a reader types.

    Args:
        name: of the field.
        value: of the field.
        posts: whether it is sent by POST.
        constant: whether the script has the value as it is.
    """
    name = name.removesuffix("[]")
    if _SECRET.fullmatch(name) or (_DOES.fullmatch(name) and _CHANGES.fullmatch(str(value))):
        return False
    if value in ("", None, []):
        return True
    if constant and name == "query" and _GRAPHQL.match(str(value)):
        return True
    constant = constant and any(form.fullmatch(str(value)) for form in (_CODE, _SAYS_EMPTY))
    if _NEVER.fullmatch(name):
        return constant and str(value)[:1] == "{" and not _PERSONAL.fullmatch(name)
    return constant or not posts or _READ_FIELDS.fullmatch(name) is not None


def _pairs_of_query(page: Page, fields: Joined | str, *, posts: bool) -> list[tuple[str, str]] | None:
    """Return the fields of a text such as `"page=" + n`; those of a form in it come as they are."""
    parts: list[Value] = []
    of_form: set[str] = set()
    for part in fields.parts if isinstance(fields, Joined) else (fields,):
        form = _form_fields(page, part) if isinstance(part, Called) else None
        if form is not None:
            of_form.update(name for name, _ in form)
            part = urlencode(form)
        parts.append(part)
    text = evaluated(page, begun(joined(["", *parts])))
    if text is None:
        return None
    if not re.fullmatch(r"[\w%.&=/+-]*", text):
        return None if text[:1] != "{" else []
    if posts and not all(
        name in of_form or _may_send(name, value, posts=True, constant=isinstance(fields, str))
        for name, value in parse_qsl(text, keep_blank_values=True)
    ):
        return None
    return [tuple([*piece.split("=", 1), ""][:2]) for piece in text.split("&") if piece]  # type: ignore[misc]


def unwrapped(fields: Value) -> Value:
    """Return the object that a function such as `new URLSearchParams({..})` writes as fields."""
    if isinstance(fields, Called) and fields.name.rsplit(".", 1)[-1] in ENCODES and len(fields.values) == 1:
        return fields.values[0]
    return fields


def with_queries(page: Page, address: Value) -> Value:
    """Return an address with the fields that a function writes behind it, such as `"/l?" + $.param({..})`."""
    if not isinstance(address, Joined):
        return address
    parts: list[Value] = [""]
    for part in address.parts:
        pairs = None
        inner = unwrapped(part)
        if isinstance(inner, dict):
            found = pairs_of(page, inner, posts=False)
            pairs = None if found is None else form_pairs(found)
        elif isinstance(part, Called):
            pairs = _form_fields(page, part)
        parts.append(part if pairs is None else urlencode(pairs))
    return joined(parts)


def _form_fields(page: Page, call: Called) -> list[tuple[str, str]] | None:
    """Return the fields of the form that `$("#f").serialize()` reads; None if it takes anything free."""
    if call.name.rsplit(".", 1)[-1] not in _SERIALIZES or not call.values:
        return None
    subject = call.values[0]
    if isinstance(subject, Called) and subject.values:
        subject = subject.values[0]
    form = form_of_selector(page, subject) if isinstance(subject, str) else None
    if form is None:
        return None
    first = {form.page_field: "1"} if form.page_field and not form.fields.get(form.page_field) else {}
    return list({**form.fields, **first}.items())


def _known(page: Page, value: Value, name: str = "", depth: int = _DEEPEST) -> Any:
    """Return a value as Python has it; `UNKNOWN` if only running the script would give it."""
    if depth == 0:
        return UNKNOWN
    if isinstance(value, Called) and value.name in STRINGIFIES and value.values:
        inner = _known(page, value.values[0], name, depth - 1)
        text = UNKNOWN if isinstance(inner, Unknown) else _json(inner)
        return text if isinstance(text, str) and len(text) <= _LONGEST_FIELD else UNKNOWN
    if isinstance(value, dict):
        fields = {key: _known(page, item, key, depth - 1) for key, item in value.items()}
        bad = any(isinstance(v, Unknown) or not _may_send(k, v, posts=False) for k, v in fields.items())
        return UNKNOWN if bad else fields
    if isinstance(value, list):
        items = [_known(page, item, "", depth - 1) for item in value]
        return UNKNOWN if any(isinstance(item, Unknown) for item in items) else items
    if isinstance(value, str | int | float | None):
        return value
    if is_clock(value):
        return 1
    if (number := first_number(f"{name}=", value)) is not None:
        return number
    found = evaluated(page, value)
    return UNKNOWN if found is None else found


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
