"""Date of publication of a page: from meta elements, JSON-LD, the dateline row and the URL."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

_DATE_NAMES = (
    "article:published_time", "og:published_time", "datepublished", "publishdate", "pubdate", "publish_date",
    "publishtime", "weibo:article:create_at", "article:create_at", "dc.date", "dc.date.issued", "date",
    "og:release_date", "createdate", "sailthru.date", "published", "publish_time",
    "firstpublishedtime", "apub:time",
)  # fmt: skip
_TEXT_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)\s*(?:[-/.]|年)\s*(\d{1,2})\s*(?:[-/.]|月)\s*(\d{1,2})(?!\d)\s*(?:日|号|號)?"
    r"(?:[^\d<>]{0,12}?(上午|下午|晚上|晚间|晚間|傍晚|凌晨|中午|[AaPp][Mm])?\s*(?<!\d)(\d{1,2})\s*(?::|时|時|点|點)\s*([0-5]\d)(?!\d))?"
)
_COMPACT_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?:\s*(\d\d):?([0-5]\d))?(?!\d)")
_HAN_DATE = re.compile(
    r"([一二][一二三四五六七八九〇零○O]{3})年(十[一二]?|[一二三四五六七八九])月"
    r"(三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])日"
)
_HAN_DIGITS = {digit: value for value, digit in enumerate("〇一二三四五六七八九")} | dict.fromkeys("零○O", 0)
_REPUBLIC_DATE = re.compile(r"(?:民國|民国)\s*(\d{2,3})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日")
_IN_SENTENCE = re.compile(r"[^\s:：]{0,8}[，,]|\s*(?:起|以来|以來|以前|之前|之后|之後)")
"""Text after a date inside a sentence; in a dateline row a source, an author or nothing follows."""
_AFTERNOON = frozenset("下午 晚上 晚间 晚間 傍晚 PM".split())
_MORNING = frozenset("凌晨 AM".split())
_ISO_TIME = re.compile(r"T(\d\d):([0-5]\d)")
_URL_DATES = (
    re.compile(r"(?<!\d)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2])[-/_.]?(0[1-9]|[12]\d|3[01])(?!\d)"),
    re.compile(r"/((?:19|20)\d\d)[-/_](\d{1,2})[-/_](\d{1,2})(?!\d)"),
)
_ROW = 600
"""Number of characters after the headline in which a date belongs to the dateline row."""


def find_date(text: str, rows_only: bool = False) -> str | None:
    """Return the first date of a text, as "YYYY-MM-DD" or, with a time of day, "YYYY-MM-DD HH:MM".

    Dates in Chinese numerals or in years of the Republic of China are used only when there is no other date.

    Args:
        text: the text.
        rows_only: skip dates written with 年 inside a sentence.

    >>> find_date("2018年3月5日 10:20 来源：某报")
    '2018-03-05 10:20'
    >>> find_date("2012年1月11日星期三下午7:08")
    '2012-01-11 19:08'
    >>> find_date("二〇二一年十二月三十一日"), find_date("民國110年5月6日")
    ('2021-12-31', '2021-05-06')
    """
    for found in _TEXT_DATE.finditer(text):
        if rows_only and "年" in found[0] and _IN_SENTENCE.match(text, found.end()):
            continue
        year, month, day, half, hour, minute = found.groups()
        iso = _ISO_TIME.match(text, found.end())
        if hour is None and iso:
            hour, minute = iso.groups()
        value = _stamp(year, month, day, hour, minute, half and half.upper())
        if value:
            return value
    for found in _COMPACT_DATE.finditer(text):
        value = _stamp(*found.groups())
        if value:
            return value
    for form, count in ((_HAN_DATE, _han_number), (_REPUBLIC_DATE, int)):
        for found in form.finditer(text):
            year, month, day = map(count, found.groups())
            value = _stamp(str(year + 1911 if form is _REPUBLIC_DATE else year), str(month), str(day))
            if value and not (rows_only and _IN_SENTENCE.match(text, found.end())):
                return value
    return None


def _han_number(text: str) -> int:
    """Return the value of a year written digit by digit, or of a number below 100 written with 十.

    >>> _han_number("二〇一八"), _han_number("十"), _han_number("三十一")
    (2018, 10, 31)
    """
    tens, ten, ones = text.rpartition("十")
    if ten:
        return 10 * _HAN_DIGITS.get(tens, 1) + _HAN_DIGITS.get(ones, 0)
    return int("".join(str(_HAN_DIGITS[digit]) for digit in text))


def url_date(url: str) -> str | None:
    """Return the date in a URL, such as /2018/03/05/ or t20180305_1.htm.

    >>> url_date("http://news.example.cn/2018-03/05/c_1.htm")
    '2018-03-05'
    """
    path = url.split("://", 1)[-1].partition("/")[2]
    for form in _URL_DATES:
        for found in form.finditer("/" + path):
            value = _stamp(*found.groups())
            if value:
                return value
    return None


def choose_date(
    head: Mapping[str, str], machine: Mapping[str, str], near: str, url: str
) -> tuple[str | None, str]:
    """Return the date of publication, and where it was found.

    In order: machine-readable metadata, the dateline row, the first <time>, the URL, the text further on.
    Metadata without a time of day takes the time from a dateline row of the same day.

    Args:
        head: contents of the meta elements by name.
        machine: "published" from JSON-LD, "time" from the first <time>.
        near: visible text after the headline.
        url: URL of the page.
    """
    row = find_date(near[:_ROW], rows_only=True)
    stated = [("JSON-LD", machine.get("published", ""))]
    stated += [(f"meta {name}", head.get(name, "")) for name in _DATE_NAMES]
    for origin, text in stated:
        value = find_date(text) if text else None
        if value and len(value) == 10 and row and row.startswith(value):
            return row, f"{origin}, time of day from the row under the headline"
        if value:
            return value, origin
    for origin, value in (
        ("row under the headline", row),
        ("time element", find_date(machine.get("time", ""))),
        ("URL", url_date(url)),
        ("text under the headline", find_date(near)),
    ):
        if value:
            return value, origin
    return None, ""


def _stamp(
    year: str,
    month: str,
    day: str,
    hour: str | None = None,
    minute: str | None = None,
    half: str | None = None,
) -> str | None:
    """Return the parts as a date string, None when they are not a date; an invalid time is left out."""
    try:
        value = date(int(year), int(month), int(day))
    except ValueError:
        return None
    if not 1994 <= value.year <= date.today().year + 1:  # older than the web, or a mistake
        return None
    if hour is None or minute is None or int(hour) > 23:
        return value.isoformat()
    clock = int(hour)
    if (half in _AFTERNOON and clock < 12) or (half == "中午" and clock < 3):
        clock += 12
    elif half in _MORNING and clock == 12:
        clock = 0
    return f"{value.isoformat()} {clock:02d}:{minute}"
