"""What another worker of the same crawl must do otherwise than the first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scrapy.settings import BaseSettings

from topiccrawl.supervision.life import Life

_APPENDED = frozenset(("jsonlines", "jsonl", "jl", "csv"))
"""Formats of feeds that can be written on; of others each worker writes a file of its own."""
_BLOCK = 65536


def go_on(settings: BaseSettings, arguments: dict[str, str], spider: str, life: Life) -> None:
    """Change settings and spider arguments so that a worker goes on with the crawl of another.

    Nothing that was crawled or exported is thrown away, and limits of the whole crawl stay what they are.

    Args:
        settings: of the crawler, those of its spider included.
        arguments: of the spider.
        spider: its name.
        life: what came before.
    """
    if life.resumed:
        arguments.pop("fresh", None)
    for name, spent in (
        ("CLOSESPIDER_PAGECOUNT", life.responses),
        ("CLOSESPIDER_ITEMCOUNT", life.items),
        ("CLOSESPIDER_TIMEOUT", life.seconds),
    ):
        if (limit := settings.getfloat(name)) > 0:
            left = max(limit - spent, 1)
            settings.set(name, left if name == "CLOSESPIDER_TIMEOUT" else int(left), "cmdline")
    if feeds := settings.getdict("FEEDS"):
        names = {"name": spider, **arguments}
        kept = (_kept(feed, dict(options), names, life) for feed, options in feeds.items())
        settings.set("FEEDS", dict(kept), "cmdline")


def _kept(
    feed: Any, options: dict[str, Any], names: Mapping[str, str], life: Life
) -> tuple[Any, dict[str, Any]]:
    """A feed whose file the workers before have written to."""
    path = _local_path(feed)
    if path is None:
        return feed, options
    if not _can_be_appended(path, options):
        return str(path.with_name(f"{path.stem}-{life.number}{path.suffix}")), options
    file, is_csv = _named(path, names), options["format"] == "csv"
    if file.is_file():
        _cut_broken_end(file, _whole_rows if is_csv else _whole_lines)
        if is_csv and file.stat().st_size:
            exporting = {**options.get("item_export_kwargs", {}), "include_headers_line": False}
            options["item_export_kwargs"] = exporting
    return feed, options | {"overwrite": False}


def _can_be_appended(path: Path, options: Mapping[str, Any]) -> bool:
    """Whether a feed is lines of text in one file; a compressed one could not be mended."""
    batches = "%(batch" in path.name
    return options.get("format") in _APPENDED and not options.get("postprocessing") and not batches


def _local_path(feed: Any) -> Path | None:
    """The file of a feed; None for the standard output and other machines."""
    parts = urlsplit(str(feed))
    if parts.scheme == "file":
        return Path(url2pathname(parts.path))
    return Path(str(feed)) if parts.scheme == "" else None


def _named(path: Path, names: Mapping[str, str]) -> Path:
    """A path with the names filled in; one that asks for others, such as the time, is always a new file."""
    try:
        return Path(str(path) % names)
    except (KeyError, TypeError, ValueError):
        return path


def _cut_broken_end(path: Path, whole: Callable[[IO[bytes]], int]) -> None:
    """Take off the end of a file what a killed worker has left of a line."""
    with path.open("r+b") as file:
        file.truncate(whole(file))


def _whole_lines(file: IO[bytes]) -> int:
    """Bytes of a file up to the end of its last line."""
    end = file.seek(0, 2)
    while end > 0:
        start = max(0, end - _BLOCK)
        file.seek(start)
        if (newline := file.read(end - start).rfind(b"\n")) >= 0:
            return start + newline + 1
        end = start
    return 0


def _whole_rows(file: IO[bytes]) -> int:
    """Bytes of a CSV file up to the end of its last row; a quoted text may hold line ends."""
    position = end = quotes = 0
    for line in file:
        position += len(line)
        quotes += line.count(b'"')
        if quotes % 2 == 0 and line.endswith(b"\n"):
            end = position
    return end
