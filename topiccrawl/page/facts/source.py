"""The source of a page's text (来源): a paper, an agency, an office, an account."""

from __future__ import annotations

import html as html_module
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice

from topiccrawl.page.facts.dateline import shown_text
from topiccrawl.page.facts.dates import find_dates
from topiccrawl.page.facts.held_back import held_source
from topiccrawl.page.scripts.bound_arguments import bound_fields
from topiccrawl.page.scripts.expressions import Expressions
from topiccrawl.page.site_words import is_channel, is_organisation, is_site
from topiccrawl.text.normalise import compatible, simplify

ROW = 600
"""Number of characters after the headline in which a source belongs to the dateline row."""

_LABELS = (
    r"(?:文章|信息|新闻|稿件|内容|消息|本文|原文|资讯|媒体|稿子)?(?:来\s*源|來\s*源|稿\s*源|信\s*源|出\s*处|出\s*處)(?:于|自|於)?",
    r"(?:转\s*自|轉\s*自|转载自|轉載自|转载于|转载|轉載|转发自|摘自|选自|来自|來自|源自|原载|首发|原发)(?:于|自)?",
    r"(?:供稿|来稿|来文|投稿|报送|上报|信息报送|信息提供|资料提供|稿件提供|通讯)(?:单位|單位|部门|部門|机构|機構)"
    r"|(?<![\u4e00-\u9fff])媒体(?:名称)?(?=[:|])|(?:供稿|稿件|信息提供|报送|来稿)(?!人|者|时间|日期|邮箱)",
    r"(?:发布|發布|發佈|发文|發文|发稿|撰稿|制发|公开)(?:机构|機構|单位|單位|部门|部門|机关|機關|主体)",
)
"""Labels of sources, the best first."""
_OTHER_SOURCES = tuple(
    "的 图片 圖片 素材 数据 數據 视频 照片 经费 资金 题图 封面 资料 收入 学生 配图 生源".split()
)
"""Words before a label that make it one of pictures or data."""
_STATEMENT = re.compile(r"(?:注明|标注|标明|署名|载明|写明|注有|标有|註明)[^。;；\n]{0,6}$")
"""What stands before the label in a statement on rights: 凡本网注明“来源：..”的所有作品."""
_BEFORE_A_BLANK = re.compile(r"[\n\t |\]】)）}>\"”0-9]")
"""Characters before a label that has no colon."""
_STATEMENT_LENGTH = 16
"""Characters before a label in which such a word stands."""
_LABELLED = tuple(
    re.compile(
        rf"(?:{label})(?:\s*(?:[:|丨︱/—-]|>>+|[\]】]:?)(?P<gap>\s*)|(?P<blank>[ \t\n]+|(?=[【\[“\"《(])))"
    )
    for label in _LABELS
)
_ENGLISH = re.compile(r"\b(?:Source|From|source)\s*:(?P<gap>\s*)")

