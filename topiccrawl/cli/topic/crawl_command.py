"""The command that crawls a new topic."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path


def crawl_command(folder: Path, seeds: Sequence[str]) -> str:
    """Return the command to type next; without seeds it asks for some, as a crawl cannot start without.

    >>> crawl_command(Path("党建"), ["http://example.cn/"])
    "scrapy crawl topic -a topic='党建'"
    >>> crawl_command(Path("river"), [])
    'scrapy crawl topic -a topic=river -a seeds=URL,URL (or name seeds in river/topic.toml)'
    """
    command = f"scrapy crawl topic -a topic={shlex.quote(str(folder))}"
    return command if seeds else f"{command} -a seeds=URL,URL (or name seeds in {folder / 'topic.toml'})"
