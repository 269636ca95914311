"""HowNet compiled into one file in the user's cache, under the hash of its source files."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from hashlib import sha256
from typing import Any

from topiccrawl.relevance.hownet.definition import Definition
from topiccrawl.relevance.hownet.glossary import HowNetContent
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.resources import cache_dir

_FORMAT = 2
"""Increase it with every change to reading or writing."""


def fingerprint_of(contents: Iterable[bytes]) -> str:
    """Return a digest that changes with any of the files."""
    digest = sha256(f"{_FORMAT}".encode())
    for data in contents:
        digest.update(sha256(data).digest())
    return digest.hexdigest()[:24]


def load_compiled(fingerprint: str) -> HowNetContent | None:
    """Return what was compiled from the files with this fingerprint; None if it is missing or broken."""
    try:
        with _no_collection():
            stored = json.loads((cache_dir() / f"hownet-{fingerprint}.json").read_bytes())
            sememes = tuple((name, parent) for name, parent in stored["sememes"])
            return HowNetContent(sememes, tuple(map(_definition, stored["definitions"])), stored["words"])
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError):
        return None


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


def save_compiled(content: HowNetContent, fingerprint: str) -> None:
    """Write it atomically; safe for concurrent processes."""
    definitions = [[getattr(one, entry.name) for entry in fields(one)] for one in content.definitions]
    whole = {"sememes": content.sememes, "definitions": definitions, "words": content.words}
    write_atomically(cache_dir() / f"hownet-{fingerprint}.json", json.dumps(whole, ensure_ascii=False))
