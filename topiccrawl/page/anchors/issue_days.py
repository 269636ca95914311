"""Days in the calendar of a newspaper, which lead to its other issues."""

from __future__ import annotations

import re

from topiccrawl.page.anchors.link import Link

_DAY = re.compile(r"(?:19|20)\d\d[-/.年]\d{1,2}(?:[-/.月](?:\d{1,2}日?)?)?")
_DIGIT = re.compile("[0-9]")
_DATE = re.compile(r"(?:19|20)\d\d[-/_]?(?:0[1-9]|1[0-2])[-/_]?(0[1-9]|[12]\d|3[01])(?!\d)")


def is_day_of_calendar(link: Link, page_url: str) -> bool:
    """Return whether a number is that of the day in its URL, and the page has another day in its place."""
    day, own = _DATE.search(link.url), _DATE.search(page_url)
    if day is None or own is None or day[0] == own[0] or not link.anchor.isdecimal():
        return False
    if int(day[1]) != int(link.anchor):
        return False
    return _DIGIT.sub("0", link.url) == _DIGIT.sub("0", page_url)


def is_earlier_day(link: Link, page_url: str) -> bool:
    """Return whether a link leads to the same page of an earlier day or month: an older issue of a paper."""
    if link.role or not link.url < page_url:
        return False
    if link.anchor.isdecimal():
        return is_day_of_calendar(link, page_url)
    if not _DAY.fullmatch(link.anchor):
        return False
    day = "".join(number.zfill(2) for number in re.findall(r"\d+", link.anchor))
    is_same_page = _DIGIT.sub("0", link.url) == _DIGIT.sub("0", page_url)
    return is_same_page and day not in re.sub(r"\D", "", page_url)
