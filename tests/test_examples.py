"""The examples in docstrings are right.

pytest's own doctests would import every module of the package and of the tests, in each process.
"""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import topiccrawl

ROOT = Path(topiccrawl.__file__).parent


def modules_with_examples() -> list[str]:
    """Return the names of the modules that have examples, below the package."""
    files = (path for path in ROOT.rglob("*.py") if ">>> " in path.read_text(encoding="utf-8"))
    return sorted(".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files)


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_are_right(name: str) -> None:
    result = doctest.testmod(import_module(f"topiccrawl.{name.removesuffix('.__init__')}"))
    assert result.attempted
    assert not result.failed