_STOP = re.compile(
    r"(?:作\s*者|责任编辑|責任編輯|责\s*编|責編|编\s*辑|編\s*輯|记\s*者|記\s*者|通讯员|通訊員|撰\s*稿|文字|摄影|攝影|审\s*核"
    r"|初审|复审|终审|校\s*对|签\s*发|录入|發佈|发\s*布|發\s*布|更新|时\s*间|時\s*間|日\s*期|点\s*击|點\s*擊|浏\s*览|瀏\s*覽"
    r"|阅\s*读|閱\s*讀|访问|人气|字\s*[号號体體]|评论|評論|分享|打印|收藏|供稿|来源|來源|关注|编审|监制)"
    r"(?:量|数|數|次数|人|者|时间|時間|日期|单位|于|员)?(?:\s*[:/]|(?<![发發][布佈])(?<![发發][布佈]\s)\s*\|)"
    r"|(?:发布|發布|更新|添加|录入|刊发)(?:时间|時間|日期)|(?:浏览|点击|阅读|访问)(?:次数|量|数)|责任编辑|[大中小]字[号號体體]"
    r"|(?:本报|本网|特约)?(?:记者|通讯员|記者)(?!站|协会|之家|团)"
    r"|(?:19|20)\d\d\s*[-/.年]\s*\d|\d{1,2}:\d\d|\d{1,2}月\d{1,2}日"
    r"|[\n\t|丨╱;；,，。!！?？<>\[\]【】{}]|https?:|…"
)
_QUOTES = {"“": "”", '"': '"', "《": "》", "「": "」", "‘": "’", "'": "'"}
_GOES_ON = re.compile("(?![第头])[\u4e00-\u9fff]")
_BRACKETS = {"【": "】", "[": "]", "(": ")", "〔": "〕", "<": ">"}
_LATIN_GAP = re.compile(r"(?<=[A-Za-z0-9&.]) (?=[A-Za-z])")
_ACCOUNT = re.compile(
    r"(?:公众号|公眾號|微信号|微信|微博|客户端|视频号|订阅号|头条号|官微|APP|网站|微信公众平台)$",
    re.IGNORECASE,
)
_NOTHING = frozenset(
    "未知 不详 不明 无 暂无 佚名 匿名 admin administrator null undefined none - -- / 其他 其它 点击 作者 编辑"
    " 来源 时间 日期 微博".split()
)
_LONGEST = 40
_SHORTEST_LINE = 30
"""Characters of a line that may hold the value of a label on the line before."""

_META = (
    "contentsource", "source", "article:source", "og:source", "mediaid", "infosource", "docsource",
    "articlesource", "article_source", "newssource", "news_source", "copyfrom", "dc.source",
    "dcterms.source", "mediasource", "apub:source", "og:article:source", "sourcename", "source_name",
)  # fmt: skip
_MARKED = re.compile(
    r"<(?P<tag>span|i|a|em|p|div|b|strong|font|label|td|li|dd|h[4-6]|cite|small)\b"
    r"(?=[^>]*?\b(?:class|id)\s*=\s*[\"']?(?P<names>[^\"'>]{1,80}))[^>]*>(?P<inner>.{1,400}?)</(?P=tag)\s*>",
    re.IGNORECASE | re.DOTALL,
)
_MARK = re.compile(
    r"(?:^|[\s_-]|(?<=[a-z]))(?:[a-z]*source(?:[_-]?(?:name|text|from))?|from|froms|[a-z]*origin|laiyuan"
    r"|lai-yuan|(?<![a-z])ly"
    r"|copy-?from|come-?from|media(?:[_-]?name)?|(?:[a-z]+[_-])?src|news-?from|wzly|xxly|js_name|article-?from|publisher"
    r"|nguon)(?:$|[\s_-]|\d)",
    re.IGNORECASE,
)  # fmt: skip
_NAMED = re.compile(r"[cCiI](?<!\w.)(?i:lass|d)\s*=\s*(?=[\"']?([^\"'>]{1,80}))")
_LOGO = re.compile(  # a character class comes first: the search skips to it
    r"[来來稿出转轉供发發](?:(?<=[来來稿])源|(?<=出)[处處]|(?<=[转轉])自|(?<=供)稿|(?<=[发發])布(?:[单單]位|机构|機構))"
    r"\s*[:：]\s*(?i:(?:<\w[^<>]*>\s*){0,3}<img\b[^<>]*\salt\s*=\s*[\"']?([^\"'<>]{2,40}))"
)
_WORD_BREAK = re.compile(r"(?<=[a-z])(?=[A-Z])")
_TYPICAL = re.compile(
    "(?:报|报社|网|社|台|电视|广播|发布|融媒|融媒体|融媒体中心|传媒|客户端|公众号|视听|杂志|周刊|月刊|在线|观察|之声|先锋|党建"
    "|部|局|委|厅|办|处|院|所|站|中心|支部|总支|党委|工会|团委|学院|大学|公司|集团|法院|政府|办公室|新闻网|数字报)$"
)
_SCRIPT_NAMES = (
    "nickname", "nick_name", "show_source", "source_name", "sourceName", "mediaName", "media_name",
    "copyfrom", "docSource", "newsSource", '"source"',
)  # fmt: skip
_ANY_NAMES = Expressions(first={name: (re.escape(name),) for name in _SCRIPT_NAMES}, every={})
_LONGEST_PAGE = 200_000
"""Characters of HTML whose scripts are searched."""
_WORD = re.compile(r"[\w$-]")
_HAN = re.compile("[\u4e00-\u9fff]")
_SCRIPT_VALUE = r"{}[\"']?\s*[:=]\s*(?:[A-Za-z]+\()?[\"']([^\"'<>\\]{{2,40}})[\"']"
_BUTTON = re.compile("登录|登錄|回复|回復|分享|注册|评论|点击|下载|收藏|打印|关注|更多")
_DIGITS = re.compile(r"\d\d|[〇零]")
_SHORT_DAY = re.compile(r"(?<!\d)\d{1,2}[-/]\d{1,2}\s+\d{1,2}:[0-5]\d")
_FOLLOW = re.compile(r"\+?\s*[关關追][注蹤踪]")
"""The button behind the name of an account and the date."""
_ROW_LINE = 80
"""Maximum length of a dateline row with a source that no label names."""
_AT_END = re.compile(r"(?:来源|來源|稿源|转自|摘自|供稿|发布单位)(?=(?:单位)?\s*[:：|｜])")
_IN_BRACKETS = tuple(
    re.compile(
        bracket
        + r"(?:转自|转载自|摘自|原载|原载于|据)\s*[:：]?\s*[《“]?([^()（）<>。，《》“”]{2,20})[》”]?[)）]"
    )
    for bracket in ("（", r"\(")
)
"""One search for each bracket: what begins with a plain character is found fast."""
_LINE_END = re.compile(r"(?i)</(?:p|div|td|li|span)\b|<(?:br|p|div|td|li)\b|[)）]")
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_LABEL_MARKUP = re.compile(r"(?i)[^<>]{2,6}[:：|｜](?:\s|&nbsp;)*</(?:span|b|strong|em|i|font|label)>")
_LONGEST_PIECE = 300
"""Characters of HTML from a label on that are searched for its value."""
_RIGHT_ABOVE = 400
"""Characters of HTML above the headline in which an element may name the source."""
_MOST_AT_END = 12
_FAR = 40_000
"""Characters of HTML after the headline in which lines with a source are searched."""


