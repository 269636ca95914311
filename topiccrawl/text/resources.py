"""Where files are: resources shipped with topiccrawl, and the user's cache for what is compiled from them."""

from __future__ import annotations

import os
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import platformdirs

CACHE_VARIABLE = "TOPICCRAWL_CACHE_DIR"
"""Environment variable that moves the cache of compiled tables and vectors."""


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
