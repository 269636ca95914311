"""What a page says of itself beside its body: headline, time of publication, author, source, site."""

from __future__ import annotations

import html as html_module
import json
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from topiccrawl.page.page import Page
from topiccrawl.page.title import strip_site_suffix

WINDOW = 4000
"""How many characters of source behind the headline are searched for the dateline row."""

_DATE_NAMES = (
    "article:published_time", "og:published_time", "datepublished", "publishdate", "pubdate", "publish_date",
    "publishtime", "weibo:article:create_at", "article:create_at", "dc.date", "dc.date.issued", "date",
    "og:release_date", "createdate", "sailthru.date", "published", "publish_time",
    "firstpublishedtime", "apub:time",
)  # fmt: skip
_TEXT_DATE = re.compile(
    r"(?<!\d)((?:19|20)\d\d)\s*(?:[-/.]|年)\s*(\d{1,2})\s*(?:[-/.]|月)\s*(\d{1,2})(?!\d)\s*(?:日|号|號)?"
    r"(?:[^\d<>]{0,12}?(上午|下午|晚上|凌晨|中午)?\s*(?<!\d)(\d{1,2})\s*(?::|时|時|点|點)\s*([0-5]\d)(?!\d))?"
)
_COMPACT_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?:\s*(\d\d):?([0-5]\d))?(?!\d)")
_ISO_TIME = re.compile(r"T(\d\d):([0-5]\d)")
_URL_DATES = (
    re.compile(r"(?<!\d)((?:19|20)\d\d)[-/_.]?(0[1-9]|1[0-2])[-/_.]?(0[1-9]|[12]\d|3[01])(?!\d)"),
    re.compile(r"/((?:19|20)\d\d)[-/_](\d{1,2})[-/_](\d{1,2})(?!\d)"),
)
_TITLE_CUT = re.compile(r"\s*[_|｜－—–]+\s*|\s+-+\s+|--+")
_TITLE_CUT_AT = re.compile(r"[-_|｜－—–\s]|$")
_FIRST_HEADING = re.compile(r"<h1\b", re.IGNORECASE)
_UNSHOWN = re.compile(r"(?is)<(script|style|noscript|select)\b.*?</\1\s*>|<!--.*?-->")
_TAG = re.compile(r"<[^>]*>")
_STOP = r"[^\s|｜，,。；;<>【】\[\]()（）:：]"
_SOURCE = re.compile(rf"(?:来源|來源|稿源|出处|出處)\s*[:：]\s*({_STOP}{{2,30}})")
_AUTHOR = re.compile(
    rf"(?:作者|撰文|文/)\s*:?\s*({_STOP}{{2,20}})|(?:记者|記者)\s*:?\s*({_STOP}{{2,4}})(?=[\s|,。)】]|$)"
)
_LABELS = re.compile(r"(?:作者|来源|编辑|责任编辑|责编|发布|时间|日期|点击|浏览|记者|字号|評論|评论|分享).*$")


@dataclass(frozen=True)
class Metadata:
    """What was found; empty strings (and None for the time) stand for nothing found.

    Attributes:
        title: the headline, without the name of the site.
        published: "YYYY-MM-DD" or "YYYY-MM-DD HH:MM", in the page's own time zone.
        author: the writer or reporter.
        source: where the page says the text comes from.
        site: the name of the site.
    """

    title: str = ""
    published: str | None = None
    author: str = ""
    source: str = ""
    site: str = ""


def read_metadata(page: Page) -> Metadata:
    """Read the metadata: one pass over head and headings, and a look at what follows the headline."""
    head: dict[str, str] = {}
    headings: list[str] = []
    machine: dict[str, str] = {}
    html_title = ""
    for element in page.tree.iter("title", "meta", "h1", "script", "time"):
        tag = element.tag
        if tag == "meta":
            name = element.get("property") or element.get("name") or element.get("itemprop") or ""
            name = name.strip().lower()
            content = _line(element.get("content") or "")
            if name and content:
                head.setdefault(name, content)
        elif tag == "title":
            html_title = html_title or _line(element.text or "")
        elif tag == "script":
            if "ld+json" in (element.get("type") or "").lower():
                _read_json_ld(element.text or "", machine)
        elif tag == "time":
            machine.setdefault("time", element.get("datetime") or "")
        elif len(headings) < 12:
            text = _line(element.text_content())
            if 4 <= len(text) <= 150:
                headings.append(text)
    site = head.get("og:site_name", "") or machine.get("site", "")
    shown = _shown_starts(page.html, html_title)
    shared = head.get("og:title", "") or machine.get("headline", "")
    title = _choose_title(html_title, headings, [text for _, text in shown], shared, site)
    near = _text_near(page.html, title, shown)
    return Metadata(
        title,
        _choose_date(head, machine, near, page.url),
        _choose_author(head, machine, near),
        _labelled(_SOURCE, near) or head.get("mediaid", ""),
        site,
    )


def _line(text: str) -> str:
    return " ".join(text.split())


def _choose_title(html_title: str, headings: list[str], shown: list[str], shared: str, site: str) -> str:
    """What <title> repeats of headings and shown lines, else the shared title, else <title> itself."""
    wanted = _key(html_title)
    bare = strip_site_suffix(html_title, site)
    longest = max(_TITLE_CUT.split(html_title), key=len, default="").strip()
    if len(bare) < 0.6 * len(longest) and not longest.startswith(bare):
        bare = longest  # the name of the site stands in front
    agreed = [text for text in (*headings, *shown) if _key(text) and _key(text) in wanted]
    best = max(agreed, key=len, default="")
    if len(headings) == 1 and len(headings[0]) >= 10 and best not in headings:
        only = headings[0]
        if len(bare) < 10 or _key(bare)[:8] in _key(only):
            return only
    cut = html_title.startswith(best) and _TITLE_CUT_AT.match(html_title, len(best))
    if best and (cut or len(best) >= 0.6 * min(len(bare), 30)):
        return best if best in headings else strip_site_suffix(best, site)
    if shared:
        shared = strip_site_suffix(shared, site)
        if not wanted or _key(shared) in wanted or _key(bare) in _key(shared):
            return shared
    return bare or (headings[0] if headings else "")