def read_source(text: str) -> str:
    """Return the source that a label names in a text; empty when there is none.

    >>> read_source("2018-03-05 来源：青山发布 编辑：李明"), read_source("转自：微信公众号“青山党建”")
    ('青山发布', '微信公众号“青山党建”')
    >>> read_source("作者： 来源： 点击：203"), read_source("图片来源：青山日报")
    ('', '')
    """
    text = compatible(text)
    for form in (*_LABELLED, _ENGLISH):
        for found in form.finditer(text):
            if text.endswith(_OTHER_SOURCES, max(found.start() - 2, 0), found.start()):
                continue
            if _STATEMENT.search(text, max(found.start() - _STATEMENT_LENGTH, 0), found.start()):
                continue
            gap = found["gap"] if found["gap"] is not None else found["blank"]
            if found["gap"] is None and found.start() and not _BEFORE_A_BLANK.match(text[found.start() - 1]):
                continue
            value = _value(text, found.end(), "\n" in (gap or ""))
            # Without a colon the word may be any other's beginning.
            if value and (found["gap"] is not None or is_plausible(value)):
                return value
    return ""


def choose_source(
    head: Mapping[str, str], near: str, above: Callable[[], str], source: str, position: int
) -> str:
    """Return the source of a page's text; empty when none is named.

    In order: a label in the dateline row, a label with a logo behind it, an element under the headline whose
    class names a source, a meta element, a name beside the date, a label or such an element above the
    headline, a label below the text, a script.

    Args:
        head: contents of the meta elements by name.
        near: visible text after the headline, with its lines.
        above: returns the visible text before the headline; called only when it is needed.
        source: HTML of the page.
        position: where the headline is in it, or where its text begins.
    """
    row = near[:ROW]
    return (
        read_source(row)
        or _pictured(source, position)
        or _marked(source, position)
        or next((value for name in _META if (text := head.get(name)) and (value := _stated(text))), "")
        or _beside_the_date(row)
        or read_source(above()[-ROW:])
        or _marked(source, position - _RIGHT_ABOVE, position)
        or _below(source, position)
        or _held(source)
        or _in_script(source)
        or _in_script(f"\n{bound_fields(source)}")
    )


