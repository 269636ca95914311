"""Messages that people read: an English text that keeps what it was made of.

Errors carry such texts. In databases they are plain English; `topiccrawl.text.language.localized` says them
in the language of a terminal, with its log, or of a page.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath


class Message(str):
    """English text made of a template and values.

    Attributes:
        template: the English text with the names of the values in braces, as the catalogue has it.
        values: by name; messages and errors among them are said in the other language too.
    """

    template: str
    values: Mapping[str, object]

    def __reduce__(self) -> tuple[object, ...]:
        """Pass to another process what can be passed: errors among the values may hold anything."""
        values = {n: said(v) if isinstance(v, BaseException) else v for n, v in self.values.items()}
        return _made, (self.template, values)


def message(template: str, /, **values: object) -> Message:
    """Return a message.

    Args:
        template: names in braces are replaced, as by `str.format`; without values it is taken as it is,
            and a message stays what it is.
        values: by name.

    >>> message("{path}: no such folder", path="topics")
    'topics: no such folder'
    """
    if isinstance(template, Message) and not values:
        return template
    return _made(template, values)


def _made(template: str, values: Mapping[str, object]) -> Message:
    made = Message(template.format(**values) if values else template)
    made.template, made.values = template, values
    return made


def said(error: BaseException) -> str:
    """Return what an error says: its message if it carries one, else its text.

    >>> said(ValueError(message("{count} pages", count=2))).template, said(ValueError("no pages"))
    ('{count} pages', 'no pages')
    """
    first = error.args[0] if error.args else None
    return first if isinstance(first, Message) and first == str(error) else str(error)


def without(text: str, part: str) -> str:
    """Return a text or message without a part of its values, such as the folder that a file was copied into.

    >>> without(message("{file}: it is empty", file="/tmp/x/words.tsv"), "/tmp/x/")
    'words.tsv: it is empty'
    """
    if not isinstance(text, Message):
        return text.replace(part, "")
    values = {name: _without(value, part) for name, value in text.values.items()}
    return message(text.template, **values)


def _without(value: object, part: str) -> object:
    if isinstance(value, BaseException):
        value = said(value)
    elif isinstance(value, PurePath):
        value = str(value)
    return without(value, part) if isinstance(value, str) else value
