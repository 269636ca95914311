"""HowNet compiled into one file in the user's cache, under the hash of its source files."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from topiccrawl.relevance.hownet.definition import Definition
from topiccrawl.relevance.hownet.glossary import HowNetContent
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.resources import cache_dir

_FORMAT = 1
"""Increase it with every change to reading or writing."""


def fingerprint_of(contents: Iterable[bytes]) -> str:
    """Return a digest that changes with any of the files."""
    digest = sha256(f"{_FORMAT}".encode())
    for data in contents:
        digest.update(sha256(data).digest())
    return digest.hexdigest()[:24]


def load_compiled(fingerprint: str) -> HowNetContent | None:
    """Return what was compiled from the files with this fingerprint; None if it is missing or broken."""
    file = cache_dir() / f"hownet-{fingerprint}.json"
    try:
        with _no_collection():
            return _unpacked(json.loads(file.read_bytes()))
    except (OSError, ValueError, KeyError, TypeError, IndexError, RecursionError):
        return None


def _unpacked(stored: dict[str, Any]) -> HowNetContent:
    firsts, others = stored["firsts"], [tuple(values) for values in stored["others"]]
    relations, symbols = (
        [tuple((key, tuple(values)) for key, values in group) for group in stored[name]]
        for name in ("relations", "symbols")
    )
    definitions = tuple(
        Definition(firsts[f], others[o], relations[r], symbols[s], bool(function))
        for f, o, r, s, function in stored["definitions"]
    )
    sememes = tuple((name, parent) for name, parent in stored["sememes"])
    return HowNetContent(sememes, definitions, stored["words"])


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
    parts: dict[str, dict[Any, int]] = {"firsts": {}, "others": {}, "relations": {}, "symbols": {}}
    definitions = []
    for sense in content.definitions:
        values = (sense.first, sense.others, sense.relations, sense.symbols)
        numbers = [
            known.setdefault(part, len(known)) for known, part in zip(parts.values(), values, strict=True)
        ]
        definitions.append([*numbers, int(sense.function)])
    whole = {
        "sememes": content.sememes,
        "definitions": definitions,
        "words": content.words,
        **{name: list(known) for name, known in parts.items()},
    }
    write_atomically(cache_dir() / f"hownet-{fingerprint}.json", json.dumps(whole, ensure_ascii=False))
