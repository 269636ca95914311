"""The date of publication of a page, out of all the dates that it shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum

from topiccrawl.page.facts.dateline import shown_text
from topiccrawl.page.facts.dates import Found, find_dates, in_sentence, make_date, read_stamp
from topiccrawl.page.facts.held_back import held_date
from topiccrawl.page.facts.url_dates import url_date
from topiccrawl.page.scripts.bound_arguments import bound_fields
from topiccrawl.text.normalise import simplify

ROW = 600
"""Number of characters after the headline in which a date belongs to the dateline row."""

_STATED = (
    "articlepublishedtime", "ogpublishedtime", "datepublished", "publishdate", "pubdate", "publishtime",
    "weiboarticlecreateat", "articlecreateat", "bytedancepublishedtime", "dcdate", "dcdateissued", "date",
    "ogreleasedate", "createdate", "sailthrudate", "published", "articlepublished", "dctermsissued",
    "dctermscreated", "schemadatepublished", "dcdatecreated", "dctermsdate", "ogtime", "citationonlinedate",
    "citationdate",
)  # fmt: skip
"""Names of meta elements, the best first, in small letters alone; others that speak of publication follow."""

_NOT_LETTER = re.compile("[^a-z]+")

_BEHIND_LABEL = r"\s*[\])】]?\s*[:|]?\s*[\[(【<]?\s*$"
_WHEN = r"(?:的?时间|的?日期|日|之日|于|在|是|至|到|为|期至|期|on|at)?"
_NEVER = re.compile(
    r"(?:(?:有效|截止|截至|施行|实施|生效|失效|废止|执行|到期|收稿|来稿|修回|录用|接受|今天|今日|现在|当前|目前|服务器|(?:今天|现在|当前|目前)是?北京)"
    rf"{_WHEN}|(?:活动|会议|开会|讲座|报告|报名|考试|面试|开标|举办|演出|比赛|培训|开始|结束|起始|起止|出生|成立|注册|任职"
    r"|答辩|招标|投标|开幕|访问|打印|下载|入党|参会|授课|开课|拍摄|检查|评估|学习|浏览|登录)(?:的?时间|的?日期))"
    + _BEHIND_LABEL
    + "|(?:[定订拟将]于|截止|截至|[自从])$"
)
_UPDATED = re.compile(
    rf"(?:更新|修改|修订|修正|编辑|变更|modified|updated?){_WHEN}{_BEHIND_LABEL}", re.IGNORECASE
)
_WRITTEN = re.compile(
    rf"(?:成文|签发|印发|发文|制发|形成|生成|公示|拟稿|写作|落款|起草|审核){_WHEN}{_BEHIND_LABEL}"
)
_PUBLISHED = re.compile(
    "(?:发布|报[道导纸]|发表|入稿|编发|编稿|上网|挂网|刊出|刊发|刊登|刊载|发稿|发帖|公布|公开|颁布|上传|上版|登载|上线|推送|张贴|出版|见报|首发|播出|转载"
    "|publish(?:ed)?|posted|releas(?:ed|e)|pubdate)"
    rf"{_WHEN}{_BEHIND_LABEL}"
    "|(?:文章|新闻|信息|公告|通知|稿件|原文|本文|网站|文档|资讯|内容|上报)(?:时间|日期)" + _BEHIND_LABEL,
    re.IGNORECASE,
)
_DATED = re.compile(
    r"(?:(?<![\u4e00-\u9fff])(?:时间|日期|date|time))\s*[:|]\s*[\[(【]?\s*$"
    rf"|(?:添加|加入|录入|创建|提交){_WHEN}{_BEHIND_LABEL}",  # into the system: 发布 comes before it
    re.IGNORECASE,
)
_OTHER = re.compile(r"[\u4e00-\u9fff](?:时间|日期)\s*:\s*$")
_CALENDAR = re.compile(
    r"\s*星期[一二三四五六日天]\s*(?:农历|農曆|阴历|[甲乙丙丁戊己庚辛壬癸][\u4e00-\u9fff]年)"
)
"""What stands behind the day of today, as calendars at the top of pages show it."""
_LABEL_BELOW = re.compile(r"(?:发布|發[布佈]|发表|發表|刊登|公布)(?:日期|时间|時間)\s*[:：]")
_LONGEST_VALUE = 120
"""Characters of HTML behind a label in which its date stands."""
_LABEL_BEHIND = re.compile(r"[^\S\n]*[\])】]?[^\S\n]*(发布|发表|刊发|更新|修改)(?![\u4e00-\u9fff:])")
_UNTIL = re.compile(r"\s*[日起]*\s*(?:至|到|~|～|-{1,2}|—{1,2}|–)\s*")
_SPACED_LABEL = re.compile("(?<=[发更日时修成公]) (?=[布新期间改文])")
_LABEL_ABOVE = re.compile(r"(?:^|\n)[^\n]{0,6}$|(?:[:|]|时间|時間|日期)\s*$")
"""How text above the line of a date ends if it is a label: it is short, or says so."""
_LONGEST_LABEL = 16
_SENTENCE = 25
"""Characters of a line with a sentence above a date."""
_LINES_ABOVE = 3
"""Lines above the headline in which a date without a label may stand."""
_WEEKDAY = re.compile("星期|周[一二三四五六日]")
_ROW_LABEL = re.compile(r"(?:来源|來源|作者|浏览|瀏覽|阅读|閱讀|点击|點擊)(?:次数|次數|量|数|數)?\s*:")
_WEEKDAY_BEFORE = re.compile(
    r"(?:(?:星期|周)[一二三四五六日天]|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*),?\s*$"
)

_SENTENCE_MARKS = re.compile(r"[,。，；;]")

_BOX = r"(?m)(?:^|:)\s*"
_YEAR, _NUMBER = r"((?:19|20)\d\d)", r"(\d{1,2})"
_SPLIT_DATES = tuple(
    (re.compile(_BOX + form), order)
    for form, order in (
        # Day and month in boxes of their own, in the orders that templates have.
        (rf"{_NUMBER}\s*[日/]?\s+{_YEAR}\s*[-/.年]\s*{_NUMBER}\s*月?\s*$", (2, 3, 1)),
        (rf"{_NUMBER}\s*[-/.月]\s*{_NUMBER}\s*日?\s+{_YEAR}\s*年?(?:$|\s)", (3, 1, 2)),
        (
            rf"{_YEAR}\s*[年/]?\s+{_NUMBER}\s*[-/.月]\s*{_NUMBER}\s*日?(?:\s+{_NUMBER}:([0-5]\d)|$|\s)",
            (1, 2, 3),
        ),
        (rf"{_YEAR}\s*[-/.年]\s*{_NUMBER}\s*月?\s+{_NUMBER}\s*日?\s*$", (1, 2, 3)),
        (rf"{_NUMBER}\s*月\s*{_NUMBER}\s*日?\s*[,/]?\s*{_YEAR}(?:$|\s)", (3, 1, 2)),
        (rf"{_NUMBER}\s*日?\s+{_NUMBER}\s*月?\s+{_YEAR}\s*年?\s*$", (3, 2, 1)),
    )
)

_BOUND_TIME = re.compile(r"^\"(?:time|date)\":\"([^\"]{8,30})\"$", re.MULTILINE)
_SOME_NAME = re.compile(
    r"ct|ptime|datepublished|\w*(?:pub|release|issue|post|news|article|content|create|add|input|show|doc)\w*(?:time|date|at|on)"
)
_BEST_NAME = re.compile("^(?:ct$|ori_?create)|pub|release|issue")
"""Names that scripts give to the time of publication, and the best of them."""
_OTHER_NAME = re.compile("upda|modif|end|expire|start|begin|last|now|server|sys|current|birth|reg|login|del")
_LONGEST_PAGE = 200_000
"""Characters of HTML whose scripts are searched."""
_SCRIPT_VALUE = re.compile(
    r"[12]\d{3}(?:\d{6}(?:\d{3})?(?!\d)|[-/.年]\d{1,2}[-/.月]\d{1,2}[^\"'\\<>,;\n]{0,20})"
)
"""A character class comes first: the search skips to it."""
_SCRIPT_NAME = re.compile(
    r"(?<![\w$])([A-Za-z_]\w*)\\?[\"']?\s*(?::|(?<![=!<>])=)\s*(?:new Date\(\s*)?\\?[\"']?$"
)
_PROPERTY = re.compile(
    r"<[^<>]*?\s(?:itemprop|property)\s*=\s*[\"']?(?:schema:)?(?:datePublished|(?:dc|dcterms):(?:date|created|issued))\b"
    r"[^>]*?\b(?:content|datetime)\s*=\s*[\"']?([^\"'>]{8,40})",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"<[^<>]*?\s(?:data-(?:[a-z]+-)?(?:time|date|timestamp|ts)|data-time(?:stamp)?|data-(?:publish|creat|post)ed(?:-at)?|datetime|title"
    r"|(?:class|id)\s*=\s*[\"']?[^\"'<>]*(?<![a-z])(?:pub|post)[a-z]*[-_]?(?:time|date)\b[^<>]*?\sdata-[a-z]+)\s*=\s*[\"']?"
    r"(\d{10}(?:\d{3})?(?!\d)|(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}[^\"'>]{0,20})",
    re.IGNORECASE,
)


_LEAST_OWN = 150
"""Characters of an article above the label of a list of others."""
_RELATED = re.compile(
    r"^(?:相关|推荐|延伸|热门|最新|更多|猜你|大家都在|往期)(?:阅读|推荐|新闻|文章|报道|链接|内容|资讯|喜欢|看|回顾)[^\n]{0,4}$",
    re.MULTILINE,
)
_COMMENTED = re.compile(r"<!--\s*enpproperty\b(?:(?!-->).){0,500}?<date>\s*([\d-]{8,10})", re.DOTALL)
_FIELD = re.compile(
    r"<input\b(?=[^<>]*\s(?:id|name)\s*=\s*[\"']?\w{0,10}(?:pub|release|issue|fabu|creat|post|news)\w{0,8}(?:time|date|at)\b)"
    r"[^<>]*?\svalue\s*=\s*[\"']?(\d{10}(?:\d{3})?(?!\d)|(?:19|20)\d\d[-/.年]\d{1,2}[-/.月]\d{1,2}[^\"'>]{0,20})",
    re.IGNORECASE,
)


_COMMENTS = re.compile(r"""\b(?:id\s*=\s*["']?comments|class\s*=\s*["']?comments?-?(?:list|area))\b""")
"""Names of the element with the comments on a text."""


class _Rank(IntEnum):
    """How well a date's label speaks for the day of publication, the best first."""

    PUBLISHED = 0
    DATED = 1
    WRITTEN = 2
    UPDATED = 3
    NEVER = 4


def choose_date(
    head: Mapping[str, str],
    machine: Mapping[str, str],
    near: str,
    url: str,
    above: Callable[[], str] = str,
    source: str = "",
    position: int = 0,
) -> tuple[str | None, str]:
    """Return the date of publication in China time, and where it was found.

    In order: machine-readable metadata, the dateline row, a labelled date above the headline, or one in a
    line of its own right above it, a <time> or an attribute, scripts, the URL, a labelled date further down,
    a date of another kind in the row (成文, 更新), the text further on. Labels decide among the dates of a
    row; what they call a deadline, an event or today is never used. Metadata without a time of day takes the
    time from a dateline row of the same day.

    Args:
        head: contents of the meta elements by name.
        machine: "published" from JSON-LD, "time" from the first <time>.
        near: visible text after the headline, with its lines.
        url: URL of the page.
        above: returns the visible text before the headline; called only when it is needed.
        source: HTML of the page.
        position: where the headline is in it.
    """
    if (related := _RELATED.search(near)) and related.start() > _LEAST_OWN:  # dates of other articles
        near = near[: related.start()]
    dates = _ranked(near[: ROW + 40])
    in_row = [(rank, found) for rank, found in dates if found.start < ROW and _is_in_row(near, rank, found)]
    row = {rank: found for rank, found in reversed(in_row) if not _is_signature(near, rank, found)}
    signed = next((found.value for rank, found in in_row if _is_signature(near, rank, found)), None)
    shown = next((row[rank].value for rank in (_Rank.PUBLISHED, _Rank.DATED) if rank in row), None)
    shown = shown or _split_date(near[:ROW])
    stamp = read_stamp(machine.get("time", ""))
    timed = stamp.value if stamp else None
    if stamp and shown and f"{shown} " in (stamp.value[:11], stamp.written[:11]):
        shown = stamp.value  # the same day, with its time of day
    stated = [("JSON-LD", machine.get("published", ""))]
    folded = {_NOT_LETTER.sub("", name): text for name, text in reversed([*head.items()])}
    others = sorted(filter(_names_publication, folded), key=lambda name: _BEST_NAME.search(name) is None)
    stated += [(f"meta {name}", folded.get(name, "")) for name in (*_STATED, *others)]
    for origin, text in stated:
        found = read_stamp(text) if text else None
        if found and len(found.value) == 10:  # another field may have the time of day
            same = (one for _, other in stated if other and (one := read_stamp(other)))
            found = next((one for one in same if one.value.startswith(f"{found.value} ")), found)
        if found and shown and shown in (found.written, found.value):
            return shown, origin  # some sites write Z behind a time of China
        if found and len(found.value) == 10 and shown and shown.startswith(found.value):
            return shown, f"{origin}, time of day from the row under the headline"
        if found and shown and shown[:10] == found.value[:10] and len(shown) > 10 and shown < found.value:
            return shown, f"{origin}, earlier time of day from the row under the headline"
        if found:
            return found.value, origin
    second = next((row[rank].value for rank in (_Rank.WRITTEN, _Rank.UPDATED) if rank in row), None)
    rest: tuple[tuple[str, Callable[[], str | None]], ...] = (
        ("row under the headline", lambda: shown),
        ("label above the headline", lambda: _above(above())),
        ("line above the headline", lambda: _right_above(above())),
        ("time element", lambda: timed),
        ("JSON-LD", lambda: _stamp_value(machine.get("created", ""))),
        ("attribute under the headline", lambda: _attribute(source, position)),
        ("hidden text area", lambda: _stamp_value(held_date(source))),
        ("comment of an e-paper", lambda: _in_comment(source)),
        ("script", lambda: script_date(source)),
        ("script", lambda: script_date(bound_fields(source)) or _bound_time(source)),
        ("meta datecreated", lambda: _stamp_value(folded.get("datecreated", ""))),
        ("URL", lambda: _url_date(url, second)),
        ("label below the text", lambda: _labelled_below(source, position)),
        ("line below the text", lambda: signed),
        ("row under the headline", lambda: second),
        ("text under the headline", lambda: _far(near)),
    )
    for origin, read in rest:
        if value := read():
            return value, origin
    return None, ""


def _bound_time(source: str) -> str | None:
    """Return the time under a key that says no more than that, in the state of an application."""
    found = _BOUND_TIME.search(bound_fields(source))
    return _stamp_value(found[1]) if found else None


def _ranked(text: str) -> list[tuple[_Rank, Found]]:
    """Return the dates of a text in their order, each with the rank of its label."""
    ranked: list[tuple[_Rank, Found]] = []
    end = 0
    for found in find_dates(text):
        before = text[max(end, found.start - _LONGEST_LABEL) : found.start]
        rank, labelled, behind = _rank(before, text, found)
        if ranked and _UNTIL.fullmatch(before):  # the end of a period
            rank = ranked[-1][0]
        end = found.end + behind
        if labelled or _may_stand_alone(text, found):
            ranked.append((rank, found))
    return ranked


def _rank(before: str, text: str, found: Found) -> tuple[_Rank, bool, int]:
    """Return the rank of a date, whether it has a label, and the length of a label behind it."""
    above, _, beside = before.rpartition("\n")
    if not beside.strip() and not _LABEL_ABOVE.search(above):  # the end of a headline, or of a sentence
        before = beside
    label = _SPACED_LABEL.sub("", simplify(before))
    for form, rank in (
        (_NEVER, _Rank.NEVER),
        (_UPDATED, _Rank.UPDATED),
        (_WRITTEN, _Rank.WRITTEN),
        (_PUBLISHED, _Rank.PUBLISHED),
        (_DATED, _Rank.DATED),
        (_OTHER, _Rank.NEVER),
    ):
        if form.search(label):
            return rank, True, 0
    if _CALENDAR.match(text, found.end):
        return _Rank.NEVER, True, 0
    behind = _LABEL_BEHIND.match(simplify(text[found.end : found.end + 10]))
    if behind:
        return (_Rank.UPDATED if behind[1] in ("更新", "修改") else _Rank.PUBLISHED), True, behind.end()
    return _Rank.DATED, False, 0


def _may_stand_alone(text: str, found: Found) -> bool:
    """Return whether a date needs no label: digits without a mark may be anything else."""
    if found.form not in ("compact", "short", "year last"):
        return True
    before, after = text[max(found.start - 12, 0) : found.start], text[found.end : found.end + 1]
    before = _WEEKDAY_BEFORE.sub("\n", before)[-2:].rstrip(" [(【")
    if found.form == "compact":
        return not before or before[-1] in "\n\t" or (before[-1] in "|" and not after.isalnum())
    return (not before or before[-1] in "\n\t|") and (not after or not after.isalnum())


def _is_in_row(text: str, rank: _Rank, found: Found) -> bool:
    """Return whether a date belongs to a dateline row, not to a sentence."""
    if rank == _Rank.NEVER or in_sentence(text, found):
        return False
    if rank == _Rank.UPDATED:  # below the text it is that of the site
        return "。" not in text[: found.start]
    if rank != _Rank.DATED:
        return True
    begin = text.rfind("\n", 0, found.start) + 1
    end = text.find("\n", found.start)
    line = text[begin : end if end >= 0 else len(text)]
    deep = found.start - begin > 30 and "。" in line
    return not (deep and len(_SENTENCE_MARKS.findall(line[: found.start - begin])) > 0)


def _is_signature(text: str, rank: _Rank, found: Found) -> bool:
    """Return whether a date without a label stands below sentences: it closes a notice, or is told of."""
    before = text[: found.start]
    return (
        rank == _Rank.DATED
        and not before.rstrip().endswith((":", "："))
        and any(len(line) >= _SENTENCE and "。" in line for line in before.split("\n"))
    )


def _split_date(text: str) -> str | None:
    """Return a date whose day, month and year stand in boxes of their own."""
    for form, (year, month, day) in _SPLIT_DATES:
        for found in form.finditer(text):
            clock = found.group(4, 5) if form.groups > 3 else (None, None)
            if value := make_date(found[year], found[month], found[day], *clock):
                return value
    return None


def _above(text: str) -> str | None:
    """Return a date above the headline that is labelled as that of publication."""
    return next((found.value for rank, found in _ranked(text) if rank == _Rank.PUBLISHED), None)


def _right_above(text: str) -> str | None:
    """Return the date in a line of its own right above the headline; more dates are those of a list."""
    lines = text.split("\n")
    near, dates = "\n".join(lines[-_LINES_ABOVE:]), _ranked(text)
    if not dates:
        return _split_date(near)
    rank, found = dates[-1]
    begin = max(text.rfind("\n", 0, found.start), text.rfind("\t", 0, found.start)) + 1
    line, *below = text[begin:].split("\n")
    line = line.partition("\t")[0]
    values = {one.value for _, one in dates}
    if len(values) > 1 or rank != _Rank.DATED or _WEEKDAY.search(line):  # that of today, perhaps
        return None
    is_near = len(below) < _LINES_ABOVE and all(
        len(one) <= 2 * _LONGEST_LABEL and "\t" not in one for one in below
    )
    is_alone = len(line) - (found.end - found.start) <= _LONGEST_LABEL or _ROW_LABEL.search(line)
    return found.value if is_near and is_alone else None


def _stamp_value(text: str) -> str | None:
    found = read_stamp(text) if text else None
    return found.value if found else None


def _attribute(source: str, position: int) -> str | None:
    """Return the date of an attribute under the headline, such as `data-time`, or of a hidden field."""
    begin = max(position, 0)
    comments = _COMMENTS.search(source, begin, begin + 4000)
    end = comments.start() if comments else begin + 4000
    for form in (_PROPERTY, _ATTRIBUTE, _FIELD):
        if found := form.search(source, begin, end):
            return _stamp_value(found[1])
    return None


def _labelled_below(source: str, position: int) -> str | None:
    """Return the date that labels further down call that of publication, if they all say the same."""
    found: set[str] = set()
    for label in _LABEL_BELOW.finditer(source, max(position, 0), max(position, 0) + _LONGEST_PAGE):
        dates = find_dates(shown_text(source[label.end() : label.end() + _LONGEST_VALUE]))
        found |= {date.value for date in dates[:1] if date.start < 4}
    return found.pop() if len(found) == 1 else None


def _in_comment(source: str) -> str | None:
    """Return the day of the issue that the system of an e-paper notes in a comment."""
    found = _COMMENTED.search(source)
    value = _stamp_value(found[1]) if found else None
    return value and value[:10]


def script_date(source: str) -> str | None:
    """Return the date that the scripts of a page give as that of publication.

    A name with several values is one of a list of articles, and does not count.

    >>> script_date('<script>var ct = "1717461000", publish_time = "2024-06-04";</script>')
    '2024-06-04 08:30'
    """
    values: dict[str, set[str]] = {}
    for found in _SCRIPT_VALUE.finditer(source, 0, _LONGEST_PAGE):
        name = _SCRIPT_NAME.search(source[max(found.start() - 60, 0) : found.start()])
        if name and _names_publication(name[1]) and (value := _stamp_value(found[0])):
            values.setdefault(name[1].lower(), set()).add(value)
    named = sorted(values.items(), key=lambda one: _BEST_NAME.search(one[0]) is None)
    return next((only.pop() for _, only in named if len(only) == 1), None)


def _names_publication(name: str) -> bool:
    """Return whether the name of a variable or key may be that of the time of publication."""
    name = name.lower()
    return _SOME_NAME.fullmatch(name) is not None and _OTHER_NAME.search(name) is None


def _url_date(url: str, shown: str | None) -> str | None:
    """Return the date in a URL, with the time of day of a shown one of the same day."""
    value = url_date(url)
    return shown if value and shown and shown.startswith(value) else value


def _far(text: str) -> str | None:
    """Return the first date of the text that may be that of publication, preferably not in a sentence."""
    able: Iterator[tuple[_Rank, Found]] = (
        (r, f) for r, f in _ranked(text) if r <= _Rank.DATED and f.form != "short"
    )
    return next((found.value for _, found in sorted(able, key=lambda one: one[0])), None)
