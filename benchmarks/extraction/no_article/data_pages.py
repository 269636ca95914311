"""Pages of the measuring data without an article, chosen by labels and kinds of URL, never by name."""

from __future__ import annotations

import json
import re
import sys
import tarfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.extraction.labelled import records_without_article
from benchmarks.extraction.web_pages import read_pages
from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import data_folder

WEB_KINDS = ("home", "channel", "list", "video")
"""Labels of the replay web's pages without an article."""

OF_EACH = 3
"""Pages of each such label and of each kind of URL, from different hosts where there are several."""

_LIST_URL = re.compile(r"(?:^|/)(page|archives|categories|tags)/.*index\.html?$")
"""Lists of a static site whose pages are real."""


class DataPage(NamedTuple):
    """A page without an article.

    Attributes:
        name: what it is, for messages.
        body: its bytes.
        url: its URL, None if unknown.
    """

    name: str
    body: bytes
    url: str | None


def labelled() -> Iterator[DataPage]:
    """Yield the real pages that the data labels so."""
    for record, body in records_without_article():
        yield DataPage(record["id"], body, record["url"])


def lists_of_sites(seed: int) -> Iterator[DataPage]:
    """Yield lists of the real sites in the data, some of each kind of URL."""
    found: dict[str, list[DataPage]] = defaultdict(list)
    for file in sorted((data_folder("web") / "raw").glob("*.tar.xz")):
        with tarfile.open(file) as archive:
            for member in archive:
                kind = _LIST_URL.search(member.name)
                if kind and (stream := archive.extractfile(member)):
                    found[kind[1]].append(DataPage(f"{kind[1]} list", stream.read(), None))
    for _, pages in sorted(found.items()):
        yield from Random(seed).sample(pages, min(OF_EACH, len(pages)))


def of_web(seed: int, work: Path) -> Iterator[DataPage]:
    """Yield pages of a replay web by their labels, each of another host as far as there are hosts."""
    web: ReplayWeb = build(seed, work)
    hosts: dict[str, dict[str, list[DataPage]]] = defaultdict(lambda: defaultdict(list))
    for page in read_pages(web):
        if page.kind in WEB_KINDS:
            hosts[page.kind][page.host].append(DataPage(page.kind, page.body, page.url))
    for kind in WEB_KINDS:
        chance = Random(seed)
        for host in chance.sample(sorted(hosts[kind]), min(OF_EACH, len(hosts[kind]))):
            yield chance.choice(hosts[kind][host])


def listed(file: Path) -> Iterator[DataPage]:
    """Yield the pages that a file of the user names, one a line.

    A line is a path in the folder of the data, or an archive in it, a colon, and a member. What follows a
    white space is a remark.
    """
    wanted = [line.split()[0] for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    for number, name in enumerate(wanted, 1):
        path, _, member = name.partition(":")
        whole = data_folder(".") / path
        try:
            body = _member(whole, member) if member else whole.read_bytes()
        except (OSError, KeyError) as error:
            sys.exit(f"{file}, line {number}: {name}: {error}")
        yield DataPage(name, body, _url_of(whole, member))


def _member(archive: Path, name: str) -> bytes:
    with tarfile.open(archive) as opened:
        stream = opened.extractfile(next(one for one in (f"./{name}", name) if one in opened.getnames()))
        assert stream is not None
        return stream.read()


def _url_of(archive: Path, member: str) -> str | None:
    manifest = archive.with_name(f"{archive.name.removesuffix('.tar.xz')}_manifest.json")
    if not manifest.exists():
        return None
    records = json.loads(manifest.read_text(encoding="utf-8"))
    return next((record["url"] for record in records if record["file"] == member), None)
