"""Import and export of start URLs and sites: CSV, tab-separated text, Excel."""

from __future__ import annotations

import csv
import importlib
from collections.abc import Sequence
from io import BytesIO, StringIO
from urllib.parse import urlsplit

from topiccrawl.access.starts.site import site_url
from topiccrawl.admin.tables.word_files import table_rows
from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError
from topiccrawl.text.display import spreadsheet_cell
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


def sites_csv(seeds: Sequence[str], domains: Sequence[str]) -> bytes:
    """Return start URLs and sites as CSV for spreadsheets."""
    out = StringIO()
    writer = csv.writer(out)
    writer.writerows([[spreadsheet_cell(cell) for cell in row] for row in _rows(seeds, domains)])
    return out.getvalue().encode("utf-8-sig")


def sites_excel(seeds: Sequence[str], domains: Sequence[str]) -> bytes:
    """Return start URLs and sites as an Excel workbook."""
    xlsxwriter = importlib.import_module("xlsxwriter")
    out = BytesIO()
    with xlsxwriter.Workbook(out, {"in_memory": True}) as book:
        sheet = book.add_worksheet("sites")
        for line, row in enumerate(_rows(seeds, domains)):
            for column, cell in enumerate(row):
                sheet.write_string(line, column, cell)  # not `write`, which makes formulas of texts
    return out.getvalue()


def _rows(seeds: Sequence[str], domains: Sequence[str]) -> list[tuple[str, str]]:
    return [_HEADING, *((url, _SEED) for url in seeds), *((host, _DOMAIN) for host in domains)]
