"""Edit a `topic.toml` and keep everything else in it: comments, order, white space."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array, Comment, Item, Key, Table, Whitespace

from topiccrawl.errors import TopicError
from topiccrawl.messages import message
from topiccrawl.relevance.topic.word_table import read_text
from topiccrawl.text.files.atomic_write import write_atomically

_NOTE = "# by `topiccrawl "
"""Beginning of the note on where values came from; a new note replaces the old one."""


def write_values(folder: Path, section: str, values: Mapping[str, Any], note: str) -> None:
    """Set keys of one table of a topic's `topic.toml`, with a note on where they came from.

    Args:
        folder: the topic's folder.
        section: name of the table; it is added if it is missing.
        values: numbers, texts, booleans, or lists of them.
        note: the command that computed the values and its input, for the line below the header.

    Raises:
        TopicError: the file is missing, broken, or its form cannot be edited.
    """
    file = folder / "topic.toml"
    try:
        text = read_text(file, str(file)).replace("\r\n", "\n")
        before = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise TopicError("{file}: cannot be edited ({error})", file=file, error=error) from None
    try:
        edited = with_values(text, section, values, note)
        expected = {**before, section: {**before.get(section, {}), **values}}
        # The file is the user's: check the result with another parser before it replaces anything.
        if _plain(tomllib.loads(edited)) != _plain(expected):
            raise ValueError(message("the edit would change other values"))
    except (ValueError, TypeError, TOMLKitError, RecursionError):
        raise TopicError(
            "{file}: the form of [{section}] cannot be edited: set {values!r} by hand",
            file=file,
            section=section,
            values=dict(values),
        ) from None
    write_atomically(file, edited)


def with_values(text: str, section: str, values: Mapping[str, Any], note: str) -> str:
    """Return the text of a TOML file with keys of one table set; comments behind these keys are removed.

    Raises:
        ValueError: the section is not a table with a header of its own.
        TOMLKitError: the text is not TOML.

    >>> with_values("[gate]", "gate", {"threshold": 0.2}, "calibrate x`, today").splitlines()
    ['[gate]', '# by `topiccrawl calibrate x`, today', 'threshold = 0.2']
    """
    document = tomlkit.parse(text if text.endswith("\n") or not text else f"{text}\n")
    old = document.get(section)
    if old is None:
        if text.strip() and not text.endswith("\n\n"):
            document.add(tomlkit.nl())
        document.add(section, _edited([], values, note))
    elif isinstance(old, Table) and not old.is_super_table():
        new = _edited(old.value.body, values, note)
        new.trivia.comment_ws, new.trivia.comment = old.trivia.comment_ws, old.trivia.comment
        size = len(new.value.body)
        document[section] = new
        del new.value.body[size:]  # a blank line that tomlkit adds
    else:
        raise ValueError(message("{section} is not a table with a header of its own", section=section))
    return document.as_string().rstrip("\n") + "\n"


def write_keys(folder: Path, values: Mapping[str, Any]) -> None:
    """Set keys of a topic's `topic.toml`, see `with_keys`.

    Raises:
        TopicError: the file is missing or not UTF-8.
    """
    file = folder / "topic.toml"
    write_atomically(file, with_keys(read_text(file, str(file)), values))


def with_keys(text: str, values: Mapping[str, Any]) -> str:
    """Return the text of a TOML file with keys set; everything else in it stays.

    Args:
        text: the file.
        values: numbers, texts or lists by key; a mapping sets keys of the table with that name.

    >>> with_keys("seeds = []  # to start", {"seeds": ["http://a.cn/"], "gate": {"k": 1}}).splitlines()
    ['seeds = ["http://a.cn/"]  # to start', '[gate]', 'k = 1']
    """
    document = tomlkit.parse(text)
    for key, value in values.items():
        if not isinstance(value, Mapping):
            document[key] = _item(value)
            continue
        if key not in document:
            document[key] = tomlkit.table()
        for name, part in value.items():
            document[key][name] = _item(part)
    return document.as_string()


def _item(value: Any) -> Item:
    """Return a value for a document; long lists get a line for each entry."""
    item = tomlkit.item(list(value) if isinstance(value, tuple) else value)
    return item.multiline(len(item) > 2) if isinstance(item, Array) else item


def _edited(body: list[tuple[Key | None, Item]], values: Mapping[str, Any], note: str) -> Table:
    """A table with the entries of `body`, the note in front, and the values set."""
    table = tomlkit.table()
    table.add(tomlkit.comment(f"{_NOTE}{note}".removeprefix("# ")))
    # New keys stand behind the last key: what follows may be a comment on the next table.
    keys = [number for number, (key, _) in enumerate(body) if key is not None]
    end = keys[-1] + 1 if keys else len(body)
    while not keys and end and isinstance(body[end - 1][1], Whitespace):
        end -= 1
    known = {key.key for key, _ in body if key is not None}
    added = [(tomlkit.key(key), tomlkit.item(value)) for key, value in values.items() if key not in known]
    for key, item in [*body[:end], *added, *body[end:]]:
        if key is not None and key.key in values and key.key in known:
            table.raw_append(key, tomlkit.item(values[key.key]))
        elif not (isinstance(item, Comment) and item.trivia.comment.startswith(_NOTE)):
            table.raw_append(key, item)
    return table


def _plain(value: Any) -> Any:
    """Lists for tuples, so that what was written equals what is read."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value
