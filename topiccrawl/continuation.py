"""What another worker of the same crawl must do otherwise than the first."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scrapy.settings import BaseSettings

from topiccrawl.supervision.life import Life

_APPENDED = frozenset(("jsonlines", "jsonl", "jl", "csv"))
"""Formats of feeds that can be written on; of others each worker writes a file of its own."""


def go_on(settings: BaseSettings, arguments: dict[str, str], life: Life) -> None:
    """Change settings and spider arguments so that a worker goes on with the crawl of another.

    Nothing that was crawled or exported is thrown away, and limits of the whole crawl stay what they are.

    Args:
        settings: of the crawl.
        arguments: of the spider.
        life: what came before.
    """
    if life.resumed:
        arguments.pop("fresh", None)
    settings.set("LOG_FILE_APPEND", True, "cmdline")
    for name, spent in (
        ("CLOSESPIDER_PAGECOUNT", life.responses),
        ("CLOSESPIDER_ITEMCOUNT", life.items),
        ("CLOSESPIDER_TIMEOUT", life.seconds),
    ):
        if (limit := settings.getfloat(name)) > 0:
            left = max(limit - spent, 1)
            settings.set(name, left if name == "CLOSESPIDER_TIMEOUT" else int(left), "cmdline")
    if feeds := settings.getdict("FEEDS"):
        settings.set(
            "FEEDS", dict(_kept(feed, dict(options), life) for feed, options in feeds.items()), "cmdline"
        )


def _kept(feed: Any, options: dict[str, Any], life: Life) -> tuple[Any, dict[str, Any]]:
    """A feed whose file the workers before have written to."""
    path = _local_path(feed)
    if path is None or str(options.get("format", "")) in _APPENDED:
        if path is not None and path.is_file():
            _cut_broken_line(path)
        return feed, options | ({} if path is None else {"overwrite": False})
    return str(path.with_name(f"{path.stem}-{life.number}{path.suffix}")), options


def _local_path(feed: Any) -> Path | None:
    """The file of a feed; None for the standard output and other machines."""
    parts = urlsplit(str(feed))
    if parts.scheme == "file":
        return Path(url2pathname(parts.path))
    return Path(str(feed)) if parts.scheme == "" else None


def _cut_broken_line(path: Path) -> None:
    """Take off the end of a file what a killed worker has left of a line."""
    with path.open("r+b") as file:
        end = file.seek(0, 2)
        while end > 0:
            start = max(0, end - 65536)
            file.seek(start)
            if (newline := file.read(end - start).rfind(b"\n")) >= 0:
                file.truncate(start + newline + 1)
                return
            end = start
        file.truncate(0)
