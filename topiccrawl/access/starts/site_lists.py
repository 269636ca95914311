"""Lists of sites in files: CSV and XLSX."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from topiccrawl.access.starts.site import Site, site_url
from topiccrawl.errors import SiteListError
from topiccrawl.messages import message
from topiccrawl.text.encodings.encoding import decode_html
from topiccrawl.text.files.excel import MAX_ROWS, excel_rows
from topiccrawl.text.files.size_limit import read_bounded

_NAMES = ("name", "title", "名称", "网站名称", "站点名称", "网站", "站点", "标题", "媒体")
_CATEGORIES = ("category", "group", "type", "类别", "分类", "类型", "栏目", "分组")


def read_sites(path: str | Path) -> list[Site]:
    """Return the sites of a list, each host and path once, in its order.

    The URL is in the first column that has one; a heading names the columns of names (`name`, 名称 ...) and
    categories (`category`, 分类 ...), otherwise the name is the first other text of a row.

    Args:
        path: a CSV file in any Chinese encoding, separated by commas, semicolons or tabs, or an XLSX file,
            whose first sheet is read.

    Raises:
        SiteListError: the file cannot be read, or has no site.
        MissingExtraError: the extra `xlsx` is not installed, which XLSX files need.
    """
    try:
        data = read_bounded(Path(path))
    except (OSError, ValueError) as error:
        raise SiteListError(
            "{path}: {reason}", path=path, reason=message(getattr(error, "strerror", None) or str(error))
        ) from None
    rows = _xlsx_rows(data, path) if data.startswith(b"PK") else _csv_rows(data)
    found = _sites(rows)
    if not found:
        raise SiteListError("{path}: no row has a URL or a host name", path=path)
    return found


def _sites(rows: Iterable[Sequence[str]]) -> list[Site]:
    found: dict[str, Site] = {}
    name_at = category_at = -1
    for number, row in enumerate(rows):
        if number >= MAX_ROWS:
            break
        cells = [cell.strip() for cell in row]
        url_at, url = next(((at, url) for at, cell in enumerate(cells) if (url := site_url(cell))), (-1, ""))
        if not url:
            if number == 0:
                name_at, category_at = (_column(cells, names) for names in (_NAMES, _CATEGORIES))
            continue
        others = (at for at, cell in enumerate(cells) if cell and at not in (url_at, category_at))
        at = name_at if 0 <= name_at < len(cells) else next(others, -1)
        category = cells[category_at] if 0 <= category_at < len(cells) else ""
        found.setdefault(url, Site(url, cells[at] if at >= 0 else "", category))
    return [*found.values()]


def _column(heading: Sequence[str], names: Sequence[str]) -> int:
    lowered = [cell.lower() for cell in heading]
    return next((lowered.index(name) for name in names if name in lowered), -1)


def _csv_rows(data: bytes) -> Iterator[list[str]]:
    text = decode_html(data).text.lstrip("\ufeff")
    first = text.split("\n", 1)[0]
    separator = max(",;\t", key=first.count)
    before = csv.field_size_limit(1_000_000)  # of the whole process
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    except csv.Error:  # what comes before the broken row counts
        return
    finally:
        csv.field_size_limit(before)


def _xlsx_rows(data: bytes, path: str | Path) -> Iterator[list[str]]:
    try:
        for row in excel_rows(data):
            yield [str(cell) for cell in row]
    except ValueError as error:
        raise SiteListError("{path}: {error}", path=path, error=error) from None
