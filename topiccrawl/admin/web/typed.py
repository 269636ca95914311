"""Dates and numbers that people type into forms; what cannot be read is an error of its field."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import date

from topiccrawl.admin.lists.search_query import Query, parse_query
from topiccrawl.admin.web.language import marked
from topiccrawl.errors import AdminError, QueryError
from topiccrawl.messages import message, said

MOST_PAGES = 99_999_999
"""Largest number of pages that a crawl may be limited to."""

_DAYS = (
    re.compile(r"(\d{4})(?:[-/.年](\d{1,2}))?(?:[-/.月](\d{1,2}))?[日号月年]?"),
    re.compile(r"(\d{4})(\d\d)(\d\d)"),
)
_NUMBER = re.compile(r"(\d{1,3}(?:,\d{3})+|\d*)(\.\d+)?([千万%])?(?:个字|[页篇字个条次]|小时)?")
_SIGNS = str.maketrans({"—": "-", "–": "-", "−": "-", "。": ".", "٪": "%"})
_SHOWN = 40

_NO_DAY = marked("“{typed}”不是日期：请写成 2024-05-01、2024/5/1 或 2024年5月1日，也可以只写年月或年。")
_NO_WHOLE = marked("“{typed}”不是 {least} 至 {most} 的整数。")
_NO_NUMBER = marked("“{typed}”不是 {least:g} 至 {most:g} 的数字。")
_REVERSED = marked("“{typed}”早于开始日期。")


class InputError(AdminError):
    """Fields of a form that cannot be read.

    Args:
        wrong: messages by name of the field.
    """

    def __init__(self, wrong: Mapping[str, str | Sequence[str]]) -> None:
        self.wrong = {name: [one] if isinstance(one, str) else [*one] for name, one in wrong.items()}
        super().__init__("；".join(text for texts in self.wrong.values() for text in texts))


class Typed:
    """Reads the fields of a form, and collects those that cannot be read; an empty field is not given.

    Args:
        value: returns the text of a field.

    Attributes:
        wrong: message by name of the field.
    """

    def __init__(self, value: Callable[[str], str]) -> None:
        self._value = value
        self.wrong: dict[str, str] = {}

    def text(self, name: str, most: int = 200) -> str:
        """Return the beginning of a text."""
        return self._value(name)[:most]

    def search(self, name: str) -> Query | None:
        """Return a query of a search; None if none is given."""
        try:
            return parse_query(self.text(name))
        except QueryError as error:
            self.wrong[name] = said(error)
            return None

    def day(self, name: str) -> str:
        """Return a day, month or year such as 2024-05-01, 2024-05 or 2024; empty if none is given."""
        typed = self._value(name).strip()
        found = day_of(typed)
        if typed and not found:
            self._refuse(name, typed, _NO_DAY)
        return found

    def days(self, first: str = "since", last: str = "until") -> tuple[str, str]:
        """Return the first and the last day of a period; the last one may not be earlier."""
        since, until = self.day(first), self.day(last)
        if since and until and until < since[: len(until)]:
            self._refuse(last, until, _REVERSED)
        return since, until

    def whole(self, name: str, least: int = 0, most: int = MOST_PAGES, default: int = 0) -> int:
        """Return a whole number within limits."""
        typed = self._value(name).strip()
        found = number_of(typed)
        if not typed:
            return default
        if found is None or found != int(found) or not least <= found <= most:
            self._refuse(name, typed, _NO_WHOLE, least=least, most=most)
            return default
        return int(found)

    def number(
        self, name: str, least: float = 0.0, most: float = 1.0, *, percent: bool = False
    ) -> float | None:
        """Return a number within limits; None if none is given.

        Args:
            name: of the field.
            least: the lower limit.
            most: the upper limit.
            percent: whether 90% means 0.9; otherwise it cannot be read.
        """
        typed = self._value(name).strip()
        found = number_of(typed, percent=percent)
        if typed and (found is None or not least <= found <= most):
            self._refuse(name, typed, _NO_NUMBER, least=least, most=most)
            return None
        return found

    def check(self) -> None:
        """Raise `InputError` if a field could not be read."""
        if self.wrong:
            raise InputError(self.wrong)

    def _refuse(self, name: str, typed: str, text: str, **limits: float) -> None:
        self.wrong[name] = message(text, typed=typed[:_SHOWN], **limits)


def day_of(text: str) -> str:
    """Return a day, month or year in the form of ISO 8601; empty if the text is none.

    >>> [day_of(text) for text in ("2024/1/1", "２０２４年1月1日", "20240501", "2024年5月", "2024")]
    ['2024-01-01', '2024-01-01', '2024-05-01', '2024-05', '2024']
    >>> day_of("2024-02-30"), day_of("yesterday")
    ('', '')
    """
    plain = re.sub(r"\s", "", unicodedata.normalize("NFKC", text)).translate(_SIGNS)
    match = next((found for pattern in _DAYS if (found := pattern.fullmatch(plain))), None)
    if match is None:
        return ""
    parts = [int(part) for part in match.groups() if part]
    try:
        whole = date(*[*parts, 1, 1][:3])
    except ValueError:
        return ""
    return whole.isoformat()[: 3 * len(parts) + 1]


def number_of(text: str, *, percent: bool = False) -> float | None:
    """Return a number; None if the text is none.

    >>> [number_of(text) for text in ("２００篇", "1,000", "1.5万", "3千", "。5", "abc", "90%", "-1")]
    [200.0, 1000.0, 15000.0, 3000.0, 0.5, None, None, None]
    >>> number_of("90%", percent=True)
    0.9
    """
    plain = re.sub(r"\s", "", unicodedata.normalize("NFKC", text)).translate(_SIGNS)
    match = _NUMBER.fullmatch(plain)
    if match is None or not (match[1] or match[2]) or len(plain) > _SHOWN:
        return None
    if match[3] == "%" and not percent:
        return None
    value = float(f"{match[1].replace(',', '') or 0}{match[2] or ''}")
    return value / 100 if match[3] == "%" else value * {"千": 1_000, "万": 10_000}.get(match[3], 1)
