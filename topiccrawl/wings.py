"""The wings: `admin/`, `newsroom/` and `experiments/`, which use the core and which the core does without.

Each registers itself in its module `registration`, which holds names and no code. A wing is taken out by
removing its folder.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

WINGS = ("admin", "newsroom", "experiments")


def registered(kind: str) -> dict[str, Any]:
    """Return what the wings register under a name, such as `COMMANDS` or Scrapy's `EXTENSIONS`."""
    found: dict[str, Any] = {}
    for wing in WINGS:
        name = f"topiccrawl.{wing}"
        try:
            module = import_module(f"{name}.registration")
        except ModuleNotFoundError as error:
            if error.name not in (name, f"{name}.registration"):
                raise
        else:
            found |= getattr(module, kind, {})
    return found
