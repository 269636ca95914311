"""Where files are: what topiccrawl ships, what a user imported, and the cache of what is compiled."""

from __future__ import annotations

import os
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

CACHE_VARIABLE = "TOPICCRAWL_CACHE_DIR"
"""Environment variable that moves the cache of compiled tables and vectors."""
RESOURCES_VARIABLE = "TOPICCRAWL_RESOURCES_DIR"
"""Environment variable that moves the folder of imported resources."""


def resource(name: str) -> Traversable:
    """A file or folder shipped in `resources/`, from an installed package, a zipped egg or a checkout.

    Args:
        name: path below `resources/`, with `/`.

    Raises:
        FileNotFoundError: there is no such resource.
    """
    found: Traversable
    try:
        found = resources.files("topiccrawl.resources")
    except ModuleNotFoundError:
        found = Path(__file__).parents[2] / "resources"
    for part in name.split("/"):
        found = found / part
    if not (found.is_file() or found.is_dir()):
        raise FileNotFoundError(f"topiccrawl ships no resource {name!r}")
    return found


def read_resource(name: str) -> str:
    """The text of a shipped file (UTF-8)."""
    return resource(name).read_text(encoding="utf-8")


def cache_dir() -> Path:
    """The folder for compiled tables and vectors, created when missing.

    `TOPICCRAWL_CACHE_DIR` names it; otherwise it is the platform's cache folder of the user.
    """
    folder = Path(
        os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("topiccrawl", appauthor=False)
    )
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def imported_dir() -> Path:
    """The folder of the resources that a user imported; it may not exist yet.

    `TOPICCRAWL_RESOURCES_DIR` names it; otherwise it is the platform's data folder of the user.
    """
    own = os.environ.get(RESOURCES_VARIABLE)
    return Path(own) if own else Path(platformdirs.user_data_dir("topiccrawl", appauthor=False)) / "resources"
