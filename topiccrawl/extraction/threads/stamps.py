"""Post stamps: the short lines that say when a post was written."""

from __future__ import annotations

import re
from functools import lru_cache

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.lines import Layout
from topiccrawl.page.facts.dates import find_date

MAX_STAMP = 90
"""Maximum length of a stamp with the rest of its line, in characters without white space."""

MAX_REST = 50
"""Maximum number of characters beside the time: author, floor, place, buttons."""

_TIME = re.compile(
    r"(?:19|20)\d\d\s*[-/.年]\s*\d{1,2}\s*[-/.月]\s*\d{1,2}\s*[日号]?(?:[^\d\n]{0,8}\d{1,2}[:：时点]\s*\d\d(?:[:：]\d\d)?分?)?"
    r"|(?<!\d)\d{1,2}[-/月]\d{1,2}日?\s*\d{1,2}[:：][0-5]\d(?:[:：]\d\d)?"
    r"|(?:今天|昨天|前天|今日|昨日|周[一二三四五六日天])\s*\d{1,2}[:：][0-5]\d"
    r"|(?:\d{1,3}|半|几)\s*(?:秒钟?|分钟?|分鐘|个?小时|個?小時|天|周|週|星期|个月|個月|月|年)\s*前|刚刚发?表?|剛剛"
)
# Few lines have a time; this search is cheaper than that of _TIME, since it begins with a class.
_MAY_BE_TIME = re.compile(r"[\d前刚剛](?:(?<!\d)| *[-/.年月:：时点] *\d)")
_FLOOR = re.compile(
    r"(?<![A-Za-z\d.])#\s*(\d{1,5})(?!\d)|(?<![A-Za-z\d.])(\d{1,5})\s*(?:楼|樓|#|[Ff](?![A-Za-z]))"
)
_NAMED_FLOORS = {"楼主": 1, "樓主": 1, "沙发": 2, "沙發": 2, "板凳": 3, "地板": 4}
_OF_MEMBER = re.compile(
    r"(?:注册|加入|入[住驻]|登[录陆]|在线|生日|注冊|Joined)(?:时间|時間|日期|于|於)?\s*[:：]", re.IGNORECASE
)
_SENTENCE = re.compile("[。！？；!?]|，.*，")


def stamp_lines(layout: Layout) -> list[int]:
    """Return the indices of the lines that may be the stamps of posts, in order."""
    lines = layout.lines
    # One search over all lines is several times cheaper than one for each.
    joined = "\n".join([line.text for line in lines])
    found: list[int] = []
    index, end = 0, len(lines[0].text) if lines else 0
    for match in _MAY_BE_TIME.finditer(joined):
        if match.start() <= end and found and found[-1] == index:
            continue
        while match.start() > end:
            index += 1
            end += 1 + len(lines[index].text)
        found.append(index)
    return [at for at in found if len(lines[at].text) <= 2 * MAX_STAMP and is_stamp(lines[at].text)]


@lru_cache(maxsize=4096)
def is_stamp(text: str) -> bool:
    """Return whether a line is a time with little beside it.

    >>> is_stamp("发表于 2024-4-5 23:20:45 | 只看该作者"), is_stamp("3天前 · 来自北京")
    (True, True)
    >>> is_stamp("2024年4月5日他回来了，很高兴。")
    False
    """
    found = _TIME.search(text)
    if found is None or _OF_MEMBER.search(text):
        return False
    rest = furniture.squeeze(text[: found.start()] + text[found.end() :])
    return len(rest) <= MAX_REST and _SENTENCE.search(rest) is None


def without_time(text: str) -> str:
    """Return a text without the first time in it."""
    return _TIME.sub(" ", text, count=1)


def stamp_time(text: str) -> str | None:
    """Return the date and time of a stamp; None for a relative one.

    >>> stamp_time("发表于 2024-4-5 23:20:45"), stamp_time("3天前")
    ('2024-04-05 23:20', None)
    """
    found = _TIME.search(text)
    return find_date(found[0] if found else text)


def floor_of(text: str) -> int | None:
    """Return the number of a post that a line gives, None when there is none.

    >>> floor_of("12楼"), floor_of("发布 #3 2024年5月16日"), floor_of("沙发"), floor_of("共3页")
    (12, 3, 2, None)
    """
    named = _NAMED_FLOORS.get(text.strip("# "))  # inside a line 楼主 is a role: the opener, in any post
    found = _FLOOR.search(without_time(text))
    return named or (int(found[1] or found[2]) if found else None)
