"""The content of HowNet, compiled into one file in the user's cache, under the hash of its source files."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from hashlib import sha256
from pathlib import Path
from typing import Any

from topiccrawl.relevance.hownet.definition import Definition
from topiccrawl.text.files.atomic_write import write_atomically

_FORMAT = 2
"""Increase it with every change to reading or writing."""

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

    def save(self, file: Path) -> None:
        """Write it atomically; safe for concurrent processes."""
        definitions = [[getattr(one, entry.name) for entry in fields(one)] for one in self.definitions]
        whole = {"sememes": self.sememes, "definitions": definitions, "words": self.words}
        write_atomically(file, json.dumps(whole, ensure_ascii=False))

    @classmethod
    def load(cls, file: Path) -> HowNetContent:
        """Read what `save` wrote.

        Raises:
            OSError: the file cannot be read.
            ValueError: it is damaged.
        """
        try:
            with _no_collection():
                stored = json.loads(file.read_bytes())
                sememes = tuple((name, parent) for name, parent in stored["sememes"])
                return cls(sememes, tuple(map(_definition, stored["definitions"])), stored["words"])
        except (KeyError, TypeError, IndexError, RecursionError) as error:
            raise ValueError(f"{file}: no compiled HowNet") from error


def fingerprint_of(contents: Iterable[bytes]) -> str:
    """Return a digest that changes with any of the files."""
    digest = sha256(f"{_FORMAT}".encode())
    for data in contents:
        digest.update(sha256(data).digest())
    return digest.hexdigest()[:24]


def _definition(stored: list[Any]) -> Definition:
    first, others, *groups, function = stored
    relations, symbols = (tuple((key, tuple(values)) for key, values in group) for group in groups)
    return Definition(first, tuple(others), relations, symbols, bool(function))


@contextmanager
def _no_collection() -> Iterator[None]:
    """Pause the garbage collector, which would scan hundreds of thousands of new objects repeatedly."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
