"""E-papers: which links belong to one issue."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from urllib.parse import urlsplit

_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/_]?(0[1-9]|1[0-2])[-/_]?(0[1-9]|[12]\d|3[01])(?!\d{2})")


def issue_date(url: str) -> str:
    """Return the date in the path of a URL; empty if there is none.

    >>> issue_date("http://paper.cn/rmrb/html/2024-05/01/nw.D110000renmrb_20240501_1-01.htm")
    '20240501'
    >>> issue_date("http://paper.cn/rmrb/pc/layout/202405/01/node_01.html")
    '20240501'
    """
    found = _DATE.search(urlsplit(url).path)
    return "".join(found.groups()) if found else ""


def issue_links(page_url: str, urls: Iterable[str]) -> list[str]:
    """Return the links of an e-paper's page that belong to its issue: those of its host with its date.

    A page without a date in its URL, such as the home page of the paper, belongs to the issue to which most
    of its links lead; of two, to the later one.

    >>> issue_links("http://a.cn/", ["http://a.cn/2024-05/01/n1.htm", "http://a.cn/2024-04/30/n1.htm"])
    ['http://a.cn/2024-05/01/n1.htm']
    """
    host = urlsplit(page_url).hostname
    dated = {url: issue_date(url) for url in urls if urlsplit(url).hostname == host}
    dates = Counter(date for date in dated.values() if date)
    date = issue_date(page_url) or max(dates, key=lambda date: (dates[date], date), default="")
    return [url for url, own in dated.items() if date and own == date]
