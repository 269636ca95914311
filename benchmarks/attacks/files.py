"""The registry of hostile files for `benchmarks.attacks.imports`, and shared parts of the attacks.

An attack writes its files into a folder and returns the arguments of the command that reads them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

MARKER = "made-by-hostile-code"
"""Folder that only code inside a hostile file creates."""
Attack = Callable[[Path], list[str]]
Content = bytes | Callable[[], bytes]
"""Bytes of a file; large ones are made only when the attack runs."""
ATTACKS: dict[str, Attack] = {}


class Evil:
    """Creates a folder when it is unpickled."""

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return os.mkdir, (MARKER,)


def attack(make: Attack) -> Attack:
    """Register a function as the attack of its name."""
    ATTACKS[make.__name__.replace("_", " ")] = make
    return make


def imported(kind: str, name: str, content: Content) -> Attack:
    """Return an attack on `topiccrawl resources import`."""
    return _file(name, content, lambda path: ["resources", "import", kind, path, "--name", "x"])


def trained(name: str, content: Content) -> Attack:
    """Return an attack on `topiccrawl fit vectors`."""
    return _file(name, content, train_arguments)


def train_arguments(path: str) -> list[str]:
    """Return the arguments that train vectors on a small text."""
    return ["fit", "vectors", path, "--name", "x", "--epochs", "1"]


def topic(toml: bytes, words: bytes = "党员\t1\n".encode()) -> Attack:
    """Return an attack on `topiccrawl topic check`."""

    def write(folder: Path) -> list[str]:
        (folder / "t").mkdir()
        (folder / "t" / "topic.toml").write_bytes(toml)
        (folder / "t" / "words.tsv").write_bytes(words)
        return ["topic", "check", str(folder / "t")]

    return write


def _file(name: str, content: Content, arguments: Callable[[str], list[str]]) -> Attack:
    def write(folder: Path) -> list[str]:
        (folder / name).write_bytes(content if isinstance(content, bytes) else content())
        return arguments(str(folder / name))

    return write
