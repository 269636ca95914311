"""Size of the project: lines of code, modules, settings, commands, tables, words of the documents.

    python -m benchmarks.house [--tree FOLDER] [--name before]

A line of code is none that is blank, a comment, or part of a docstring or an import. The core is the package
without its wings. Decisions do not count among the documents, and settings are TOPICCRAWL_* ones.

--tree measures another checkout. With --name the figures are written under that key to results/house.json.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.measuring import PROJECT, arguments, show_table, update_result

LONG = 450
"""Lines above which a module should be divided."""
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
WINGS = ("admin", "experiments", "newsroom")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--tree", type=Path, default=PROJECT, help="checkout to measure")
    parser.add_argument("--name", help="key in the result file, such as before or after")
    args = parser.parse_args()
    tree = args.tree.resolve()
    figures = measure(tree)
    show_table(["", "figure"], [[name, str(value)] for name, value in figures.items()])
    if args.name:
        update_result("house", {args.name: figures})


def measure(tree: Path) -> dict[str, int]:
    """Return the figures of a checkout by name."""
    package = tree / "topiccrawl"
    modules = sorted(package.rglob("*.py"))
    wings = [file for file in modules if file.relative_to(package).parts[0] in WINGS]
    settings = (package / "settings.py").read_text(encoding="utf-8")
    pages = [*(tree / "docs").glob("*.md"), tree / "README.md", tree / "CONTRIBUTING.md"]
    return {
        "code of the package": code(modules),
        "code of the core": code(modules) - code(wings),
        "code of the tests": code((tree / "tests").rglob("*.py")),
        "code of the benchmarks": code((tree / "benchmarks").rglob("*.py")),
        "modules": len(modules),
        f"modules over {LONG} lines": sum(_lines(file) > LONG for file in modules),
        "settings": len(re.findall(r"(?m)^TOPICCRAWL_\w+ = ", settings)),
        "commands": commands(tree),
        "words of the documents": sum(len(page.read_text(encoding="utf-8").split()) for page in pages),
        "words of the README": len((tree / "README.md").read_text(encoding="utf-8").split()),
    }


def code(files: Iterable[Path]) -> int:
    """Return the number of lines of code."""
    return sum(map(_code, files))


def _code(file: Path) -> int:
    source = file.read_text(encoding="utf-8")
    left_out: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            left_out |= set(range(node.lineno, (node.end_lineno or 0) + 1))
        elif isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
            left_out |= set(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    return sum(
        number not in left_out and bool(line.strip()) and not line.lstrip().startswith("#")
        for number, line in enumerate(source.splitlines(), 1)
    )


def _lines(file: Path) -> int:
    return len(file.read_text(encoding="utf-8").splitlines())


def commands(tree: Path) -> int:
    """Return the number of commands of `topiccrawl`, those of groups one by one."""
    sys.path.insert(0, str(tree))
    from topiccrawl.cli.app import command

    return _leaves(command())


def _leaves(group: Any) -> int:
    return sum(_leaves(one) if hasattr(one, "commands") else 1 for one in group.commands.values())


if __name__ == "__main__":
    main()
