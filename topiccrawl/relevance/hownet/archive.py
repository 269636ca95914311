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
from collections.abc import Iterator
from typing import Any, NoReturn
from zipfile import BadZipFile, ZipFile

from topiccrawl.errors import HowNetError
from topiccrawl.messages import message, said
from topiccrawl.relevance.hownet.compiled import HowNetContent, Sememes
from topiccrawl.relevance.hownet.definition import expected
from topiccrawl.relevance.hownet.glossary import Senses, check_tree
from topiccrawl.relevance.hownet.kdml import parse_kdml
from topiccrawl.text.files.child import ChildError, LimitError, Limits, read_in_child
from topiccrawl.text.files.utf8 import decode_utf8

_SENSES = "HowNet_dict_complete"
_TAXONOMY = "sememe_triples_taxonomy.txt"
LARGEST_MEMBER = 256_000_000
"""Bytes of a decompressed member, three times those of OpenHowNet's senses."""
_LIMITS = Limits(memory=3_000_000_000, seconds=60.0, processor=300.0)
"""Of the child that reads the whole pickle before its first sense; a dictionary takes ten times its bytes."""


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
    except HowNetError:
        raise
    except (BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError, struct.error) as error:
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
    what = message("sememe, relation, sememe")
    parent_of: dict[str, str] = {}
    names: dict[str, int] = {}
    for number, row in enumerate(decode_utf8(data, source, HowNetError).split("\n"), 1):
        if not row.strip():
            continue
        columns = row.split()
        if len(columns) != 3:
            raise expected(f"{source}:{number}", what, row)
        parent, relation, child = columns
        if relation == "hypernym":
            parent, child = child, parent
        for name in (parent, child):
            names.setdefault(name, number)
        if relation in ("hypernym", "hyponym") and parent != child:
            parent_of.setdefault(child, parent)
    if not names:
        raise expected(f"{source}:1", what, message("no line"))
    order = {name: position for position, name in enumerate(names)}
    sememes = tuple((name, order[parent_of.get(name, name)]) for name in names)
    check_tree(sememes, list(names.values()), source)
    return sememes


def _senses(pickled: bytes, source: str) -> Senses:
    senses = Senses(parse_kdml)
    found = False
    try:
        for where, word, text in read_in_child(_pickled_senses, pickled, source, limits=_LIMITS):
            senses.add(where, word, text)
            found = True
    except LimitError as error:
        raise HowNetError("{path}: {error}", path=source, error=error) from None
    except ChildError as error:
        raise HowNetError(said(error)) from None
    if not found:
        raise expected(source, message("senses of Chinese words"), message("none"))
    return senses


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
    if not isinstance(stored, dict | list):
        raise expected(source, message("a dictionary of senses"), stored)
    for key, entry in stored.items() if isinstance(stored, dict) else enumerate(stored):
        where = f"{source}: sense {str(key)[:80]}"
        if not isinstance(entry, dict):
            raise expected(where, message("a dictionary"), entry)
        word, text = (_text_of(entry, name, where) for name in ("ch_word", "Def"))
        if word.strip() and text.strip():  # otherwise a sense of English words only
            yield where, word.strip(), text


def _text_of(entry: dict[Any, Any], name: str, where: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str):
        raise expected(where, message("the text {name!r}", name=name), value)
    return value


class _PlainValues(pickle.Unpickler):
    """Makes plain values only: without a name a pickle can call nothing."""

    def find_class(self, module: str, name: str) -> NoReturn:
        raise pickle.UnpicklingError(f"it asks for {module}.{name}, which is refused")


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
    raise expected(source, message("the member {name}", name=name), message("none"))
