"""The map of the rooms in the docs shows the folders that are there, in the order of the layers."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "topiccrawl"
MAP = (ROOT / "docs" / "rooms.md").read_text(encoding="utf-8")
ROWS = dict(re.findall(r"(?m)^\| `([\w./]+)` \| (.+?) \|$", MAP.partition("## Where to look")[0]))
MOST_MODULES = 16
"""The most modules in one folder; "about fifteen" in the decision about rooms."""


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


def test_no_folder_has_too_many_modules() -> None:
    sizes = {name: len([*(PACKAGE / name).glob("*.py")]) for name in ROWS if name.endswith("/")}
    assert {name: size for name, size in sizes.items() if size > MOST_MODULES + 1} == {}
