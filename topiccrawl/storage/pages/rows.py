"""Records as rows: the values that go to the database, checked the same for every database."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from numbers import Integral, Real

from sqlalchemy import String

from topiccrawl.storage import schema
from topiccrawl.storage.records import DropRecord

Row = dict[str, object]

_LENGTHS = {
    column.name: column.type.length
    for table in (schema.pages, schema.duplicates, schema.drops)
    for column in table.columns
    if isinstance(column.type, String) and column.type.length
}
_ESCAPED = "\0\n\r\x1a\"'\\"


def url_hash(url: str) -> str:
    """Sha256 of an address in hexadecimal, the key of `pages` and `drops`.

    >>> url_hash("http://localhost/")[:12]
    'e35da960b323'
    """
    return hashlib.sha256(url.encode()).hexdigest()


def row(url: str, values: Mapping[str, object]) -> Row:
    """Values as the drivers take them, by column.

    Args:
        url: the page or address they belong to, for the message of an error.
        values: by column; mappings become JSON.

    Raises:
        ValueError: a value which no database should hold: half a surrogate pair, a name that is too long
            (SQLite would take it), a number that is not finite.
        TypeError: a value of a kind that no column takes.
    """
    return {name: _plain(url, name, value) for name, value in values.items()}


def drop_row(record: DropRecord) -> Row:
    """The row of a drop; raises like `row`."""
    values = {field.name: getattr(record, field.name) for field in fields(DropRecord)}
    return row(record.url, values) | {"url_hash": url_hash(record.url)}


def json_text(value: object) -> str:
    """JSON with readable Chinese and stable order; what JSON has no form for is written as text."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, allow_nan=False, default=str)


def statement_bytes(row: Row) -> int:
    """Upper bound of the bytes of a row in a statement of MySQL, where quotes and the like are escaped."""
    size = 0
    for value in row.values():
        if isinstance(value, str):
            size += len(value.encode()) + sum(map(value.count, _ESCAPED))
        elif isinstance(value, bytes):
            size += len(value) + sum(value.count(char.encode()) for char in _ESCAPED)
        size += 64  # numbers, times and what stands between the values
    return size


def _plain(url: str, name: str, value: object) -> object:
    """The value in Python's own types: the drivers do not take NumPy's numbers or all subclasses of str."""
    try:
        if isinstance(value, Mapping):
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
    if value is None or isinstance(value, (bytes, datetime)):
        return value
    raise TypeError(f"{url[:200]!a}: {name}: no column takes a {type(value).__name__}")
