"""The fields of a request that a script sends, as far as they say which part of which list is asked for."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode

from topiccrawl.page.anchors.pagers import OFFSET_FIELDS, is_page_field
from topiccrawl.page.hidden_links.lists.forms import form_of_selector
from topiccrawl.page.hidden_links.templates import evaluated
from topiccrawl.page.page import Page
from topiccrawl.page.scripts.values import Called, Joined, Value, Variable, joined

_READ_FIELDS = re.compile(
    r"\w*(?:page|col|channel|cat|class|type|node|site|web|unit|app|path|name|sort|order|size|num|limit|offset|start|end|row|record|count|cid|tid|sid|id|lang|area|dept|code|key|status|format|per|group|source|permission|return|field|param|condition)\w*"
    r"|p|pn|ps|n|t|_|callback|v|sord|draw|length",
    re.IGNORECASE,
)
"""Fields that say which part of which list is asked for."""
_NEVER = re.compile(
    r"pass(?:word|wd)?|\w*pwd|\w*token|e?mail|phone|mobile|tel|\w*captcha|verify\w*|key_?words?|q|kw|query|search\w*|content|comment|message|user\w*",
    re.IGNORECASE,
)
"""Fields of searches, log-ins and comments."""
COUNTERS = ("i", "n", "num", "index", "no", "curr")
_LONGEST_FIELD = 500
"""Characters of a field that is JSON."""
_SERIALIZES = ("serialize", "serializeArray", "serializeObject")
_ENCODES = frozenset({"param", "stringify", "URLSearchParams", "FormData", "encode"})
"""Functions that write an object as the fields of a form."""
_STRINGIFIES = frozenset({"JSON.stringify", "stringify"})


def begun(address: Value) -> Value:
    """Return an address with the number of the first part where the script puts in a counter."""
    if not isinstance(address, Joined):
        return address
    parts: list[Value] = []
    for part in address.parts:
        before = parts[-1] if parts and isinstance(parts[-1], str) else ""
        if _of_hash(part):  # the number of a part behind the address: without one, the first
            parts.append("1")
        elif isinstance(part, Variable) and "location" not in part.name:
            number = first_number(before, part)
            parts.append(part if number is None else str(number))
        elif (
            part == ""
            or isinstance(part, str)
            or not isinstance(part, Called)
            or part.name in ("slice", "substr", "substring")
        ):
            parts.append(part)
        elif before.rstrip().endswith("=") and len(part.values) == 0:
            parts.append("1")  # a time stamp against caches
        else:
            parts.append(part)
    return joined(["", *parts])


def _of_hash(part: Value) -> bool:
    if not isinstance(part, Called):
        return False
    subject = part.values[0] if part.values else None
    return ".hash" in part.name or (isinstance(subject, Variable) and subject.name.endswith("location.hash"))


def first_number(before: str, variable: Variable) -> int | None:
    """Return the number of the first part of a list for a variable; None if it is no counter.

    Args:
        before: text before it, such as `?page=`.
        variable: a name, such as `n`.
    """
    name = variable.name.rsplit(".", 1)[-1]
    field = re.search(r"(\w+)=$", before)
    field_name = field[1] if field else name
    if OFFSET_FIELDS.fullmatch(field_name) and not is_page_field(field_name):
        return 0
    if is_page_field(field_name) or is_page_field(name) or name in COUNTERS:
        return 1 + variable.plus if variable.plus < 0 else 1
    return None


def pairs_of(page: Page, fields: Any, *, posts: bool) -> list[tuple[str, str]] | None:
    """Return the fields of a request; None if one of them is not known or does not name a part of a list.

    Args:
        page: whose script sends them.
        fields: an object, a query, or the fields of a form of the page.
        posts: whether they are sent by POST: then only fields of paging, size, column and sort are.
    """
    if isinstance(fields, Called):
        if (form := _form_fields(page, fields)) is not None:
            return form
        fields = unwrapped(fields)
    if isinstance(fields, Joined | str):
        return _pairs_of_query(page, fields, posts=posts)
    if not isinstance(fields, Mapping):
        return []
    pairs = []
    for name, value in fields.items():
        if not _may_send(name, posts=posts):
            return None
        if isinstance(value, Variable):
            number = first_number(f"{name}=", value)
            if number is None:
                return None
            value = number
        text = evaluated(page, value) if not isinstance(value, bool) else str(value).lower()
        if isinstance(value, Called) and value.name in _STRINGIFIES and value.values:
            value = value.values[0]
        if isinstance(value, list | dict):
            text = _json_text(page, value)
        if value is None:
            text = ""
        if text is None:
            return None
        pairs.append((name, text))
    return pairs


def _may_send(name: str, *, posts: bool) -> bool:
    return not _NEVER.fullmatch(name) and (not posts or _READ_FIELDS.fullmatch(name) is not None)


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
        name in of_form or _may_send(name, posts=True) for name, _ in parse_qsl(text, keep_blank_values=True)
    ):
        return None
    return [tuple([*piece.split("=", 1), ""][:2]) for piece in text.split("&") if piece]  # type: ignore[misc]


def unwrapped(fields: Value) -> Value:
    """Return the object that a function such as `new URLSearchParams({..})` writes as fields."""
    if isinstance(fields, Called) and fields.name.rsplit(".", 1)[-1] in _ENCODES and len(fields.values) == 1:
        return fields.values[0]
    return fields


def with_queries(page: Page, address: Value) -> Value:
    """Return an address with the fields that a function writes behind it, such as `"/l?" + $.param({..})`."""
    if not isinstance(address, Joined):
        return address
    parts: list[Value] = [""]
    for part in address.parts:
        pairs = None
        if isinstance(part, Called) and (inner := unwrapped(part)) is not part and isinstance(inner, Mapping):
            pairs = pairs_of(page, inner, posts=False)
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


def _json_text(page: Page, value: Value) -> str | None:
    """Return a list or an object as the text of a field; None if something in it is not known."""
    try:
        text = json.dumps(_known(page, value), ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError):
        return None
    return text if len(text) <= _LONGEST_FIELD else None


def _known(page: Page, value: Value, name: str = "") -> Any:
    if isinstance(value, dict):
        if any(_NEVER.fullmatch(key) for key in value):
            raise ValueError
        return {key: _known(page, item, key) for key, item in value.items()}
    if isinstance(value, list):
        return [_known(page, item) for item in value]
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, Variable) and (number := first_number(f"{name}=", value)) is not None:
        return number
    if (text := evaluated(page, value)) is None:
        raise ValueError
    return text
