"""Reading OpenHowNet's archive: a zip with `HowNet_dict_complete` and `sememe_triples_taxonomy.txt`.

The first is a pickled dictionary of senses; of each, `ch_word` and `Def` are used. It is read in a child
process that refuses every name, so a forged archive cannot execute code, and a member larger than any HowNet
is refused before it is decompressed.
"""

from __future__ import annotations

import io
import pickle
import struct
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn
from zipfile import BadZipFile, ZipFile

from topiccrawl.errors import HowNetError
from topiccrawl.messages import said
from topiccrawl.relevance.hownet.definition import Definition
from topiccrawl.relevance.hownet.glossary import HowNetContent, Sememes, Senses, check_depth, find_cycle
from topiccrawl.relevance.hownet.kdml import parse_kdml
from topiccrawl.text.files.child import ChildError, LimitError, Limits, read_in_child
from topiccrawl.text.files.utf8 import decode_utf8

_SENSES = "HowNet_dict_complete"
_TAXONOMY = "sememe_triples_taxonomy.txt"
LARGEST_MEMBER = 256_000_000
"""Bytes of a decompressed member, three times those of OpenHowNet's senses."""
_LIMITS = Limits(memory=3_000_000_000, seconds=60.0, processor=300.0)
"""Of the child that reads the whole pickle before its first sense; a dictionary takes ten times its bytes."""
_LONGEST_QUOTED = 80
"""Characters of a value in a message."""


def read_archive(data: bytes, source: str) -> HowNetContent:
    """Read the Chinese words, senses and sememes of an archive.

    Raises:
        HowNetError: it is not a zip archive, or a member is missing or broken; names the archive, the member,
            the line or sense, and what was expected.
    """
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            sememes = read_taxonomy(_member(archive, _TAXONOMY, source), f"{source}/{_TAXONOMY}")
            pickled = _member(archive, _SENSES, source)
    except (BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError, struct.error) as error:
        if isinstance(error, HowNetError):
            raise
        raise HowNetError(
            "{source}: expected a zip archive of OpenHowNet ({error})", source=source, error=error
        ) from None
    return _senses(pickled, f"{source}/{_SENSES}").content(sememes)


def read_taxonomy(data: bytes, source: str) -> Sememes:
    """Read the sememe tree from lines `A hyponym B` (B is a kind of A) and `A hypernym B` (A is a kind of B).

    Other relations are skipped. A sememe with several parents belongs to the first.

    Raises:
        HowNetError: not UTF-8, a line without three columns, or a cycle.
    """
    text = decode_utf8(data, source, HowNetError)
    parent_of: dict[str, str] = {}
    names: dict[str, int] = {}
    for number, row in enumerate(text.split("\n"), 1):
        if not row.strip():
            continue
        columns = row.split()
        if len(columns) != 3:
            raise HowNetError(
                "{source}:{number}: expected sememe, relation, sememe, found {found!r}",
                source=source,
                number=number,
                found=row[:80],
            )
        parent, relation, child = columns
        if relation == "hypernym":
            parent, child = child, parent
        for name in (parent, child):
            names.setdefault(name, number)
        if relation in ("hypernym", "hyponym") and parent != child:
            parent_of.setdefault(child, parent)
    order = {name: position for position, name in enumerate(names)}
    sememes = tuple((name, order[parent_of.get(name, name)]) for name in names)
    node = find_cycle([parent for _, parent in sememes])
    if node is not None:
        name = sememes[node][0]
        raise HowNetError(
            "{source}:{line}: expected a tree, but {name!r} is its own ancestor",
            source=source,
            line=names[name],
            name=name,
        )
    check_depth(sememes, source)
    if not sememes:
        raise HowNetError("{source}:1: expected sememe, relation, sememe, found no line", source=source)
    return sememes


def _senses(pickled: bytes, source: str) -> Senses:
    senses = Senses()
    parsed: dict[str, Definition] = {}
    found = False
    try:
        for where, word, text in read_in_child(_pickled_senses, pickled, source, limits=_LIMITS):
            if text not in parsed:
                parsed[text] = _definition(text, where)
            senses.add(word, parsed[text])
            found = True
    except LimitError as error:
        raise HowNetError("{path}: {error}", path=source, error=error) from None
    except ChildError as error:
        raise HowNetError(said(error)) from None
    if not found:
        raise HowNetError("{source}: expected senses of Chinese words, found none", source=source)
    return senses


def _definition(text: str, where: str) -> Definition:
    try:
        return parse_kdml(text)
    except ValueError as error:
        raise HowNetError(
            "{where}: expected a definition, found {found} ({error})",
            where=where,
            found=_quoted(text),
            error=error,
        ) from None


def _pickled_senses(pickled: bytes, source: str) -> Iterator[tuple[str, str, str]]:
    """Yield place, word and definition of the senses of Chinese words; runs in a child process."""
    try:
        stored = _PlainValues(io.BytesIO(pickled)).load()
    except MemoryError:
        raise
    except Exception as error:  # a forged pickle can raise almost anything
        raise HowNetError(
            "{source}: expected a pickle of plain values ({error})", source=source, error=error
        ) from None
    for key, entry in _entries(stored, source):
        where = f"{source}: sense {str(key)[:_LONGEST_QUOTED]}"
        if not isinstance(entry, dict):
            raise HowNetError(
                "{where}: expected a dictionary, found a {kind}", where=where, kind=type(entry).__name__
            )
        word, text = entry.get("ch_word"), entry.get("Def")
        if not isinstance(word, str) or not isinstance(text, str):
            raise HowNetError(
                "{where}: expected the texts 'ch_word' and 'Def', found {word} and {found}",
                where=where,
                word=_quoted(word),
                found=_quoted(text),
            )
        if word.strip() and text.strip():  # otherwise a sense of English words only
            yield where, word.strip(), text


class _PlainValues(pickle.Unpickler):
    """Makes plain values only: without a name a pickle can call nothing."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"it asks for {module}.{name}, which is refused")


def _entries(stored: Any, source: str) -> Iterator[tuple[Any, Any]]:
    pairs: Iterable[tuple[Any, Any]]
    if isinstance(stored, dict):
        pairs = stored.items()
    elif isinstance(stored, list):
        pairs = enumerate(stored)
    else:
        raise HowNetError(
            "{source}: expected a dictionary of senses, found a {kind}",
            source=source,
            kind=type(stored).__name__,
        )
    yield from pairs


def _member(archive: ZipFile, name: str, source: str) -> bytes:
    for entry in archive.infolist():
        if entry.filename.rsplit("/", 1)[-1] == name:
            if entry.file_size > LARGEST_MEMBER:
                raise HowNetError(
                    "{source}: its member {name} decompresses to {file_size:,} bytes, more "
                    "than the {largest_member:,} that are read",
                    source=source,
                    name=name,
                    file_size=entry.file_size,
                    largest_member=LARGEST_MEMBER,
                )
            with archive.open(entry) as packed:  # zipfile reads no more than the stated size
                return packed.read(LARGEST_MEMBER)
    raise HowNetError("{source}: expected the member {name}, found none", source=source, name=name)


def _quoted(value: object) -> str:
    """A value for messages, truncated: the repr of a forged value may not fit into memory."""
    if value is None or isinstance(value, int | float):
        return repr(value)
    return repr(value[:_LONGEST_QUOTED]) if isinstance(value, str) else f"a {type(value).__name__}"
