"""The language of the terminal: English is in the code, Chinese in one catalogue.

The catalogue is `topiccrawl/locale/zh/LC_MESSAGES/topiccrawl.po`; `make locale` compiles it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the locale; the first that is set counts, as POSIX says."""


def language(variables: Mapping[str, str] | None = None) -> str:
    """Return `zh` for Chinese locales, else `en`.

    Args:
        variables: of the environment; default: those of this process.

    >>> language({"LANG": "zh_CN.UTF-8"}), language({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}), language({})
    ('zh', 'en', 'en')
    """
    known = os.environ if variables is None else variables
    locale = next((known[name] for name in _VARIABLES if known.get(name)), "")
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


def marked(text: str) -> str:
    """Return a message that is translated where it is shown, so that the catalogue has it."""
    return text


@cache
def _catalogue(name: str) -> NullTranslations:
    if name == "en":
        return NullTranslations()
    compiled = files("topiccrawl").joinpath("locale", name, "LC_MESSAGES", "topiccrawl.mo")
    with compiled.open("rb") as file:
        return GNUTranslations(file)
