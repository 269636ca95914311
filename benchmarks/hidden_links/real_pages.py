"""The real pages of the measuring data."""

from __future__ import annotations

import json
import tarfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measuring import data_folder

PARTS = ("extraction", "extraction-encoding")
SUFFIXES = (".html", ".htm", ".shtml")


def real_pages() -> Iterator[tuple[bytes, str]]:
    """Yield the real pages of the measuring data, each with its URL; an empty one if no record gives it."""
    urls = urls_of_records()
    for part in PARTS:
        for file in sorted(data_folder(part).rglob("*")):
            if file.suffix in SUFFIXES:
                yield file.read_bytes(), urls.get(file, "")
    for file in sorted((data_folder("web") / "raw").glob("*.tar.xz")):
        manifest = file.with_name(f"{file.name.removesuffix('.tar.xz')}_manifest.json")
        records = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else []
        named = {record["file"]: record["url"] for record in records}
        with tarfile.open(file) as archive:
            for member in archive:
                if member.name.endswith(SUFFIXES) and (stream := archive.extractfile(member)):
                    yield stream.read(), named.get(member.name.removeprefix("./"), "")


def urls_of_records() -> dict[Path, str]:
    """Return the URLs of the pages that have a record with one; of others the home page of their site."""
    found = {}
    for part in PARTS:
        for gold in data_folder(part).rglob("*.jsonl"):
            for record in map(json.loads, gold.read_text(encoding="utf-8").splitlines()):
                file = gold.parent / "pages" / f"{record.get('id')}.html"
                site = record.get("site") or ""
                found[file] = record.get("url") or (f"http://www.{site}/" if "." in site else "")
    return found
