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