def _key(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split()).lower()


def _shown_starts(source: str, html_title: str) -> list[tuple[int, str]]:
    """(position, text) of the shown pieces that begin as <title> does, or as its longest part does."""
    starts: list[tuple[int, str]] = []
    body = max(source.lower().find("<body"), 0)
    longest = max(_TITLE_CUT.split(html_title), key=len, default="").strip()
    for opening in dict.fromkeys((html_title.split(" ")[0][:6], longest.split(" ")[0][:6])):
        if len(opening) < 3:
            continue
        at = source.find(opening, body)
        while at >= 0 and len(starts) < 20:
            tag_end = source.rfind(">", max(0, at - 200), at)
            end = source.find("<", at)
            if tag_end >= 0 and end > 0 and not source[tag_end + 1 : at].strip() and end - at <= 300:
                tag = source[max(source.rfind("<", 0, tag_end), 0) : tag_end + 1].lower()
                if not tag.startswith(("<script", "<title", "<a ", "<option", "<style")):
                    starts.append((at, _line(html_module.unescape(source[at:end]))))
            at = source.find(opening, at + len(opening))
    return starts


def _text_near(source: str, title: str, shown: list[tuple[int, str]]) -> str:
    """The shown text that follows the headline in the body, about a screen of it."""
    at = next((position for position, text in shown if _key(text) == _key(title)), -1)
    if at < 0:
        found = _FIRST_HEADING.search(source)
        at = found.start() if found else max(source.lower().find("<body"), 0)
    # a long script may stand between headline and dateline: it must not use up the window
    raw = _UNSHOWN.sub(" ", source[at : at + 4 * WINDOW])[:WINDOW]
    text = html_module.unescape(_TAG.sub(" ", raw))
    return _line(unicodedata.normalize("NFKC", text))


def find_date(text: str) -> str | None:
    """The first date of a text, as "YYYY-MM-DD" or, with a time of day, "YYYY-MM-DD HH:MM".

    >>> find_date("2018年3月5日 10:20 来源：某报")
    '2018-03-05 10:20'
    >>> find_date("2012年1月11日星期三下午7:08")
    '2012-01-11 19:08'
    """
    for found in _TEXT_DATE.finditer(text):
        year, month, day, half, hour, minute = found.groups()
        iso = _ISO_TIME.match(text, found.end())
        if hour is None and iso:
            hour, minute = iso.groups()
        value = _stamp(year, month, day, hour, minute, half)
        if value:
            return value
    for found in _COMPACT_DATE.finditer(text):
        value = _stamp(*found.groups())
        if value:
            return value
    return None


def url_date(url: str) -> str | None:
    """The date written in an address, such as /2018/03/05/ or t20180305_1.htm.

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


def _stamp(
    year: str,
    month: str,
    day: str,
    hour: str | None = None,
    minute: str | None = None,
    half: str | None = None,
) -> str | None:
    """The parts as a stamp, None when they are no date; a time that cannot be is left out."""
    try:
        value = date(int(year), int(month), int(day))
    except ValueError:
        return None
    if not 1994 <= value.year <= date.today().year + 1:  # older than the web, or a mistake
        return None
    if hour is None or minute is None or int(hour) > 23:
        return value.isoformat()
    clock = int(hour) + (12 if half in ("下午", "晚上") and int(hour) < 12 else 0)
    return f"{value.isoformat()} {clock:02d}:{minute}"


def _choose_date(head: dict[str, str], machine: dict[str, str], near: str, url: str) -> str | None:
    stated = [machine.get("published", "")] + [head.get(name, "") for name in _DATE_NAMES]
    for text in stated:
        value = find_date(text) if text else None
        if value:
            return value
    return find_date(near[:600]) or find_date(machine.get("time", "")) or url_date(url) or find_date(near)


def _choose_author(head: dict[str, str], machine: dict[str, str], near: str) -> str:
    return _labelled(_AUTHOR, near[:600]) or machine.get("author", "") or head.get("author", "")[:40]


def _labelled(form: re.Pattern[str], text: str) -> str:
    found = form.search(text)
    if found is None:
        return ""
    value = next(group for group in found.groups() if group)
    return _LABELS.sub("", value).strip()


def _read_json_ld(text: str, into: dict[str, str]) -> None:
    """Take headline, time, author and publisher from a JSON-LD script; what is no JSON is left alone."""
    try:
        data = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return
    for node in _objects(data, 4):
        for key, name in (("headline", "headline"), ("datePublished", "published")):
            if isinstance(node.get(key), str):
                into.setdefault(name, _line(node[key]))
        for key, name in (("author", "author"), ("publisher", "site")):
            value = node.get(key)
            if isinstance(value, list) and value:
                value = value[0]
            if isinstance(value, dict):
                value = value.get("name")
            if isinstance(value, str):
                into.setdefault(name, _line(value))


def _objects(data: Any, depth: int) -> Iterator[dict[str, Any]]:
    if isinstance(data, list) and depth:
        for item in data:
            yield from _objects(item, depth - 1)
    elif isinstance(data, dict):
        yield data
        if depth:
            yield from _objects(data.get("@graph"), depth - 1)
