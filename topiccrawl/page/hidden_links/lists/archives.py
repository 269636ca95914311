"""Archives behind a selection: years and months, of which the page shows one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, product
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement

from topiccrawl.page.anchors.link import PAGER, Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.lists.forms import PagingForm, forms_of
from topiccrawl.page.hidden_links.lists.menus import chosen_address
from topiccrawl.page.hidden_links.markup import HOLE
from topiccrawl.page.hidden_links.urls import is_of_host
from topiccrawl.page.page import Page

YEARS = frozenset(range(1990, 2100))
_MONTHS = frozenset(range(1, 13))
_MOST_OPTIONS = 200
_FEWEST = 2
"""Parts of an archive."""
_ADDRESS = re.compile("[/?.]")
_PERIOD = re.compile(
    r"((?:19|20)\d\d)(?:年度?)?(?:[-./]?(1[0-2]|0?[1-9])月?(?:份)?(?:[-./]?(3[01]|[12]\d|0?[1-9])日?)?)?"
)


def archive_pagers(page: Page) -> list[Link]:
    """Return the part of an archive before the one that a page shows, for each form or selection of one."""
    selects = Elements.of(page).selects
    forms = [form for form in forms_of(page) if not form.free] if selects else []
    found = [_before(page, form) for form in forms] + [_before_chosen(page, select) for select in selects]
    return [link for link in found if link is not None]


def _before_chosen(page: Page, select: HtmlElement) -> Link | None:
    """Return the part before the one that a page shows, of a selection that leads to each of them itself."""
    options = list(islice(select.iter("option"), _MOST_OPTIONS))
    periods = [_period(option) for option in options]
    known = [period for period in periods if period is not None]
    if len(set(known)) < _FEWEST or len(known) < len(options) - 1:
        return None
    address = chosen_address(page, select)
    if address == HOLE and not select.get("onchange"):
        return None
    urls: dict[tuple[int, int, int], str] = {}
    shown = None if periods[0] is None else max(known)
    for option, period in zip(options, periods, strict=True):
        value = (option.get("value") or option.text or "").strip()
        if period is None or (address == HOLE and not _ADDRESS.search(value)):
            continue
        url = page.absolute(address.replace(HOLE, value))
        if url and is_of_host(page, url):
            urls[period] = url
            if url == page.url or option.get("selected") is not None:
                shown = period
    before = max((period for period in urls if shown is None or period < shown), default=None)
    if before is None or urls[before] == page.url:
        return None
    return Link(urls[before], "上一期", found="option", role=PAGER)


def _period(option: HtmlElement) -> tuple[int, int, int] | None:
    """Return the year, and the month and the day or 0, that an option is called."""
    found = _PERIOD.fullmatch("".join((option.text or option.get("value") or "").split()))
    return (int(found[1]), int(found[2] or 0), int(found[3] or 0)) if found else None


def _before(page: Page, form: PagingForm) -> Link | None:
    year = month = ""
    years: dict[int, str] = {}
    months: dict[int, str] = {}
    shown: dict[str, str] = dict(parse_qsl(urlsplit(page.url).query))
    for select in Elements.of(page).selects:
        name = select.get("name") or ""
        options = dict(_numbers(select)) if name in form.fields else {}
        if options.keys() >= _MONTHS and len(options) <= len(_MONTHS) + 1:
            month, months = name, options
        elif len([number for number in options if number in YEARS]) >= max(1, len(options) - 1):
            year, years = name, options
        if name in form.fields and any(
            option.get("selected") is not None for option in select.iter("option")
        ):
            shown[name] = form.fields[name]
    changes = _earlier(shown, (year, years), (month, months))
    if not changes:
        return None
    url, body = form.sent({**{name: shown[name] for name in (year, month) if name in shown}, **changes})
    return (
        Link(url, "上个月" if month else "上一期", found="form", role=PAGER, body=body)
        if url != page.url
        else None
    )


def _earlier(
    shown: dict[str, str], years: tuple[str, dict[int, str]], months: tuple[str, dict[int, str]]
) -> dict[str, str]:
    """Return the fields of the month or year before the one that is shown; none if that is not known."""
    numbers = [set(YEARS.intersection(years[1])) or {0}, set(_MONTHS.intersection(months[1])) or {0}]
    year, month = _whole(shown.get(years[0], "")), _whole(shown.get(months[0], ""))
    if months[0] and month not in months[1]:
        return {}
    if year not in numbers[0]:  # of a year that is not known, only its months
        year, numbers[0] = (0, {0}) if months[0] else (max(numbers[0]), numbers[0])
    before = max((period for period in product(*numbers) if period < (year, month or 0)), default=(0, 0))
    return {
        name: values[number] for (name, values), number in zip((years, months), before, strict=True) if number
    }


def _numbers(select: HtmlElement) -> Iterator[tuple[int, str]]:
    """Yield the numbers of the options of a selection, with their values as written."""
    for option in islice(select.iter("option"), _MOST_OPTIONS):
        value = (option.get("value") or option.text or "").strip()
        if (number := _whole(value)) is not None:
            yield number, value


def _whole(text: str) -> int | None:
    digits = text.strip().removesuffix("年").removesuffix("月")
    return int(digits) if digits.isdecimal() and len(digits) <= 4 else None
