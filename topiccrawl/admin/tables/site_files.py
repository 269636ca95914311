"""Import and export of start URLs and sites: CSV, tab-separated text, Excel."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from topiccrawl.access.starts.site import site_url
from topiccrawl.admin.tables.word_files import table_rows
from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError
from topiccrawl.topics.making.folder import hosts_of

_HEADING = ("url", "category")
_SEED, _DOMAIN = "seed", "domain"
_SEEDS, _DOMAINS = frozenset({_SEED, "起始网址"}), frozenset({_DOMAIN, "网站"})
"""Cells that say what a row is; rows without one are both."""


def read_site_file(name: str, data: bytes) -> tuple[list[str], list[str]]:
    """Return the start URLs and the sites of a file.

    A row names a site by URL or host in any column. It is a start URL and its host a site, unless another
    cell says `seed` or `domain`.

    Raises:
        AdminError: the file cannot be read, or names no site.
    """
    seeds, domains = [], []
    for row in table_rows(name, data):
        cells = [str(cell).strip().lstrip("'") for cell in row]
        url = next(filter(None, map(site_url, cells)), None)
        if url is None:
            continue
        said = {cell.lower() for cell in cells}
        if not said & _DOMAINS:
            seeds.append(url)
        if said & _DOMAINS:
            domains.append(urlsplit(url).hostname or "")
        elif not said & _SEEDS:
            domains += hosts_of([url])
    if not seeds and not domains:
        raise AdminError(marked("文件里没有网址或网站。"))
    return list(dict.fromkeys(seeds)), list(dict.fromkeys(domains))


def site_rows(seeds: Sequence[str], domains: Sequence[str]) -> list[tuple[str, str]]:
    """Return start URLs and sites as a table with a heading."""
    return [_HEADING, *((url, _SEED) for url in seeds), *((host, _DOMAIN) for host in domains)]
