"""Size and structure of the code: lines, modules in a folder, prefix families, import circles, private names.

    python -m benchmarks.house [--tree FOLDER] [--name before]

lines, modules        lines of Python and number of modules
folder                folder with the most modules, without `__init__.py`
folders_over_15       folders with more than fifteen modules
family                largest group of modules of one folder whose names start with the same word
import_circles        groups of modules that import each other, directly or through others
private_names         lines of tests that use a private name of the package

--tree measures another checkout. With --name the figures are written under that key to results/house.json.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grimp
import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from benchmarks.measuring import PROJECT, arguments, show_rows, update_result

PACKAGE = "topiccrawl"
ROOTS = (PACKAGE, "benchmarks", "tests")
MANY = 15
"""Number of modules above which a folder should be divided."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--tree", type=Path, default=PROJECT, help="checkout to measure")
    parser.add_argument("--name", help="key in the result file, such as before or after")
    args = parser.parse_args()
    tree = args.tree.resolve()
    figures = {root: structure(tree / root) for root in ROOTS}
    show_rows("", figures)
    circles = import_circles(tree)
    private = private_names(tree / "tests", tree / PACKAGE)
    print(f"import circles: {len(circles)}", *map(" <-> ".join, circles), sep="\n  ")
    print(f"lines of tests that use a private name: {private}")
    if args.name:
        update_result("house", {args.name: {**figures, "import_circles": circles, "private_names": private}})


def structure(root: Path) -> dict[str, Any]:
    """Return lines, modules and families of the Python files below a folder."""
    files = sorted(root.rglob("*.py"))
    modules: dict[str, list[str]] = defaultdict(list)
    for file in files:
        if file.name != "__init__.py":
            folder = str(file.parent.relative_to(root.parent))
            modules[folder].append(file.stem.removeprefix("test_"))
    largest = max(modules, key=lambda folder: len(modules[folder]))
    families = Counter(
        f"{folder}/{word}_* ({count})"
        for folder, names in modules.items()
        for word, count in Counter(name.split("_")[0] for name in names).items()
        for _ in range(count)
        if word and count > 1
    )
    return {
        "lines": sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files),
        "modules": len(files),
        "folder": f"{largest} ({len(modules[largest])})",
        "folders_over_15": sum(len(names) > MANY for names in modules.values()),
        "family": families.most_common(1)[0][0] if families else None,
    }


def import_circles(tree: Path) -> list[list[str]]:
    """Return the groups of modules of the package that import each other."""
    sys.path.insert(0, str(tree))
    graph = grimp.build_graph(PACKAGE, cache_dir=None)
    names = sorted(graph.modules)
    numbers = {name: number for number, name in enumerate(names)}
    pairs = [
        (numbers[name], numbers[imported])
        for name in names
        for imported in graph.find_modules_directly_imported_by(name)
    ]
    matrix = coo_array((np.ones(len(pairs)), tuple(zip(*pairs, strict=True))), shape=(len(names),) * 2)
    _, labels = connected_components(matrix, connection="strong")
    groups: dict[int, list[str]] = defaultdict(list)
    for name, label in zip(names, labels.tolist(), strict=True):
        groups[label].append(name)
    return [group for group in groups.values() if len(group) > 1]


def private_names(tests: Path, package: Path) -> int:
    """Count the lines of tests that use a private attribute or import a private name of the package."""
    defined = {name for file in package.rglob("*.py") for _, name in _private(file, defining=True)}
    own = {name for file in tests.rglob("*.py") for _, name in _private(file, defining=True)}
    return sum(
        len({line for line, name in _private(file) if name in defined and name not in own})
        for file in tests.rglob("*.py")
    )


def _private(file: Path, defining: bool = False) -> Iterator[tuple[int, str]]:
    """Yield line and name where private names are defined, or else where they are used from outside."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.expr | ast.stmt):
            continue
        names: list[str] = []
        if isinstance(node, ast.Attribute):
            inside = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            names = [node.attr] if inside == defining else []
        elif defining and isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            names = [node.name]
        elif defining and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names = [node.id]
        elif not defining and isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names]
        elif not defining and isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = [node.value.rpartition(".")[2]]  # as in monkeypatch.setattr(target, "_name", ...)
        for name in names:
            if name.startswith("_") and not name.startswith("__") and name != "_":
                yield node.lineno, name


if __name__ == "__main__":
    main()
