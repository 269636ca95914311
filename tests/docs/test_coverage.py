"""docs/coverage.md names tests and commands that exist for what the papers describe."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from topiccrawl.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| the p"))
]


def evidence() -> list[str]:
    return sorted({shown for row in ROWS for shown in re.findall(r"`([^`]+)`", row[1])})


@cache
def functions_of(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_claim_is_shown_or_said_to_be_open() -> None:
    for row in ROWS:
        assert len(row) == 2, row
        assert "`" in row[1] or row[1].startswith("left out: "), row


def test_what_shows_a_claim_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    for shown in evidence():
        program, _, rest = shown.partition(" ")
        if "::" in shown:
            file, _, name = shown.partition("::")
            assert name in functions_of(file), shown
        elif program == "topiccrawl":
            assert main([*rest.split(), "--help"]) == 0, shown
        elif shown.startswith("python -m "):
            assert find_spec(shown.split()[2]), shown
        else:
            assert shown == "scrapy crawl"
