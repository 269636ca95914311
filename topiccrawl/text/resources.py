"""Locations of files: packaged resources, imported resources and the cache of compiled tables."""

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
    """Return a file or folder of `resources/` from an installed package, a zipped egg or a checkout.

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
    """Return the text of a packaged resource (UTF-8)."""
    return resource(name).read_text(encoding="utf-8")


def cache_dir() -> Path:
    """Return the folder for compiled tables and vectors; create it when missing.

    It is `TOPICCRAWL_CACHE_DIR`, by default the user's cache folder on this platform.
    """
    folder = Path(
        os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("topiccrawl", appauthor=False)
    )
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def imported_dir() -> Path:
    """Return the folder of imported resources; it may not exist yet.

    It is `TOPICCRAWL_RESOURCES_DIR`, by default a folder in the user's data folder on this platform.
    """
    own = os.environ.get(RESOURCES_VARIABLE)
    return Path(own) if own else Path(platformdirs.user_data_dir("topiccrawl", appauthor=False)) / "resources"
