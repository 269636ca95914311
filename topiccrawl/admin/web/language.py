"""The languages of the pages: Chinese is in the code, English in one catalogue."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

LANGUAGES = {"zh": "中文", "en": "English"}
"""Names of the languages, each in itself; the first is the default."""

Translate = Callable[[str], str]


def marked(text: str) -> str:
    """Mark a text for the catalogue; it is translated where it is shown."""
    return text


def preferred(header: str) -> str:
    """Return the language of the pages that a browser asks for first in `Accept-Language`.

    >>> [preferred(header) for header in ("en-GB,en;q=0.9,zh;q=0.5", "zh-TW,en;q=0.5", "de,en;q=0.7", "")]
    ['en', 'zh', 'en', 'zh']
    """
    asked = (one.strip()[:2].lower() for one in header.split(","))
    return next((one for one in asked if one in LANGUAGES), "zh")


@cache
def translation(language: str) -> NullTranslations:
    """Return the translation into a language; Chinese if the language is unknown."""
    if language not in LANGUAGES or language == "zh":
        return NullTranslations()
    # Compiled at start: a compiled file beside the catalogue could be out of date.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    source = files("topiccrawl.admin").joinpath("locale", f"{language}.po").read_bytes()
    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source)))
    compiled.seek(0)
    return GNUTranslations(compiled)
