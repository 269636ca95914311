"""docs/walk.md names files, functions and classes that exist, each after the file that defines it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from topiccrawl import settings
from topiccrawl.storage import schema

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "topiccrawl"
PAGE = (ROOT / "docs" / "walk.md").read_text(encoding="utf-8")
PARAGRAPHS = [text for text in re.split(r"\n(?=\n|\d+\. |\* |\| )", PAGE) if "`" in text]
FILE = re.compile(r"`([\w/]+\.py)`")
NAME = re.compile(r"`([A-Za-z_]+(?:\.(?!py`)[a-z_]+)?)`")


@cache
def names_of(file: str) -> set[str]:
    """The names that a file defines: functions, classes with their methods and fields, constants."""
    found = set()
    tree = ast.parse((PACKAGE / file).read_text(encoding="utf-8"))
    for node in tree.body:
        found |= _defined(node)
        if isinstance(node, ast.ClassDef):
            fields = {name for one in node.body for name in _defined(one)}
            found |= {f"{node.name}.{name}" for name in fields} | fields
    return found


def _defined(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def test_files_exist() -> None:
    named = re.findall(r"`([\w/]+(?:\.py|/))`", PAGE)
    assert [name for name in {*named} - {"topiccrawl/"} if not (PACKAGE / name).exists()] == []


def test_names_are_defined_in_a_file_that_the_page_has_named_by_then() -> None:
    introduced: set[str] = set()
    missing = []
    for paragraph in PARAGRAPHS:
        introduced |= {name for file in FILE.findall(paragraph) for name in names_of(file)}
        for name in NAME.findall(paragraph):
            known = name in introduced or name in schema.metadata.tables or hasattr(settings, name)
            missing += [] if known else [(name, paragraph)]
    assert missing == []


def test_it_is_two_pages() -> None:
    assert len(PAGE.split()) <= 1100
