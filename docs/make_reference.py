"""Write `docs/reference.md` from the code: commands, keys of `Request.meta`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from topiccrawl import settings
from topiccrawl.cli.app import command
from topiccrawl.crawl import request_meta

PAGE = Path(__file__).with_name("reference.md")
CODE = Path(settings.__file__).parent
HEAD = """# Reference

Made from the code by `python docs/make_reference.py`; a test compares.
Settings and counters are on a [page of their own](settings.md).
"""
_COUNTER = re.compile(r"topiccrawl/[a-z_]+(/[\w<>./]*)?$")
_WRITING = ("inc_value", "set_value", "max_value", "_count", "_count_drop")
"""Functions whose first argument is the name of a counter."""


def document() -> str:
    """Return the page."""
    parts = (_commands(), _meta_keys())
    return "\n".join([HEAD, *(line for part in parts for line in [*part, ""])]).rstrip() + "\n"


def counters() -> dict[str, set[str]]:
    """Return the modules that write each counter, by name."""
    found: dict[str, set[str]] = {}
    for path in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and node.args):
                continue
            function = getattr(node.func, "attr", getattr(node.func, "id", ""))
            name = _text(node.args[0])
            if function in _WRITING and _COUNTER.match(name):
                found.setdefault(name, set()).add(path.relative_to(CODE.parent).as_posix())
    return found


def _text(node: ast.expr) -> str:
    """Return a string, with `<name>` for the values of an f-string."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(one) for one in node.values)
    if isinstance(node, ast.FormattedValue):
        return f"<{getattr(node.value, 'attr', getattr(node.value, 'id', 'name'))}>"
    return ""


def _meta_keys() -> Iterator[str]:
    yield from ("## Keys of `Request.meta`", "", "| key | meaning |", "| --- | --- |")
    tree = ast.parse(Path(request_meta.__file__).read_text(encoding="utf-8"))
    for node, after in zip(tree.body, tree.body[1:], strict=False):
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            and isinstance(after, ast.Expr)
        ):
            key, meaning = ast.literal_eval(node.value), ast.literal_eval(after.value)
            yield f"| `{key}` | {_cell(meaning.replace('`Request.meta` key of ', ''))} |"


def _commands() -> Iterator[str]:
    yield from ("## Commands", "", "`-h` shows all options of a command, with examples.", "")
    yield from ("| command | what it does | options |", "| --- | --- | --- |")
    yield from _rows(command(), "topiccrawl")


def _rows(one: Any, path: str) -> Iterator[str]:
    """Yield a row for a command, or for each command of a group."""
    if hasattr(one, "commands"):
        for name in one.commands:
            yield from _rows(one.commands[name], f"{path} {name}")
        return
    options = (max(option.opts, key=len) for option in one.params)
    shown = " ".join(f"`{option}`" for option in options if option.startswith("--") and option != "--help")
    first = (one.help or one.short_help or "").strip().split("\n\n")[0]
    yield f"| `{path}` | {_cell(' '.join(first.split()))} | {shown} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("*.", "\\*.").strip()


def write() -> None:
    """Write the page."""
    PAGE.write_text(document(), encoding="utf-8")


if __name__ == "__main__":
    write()
