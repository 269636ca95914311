"""The dates of the entries of a list, and whether all of them are too old."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.page.anchors.link import HEADLINE, Link
from topiccrawl.page.facts.dates import find_date
from topiccrawl.page.facts.url_dates import url_date
from topiccrawl.page.sites.rules import IN_LIST


def is_wholly_older(links: Sequence[Link], since: str) -> bool:
    """Return whether a list has only entries from before a day.

    The entries are the links that the site's file names, else those outside navigation whose anchor text is a
    headline. At least half of them must have a date, in the text around them or in their URL; a list without
    dates is never too old.

    Args:
        links: the links of the list page.
        since: the day as YYYY-MM-DD; empty: every list is new enough.

    >>> old = Link("http://a.cn/1.html", "支部召开年度总结会议", "支部召开年度总结会议 2019-12-30")
    >>> is_wholly_older([old], "2020-01-01"), is_wholly_older([old], "2019-12-30")
    (True, False)
    """
    if not since:
        return False
    entries = [link for link in links if link.found == IN_LIST]
    entries = entries or [link for link in links if len(link.anchor) >= HEADLINE and not link.navigation]
    dates = [day for link in entries if (day := entry_date(link))]
    return bool(dates) and 2 * len(dates) >= len(entries) and max(dates) < since


def row_date(anchor: str, around: str) -> str:
    """Return the date beside a link in the row of a list; empty if it has none, or more stands there.

    >>> row_date("支部会议", "支部会议 2024-03-05"), row_date("通报", "2024年1月5日的通报" * 9)
    ('2024-03-05', '')
    """
    beside = around.replace(anchor, " ")
    return (find_date(beside) or "") if len(beside) <= _LONGEST_ROW else ""


_LONGEST_ROW = 60
"""Characters beside a headline that are no summary, in which days may be told that it happened on."""


def entry_date(link: Link) -> str:
    """Return the day of an entry of a list as YYYY-MM-DD; empty if it has none."""
    return (find_date(link.context) or find_date(link.anchor) or url_date(link.url) or "")[:10]
