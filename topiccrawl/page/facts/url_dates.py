"""The date in the URL of a page."""

from __future__ import annotations

import re
from datetime import date

from topiccrawl.page.facts.dates import make_date

_MONTH = "(0[1-9]|1[0-2])"
_DAY = r"(0[1-9]|[12]\d|3[01])"
_FORMS = (
    re.compile(rf"(?<!\d)((?:19|20)\d\d)[-/_.]?{_MONTH}[-/_.]?{_DAY}(?!\d)"),
    re.compile(r"/((?:19|20)\d\d)[-/_](\d{1,2})[-/_](\d{1,2})(?!\d)"),
    # The folder of a year, of a column with the day: /2024/jcdt_0604/, /2024/yw/0604/.
    re.compile(rf"/((?:19|20)\d\d)/(?:[A-Za-z]+/)?(?:[A-Za-z]+[_-]?)?{_MONTH}[-_]?{_DAY}[/_]"),
    # A time of day or a number behind the day: /20240604083015.html.
    re.compile(rf"(?<!\d)(20\d\d){_MONTH}{_DAY}\d{{2,12}}(?!\d)"),
)
_SHORT_YEARS = (
    re.compile(rf"/(\d\d)[-_]?/?{_MONTH}[-/_]?{_DAY}/"),
    re.compile(rf"/(\d\d)-{_MONTH}-{_DAY}(?!\d)"),
    # Without leading zeros only before the number of an article: /gb/24/2/9/n1234567.htm.
    re.compile(r"/(\d\d)/([1-9]|1[0-2])/([1-9]|[12]\d|3[01])/[a-z]?\d{5,}\."),
)


def url_date(url: str) -> str | None:
    """Return the date in a URL, such as /2018/03/05/, /18/0305/ or t20180305_1.htm.

    >>> url_date("http://news.example.cn/2018-03/05/c_1.htm"), url_date("http://example.cn/18/0305/9.html")
    ('2018-03-05', '2018-03-05')
    >>> url_date("http://news.example.cn/a/1234567890.html"), url_date("http://example.cn/201803/12/")
    (None, '2018-03-12')
    """
    path = "/" + url.split("://", 1)[-1].partition("/")[2]
    for form in _FORMS:
        for found in form.finditer(path):
            if value := make_date(*found.groups()):
                return value
    for form in _SHORT_YEARS:
        for found in form.finditer(path):
            year = 2000 + int(found[1])
            # 20 with a month is the beginning of a year of four digits.
            glued = found[1] in ("19", "20") and path[found.start() + 3].isdigit()
            if (
                2003 <= year <= date.today().year
                and not glued
                and (value := make_date(year, *found.group(2, 3)))
            ):
                return value
    return None
