"""Settings and arguments with which a worker continues the crawl of a dead one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from scrapy.settings import BaseSettings

from topiccrawl.supervision.life import Life

_APPENDED = frozenset(("jsonlines", "jsonl", "jl", "csv"))
"""Feed formats that can be appended to; in other formats each worker writes a file of its own."""
_BLOCK = 65536


def continue_crawl(settings: BaseSettings, arguments: dict[str, str], spider: str, life: Life) -> None:
    """Change settings and spider arguments so that a worker continues the crawl of another.

    Pages and feeds are kept, and limits count over all workers of the crawl.

    Args:
        settings: of the crawler, including those of its spider.
        arguments: of the spider.
        spider: name of the spider.
        life: what the worker knows of earlier workers.
    """
    if life.resumed:
        arguments.pop("fresh", None)
    for name, spent in (
        ("CLOSESPIDER_PAGECOUNT", life.responses),
        ("CLOSESPIDER_ITEMCOUNT", life.items),
        ("CLOSESPIDER_ERRORCOUNT", life.errors),
        ("CLOSESPIDER_TIMEOUT", life.seconds),
    ):
        if (limit := settings.getfloat(name)) > 0:
            left = max(limit - spent, 1)
            settings.set(name, left if name == "CLOSESPIDER_TIMEOUT" else int(left), "cmdline")
    if feeds := settings.getdict("FEEDS"):
        names = {"name": spider, **arguments}
        kept = (_continued(feed, dict(options), names, life) for feed, options in feeds.items())
        settings.set("FEEDS", dict(kept), "cmdline")


def _continued(
    feed: Any, options: dict[str, Any], names: Mapping[str, str], life: Life
) -> tuple[Any, dict[str, Any]]:
    """Return a feed that continues the file of earlier workers, and its options."""
    path = _local_path(feed)
    if path is None:
        return feed, options
    if not _can_be_appended(path, options):
        return str(path.with_name(f"{path.stem}-{life.number}{path.suffix}")), options
    file, is_csv = _filled_in(path, names), options["format"] == "csv"
    if file.is_file():
        _cut_broken_end(file, _whole_rows if is_csv else _whole_lines)
        if is_csv and file.stat().st_size:
            exporting = {**options.get("item_export_kwargs", {}), "include_headers_line": False}
            options["item_export_kwargs"] = exporting
    return feed, options | {"overwrite": False}


def _can_be_appended(path: Path, options: Mapping[str, Any]) -> bool:
    """Return whether a feed is lines of text in one file; a compressed file could not be repaired."""
    batches = "%(batch" in path.name
    return options.get("format") in _APPENDED and not options.get("postprocessing") and not batches


def _local_path(feed: Any) -> Path | None:
    """Return the file of a feed; None for the standard output and other machines."""
    parts = urlsplit(str(feed))
    if parts.scheme == "file":
        return Path(url2pathname(parts.path))
    return Path(str(feed)) if parts.scheme == "" else None


def _filled_in(path: Path, names: Mapping[str, str]) -> Path:
    """Fill the names into a path; a path with other placeholders, such as the time, is always a new file."""
    try:
        return Path(str(path) % names)
    except (KeyError, TypeError, ValueError):
        return path


def _cut_broken_end(path: Path, whole: Callable[[IO[bytes]], int]) -> None:
    """Remove an incomplete line, which a killed worker has left, from the end of a file."""
    with path.open("r+b") as file:
        file.truncate(whole(file))


def _whole_lines(file: IO[bytes]) -> int:
    """Return the bytes of a file up to the end of its last line."""
    end = file.seek(0, 2)
    while end > 0:
        start = max(0, end - _BLOCK)
        file.seek(start)
        if (newline := file.read(end - start).rfind(b"\n")) >= 0:
            return start + newline + 1
        end = start
    return 0


def _whole_rows(file: IO[bytes]) -> int:
    """Return the bytes of a CSV file up to the end of its last row; quoted texts may contain line ends."""
    position = end = quotes = 0
    for line in file:
        position += len(line)
        quotes += line.count(b'"')
        if quotes % 2 == 0 and line.endswith(b"\n"):
            end = position
    return end
