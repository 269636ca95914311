"""The language of the terminal: English is in the code, Chinese in one catalogue.

The catalogue is `topiccrawl/locale/zh/LC_MESSAGES/topiccrawl.po`; `make locale` compiles it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

from topiccrawl.messages import Message, said

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the locale; the first that is set counts, as POSIX says."""


def language(variables: Mapping[str, str] | None = None) -> str:
    """Return `zh` for Chinese locales, else `en`.

    Args:
        variables: of the environment; default: those of this process.

    >>> language({"LANG": "zh_CN.UTF-8"}), language({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}), language({})
    ('zh', 'en', 'en')
    """
    known = os.environ if variables is None else variables
    locale = next((known[name] for name in VARIABLES if known.get(name)), "")
    return "zh" if locale.lower().startswith(("zh", "chinese")) else "en"


def translated(text: str, into: str = "") -> str:
    """Return a message in the language of the terminal; one without a translation stays as it is.

    Args:
        text: the English message.
        into: the language; default: `language()`.

    >>> translated("topic", "zh"), translated("topic", "en")
    ('主题', 'topic')
    """
    return _catalogue(into or language()).gettext(text) if text else ""


def say(text: str, **values: object) -> str:
    """Return a message in the language of the terminal with values in the places of its braces.

    Args:
        text: the English message; braces hold names, and may hold formats.
        values: by name.

    >>> say("{count:,} pages", count=1200)
    '1,200 pages'
    """
    return translated(text).format(**values)


def localized(thing: object, into: str = "") -> str:
    """Return a message or error in the language of the terminal; its own text if there is no translation.

    Args:
        thing: a `Message`, an error that carries one, or anything with a text.
        into: the language; default: `language()`.

    >>> from topiccrawl.messages import message
    >>> localized(message("{folder}: no such folder", folder="topics"), "zh")
    'topics：没有这个文件夹'
    """
    text = said(thing) if isinstance(thing, BaseException) else thing
    if not isinstance(text, Message):
        return str(text)
    into = into or language()
    values = {
        name: localized(value, into) if isinstance(value, Message | BaseException) else value
        for name, value in text.values.items()
    }
    template = translated(text.template, into)
    return template.format(**values) if values else template


def marked(text: str) -> str:
    """Mark a message for the catalogue; it is translated where it is shown."""
    return text


@cache
def _catalogue(name: str) -> NullTranslations:
    if name == "en":
        return NullTranslations()
    compiled = files("topiccrawl").joinpath("locale", name, "LC_MESSAGES", "topiccrawl.mo")
    with compiled.open("rb") as file:
        return GNUTranslations(file)


# Messages of the operating system, as in Python's `strerror`, and of its libraries for HTTP and SMTP.
OF_THE_SYSTEM = (
    marked("Address already in use"),
    marked("Connection refused"),
    marked("Connection reset by peer"),
    marked("Connection unexpectedly closed"),
    marked("File exists"),
    marked("File name too long"),
    marked("Input/output error"),
    marked("Is a directory"),
    marked("Name or service not known"),
    marked("Network is unreachable"),
    marked("No space left on device"),
    marked("No such file or directory"),
    marked("Not a directory"),
    marked("Permission denied"),
    marked("Read-only file system"),
    marked("Remote end closed connection without response"),
    marked("Temporary failure in name resolution"),
    marked("is not a folder"),
    marked("timed out"),
)