def is_plausible(name: str) -> bool:
    """Return whether a text may be the name of a source: short, with letters, no date, not a sentence."""
    name = name.strip()
    if not 2 <= len(name) <= _LONGEST or name.lower() in _NOTHING or re.search(r"[,。，:：;；?？!！>]", name):
        return False
    letters = sum(character.isalpha() for character in name)
    return 2 * letters >= len(name) and not find_dates(name) and not is_channel(name)


def _value(text: str, start: int, on_next_line: bool) -> str:
    """Return the name that begins at a position; it may be in quotes or brackets."""
    if on_next_line:
        line = text[start:].partition("\n")[0]
        if len(line) > _SHORTEST_LINE or re.search("[,。，]", line):
            return ""
    rest = text[start : start + 4 * _LONGEST].lstrip(" ")
    opening = rest[:1]
    if opening in _BRACKETS:
        inner, closed, _ = rest[1:].partition(_BRACKETS[opening])
        rest = inner if closed else rest[1:]
    elif opening in _QUOTES:
        inner, closed, behind = rest[1:].partition(_QUOTES[opening])
        # 《青山日报》 3版 and “青山党建”微信公众号: the quotes belong to the name only in the second.
        if closed and (_GOES_ON.match(behind) is None or _STOP.match(behind)):
            return _clean(inner)
    return _clean(_cut(rest))


def _cut(rest: str) -> str:
    """Return the beginning of a text, up to a blank, another label, a date or a mark."""
    stop = _STOP.search(rest)
    rest = rest[: stop.start()] if stop else rest
    if stop is None or stop[0] not in "()":
        rest = _outside_brackets(rest)
    words = _LATIN_GAP.sub("\x00", rest.strip()).split(" ")
    value = words[0]
    if (
        len(words) > 1
        and (_ACCOUNT.search(value) or value in ("微信公众号", "官方微信"))
        and words[1][:1] in _QUOTES
    ):
        value = f"{value}{words[1]}"
    return value.replace("\x00", " ")


def _outside_brackets(text: str) -> str:
    """Return a text up to a bracket that is not closed, or that begins it."""
    at = text.find("(")
    return text[:at] if at >= 0 and ")" not in text[at:] else text


def _clean(value: str) -> str:
    value = value.strip(" \t\n:|/-—·、>*")
    if value.count("(") != value.count(")"):
        value = value.strip("()")
    for opening, closing in _QUOTES.items():
        if value.startswith(opening) and value.find(closing, 1) == len(value) - 1:
            value = value[1:-1].strip()
    return (
        ""
        if len(value) < 2 or len(value) > _LONGEST or value.lower() in _NOTHING or value.isdigit()
        else value
    )


def _stated(text: str) -> str:
    """Return the source of a meta element; addresses and ids are none."""
    text = " ".join(compatible(text).split())
    text = read_source(text) or text
    return (
        text
        if is_plausible(text) and "//" not in text and not re.fullmatch(r"[\w.-]+\.(?:com|cn|net|org)", text)
        else ""
    )


def _pictured(source: str, position: int) -> str:
    """Return the name of the logo behind a label under the headline."""
    found = _LOGO.search(source, max(position, 0), max(position, 0) + 4000)
    value = _clean(html_module.unescape(found[1])) if found else ""
    return value if is_plausible(value) else ""


