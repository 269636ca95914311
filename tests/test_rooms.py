"""The map of the rooms in the docs shows the folders that are there, in the order of the layers.

Folders stay small, and no module imports itself through others.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter, defaultdict
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "topiccrawl"
MAP = (ROOT / "docs" / "rooms.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"(?m)^\| `([\w./]+)` \| (.+?) \|$", MAP.partition("## Where to look")[0]))
MOST_MODULES = 15
LARGEST_FAMILY = 2
"""The most modules of a folder whose names start with the same word."""


def code_folders() -> set[str]:
    """Folders of the package that hold Python modules, and the modules beside them."""
    modules = [path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py")]
    folders = {f"{path.parent.as_posix()}/" for path in modules if path.parent != Path()}
    beside = {path.name for path in modules if path.parent == Path() and not path.name.startswith("__")}
    return folders | beside


def layers() -> list[set[str]]:
    """The rooms of each layer, the first layer first."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(
        one for one in pyproject["tool"]["importlinter"]["contracts"] if one["containers"] == ["topiccrawl"]
    )
    return [set(re.findall(r"\w+", layer)) for layer in reversed(contract["layers"])]


def test_the_map_shows_every_folder_and_no_other() -> None:
    assert set(ROWS) == code_folders()


def test_the_map_stands_in_the_order_of_the_layers() -> None:
    rank = {room: number for number, layer in enumerate(layers()) for room in layer}
    rooms = [name.removesuffix(".py").partition("/")[0] for name in ROWS]
    assert [rank[room] for room in rooms] == sorted(rank[room] for room in rooms)


def test_wings_stand_behind_their_room() -> None:
    names = list(ROWS)
    for name in names:
        parent = f"{Path(name).parent.as_posix()}/"
        if parent in names:
            between = names[names.index(parent) + 1 : names.index(name)]
            assert all(one.startswith(parent) for one in between), name


def folders() -> dict[str, list[str]]:
    """The names of the modules of each folder of the package, the benchmarks and the tests."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for root in ("topiccrawl", "benchmarks", "tests"):
        for path in (ROOT / root).rglob("*.py"):
            if path.name != "__init__.py":
                found[path.parent.relative_to(ROOT).as_posix()].append(path.stem.removeprefix("test_"))
    return found


def test_no_folder_has_too_many_modules() -> None:
    sizes = {folder: len(names) for folder, names in folders().items()}
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}


def test_no_family_of_modules_shares_a_prefix() -> None:
    for names in folders().values():
        word, size = Counter(name.partition("_")[0] for name in names).most_common(1)[0]
        assert size <= LARGEST_FAMILY, (word, names)


def test_no_modules_import_each_other() -> None:
    graph = grimp.build_graph("topiccrawl", cache_dir=None)
    chains = {name: [*graph.find_modules_directly_imported_by(name)] for name in graph.modules}
    TopologicalSorter(chains).prepare()  # raises CycleError


def test_the_places_to_look_exist() -> None:
    """A bare file name stands for a file beside the last path of its row."""
    for row in re.findall(r"(?m)^\| [^|`][^|]*\| (.+?) \|$", MAP.partition("## Where to look")[2])[1:]:
        folder = None
        for name in re.findall(r"`([\w./]+(?:/|\.py|\.po))`", row):
            path = ROOT / name if name.startswith("topiccrawl/") else (folder or PACKAGE) / name
            if not path.exists():
                path = PACKAGE / name
            assert path.exists(), (row, name)
            folder = path if path.is_dir() else path.parent
