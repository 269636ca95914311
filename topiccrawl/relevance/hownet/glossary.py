"""HowNet 2000 as Liu Qun distributed it: `glossary.dat` (words and senses) and `WHOLE.DAT` (sememes).

Copies differ: GB18030, or UTF-8 with or without a byte order mark; lines `word TAB POS TAB DEF`, or
`word/POS/DEF`. The form is recognised by the content.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from topiccrawl.errors import HowNetError
from topiccrawl.relevance.hownet.definition import Definition, parse_definition
from topiccrawl.text.files.utf8 import decode_utf8
from topiccrawl.text.normalise import normalise

_LINE = (
    re.compile(r"(?P<word>[^\t]+)\t\s*(?P<pos>[A-Z]+)\s*\t(?P<definition>.*)"),
    re.compile(r"(?P<word>.+?)/\s*(?P<pos>[A-Z]+)\s*/(?P<definition>.*)"),
    # A word does not end in a blank, so that a run of blanks is scanned only once.
    re.compile(r"(?P<word>.*?\S)\s++(?P<pos>[A-Z]+)\s+(?P<definition>.*)"),
)
_SEMEME = re.compile(r"\s*(\d{1,18})\s++(\S(?:.*?\S)?)\s++(\d{1,18})\s*")

DEEPEST = 100
"""Levels of a tree of sememes; HowNet has 15."""

Sememes = tuple[tuple[str, int], ...]
"""The sememes as (name, position of the parent in this tuple); a root is its own parent. Names are `en|zh`;
some occur several times."""


@dataclass(frozen=True)
class HowNetContent:
    """The content of HowNet, of either edition.

    Attributes:
        sememes: see `Sememes`.
        definitions: the distinct senses.
        words: the numbers of each word's senses; words are normalised (NFKC, simplified).
    """

    sememes: Sememes
    definitions: tuple[Definition, ...]
    words: Mapping[str, Sequence[int]]


class Senses:
    """Collects words with their senses; equal senses are merged."""

    def __init__(self) -> None:
        self._number: dict[Definition, int] = {}
        self._words: dict[str, dict[int, None]] = {}
        self._normal: dict[str, str] = {}

    def add(self, word: str, definition: Definition) -> None:
        """Add a sense of a word."""
        number = self._number.setdefault(definition, len(self._number))
        normal = self._normal.get(word)
        if normal is None:
            normal = self._normal[word] = normalise(word)
        self._words.setdefault(normal, {})[number] = None

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
    parsed: dict[str, Definition] = {}
    senses = Senses()
    # A bare English name ("agent") is a role, and roles come last among sememes of one name.
    by_english = {name.partition("|")[0]: name for name, _ in tree}
    for number, line in _lines(glossary, glossary_source):
        found = next((match for form in _LINE if (match := form.fullmatch(line))), None)
        where = f"{glossary_source}:{number}"
        if found is None or not found["word"].strip():
            raise HowNetError(
                "{where}: expected word, part of speech and definition, found {found!r}",
                where=where,
                found=line[:80],
            )
        text = found["definition"]
        if text not in parsed:
            try:
                parsed[text] = _resolved(parse_definition(text), by_english)
            except ValueError as error:
                raise HowNetError(
                    "{where}: expected a definition, found {found!r} ({error})",
                    where=where,
                    found=text[:80],
                    error=error,
                ) from None
        senses.add(found["word"].strip(), parsed[text])
    content = senses.content(tree)
    if not content.words:
        raise HowNetError(
            "{glossary_source}:1: expected word, part of speech and definition, found no line",
            glossary_source=glossary_source,
        )
    return content


def read_sememes(data: bytes, source: str) -> Sememes:
    """Read the sememes of `WHOLE.DAT`, in its order.

    Raises:
        HowNetError: a line that is not `number name parent`, a duplicate number, a missing parent, or a
            cycle.
    """
    index: dict[int, int] = {}
    rows: list[tuple[str, int, int]] = []
    for number, line in _lines(data, source):
        found = _SEMEME.fullmatch(line)
        where = f"{source}:{number}"
        if found is None:
            raise HowNetError(
                "{where}: expected number, name and parent's number, found {found!r}",
                where=where,
                found=line[:80],
            )
        if int(found[1]) in index:
            raise HowNetError(
                "{where}: expected a new sememe, found the number {number} again",
                where=where,
                number=found[1],
            )
        index[int(found[1])] = len(rows)
        rows.append((found[2], int(found[3]), number))
    if not rows:
        raise HowNetError(
            "{source}:1: expected number, name and parent's number, found no line", source=source
        )
    for _, parent, number in rows:
        if parent not in index:
            raise HowNetError(
                "{source}:{number}: expected the number of a sememe as parent, found {parent}",
                source=source,
                number=number,
                parent=parent,
            )
    sememes = tuple((name, index[parent]) for name, parent, _ in rows)
    node = find_cycle([parent for _, parent in sememes])
    if node is not None:
        name, _, number = rows[node]
        raise HowNetError(
            "{source}:{number}: expected a tree, but {name!r} is its own ancestor",
            source=source,
            number=number,
            name=name,
        )
    check_depth(sememes, source)
    return sememes


def check_depth(sememes: Sememes, source: str) -> None:
    """Raise a HowNetError if a sememe is deeper than any in a real tree; there must be no cycle."""
    depths: dict[int, int] = {}
    for place in range(len(sememes)):
        path = []
        while place not in depths and sememes[place][1] != place:
            path.append(place)
            place = sememes[place][1]
        depth = depths.setdefault(place, 0)
        for below in reversed(path):
            depth = depths[below] = depth + 1
        if depth > DEEPEST:
            raise HowNetError(
                "{source}: expected a tree of at most {deepest} levels, but {name!r} is deeper",
                source=source,
                deepest=DEEPEST,
                name=sememes[path[0]][0][:80],
            )


def find_cycle(parents: Sequence[int]) -> int | None:
    """Return a node that is its own ancestor but not a root (its own parent); None in a forest.

    >>> find_cycle([0, 0, 1]), find_cycle([0, 2, 1])
    (None, 1)
    """
    safe: set[int] = set()
    for node in range(len(parents)):
        path: set[int] = set()
        while node not in safe and parents[node] != node:
            if node in path:
                return min(path)
            path.add(node)
            node = parents[node]
        safe |= path | {node}
    return None


def _resolved(definition: Definition, by_english: dict[str, str]) -> Definition:
    """Replace a function word's bare role name by the sememe of that name."""
    if definition.function and definition.first in by_english:
        return Definition(
            by_english[definition.first], definition.others, definition.relations, definition.symbols, True
        )
    return definition


def _lines(data: bytes, source: str) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their numbers. Only line feeds end a line: U+0085 may be part of one."""
    for number, line in enumerate(_decode(data, source).split("\n"), 1):
        if line.strip():
            yield number, line.rstrip("\r")


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
    raise HowNetError(
        "{source}:{line}: expected GB18030 or UTF-8, found the byte {byte:#04x}",
        source=source,
        line=line,
        byte=data[furthest],
    )
