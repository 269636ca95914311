"""Dates as pages write them, read as China time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta, timezone
from typing import NamedTuple

CHINA = timezone(timedelta(hours=8), "Asia/Shanghai")
"""The time zone of `published`; China has had no other, and no summer time, since 1992."""

_YEAR, _DIGIT = re.compile(r"(?:19|20)\d\d"), re.compile(r"\d")
_HALF = "上午|下午|晚上|晚间|晚間|傍晚|晚|凌晨|中午|[AaPp][Mm]"
# What looks back stands behind the first characters: a search that begins with it tries every place.
_TEXT_DATE = re.compile(
    r"((?:19|20)\d\d)(?<!\d{5})\s*(?:[-/.—–\\]|年)\s*(\d{1,2})\s*(?:[-/.—–\\]|月)\s*"
    r"(?:(\d{1,2})(?!\d)|(\d\d)(?=[0-2]\d:[0-5]\d))\s*(?:日|号|號)?"
    rf"(?:[^\d<>\n+]{{0,12}}?({_HALF})?\s*(?:(?<!\d)|(?<=\d\d))(\d{{1,2}})\s*(?::|时|時|点"
    rf"|點)\s*([0-5]\d)(?!\d))?"
)
_COMPACT_DATE = re.compile(
    r"((?:19|20)\d\d)(?<!\d{5})(\d\d)(\d\d)(?:[\sT]*(\d\d):?([0-5]\d)(?::?[0-5]\d)?)?(?!\d)"
)
_HAN_DATE = re.compile(
    r"([一二][一二三四五六七八九〇零○O0]{3})年(十[一二]?|[一二三四五六七八九])月"
    r"(三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])日"
)
_HAN_DIGITS = {digit: value for value, digit in enumerate("〇一二三四五六七八九")} | dict.fromkeys("零○O0", 0)
_REPUBLIC_DATE = re.compile(
    r"(?:民國|民国)\s*(\d{2,3})\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})(?!\d)\s*日?"
)
_IN_SENTENCE = re.compile(r"[^\s:：]{0,8}[，,]|[^\S\n]*(?:起|以来|以來|以前|之前|之后|之後)")
"""Text after a date inside a sentence; in a dateline row a source, an author or nothing follows."""

_CLOCK = r"(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?:\s*([AaPp]\.?[Mm]))?"
_MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
_MONTH = f"({'|'.join(_MONTHS)}|(?:十[一二]?|[一二三四五六七八九])月)[a-z]*\\.?"
_MONTH_NAME = re.compile(
    "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC"
    "|" + "|".join(f"{number}月[ ,-]" for number in "一二三四五六七八九十")
)
"""Each alternative begins with a plain character: the search skips to one."""
_NTH = r"(\d{1,2})(?:st|nd|rd|th)?"
_MONTH_FIRST = re.compile(
    rf"\b{_MONTH}\s+{_NTH},?\s+(?:{_CLOCK}\s+(?:[A-Z]{{1,4}}(?:[+-]\d\d:?\d\d)?\s+)?)?"
    rf"((?:19|20)\d\d)(?!\d)(?:(?:,|\s-)?\s+(?:at\s+)?{_CLOCK})?",
    re.IGNORECASE,
)
_DAY_FIRST = re.compile(
    rf"(?<!\d){_NTH}[\s-]+{_MONTH},?[\s-]+((?:19|20)\d\d)(?!\d)(?:(?:,|\s-)?\s+(?:at\s+)?{_CLOCK})?",
    re.IGNORECASE,
)
_YEAR_FIRST = re.compile(
    rf"((?:19|20)\d\d)(?<!\d{{5}})[\s,-]+{_MONTH}[\s-]+{_NTH}(?!\d)(?:,?\s+{_CLOCK})?", re.IGNORECASE
)
_YEAR_LAST = re.compile(
    rf"(\d(?<![\d/.-].)\d?)([/.-])(\d{{1,2}})\2((?:19|20)\d\d)(?![\d/.-])(?:(?:,|\s-)?\s+{_CLOCK})?"
)
_SHORT_YEAR = re.compile(
    r"(\d(?<![\d/.-].)(?:(?<=1)[0-3]\d|\d))(?:([-/.])(\d{1,2})\2(\d{1,2})|年(\d{1,2})月(\d{1,2})日)(?![\d/.-])"
    r"(?:\s+(\d{1,2}):([0-5]\d))?"
)

_AFTERNOON = frozenset("下午 晚上 晚间 晚間 傍晚 晚 PM".split())
_MORNING = frozenset("凌晨 AM".split())
_SECONDS = re.compile(r":[0-5]\d(?:[.,]\d{1,9})?")
_HALF_BEHIND = re.compile(r"\s*([AaPp])\.?[Mm]\b")
_ZONE = re.compile(
    r"\s?[(]?(?:([Zz])\b|\s?(GMT|UTC)?\s?([+-])(0\d|1[0-4]|(?<=[CT][+-])\d)(?::?([0-5]\d))?(?![\d:])"
    r"|(GMT|UTC|JST|KST|EST|EDT|PST|PDT)\b)"
)
_ZONE_HOURS = {"GMT": 0, "UTC": 0, "JST": 9, "KST": 9, "EST": -5, "EDT": -4, "PST": -8, "PDT": -7}
_MIDNIGHT = re.compile(r"\d{4}-\d\d-\d\d[T ]00:00:00(?:\.0+)?")
_EPOCH = re.compile(r"\s*(?:/Date\()?(\d{10})(?:\d{3}|\d{6}|\d{9}|\.\d+)?(?:[+-]\d{4})?(?:\)/)?\s*")


class Found(NamedTuple):
    """A date in a text.

    Attributes:
        start: position of its first character.
        end: position behind its last one.
        value: "YYYY-MM-DD" or "YYYY-MM-DD HH:MM", in China time.
        form: "plain", "compact" (eight digits), "han", "republic", "english", "year last" or "short" (a year
            of two or three digits).
        written: `value` as it is written, before an offset is applied.
    """

    start: int
    end: int
    value: str
    form: str
    written: str


def find_date(text: str, rows_only: bool = False) -> str | None:
    """Return the first date of a text, as "YYYY-MM-DD" or, with a time of day, "YYYY-MM-DD HH:MM".

    Times with an offset or `Z` are converted to China time. Dates in Chinese numerals, in English and in
    years of the Republic of China are used only when there is no other date.

    Args:
        text: the text.
        rows_only: skip dates written with 年 inside a sentence.

    >>> find_date("2018年3月5日 10:20 来源：某报"), find_date("2018-03-04T23:20:00Z")
    ('2018-03-05 10:20', '2018-03-05 07:20')
    >>> find_date("2012年1月11日星期三下午7:08"), find_date("Mar 5, 2018 7:08 PM")
    ('2012-01-11 19:08', '2018-03-05 19:08')
    >>> find_date("2012-1-11 晚8:30")
    '2012-01-11 20:30'
    >>> find_date("二〇二一年十二月三十一日"), find_date("民國110年5月6日")
    ('2021-12-31', '2021-05-06')
    """
    for form in (_plain, _compact, _english, _year_last, _han, _republic):
        for found in form(text):
            if not (rows_only and in_sentence(text, found)):
                return found.value
    return None


def find_dates(text: str) -> list[Found]:
    """Return all dates of a text in their order; overlapping ones count once."""
    every: list[Found] = []
    forms: tuple[Callable[[str], Iterator[Found]], ...] = ()
    if _YEAR.search(text):
        forms = (_plain, _compact, _english, _year_last)
    if "年" in text or "民" in text:
        forms = (*forms, _han, _republic)
    if _DIGIT.search(text):
        forms = (*forms, _short)
    for form in forms:
        every += (
            found
            for found in form(text)
            if not any(a.start < found.end and found.start < a.end for a in every)
        )
    return sorted(every)


def in_sentence(text: str, found: Found) -> bool:
    """Return whether a date is written as inside a sentence, not as in a dateline row."""
    written = text[found.start : found.end]
    return ("年" in written or "月" in written) and _IN_SENTENCE.match(text, found.end) is not None


def read_stamp(text: str) -> Found | None:
    """Return the date of a machine-readable field: any form of `find_date`, or seconds since 1970.

    >>> read_stamp("1717461000").value, read_stamp("1717461000000").value
    ('2024-06-04 08:30', '2024-06-04 08:30')
    """
    epoch = _EPOCH.fullmatch(text)
    if epoch:
        value = f"{datetime.fromtimestamp(int(epoch[1]), CHINA):%Y-%m-%d %H:%M}"
        return Found(0, len(text), value, "epoch", value) if _is_possible(int(value[:4])) else None
    return next(iter(find_dates(text)), None)


def published_text(value: object) -> str | None:
    """Return a date of publication from another program's file as the text that `published` has.

    A midnight with seconds and without a zone is what programs make of a day.

    Args:
        value: text in any form of `read_stamp`, or seconds, milli-, micro- or nanoseconds since 1970.

    >>> published_text("2024-03-12T01:20:00Z"), published_text(1710206400), published_text("2024-03-12")
    ('2024-03-12 09:20', '2024-03-12 09:20', '2024-03-12')
    >>> published_text("2024-03-12T00:00:00"), published_text("2024-03-12 00:00"), published_text("昨天")
    ('2024-03-12', '2024-03-12 00:00', None)
    """
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = f"{value:.0f}"
    if not isinstance(value, str):
        return None
    found = read_stamp(value)
    if found is None:
        return None
    return found.value[:10] if _MIDNIGHT.fullmatch(value.strip()) else found.value


def published_moment(published: str | None) -> datetime | None:
    """Return a date of publication with a time of day as a time of China; None for a day alone.

    >>> published_moment("2024-03-12 09:20").isoformat(), published_moment("2024-03-12")
    ('2024-03-12T09:20:00+08:00', None)
    """
    if published is None or len(published) <= 10:
        return None
    try:
        moment = datetime.fromisoformat(published)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=CHINA)


def _plain(text: str) -> Iterator[Found]:
    for found in _TEXT_DATE.finditer(text):
        year, month, day, glued, half, hour, minute = found.groups()
        yield from _found(text, found, "plain", (year, month, day or glued), (hour, minute, half))


def _compact(text: str) -> Iterator[Found]:
    for found in _COMPACT_DATE.finditer(text):
        yield from _found(text, found, "compact", found.group(1, 2, 3), (found[4], found[5], None))


def _english(text: str) -> Iterator[Found]:
    if not _MONTH_NAME.search(text):
        return
    for found in _MONTH_FIRST.finditer(text):
        clock = found.group(3, 4, 5) if found[3] else found.group(7, 8, 9)
        yield from _found(text, found, "english", (found[6], _month(found[1]), found[2]), clock)
    for found in _DAY_FIRST.finditer(text):
        yield from _found(
            text, found, "english", (found[3], _month(found[2]), found[1]), found.group(4, 5, 6)
        )

    for found in _YEAR_FIRST.finditer(text):
        yield from _found(
            text, found, "english", (found[1], _month(found[2]), found[3]), found.group(4, 5, 6)
        )


def _year_last(text: str) -> Iterator[Found]:
    for found in _YEAR_LAST.finditer(text):
        month, day = found.group(1, 3) if int(found[1]) <= 12 else found.group(3, 1)
        yield from _found(text, found, "year last", (found[4], month, day), found.group(5, 6, 7))


def _han(text: str) -> Iterator[Found]:
    for found in _HAN_DATE.finditer(text):
        year, month, day = (str(_han_number(part)) for part in found.groups())
        yield from _found(text, found, "han", (year, month, day))


def _republic(text: str) -> Iterator[Found]:
    for found in _REPUBLIC_DATE.finditer(text):
        yield from _found(text, found, "republic", (str(int(found[1]) + 1911), found[2], found[3]))


def _short(text: str) -> Iterator[Found]:
    for found in _SHORT_YEAR.finditer(text):
        years = int(found[1])
        year = years + 1911 if years > 99 else years + (1900 if years >= 94 else 2000)
        day = found.group(3, 4) if found[2] else found.group(5, 6)
        yield from _found(text, found, "short", (str(year), *day), (found[7], found[8], None))


def _found(
    text: str,
    match: re.Match[str],
    form: str,
    day: tuple[str, ...],
    clock: tuple[str | None, ...] = (None, None, None),
) -> Iterator[Found]:
    """Yield the date of a match, with what follows its time of day: seconds, PM, an offset."""
    hour, minute, half = clock
    year, month, day_of_month = day
    end, offset = match.end(), None
    if hour is not None:
        seconds = _SECONDS.match(text, end)
        end = seconds.end() if seconds else end
        behind = None if half else _HALF_BEHIND.match(text, end)
        if behind:
            half, end = f"{behind[1]}M", behind.end()
        # English dates may have it between the time and the year.
        zone = _ZONE.search(text, match.start(), end + 10) if form == "english" else _ZONE.match(text, end)
        # Without seconds, what follows a dash is the end of a period.
        exact = seconds or "T" in match[0] or form != "plain"
        if zone and (not zone[3] or zone[2] or exact or (zone[3] == "+" and zone[5])):
            offset, end = _offset(zone), max(end, zone.end())
    value = make_date(year, month, day_of_month, hour, minute, half and half.replace(".", "").upper())
    if value:
        yield Found(match.start(), end, _in_china(value, offset), form, value)


def _offset(zone: re.Match[str]) -> timedelta:
    """Return the offset from UTC."""
    if zone[1]:
        return timedelta()
    if zone[3]:
        size = timedelta(hours=int(zone[4]), minutes=int(zone[5] or 0))
        return -size if zone[3] == "-" else size
    return timedelta(hours=_ZONE_HOURS[zone[6]])


def _in_china(value: str, offset: timedelta | None) -> str:
    if offset is None or len(value) == 10:
        return value
    at = datetime.strptime(value, "%Y-%m-%d %H:%M").replace(tzinfo=UTC) - offset
    return f"{at.astimezone(CHINA):%Y-%m-%d %H:%M}"


def _month(name: str) -> str:
    return str(_han_number(name[:-1]) if name.endswith("月") else _MONTHS.index(name.title()) + 1)


def _han_number(text: str) -> int:
    """Return the value of a year written digit by digit, or of a number below 100 written with 十.

    >>> _han_number("二〇一八"), _han_number("十"), _han_number("三十一")
    (2018, 10, 31)
    """
    tens, ten, ones = text.rpartition("十")
    if ten:
        return 10 * _HAN_DIGITS.get(tens, 1) + _HAN_DIGITS.get(ones, 0)
    return int("".join(str(_HAN_DIGITS[digit]) for digit in text))


def _is_possible(year: int) -> bool:
    return 1994 <= year <= date.today().year + 1  # else older than the web, or a mistake


def make_date(
    year: str | int,
    month: str | int,
    day: str | int,
    hour: str | None = None,
    minute: str | None = None,
    half: str | None = None,
) -> str | None:
    """Return the parts as a date string, None when they are not a date; an invalid time is left out.

    >>> make_date("2018", "3", "5", "7", "08", "下午"), make_date("2018", "2", "30")
    ('2018-03-05 19:08', None)
    """
    try:
        value = date(int(year), int(month), int(day))
    except ValueError:
        return None
    if not _is_possible(value.year):
        return None
    if hour is None or minute is None or int(hour) > 23:
        return value.isoformat()
    clock = int(hour)
    if (half in _AFTERNOON and clock < 12) or (half == "中午" and clock < 3):
        clock += 12
    elif half in _MORNING and clock == 12:
        clock = 0
    return f"{value.isoformat()} {clock:02d}:{int(minute):02d}"
