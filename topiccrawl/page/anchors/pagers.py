"""Pagers: the links that continue a list, by what they say and by the numbers in their URLs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit, urlunsplit

from topiccrawl.page.anchors.issue_days import is_day_of_calendar, is_earlier_day
from topiccrawl.page.anchors.link import PAGER, Link
from topiccrawl.page.anchors.posted_urls import is_json

NEXT, LAST, BACK = "next", "last", "back"
"""What a pager without a number says."""

_NUMBER = re.compile(
    r"[\[【(（<《\s·]*(?:第|page\s*)?\s*(\d{1,4})\s*(?:页|頁|$)?[\]】)）>》\s·]*", re.IGNORECASE
)
_WORDS = {
    NEXT: re.compile(
        r"[\[【(（<《«‹←]?\s*(?:上一?个?月|前一?个?月|前一[天日]|(?:上一?|前一)期(?:报纸|杂志|刊物)?|(?:请?(?:点击|單擊|单击|點擊)(?:图片|大图|此处)?)?(?:[查观翻]?看|翻|浏览|进入|阅读|转到)?(?:下|后|後)\s*(?:一|1)?\s*(?:页|頁|翻页|版|[张張幅]?(?:大?[图圖]片?|照片)|[张張幅])|[下后後]\s?\d{1,3}\s?[条條篇]|下翻|往后|(?:较[旧早]|更早|早前|以前)的?(?:文章|日志|帖子|内容|消息|新闻)?|向后翻?页?|next(?:\s*page)?|[←«]?\s*older(?:\s*(?:posts|entries))?)\s*[\]】)）>＞〉》›»→▶.]*"
        r"|[>＞〉》›»→▶]+|&gt;+|(?:点击)?(?:加载|查看|显示)更多\s*[.…>＞》»▼]*|更多内容|(?:load|show)\s*more",
        re.IGNORECASE,
    ),
    LAST: re.compile(
        r"[\[【(（<《|]?\s*(?:尾|末|最后一?|最後一?|最末)\s*(?:页|頁)\s*[\]】)）>》›»|]*|last(?:\s*page)?|>>?\||>\|",
        re.I,
    ),
    BACK: re.compile(
        r"[\[【(（<《«‹|]*\s*(?:下一?个?月|后一?个?月|[后後]一[天日]|(?:下一?|[后後]一)期(?:报纸|杂志|刊物)?|(?:点击|单击)?(?:查看|浏览|返回|看)?(?:上|前)\s*(?:一|1)?\s*(?:页|頁|版|[张張图圖幅])|首\s*(?:页|頁)|第一(?:页|頁)|prev(?:ious)?(?:\s*page)?|first(?:\s*page)?|newer(?:\s*(?:posts|entries))?|(?:较新|更新)的(?:文章|日志|帖子|内容|消息|新闻))\s*[\]】)）>》]*"
        r"|[<＜〈《‹«←◀]+",
        re.IGNORECASE,
    ),
}
_OF_ALL = re.compile(r"(?<=\S)\s*[(（\[【]?\s*\d{1,4}\s*/\s*\d{1,4}\s*[)）\]】]?$")
"""The number of the page and of all pages behind a word: 下一页(1/3)."""
_DIGITS = str.maketrans("０１２３４５６７８９①②③④⑤⑥⑦⑧⑨", "0123456789123456789")
_HAN_NUMBERS = ("一", "二", "三", "四", "五", "六", "七", "八", "九", "十")
_PREVIOUS = re.compile(r"[\[【<«‹]*\s*[上前]")
PAGE_FIELDS = re.compile(
    r"(?:\w*[._-])?(?:cur(?:rent)?_?)?(?:pager?|paged|pg|pn|p)(?:_?(?:no|num|number|index|idx|id|now))?|\w*(?:page|Page)(?:No|Num|Number|Index|Idx)?"
    r"|(?:curr?|current|now)(?:page|index|no|num|p)?|yema|ym|ye|dangqianye",
    re.IGNORECASE,
)
"""Names of parameters that hold the number of a page."""
_NOT_PAGE_FIELDS = re.compile(
    r"(?:per|page_?)size|(?:per|pre|each|every|one|max|sum|all)_?page|pagesize|limit|rows|pagecount|totalpage|page_?id"
    r"|webpage|subpage|homepage",
    re.I,
)
OFFSET_FIELDS = re.compile(
    r"(?:start|begin|from|offset|skip|since|after|last|cursor)_?(?:index|row|record|no|num|id|pos)?|startrecord|firstresult"
    r"|min_?(?:count|row|index|num)",
    re.I,
)
"""Names of parameters that hold the number of records before."""
_END_FIELDS = re.compile(r"(?:end|max)_?(?:index|row|record|no|num|count)?|to", re.IGNORECASE)
SIZE_FIELDS = re.compile(
    r"(?:per|page)_?(?:size|num|count|page)?size|p(?:er|re)_?page|(?:each|every)_?page|pagesize|page_size|limit|rows|size|count|num|psize|ps|rn",
    re.I,
)
_IN_PATH = re.compile(
    r"(?P<before>.*(?:[_/-]|page|list|index|\bp))(?P<number>\d{1,4})(?P<after>(?:\.[a-z.]{2,9})?/?)$",
    re.IGNORECASE | re.DOTALL,
)
_BEFORE_SIZE = re.compile(r"(.*/)(\d{1,4})(?=/\d{1,4}/?$)", re.DOTALL)
"""The number of a page that its size stands behind: `/page/1/10`."""
_FIELD_IN_PATH = re.compile(r"(?<![A-Za-z])([A-Za-z_]{1,20})=(\d{1,4})(?!\d)", re.ASCII)
"""A parameter in a path: `data_pageIndex=1,pageSize=6.json`."""
_LARGEST = 9999
_LONGEST_WORD = 16
"""Characters of the anchor text of a pager."""
_MOST_DIGITS = 7
_LONGEST_URL = 2000
_FIRST = 3
"""A list that is asked for by a path begins below this number."""
_TAIL = re.compile(
    r"(?:(?:index|default|list|node|main)?(?:[_-](?:p|pg|page)(?=[_-]?\d))?[_-]?(?:(?<!\d)\d{1,4})?)(?:\.\w{2,5})?$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"[_-]\d{1,4}$|\.\w{2,5}$|(?<=\D)\d{1,4}$")
_NAME = re.compile(r"(?<=/)(?:index|default|list|node|main)$", re.IGNORECASE)
_FOLDER = re.compile(r"/(?:page|p)[/_-]?\d{1,4}(?:/|\.\w{2,5})?$|/\d{1,3}/$", re.IGNORECASE)
"""A folder that is named after the number of a page, and its last name with `page` before it."""


def pager_word(text: str) -> int | str | None:
    """Return the number that a pager's anchor text shows, or `NEXT`, `LAST` or `BACK`; None for other texts.

    >>> [pager_word(text) for text in ("[2]", "下一頁", "下一页(1/3)", "»", "2/15", "尾页", "党建")]
    [2, 'next', 'next', 'next', None, 'last', None]
    """
    return _word(text) if 0 < len(text) <= _LONGEST_WORD else None


@lru_cache(maxsize=4096)
def _word(text: str) -> int | str | None:
    text = text.translate(_DIGITS)
    if not text[0].isdigit():
        text = _OF_ALL.sub("", text)
    if text in _HAN_NUMBERS:
        return _HAN_NUMBERS.index(text) + 1
    if number := _NUMBER.fullmatch(text):
        return int(number[1])
    for word, pattern in _WORDS.items():
        if pattern.fullmatch(text):
            return word
    return None


def continues(url: str, page_url: str) -> bool:
    """Return whether a URL is that of a page of a list, but for the number in it.

    >>> continues("http://a.cn/dj/index_1.html", "http://a.cn/dj/")
    True
    >>> continues("http://a.cn/dj/20240105_1.html", "http://a.cn/xw/")
    False
    """
    mine, yours = urlsplit(url), urlsplit(page_url)
    if mine.netloc != yours.netloc or url == page_url:
        return False
    if mine.path == yours.path:
        return _other_fields(mine.query) == _other_fields(yours.query)
    first, second = _stem(mine.path), _stem(yours.path)
    return first == second or first.rstrip("/") in (second.rstrip("/"), yours.path)


def _stem(path: str) -> str:
    head = _TAIL.sub("", _FOLDER.sub("/", path))
    return _NAME.sub("", _NUMBERED.sub("", head)) if head else path


def _other_fields(query: str) -> list[tuple[str, str]]:
    return sorted((name, value) for name, value in parse_qsl(query) if not is_paging_field(name))


def is_page_field(name: str) -> bool:
    """Return whether a parameter of this name holds the number of a page."""
    return PAGE_FIELDS.fullmatch(name) is not None and not _NOT_PAGE_FIELDS.search(name)


def names_part(name: str) -> bool:
    """Return whether a parameter of this name says which part of a list is asked for."""
    return is_page_field(name) or OFFSET_FIELDS.fullmatch(name) is not None


def is_paging_field(name: str) -> bool:
    """Return whether a parameter of this name says which part of a list is asked for, or how large it is."""
    return names_part(name) or SIZE_FIELDS.fullmatch(name) is not None


def whole_number(text: str) -> int | None:
    """Return the number that a parameter holds; None if it is none, or too long to count pages or records.

    >>> whole_number("12"), whole_number("1700000000"), whole_number("²")
    (12, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None


def number_in(url: str, query: str | None = None) -> int | None:
    """Return the number of the page that a URL shows: in a parameter, else at the end of its path."""
    parts = urlsplit(url)
    for name, value in parse_qsl(parts.query if query is None else query):
        if is_page_field(name) and (number := whole_number(value)) is not None and number <= _LARGEST:
            return number
    found = _IN_PATH.match(parts.path)
    return int(found["number"]) if found and query is None else None


def counted_on(fields: str, records: int, *, started: bool = False) -> str | None:
    """Return the parameters of the next part of a list; None if none of them counts.

    Args:
        fields: query, form body or JSON object.
        records: number of records of this part.
        started: whether it was counted before; otherwise a large number in a field such as `n` is no page's.
    """
    if is_json(fields):
        return _counted_object(json.loads(fields), records, started=started)
    pairs = parse_qsl(fields, keep_blank_values=True)
    by_rows = "rn" in dict(pairs)
    numbers = {place: whole_number(value) for place, (name, value) in enumerate(pairs) if is_page_field(name)}
    may_be_size = len(numbers) > 1 and records > 1  # one of two may be the number of records: pg=6&p=1
    for place, (name, value) in enumerate(pairs):
        if by_rows and name == "pn":
            continue
        number = numbers.get(place)
        if number is not None and number < _LARGEST and not (may_be_size and number == records):
            return _replaced(fields, pairs, {place: number + 1})
        if (
            value[:1] == "{"
            and is_json(value)
            and (counted := counted_on(value, records, started=started)) is not None
        ):
            return _replaced(fields, pairs, {place: counted})
    sizes = (whole_number(value) or 0 for name, value in pairs if SIZE_FIELDS.fullmatch(name))
    size = next((size for size in sizes if 0 < size <= 1000), records)
    for place, (name, value) in enumerate(pairs):
        is_offset = OFFSET_FIELDS.fullmatch(name) or (by_rows and name == "pn")
        if is_offset and (start := whole_number(value)) is not None and size:
            for other, (end_name, end_value) in enumerate(pairs):
                end = whole_number(end_value) if _END_FIELDS.fullmatch(end_name) else None
                if end is not None and end >= start:
                    width = end - start + (records != end - start)
                    return _replaced(fields, pairs, {place: start + width, other: end + width})
            return _replaced(fields, pairs, {place: start + size})
    for place, (name, value) in enumerate(pairs):
        number = whole_number(value) if name in _COUNTERS else None
        if number is not None and number < (_LARGEST if started else _FIRST):
            return _replaced(fields, pairs, {place: number + 1})
    return None


def _counted_object(known: dict[str, Any], records: int, *, started: bool) -> str | None:
    """Return the JSON of an object for the next part of a list; None if none of its fields counts."""
    numbers = {name: value for name, value in known.items() if str(value).isdecimal()}
    counted = counted_on(urlencode(numbers), records, started=started)
    if counted is not None:
        changed = {name: type(numbers[name])(value) for name, value in parse_qsl(counted)}
        return json.dumps(known | changed, ensure_ascii=False)
    for name, value in known.items():
        inner = _counted_object(value, records, started=started) if isinstance(value, dict) else None
        if inner is not None:
            return json.dumps(known | {name: json.loads(inner)}, ensure_ascii=False)
    return None


_COUNTERS = frozenset("n i no index idx current curr cur currentNo step times next round".split())
"""Names of fields that count the parts of a list where no other field does."""


def next_by_counting(url: str, records: int, *, started: bool = False, part: int = 0) -> str | None:
    """Return the URL of the next part of a list by counting the number in a URL.

    Args:
        url: of this part.
        records: number of its records.
        started: whether it was counted before; otherwise a large number in a path is no page's.
        part: number of the parts before this one.

    >>> next_by_counting("http://a.cn/api?page=1&size=6", 6), next_by_counting("http://a.cn/dj_1.jsonp", 6)
    ('http://a.cn/api?page=2&size=6', 'http://a.cn/dj_2.jsonp')
    >>> next_by_counting("http://a.cn/api?offset=0&limit=20", 20)
    'http://a.cn/api?offset=20&limit=20'
    >>> next_by_counting("http://a.cn/api/page/3/20", 20, started=True, part=2)
    'http://a.cn/api/page/4/20'
    >>> next_by_counting("http://a.cn/channel/7/20", 20, started=True, part=19)
    'http://a.cn/channel/7/21'
    """
    parts = urlsplit(url)
    if parts.query and (query := counted_on(parts.query, records, started=started)) is not None:
        return urlunsplit(parts._replace(query=query))
    for named in _FIELD_IN_PATH.finditer(parts.path):
        if is_page_field(named[1]):
            path = f"{parts.path[: named.start(2)]}{int(named[2]) + 1}{parts.path[named.end(2) :]}"
            return urlunsplit(parts._replace(path=path))
    found = _IN_PATH.match(parts.path)
    sized = _BEFORE_SIZE.match(parts.path) if found and int(found["number"]) == records else None
    if sized and int(sized[2]) - part in (0, 1):
        return urlunsplit(parts._replace(path=f"{sized[1]}{int(sized[2]) + 1}{parts.path[sized.end() :]}"))
    if (
        found is None
        or int(found["number"]) >= (_LARGEST if started else _FIRST)
        or (found["number"][0] == "0" and len(found["number"]) > 2)
    ):
        return None
    number = str(int(found["number"]) + 1).zfill(len(found["number"]))
    return urlunsplit(parts._replace(path=f"{found['before']}{number}{found['after']}"))


def previous_by_counting(url: str) -> str | None:
    """Return the URL with the number before in its path; None for the first one and where it has none.

    >>> previous_by_counting("http://a.cn/dj_12.js"), previous_by_counting("http://a.cn/dj_1.js")
    ('http://a.cn/dj_11.js', None)
    """
    parts = urlsplit(url)
    found = _IN_PATH.match(parts.path)
    if found is None or int(found["number"]) <= 1:
        return None
    return urlunsplit(parts._replace(path=f"{found['before']}{int(found['number']) - 1}{found['after']}"))


def _replaced(fields: str, pairs: list[tuple[str, str]], numbers: Mapping[int, int | str]) -> str:
    """Return parameters with other numbers; the others keep the spelling that they have."""
    pieces = [piece for piece in fields.split("&") if piece]
    if len(pieces) != len(pairs):
        return fields
    for place, number in numbers.items():
        pieces[place] = f"{pieces[place].split('=', 1)[0]}={quote(str(number))}"
    return "&".join(pieces)


def with_pagers(links: Iterable[Link], page_url: str) -> list[Link]:
    """Return the links of a page with the role of those that continue its list.

    A link is a pager by its text if its URL is on the same host: a bare number must also stand beside another
    pager or lead to a URL that is this page's with another number.
    """
    found = list(links)
    host = [urlsplit(page_url).netloc]
    own = [
        len(link.url) <= _LONGEST_URL and link.url.partition("?")[0].split("/", 3)[2:3] == host
        for link in found
    ]
    if _is_pager_frame(found, page_url):
        return [link if link.role else _numbered(link) for link in found]
    for place in _counted_row(found, own, page_url):
        found[place] = _numbered(found[place])
    words = [pager_word(link.anchor) if is_own else None for link, is_own in zip(found, own, strict=True)]
    certain = any(isinstance(word, str) for word in words)
    numbers = sum(isinstance(word, int) for word in words)
    for place, (link, word) in enumerate(zip(found, words, strict=True)):
        if own[place] and not (link.anchor or link.role) and is_next_by_number(link.url, page_url):
            found[place] = link._replace(role=PAGER, anchor="下一页")
        if word is None or link.role:
            continue
        if word in (NEXT, LAST, BACK):
            parts = urlsplit(link.url)
            if link.url == page_url or (parts.path in ("", "/") and not parts.query):
                continue
            found[place] = link._replace(role=PAGER)
        elif continues(link.url, page_url) or (
            certain and numbers >= 1 and not _is_dated(link.url, page_url)
        ):
            found[place] = link._replace(role=PAGER, number=int(word))
    for place, link in enumerate(found):  # not a part with this number, but the issue of another day
        if link.number and own[place] and is_day_of_calendar(link, page_url):
            found[place] = link._replace(role="", number=0)
    if earlier := [n for n, link in enumerate(found) if own[n] and is_earlier_day(link, page_url)]:
        latest = max(earlier, key=lambda place: found[place].url)
        found[latest] = found[latest]._replace(role=PAGER)
    return found


_FEWEST_NUMBERS = 2
_MOST_OF_FRAME = 30
_IN_FRAME = "pager frame"
"""How the numbers of a frame that has nothing else are found."""
_MOST_OTHERS = 2


def _is_pager_frame(links: Sequence[Link], page_url: str) -> bool:
    """Return whether a page is hardly more than numbers that lead to the parts of a list: that of a frame."""
    if not _FEWEST_NUMBERS <= len(links) <= _LARGEST:
        return False
    others = (link for link in links if not isinstance(pager_word(link.anchor), int))
    if next(islice(others, _MOST_OTHERS + _FEWEST_NUMBERS, None), None) is not None:
        return False
    numbered = [link for link in links if isinstance(pager_word(link.anchor), int)]
    if len(numbered) < _FEWEST_NUMBERS:
        return False
    first = numbered[0].url
    if urlsplit(first).netloc != urlsplit(page_url).netloc:
        return False
    return not continues(first, page_url) and all(continues(link.url, first) for link in numbered[1:])


def _counted_row(links: Sequence[Link], own: Sequence[bool], page_url: str) -> list[int]:
    """Return the places of numbers from 1 or 2 on that their own addresses have: `/feed/2`, `/feed/3`.

    They lead to the parts of a list under another address, as in the `<noscript>` of endless scrolling.
    """
    places = [n for n, link in enumerate(links) if own[n] and not link.role and link.anchor.isdecimal()]
    row = [links[place] for place in places]
    if len(row) < _FEWEST_NUMBERS or any(continues(link.url, page_url) for link in row):
        return []
    first = int(row[0].anchor)
    counted = all(link.anchor == str(n) and number_in(link.url) == n for n, link in enumerate(row, first))
    alike = all(continues(link.url, row[0].url) and not _is_dated(link.url, page_url) for link in row[1:])
    return places if first in (1, 2) and counted and alike else []


def _numbered(link: Link) -> Link:
    word = pager_word(link.anchor)
    number = word if isinstance(word, int) else 0
    return link if word is None else link._replace(role=PAGER, number=number, found=_IN_FRAME)


def is_next_by_number(url: str, page_url: str) -> bool:
    """Return whether a URL is this page's with the next number, as that of an arrow without a text."""
    if not continues(url, page_url):
        return False
    if (offset := _offset_in(url)) is not None:
        return offset > (_offset_in(page_url) or 0)
    number, own = number_in(url), number_in(page_url)
    if number is None:
        return False
    return number == own + 1 if own is not None else number in (1, 2)


def _offset_in(url: str) -> int | None:
    """Return the number of records before the part of a list that a URL shows, if a parameter holds it."""
    fields = parse_qsl(urlsplit(url).query)
    found = (whole_number(value) for name, value in fields if OFFSET_FIELDS.fullmatch(name))
    return next((number for number in found if number is not None), None)


def _is_dated(url: str, page_url: str) -> bool:
    """Return whether a URL has more numbers than that of the page: an article called 2024, perhaps."""
    return len(re.findall(r"\d{4,}", url)) > len(re.findall(r"\d{4,}", page_url))


_CHOSEN = frozenset({"option", "form"})
_OF_ARCHIVE = frozenset({"上一期", "上个月"})


def following(links: Sequence[Link], number: int) -> list[Link]:
    """Return the pagers of a page that lead on: the next page, and the one behind it should the next fail.

    Args:
        links: of the page.
        number: of the page, from 1; 0: unknown.
    """
    pagers = [link for link in links if link.role == PAGER]
    if of_frame := [link for link in pagers if link.found == _IN_FRAME]:
        return of_frame[:_MOST_OF_FRAME]  # the parts of the list may have no pagers of their own
    known = number
    number = number or _gap(pagers)
    ahead = sorted({link.number: link for link in reversed(pagers) if link.number > number}.items())
    found = [link for _, link in ahead[:2]]
    for link in pagers:
        if not link.number and pager_word(link.anchor) not in (LAST, BACK):
            found.insert(0, link._replace(number=number + 1))
            break
    earlier = [link for link in pagers if link.found in _CHOSEN and link.anchor in _OF_ARCHIVE]
    found += [link._replace(number=number + 1) for link in earlier[:1]]  # beside the next page of this one
    if not found:
        found = [link for link in pagers if pager_word(link.anchor) == LAST][:1]
    if not found and not known:  # the last page was the only way on: the others are reached from it
        found = [link for link in pagers if _PREVIOUS.match(link.anchor)][:1]
    return list({link.url: link for link in found}.values())


def _gap(pagers: Sequence[Link]) -> int:
    """Return the number that is missing among the numbers of a pager: that of the page itself."""
    numbers = {link.number for link in pagers if link.number}
    if not numbers:
        return 1
    return next((n for n in range(min(numbers), max(numbers)) if n not in numbers), 1)
