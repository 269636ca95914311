"""What the heuristics found out about a site, as values for `sites/<host>.toml`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from topiccrawl.probe.article_links import shape_of
from topiccrawl.probe.findings import Continues, SiteFindings

_DIGITS = re.compile(r"\d+")
_MOST_REPEATS = 6
"""Repetitions in the pattern of a site's file."""
_BY_URL = frozenset((Continues.LINKS, Continues.SCRIPT, Continues.SELECT, Continues.FORM_GET))


def rules_of(found: SiteFindings) -> tuple[dict[str, Any], dict[str, str]]:
    """Return the values of a site's keys that the heuristics use, and why, by key.

    They are the arguments of `topiccrawl.relevance.topic.site_draft.draft_of_site`. A key is left out where
    the heuristics have no simple value for it: `next` of a list that is data, or asked for by POST.

    Args:
        found: what a probe found out.
    """
    values: dict[str, Any] = {}
    comments = {"": f"{urlsplit(found.url or found.site).hostname} {found.system}".strip()}
    listed = found.list
    if listed is None:
        return values, comments
    by_url = listed.followed and listed.continues in _BY_URL
    template = next_template(listed.url, listed.next_url) if by_url else ""
    if template:
        values["next"] = template
        comments["next"] = f"{listed.continues}; {listed.first} links, then {listed.second}"
    read = [one.url for one in found.articles if not one.problem]
    if pattern := article_pattern(read):
        values["article"] = [pattern]
        comments["article"] = f"{len(read)} of {len(found.articles)} articles"
    return values, comments


def next_template(list_url: str, next_url: str) -> str:
    """Return the template of the next pages of a list; empty if its URLs show no number.

    Args:
        list_url: URL of its first page.
        next_url: URL of its second page.

    >>> next_template("http://a.cn/dj/", "http://a.cn/dj/index_1.html")
    'index_{page:0}.html'
    >>> next_template("http://a.cn/list?id=7", "http://a.cn/list?id=7&page=2")
    '&page={page}'
    >>> next_template("http://a.cn/djdt.htm", "http://a.cn/djdt/3.htm")
    ''
    """
    first, second = urlsplit(list_url), urlsplit(next_url)
    if first.netloc != second.netloc:
        return ""
    if first.path == second.path:
        known = dict(parse_qsl(first.query, keep_blank_values=True))
        changed = [
            (name, value)
            for name, value in parse_qsl(second.query, keep_blank_values=True)
            if known.get(name) != value
        ]
        place = _place(int(changed[0][1])) if len(changed) == 1 and changed[0][1].isdigit() else ""
        return f"&{changed[0][0]}={place}" if place else ""
    folder, _, name = second.path.rpartition("/")
    numbers = list(_DIGITS.finditer(name))
    if folder != first.path.rpartition("/")[0] or not numbers or second.query:
        return ""
    last = numbers[-1]
    place = _place(int(last[0])) if str(int(last[0])) == last[0] else ""
    return f"{name[: last.start()]}{place}{name[last.end() :]}" if place else ""


def article_pattern(urls: Sequence[str]) -> str:
    r"""Return the pattern of the URLs of articles; empty without a number that tells them from others.

    >>> article_pattern(["http://a.cn/dj/202401/t20240105_17.html", "http://a.cn/dj/202402/t20240206_9.html"])
    're:^/dj/\\d+/t\\d+_\\d+\\.html$'
    """
    if not urls:
        return ""
    shapes = Counter(map(shape_of, urls))
    common = max(shapes, key=lambda shape: shapes[shape])
    path = urlsplit(next(url for url in urls if shape_of(url) == common)).path
    pieces = _DIGITS.split(path)
    if not 1 < len(pieces) <= _MOST_REPEATS + 1 or "?" in common:
        return ""
    pattern = r"\d+".join(map(re.escape, pieces))
    return f"re:^{pattern}$"


def _place(second: int) -> str:
    """Return the place of the number in a template, by the number of the second page."""
    return {1: "{page:0}", 2: "{page}"}.get(second, "")
