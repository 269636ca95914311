"""The base install: processes in which the packages of no extra can be imported."""

from __future__ import annotations

import os
from pathlib import Path

from topiccrawl.extras import EXTRAS
from topiccrawl.wings import WINGS

_BLOCK = f"""
import sys

for blocked in {sorted({module for modules in EXTRAS.values() for module in modules})}:
    sys.modules[blocked] = None
"""
_BLOCK_WINGS = "\n".join(f"sys.modules['topiccrawl.{wing}'] = None" for wing in WINGS)


def without_extras(folder: Path, *, wings: bool = True) -> dict[str, str]:
    """Return the environment of processes that see no extra, and perhaps no wing; a module in `folder` hides them."""
    place = folder / "without-extras"
    place.mkdir()
    (place / "sitecustomize.py").write_text(_BLOCK + ("" if wings else _BLOCK_WINGS), encoding="utf-8")
    inherited = {name: value for name, value in os.environ.items() if name != "SCRAPY_SETTINGS_MODULE"}
    return {**inherited, "PYTHONPATH": str(place)}
