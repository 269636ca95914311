"""Archives behind a form: selections of a year and a month, of which the page shows one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement

from topiccrawl.page.anchors.link import PAGER, Link
from topiccrawl.page.elements import Elements
from topiccrawl.page.hidden_links.lists.forms import PagingForm, forms_of
from topiccrawl.page.page import Page

_YEARS = range(1990, 2100)
_MONTHS = frozenset(range(1, 13))
_MOST_OPTIONS = 200


def archive_pagers(page: Page) -> list[Link]:
    """Return the part of an archive before the one that a page shows, for each form that chooses one."""
    forms = [form for form in forms_of(page) if not form.free] if Elements.of(page).selects else []
    return [link for form in forms if (link := _before(page, form)) is not None]


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
        elif len([number for number in options if number in _YEARS]) >= max(1, len(options) - 1):
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
    year, month = _whole(shown.get(years[0], "")), _whole(shown.get(months[0], ""))
    if months[0]:
        if month is None or month not in months[1]:
            return {}
        if month > 1:
            return {months[0]: months[1][month - 1]}
        if year is None or year - 1 not in years[1]:
            return {}
        return {years[0]: years[1][year - 1], months[0]: months[1][max(_MONTHS)]}
    if not years[0]:
        return {}
    newest = max((number for number in years[1] if number in _YEARS), default=0)
    before = (year if year is not None and year in _YEARS else newest) - 1
    return {years[0]: years[1][before]} if before in years[1] else {}


def _numbers(select: HtmlElement) -> Iterator[tuple[int, str]]:
    """Yield the numbers of the options of a selection, with their values as written."""
    for option in islice(select.iter("option"), _MOST_OPTIONS):
        value = (option.get("value") or option.text or "").strip()
        if (number := _whole(value)) is not None:
            yield number, value


def _whole(text: str) -> int | None:
    digits = text.strip().removesuffix("年").removesuffix("月")
    return int(digits) if digits.isdecimal() and len(digits) <= 4 else None
