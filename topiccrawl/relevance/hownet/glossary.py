"""HowNet 2000 as Liu Qun distributed it: `glossary.dat` (words and senses) and `WHOLE.DAT` (sememes).

Copies differ: GB18030, or UTF-8 with or without a byte order mark; lines `word TAB POS TAB DEF`, or
`word/POS/DEF`. The form is recognised by the content.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator, Sequence

from topiccrawl.errors import HowNetError
from topiccrawl.messages import Message, message
from topiccrawl.relevance.hownet.compiled import HowNetContent, Sememes
from topiccrawl.relevance.hownet.definition import Definition, expected, parse_definition
from topiccrawl.text.files.utf8 import decode_utf8
from topiccrawl.text.normalise import normalise

_LINE = (
    re.compile(r"(?P<word>[^\t]+)\t\s*(?P<pos>[A-Z]+)\s*\t(?P<definition>.*)"),
    re.compile(r"(?P<word>.+?)/\s*(?P<pos>[A-Z]+)\s*/(?P<definition>.*)"),
    # A word does not end in a blank, so that a run of blanks is scanned only once.
    re.compile(r"(?P<word>.*?\S)\s++(?P<pos>[A-Z]+)\s+(?P<definition>.*)"),
)
_SEMEME = re.compile(r"\s*(\d{1,18})\s++(\S(?:.*?\S)?)\s++(\d{1,18})\s*")

_GLOSSARY_LINE = message("word, part of speech and definition")
_SEMEME_LINE = message("number, name and parent's number")

DEEPEST = 100
"""Levels of a tree of sememes; HowNet has 15."""


class Senses:
    """Collects words with their senses; equal senses are merged.

    Args:
        parse: reads a definition; raises `ValueError`.
    """

    def __init__(self, parse: Callable[[str], Definition]) -> None:
        self._parse = parse
        self._by_text: dict[str, int] = {}
        self._number: dict[Definition, int] = {}
        self._words: dict[str, dict[int, None]] = {}

    def add(self, where: str, word: str, text: str) -> None:
        """Add a sense of a word by its definition.

        Raises:
            HowNetError: the definition is broken; names the place.
        """
        number = self._by_text.get(text)
        if number is None:
            try:
                definition = self._parse(text)
            except ValueError as error:
                raise expected(where, message("a definition ({error})", error=error), text) from None
            number = self._by_text[text] = self._number.setdefault(definition, len(self._number))
        self._words.setdefault(normalise(word), {})[number] = None

    def content(self, sememes: Sememes) -> HowNetContent:
        """Return all added words, sorted, with their senses."""
        words = {word: tuple(sorted(self._words[word])) for word in sorted(self._words)}
        return HowNetContent(sememes, tuple(self._number), words)


def read_edition_2000(
    glossary: bytes, sememes: bytes, glossary_source: str, sememe_source: str
) -> HowNetContent:
    """Read both files.

    Args:
        glossary: content of `glossary.dat`.
        sememes: content of `WHOLE.DAT`.
        glossary_source: name of the first in messages.
        sememe_source: name of the second in messages.

    Raises:
        HowNetError: a file is broken; names file, line and what was expected.
    """
    tree = read_sememes(sememes, sememe_source)
    # A bare English name ("agent") is a role, and roles come last among sememes of one name.
    by_english = {name.partition("|")[0]: name for name, _ in tree}
    senses = Senses(lambda text: _resolved(parse_definition(text), by_english))
    for number, line in _lines(glossary, glossary_source, _GLOSSARY_LINE):
        where = f"{glossary_source}:{number}"
        found = next((match for form in _LINE if (match := form.fullmatch(line))), None)
        if found is None or not found["word"].strip():
            raise expected(where, _GLOSSARY_LINE, line)
        senses.add(where, found["word"].strip(), found["definition"])
    return senses.content(tree)


def read_sememes(data: bytes, source: str) -> Sememes:
    """Read the sememes of `WHOLE.DAT`, in its order.

    Raises:
        HowNetError: a line that is not `number name parent`, a duplicate number, a missing parent, or a
            cycle.
    """
    index: dict[int, int] = {}
    rows: list[tuple[str, int, int]] = []
    for number, line in _lines(data, source, _SEMEME_LINE):
        found = _SEMEME.fullmatch(line)
        where = f"{source}:{number}"
        if found is None:
            raise expected(where, _SEMEME_LINE, line)
        if int(found[1]) in index:
            raise expected(
                where, message("a new sememe"), message("the number {number} again", number=found[1])
            )
        index[int(found[1])] = len(rows)
        rows.append((found[2], int(found[3]), number))
    for _, parent, number in rows:
        if parent not in index:
            raise expected(f"{source}:{number}", message("the number of a sememe as parent"), parent)
    sememes = tuple((name, index[parent]) for name, parent, _ in rows)
    check_tree(sememes, [number for _, _, number in rows], source)
    return sememes


def check_tree(sememes: Sememes, lines: Sequence[int], source: str) -> None:
    """Check that no sememe is its own ancestor, and none deeper than in any real tree.

    Args:
        sememes: the sememes.
        lines: the line of each.
        source: the file, for messages.

    Raises:
        HowNetError: the first such sememe.
    """
    depths: dict[int, int] = {}
    for place in range(len(sememes)):
        path: dict[int, None] = {}
        while place not in depths and sememes[place][1] != place:
            if place in path:
                raise HowNetError(
                    "{source}:{line}: expected a tree, but {name!r} is its own ancestor",
                    source=source,
                    line=lines[place],
                    name=sememes[place][0],
                )
            path[place] = None
            place = sememes[place][1]
        depth = depths.setdefault(place, 0)
        for below in reversed(path):
            depth = depths[below] = depth + 1
        if depth > DEEPEST:
            raise HowNetError(
                "{source}: expected a tree of at most {deepest} levels, but {name!r} is deeper",
                source=source,
                deepest=DEEPEST,
                name=sememes[next(iter(path))][0][:80],
            )


def _resolved(definition: Definition, by_english: dict[str, str]) -> Definition:
    """Replace a function word's bare role name by the sememe of that name."""
    if definition.function and definition.first in by_english:
        return Definition(
            by_english[definition.first], definition.others, definition.relations, definition.symbols, True
        )
    return definition


def _lines(data: bytes, source: str, what: Message) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their numbers. Only line feeds end a line: U+0085 may be part of one."""
    found = False
    for number, line in enumerate(_decode(data, source).split("\n"), 1):
        if line.strip():
            found = True
            yield number, line.rstrip("\r")
    if not found:
        raise expected(f"{source}:1", what, message("no line"))


def _decode(data: bytes, source: str) -> str:
    if data.startswith(codecs.BOM_UTF8):
        return decode_utf8(data, source, HowNetError)
    furthest = 0
    for encoding in ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError as error:
            furthest = max(furthest, error.start)
    line = data.count(b"\n", 0, furthest) + 1
    found = message("the byte {byte:#04x}", byte=data[furthest])
    raise expected(f"{source}:{line}", message("GB18030 or UTF-8"), found)
