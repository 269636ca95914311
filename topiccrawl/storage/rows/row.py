"""Records as rows, with the same checks of values for every database."""

from __future__ import annotations

import hashlib
import json
import math
import zlib
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from numbers import Integral, Real
from typing import Any

from sqlalchemy import String, Table

from topiccrawl.storage import schema

Row = dict[str, object]

_LENGTHS = {
    column.name: column.type.length
    for table in (schema.pages, schema.duplicates, schema.drops)
    for column in table.columns
    if isinstance(column.type, String) and column.type.length
}
_AS_THEY_ARE = frozenset((int, bytes, datetime))
_ESCAPED = "\0\n\r\x1a\"'\\"
_JSON = json.JSONEncoder(ensure_ascii=False, sort_keys=True, allow_nan=False, default=str)


def url_hash(url: str) -> str:
    """Return the sha256 of a URL in hexadecimal, the key of `pages` and `drops`.

    >>> url_hash("http://localhost/")[:12]
    'e35da960b323'
    """
    return hashlib.sha256(url.encode()).hexdigest()


def row(url: str, values: Mapping[str, object]) -> Row:
    """Return values by column, as the drivers take them.

    Args:
        url: the URL they belong to, for error messages.
        values: by column; mappings become JSON.

    Raises:
        ValueError: half a surrogate pair, a name that is too long (which SQLite would take), or a number
            that is not finite.
        TypeError: a value of a type that no column takes.
    """
    return {name: _plain(url, name, value) for name, value in values.items()}


def row_of(table: Table, record: Any, **computed: object) -> Row:
    """Return the row of a record whose fields have the names of the columns; the database assigns ids.

    Args:
        table: where it is written.
        record: has a `url`, and all columns but its hash and the computed ones.
        computed: values of columns.

    Raises:
        ValueError: as `row`.
    """
    values = {name: getattr(record, name) for name in _fields(table) if name not in computed}
    return row(record.url, values | computed) | {"url_hash": url_hash(record.url)}


@cache
def _fields(table: Table) -> tuple[str, ...]:
    return tuple(one.name for one in table.c if one.name not in ("id", "page_id", "url_hash"))


def json_text(value: object) -> str:
    """Return JSON with readable Chinese and sorted keys; other types are written as text."""
    return _JSON.encode(value)


def packed(body: bytes) -> bytes:
    """Return a body as fetched in the form in which it is stored."""
    return zlib.compress(body, 3)  # the default level takes twice as long, for 8 % fewer bytes


def statement_bytes(row: Row) -> int:
    """Return an upper bound of the bytes of a row in a MySQL statement, where quotes are escaped."""
    size = 0
    for value in row.values():
        if isinstance(value, str):
            size += len(value.encode()) + sum(map(value.count, _ESCAPED))
        elif isinstance(value, bytes):
            size += len(value) + sum(value.count(char.encode()) for char in _ESCAPED)
        size += 64  # numbers, times and separators
    return size


def _plain(url: str, name: str, value: object) -> object:
    """Return the value in Python's own types; drivers take neither NumPy's numbers nor every str subclass."""
    if value is None or type(value) in _AS_THEY_ARE:
        return value
    try:
        if not isinstance(value, (str, float)) and isinstance(value, Mapping):  # the second check is slow
            value = json_text(dict(value))
        if isinstance(value, str):
            value.encode()
            if len(value) > _LENGTHS.get(name, len(value)):
                raise ValueError(f"{len(value)} characters, at most {_LENGTHS[name]} fit")
            return str(value)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{url[:200]!a}: {name}: {error}") from None
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        if not math.isfinite(value):
            raise ValueError(f"{url[:200]!a}: {name}: {value} is not a finite number")
        return float(value)
    if isinstance(value, (bytes, datetime)):
        return value
    raise TypeError(f"{url[:200]!a}: {name}: no column takes a {type(value).__name__}")