def _marked(source: str, position: int, end: int | None = None) -> str:
    """Return the source in an element from a position on whose class or id says that it is one."""
    begin = max(position, 0)
    window = source[begin : begin + 4000 if end is None else end]
    if not any(_is_mark(named[1]) for named in _NAMED.finditer(window)):
        return ""
    at = 0
    while found := _MARKED.search(window, at):
        if not _is_mark(found["names"]):
            at = found.start("inner")  # such an element may be inside
            continue
        text = " ".join(shown_text(found["inner"]).split())
        named = read_source(text)
        if named:
            return named
        value = _clean(_cut(text))
        at = found.end() if value else found.start("inner")  # a row may be marked as its source is
        if value and len(text) <= _LONGEST and is_plausible(value) and not _BUTTON.search(value):
            return value
    return ""


@lru_cache(maxsize=1024)  # the pages of a site share their names
def _is_mark(names: str) -> bool:
    """Return whether the classes or the id of an element say that it is a source."""
    return _MARK.search(_WORD_BREAK.sub("-", names)) is not None


def _beside_the_date(row: str) -> str:
    """Return the name of a paper, site or office that stands beside the date in its row."""
    lines = row.split("\n")
    for line in lines:
        if not 12 <= len(line) <= _ROW_LINE or "。" in line or not _DIGITS.search(line):
            continue
        dates = find_dates(line)
        short = None if dates else _SHORT_DAY.search(line)
        if not dates and short is None:
            continue
        start, end = short.span() if short else dates[0][:2]
        before = re.split(r"[\s|]+", line[:start].strip(" |\t-·/[("))[-1].partition("╱")[0]
        after = [] if short else re.split(r"[\s|]+", line[end:].strip(" |\t-·/])"))
        for name in (before, *after[:2]):
            if name != lines[0] and is_plausible(name) and _is_typical(name):
                return name
        if after and _FOLLOW.fullmatch(after[-1]) and line.startswith(before) and is_plausible(before):
            return before  # an account
    return ""


def _is_typical(name: str) -> bool:
    plain = simplify(name)
    return len(name) >= 3 and (is_site(name) or is_organisation(name) or bool(_TYPICAL.search(plain)))


def _below(source: str, position: int) -> str:
    """Return the source that a line of its own names further down, if all such lines name the same."""
    values, begin = set(), max(position, 0)
    for at in _occurrences(source, begin, begin + _FAR):
        before = source[max(at - 6, 0) : at].rstrip().rstrip("文章信息稿件新内容本")
        if before and before[-1] not in ">（(【[　;":
            continue
        if _STATEMENT.search(html_module.unescape(shown_text(source[max(at - 60, 0) : at]))):
            continue
        piece = _COMMENT.sub("", source[at : at + _LONGEST_PIECE])
        # The value may be in an element beside that of its label.
        label = _LABEL_MARKUP.match(piece)
        end = _LINE_END.search(piece, label.end() if label else 0)
        value = read_source(html_module.unescape(shown_text(piece[: end.start()] if end else piece)))
        if value and is_plausible(value):
            values.add(value)
    if not values:
        values = {
            found[1]
            for form in _IN_BRACKETS
            for found in form.finditer(source, begin, begin + _FAR)
            if is_plausible(found[1])
        }
    return values.pop() if len(values) == 1 else ""


def _occurrences(source: str, begin: int, end: int) -> list[int]:
    """Return the positions of labels of sources; empty if there are so many that they are those of a list."""
    found = [one.start() for one in islice(_AT_END.finditer(source, begin, end), _MOST_AT_END + 1)]
    return found if len(found) <= _MOST_AT_END else []


def _held(source: str) -> str:
    """Return the source in a hidden text area."""
    value = _clean(held_source(source))
    return value if is_plausible(value) else ""


def _in_script(source: str) -> str:
    """Return the source that a page's scripts name, if all of them name the same."""
    named = _ANY_NAMES.places(source)
    for name in _SCRIPT_NAMES:
        if name in named:
            form = re.compile(_SCRIPT_VALUE.format(name))
            texts = {
                found[1].strip()
                for found in form.finditer(source, 1, _LONGEST_PAGE)
                if not _WORD.match(source, found.start() - 1)
            }
            values = {text for text in texts if is_plausible(text) and _HAN.search(text)}
            if len(values) == 1:
                return values.pop()
    return ""
