"""Writing values into a `topic.toml` without touching what else stands in it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from topiccrawl.errors import TopicError
from topiccrawl.text.files.atomic_write import write_atomically

_HEADER = re.compile(r"\s*\[+([^\]]+)\]")
_NOTE = "# by `topiccrawl "
"""How a note on where values came from starts; a new one takes the place of the old one."""


def write_values(folder: Path, section: str, values: Mapping[str, Any], note: str) -> None:
    """Set keys of one table of a topic's `topic.toml`, with a note on where they came from.

    Args:
        folder: the topic's folder.
        section: name of the table; it is added when it is missing.
        values: numbers, texts, truth values, or lists of them.
        note: the command that found the values and what it found them from, for the line under the header.

    Raises:
        TopicError: the file is missing, broken, or written in a way that cannot be edited.
    """
    file = folder / "topic.toml"
    try:
        text = file.read_text(encoding="utf-8-sig")
        before = tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise TopicError(f"{file}: cannot be edited ({error})") from None
    except RecursionError:
        raise TopicError(f"{file}: cannot be edited (values are nested too deeply)") from None
    edited = with_values(text, section, values, note)
    expected = {**before, section: {**before.get(section, {}), **values}}
    if not _is_whole([edited]) or _plain(tomllib.loads(edited)) != _plain(expected):
        raise TopicError(
            f"{file}: [{section}] is written in a way that cannot be edited: set {dict(values)!r}"
        )
    write_atomically(file, edited)


def with_values(text: str, section: str, values: Mapping[str, Any], note: str) -> str:
    """The text of a TOML file with keys of one table set; comments behind these keys go.

    >>> with_values("[gate]", "gate", {"threshold": 0.2}, "calibrate x`, today").splitlines()
    ['[gate]', '# by `topiccrawl calibrate x`, today', 'threshold = 0.2']
    """
    statements = _statements(text.splitlines())
    start = next((n for n, part in enumerate(statements) if _header(part) == section), None)
    if start is None:
        if statements and statements[-1][0].strip():
            statements.append([""])
        start = len(statements)
        statements.append([f"[{section}]"])
    end = next((n for n in range(start + 1, len(statements)) if _header(statements[n])), len(statements))
    body = [part for part in statements[start + 1 : end] if not part[0].startswith(_NOTE)]
    for key, value in values.items():
        row = [f"{key} = {_toml(value)}"]
        found = next(
            (n for n, part in enumerate(body) if re.match(rf"\s*{re.escape(key)}\s*=", part[0])), None
        )
        if found is None:
            last = max((n for n, part in enumerate(body) if part[0].strip()), default=-1)
            body.insert(last + 1, row)
        else:
            body[found] = row
    whole = [*statements[: start + 1], [f"{_NOTE}{note}"], *body, *statements[end:]]
    return "\n".join(line for part in whole for line in part) + "\n"


def _statements(lines: list[str]) -> list[list[str]]:
    """The lines of each statement: a list may run over several, comments and headers stand alone."""
    statements = []
    start = 0
    while start < len(lines):
        end = start + 1
        if "=" in lines[start] and not lines[start].lstrip().startswith(("#", "[")):
            end = next((n for n in range(end, len(lines) + 1) if _is_whole(lines[start:n])), end)
        statements.append(lines[start:end])
        start = end
    return statements


def _is_whole(lines: list[str]) -> bool:
    try:
        tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return False
    return True


def _header(statement: list[str]) -> str:
    """The name of the table that starts here; empty where none does."""
    found = _HEADER.match(statement[0])
    return found[1].strip() if found else ""


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return repr(value)


def _plain(value: Any) -> Any:
    """Lists for tuples, so that what was written equals what is read."""
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, list | tuple) else value
