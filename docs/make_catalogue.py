"""Bring the Chinese catalogue of the terminal up to date with the code: `make locale`.

Texts that are new are added without a translation, which a test refuses; others keep theirs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import topiccrawl
from topiccrawl import errors
from topiccrawl.cli.app import COMMANDS, command
from topiccrawl.cli.shared.help_texts import EXAMPLES, OF_TYPER, texts_of
from topiccrawl.corpus.columns import ALL_QUALITY, all_columns, column

CODE = Path(topiccrawl.__file__).parent
CATALOGUE = CODE / "locale" / "zh" / "LC_MESSAGES" / "topiccrawl.po"
_ERRORS = tuple(name for name in vars(errors) if name.endswith("Error"))
_LOGGED = ("info", "warning", "error", "exception")
KEYWORDS = ("translated", "marked", "say", "message", "wrong_value", *_ERRORS)
_PAGES, _OF_TERMINAL = (CODE / "admin", CODE / "newsroom" / "pages"), ("say", "message", *_ERRORS)
"""The rooms whose pages have a catalogue of their own, and what marks their texts for the terminal."""


def texts() -> set[str]:
    """Return every English text that the terminal may show in Chinese: of messages and of help texts."""
    of_columns = (column(name).doc for name in (*all_columns(), *ALL_QUALITY))
    return {*_of_messages(), *_of_help(), *of_columns, EXAMPLES, *OF_TYPER}


def _of_messages() -> Iterator[str]:
    for path in CODE.rglob("*.py"):
        of_pages = any(pages in path.parents for pages in _PAGES)
        keywords = dict.fromkeys(_OF_TERMINAL if of_pages else (*KEYWORDS, *_LOGGED))
        with path.open("rb") as file:
            for _, name, found, _ in extract_python(file, keywords, (), {}):
                text = found[0] if isinstance(found, tuple) else found
                # Else names and values of other functions.
                if isinstance(text, str) and (name not in _LOGGED or " " in text):
                    yield text


def _of_help() -> Iterator[str]:
    root = command()
    for name, (_, summary) in COMMANDS.items():
        yield summary
        yield from texts_of(root.commands[name])
    for parameter in root.params:
        yield parameter.help
    yield root.help


def write(file: Path = CATALOGUE) -> int:
    """Write the catalogue and its compiled form; return how many texts have no translation."""
    with file.open("rb") as old:
        before = read_po(old, locale="zh")
    made = Catalog(locale="zh", header_comment=before.header_comment)
    for text in sorted(filter(None, texts())):
        known = before.get(text)
        made.add(text, str(known.string) if known and not known.fuzzy else "")
    with file.open("wb") as target:
        write_po(target, made, width=110, omit_header=True)
    with file.with_suffix(".mo").open("wb") as target:
        write_mo(target, made)
    return sum(1 for message in made if message.id and not message.string)


if __name__ == "__main__":
    sys.stdout.write(f"{write()} texts of {CATALOGUE} have no Chinese yet\n")
