"""The command that crawls a new topic."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path


def crawl_command(folder: Path, seeds: Sequence[str]) -> str:
    """Return the command to type next; if the topic has no seeds, it contains a placeholder for them.

    >>> crawl_command(Path("党建"), ["http://example.cn/"])
    "topiccrawl crawl '党建'"
    >>> crawl_command(Path("river"), [])
    'topiccrawl crawl river --seeds URL,URL (or name seeds in river/topic.toml)'
    """
    command = f"topiccrawl crawl {shlex.quote(str(folder))}"
    return command if seeds else f"{command} --seeds URL,URL (or name seeds in {folder / 'topic.toml'})"
