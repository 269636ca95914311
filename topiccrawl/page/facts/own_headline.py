"""The headline of a page whose <title> names only the site or a channel, by how and where it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from lxml.html import HtmlElement

from topiccrawl.page.facts.dates import find_dates
from topiccrawl.page.site_words import is_channel, is_organisation, is_site
from topiccrawl.text.normalise import simplify

_GENERIC = re.compile(
    r"(?:新闻|文章|信息|内容|资讯|公告|通知|图片|视频|产品|网站|栏目|页面|详细|动态|最终|正文|文档|公开|党建)?"
    r"(?:详情|详细|详细页|详情页|内容页|内容|正文|正文页|信息|查看|浏览|阅读|显示|展示|页面|页|首页|主页|细览|细览页|终极页|文章页|新闻页|标题|列表)"
    r"|无标题(?:文档|页)?|未命名(?:文档)?|untitled(?:document)?|(?:new)?document|(?:new|web)page|(?:my|vue|vite|react)app|demo|test|index|home|detail|content|article"
    r"|news|title|新建网页\d*|欢迎您|文档标题"
    r"|(?:新闻|文章|公告|通知|信息|动态|资讯|文件|视频|图片)"
    r"|最新(?:消息|动态|新闻|资讯|公告|活动|发布|文章|信息)",
    re.IGNORECASE,
)
_GREETING = re.compile("^(?:欢迎|您好|welcome)|^中国[·•]|欢迎[您你][!！]?$", re.IGNORECASE)
_CHANNEL = re.compile(
    "^.{0,6}(?:新闻|要闻|动态|公告|通知|通知公告|信息|工作|建设|之窗|天地|园地|风采|专栏|专题|频道|中心|公开|公示|简报|简讯|快讯|资讯|活动"
    "|党建|党务|政务|文化|教育|概况|介绍|论坛|平台|在线|先锋|学习|生活|交流|文件|法规|政策|栏目|下载|服务|目录|指南)$"
)
_PLACE = re.compile(
    "^.{2,14}(?:部|局|委|委员会|厅|办|办公室|政府|人民政府|处|院|所|站|中心|党委|党组|支部|总支|工会|团委|党校|行政学院|侨联|文联|妇联|工商联|残联|科协|作协|记协|老干部局|学院|大学|中学|小学|学校|公司|集团|银行|医院"
    "|[林农]场|幼儿园|[支总]队|学会|商会|联合会|基金会|管委会|法院|检察院|政协|人大|协会|网|(?<![预通汇喜捷海])报|社|台|之窗|平台|系统|门户|发布|融媒|融媒体|传媒|广电|先锋|党建|在线)$"
    "|^.{0,14}(?:图书|博物|档案|文化|展览|纪念|美术|科技|体育)馆$"
    "|^(?:.{1,6}(?:省|市|区|县|镇|乡|街道|社区|村)){1,4}$"
)
_PARTS = re.compile(r"\s*(?:[_|｜—–>»《》]|--|::)+\s*|\s+-\s+|(?<=[\u4e00-\u9fff])-(?=[\u4e00-\u9fff])|\s+")
_ISSUE = re.compile(
    r"(?:19|20)\d\d\s*[-年./]\s*\d{1,2}\s*[-月./]\s*\d{1,2}\s*日?(?:\s*星期.)?|第?\s*[A-Z]?\d{1,3}\s*版(?:[：:]\s*\S{1,8}$|[：:])?"
    "|(?<=[报刊])\\s*(?:电子版|数字版)|版面内容"
)
"""Which issue of a paper, and which of its pages."""
_NEWS = re.compile(
    "召开|举行|举办|开展|推进|启动|印发|发布(?!$)|成立|完成|走进|组织(?!部)|调研|落实|强化|提升|打造|惠及|延长|开设|推行|开办|组建|观看|启用|投用|新增|设立|建成|开工|开学|挂牌|揭牌|入选|荣获|获[评批奖]|签约|公布(?!$)|上线|亮相|落户|走访|慰问|考察"
    "|出台|部署|传达|宣讲|当选|任命|迎来|首[个次条座批家]|捐赠|表彰|关于|为何|如何|是|了|的|[，：！？“”]"
)
_MARK = re.compile(
    r"(?:^|[\s_-])(?:[a-z]*(?:title|headline|biaoti|subject|caption)|bt\d?|tit\d?|btit|bti|wzbt|xwbt|zbt"
    r"|newstit|art-?tit|tt|heading)(?:$|[\s_\d-])",
    re.IGNORECASE,
)
_NO_MARK = re.compile(
    "sub-?ti|site-?title|sitetitle|nav|menu|crumb|list|more|block-?title|column|logo|foot|hot|side|relat"
    "|copy|channel|fubiao",
    re.IGNORECASE,
)
_WORD_BREAK = re.compile(r"(?<=[a-z])(?=[A-Z])")
_LARGE = re.compile(
    r"font-size\s*:\s*(?:(?:1[89]|[2-6]\d)(?:\.\d+)?(?:px|pt)|(?:1\.[3-9]|[2-4])(?:\.\d+)?r?em|x+-large"
    r"|large)",
    re.IGNORECASE,
)
_CENTRED = re.compile(r"text-align\s*:\s*center", re.IGNORECASE)
_PLACE_LINE = re.compile("^(?:[您你]?(?:现在|目前|当前|所在|现)*的?位置|首页)")
_NUMBERED = re.compile(r"[一二三四五六七八九十]{1,3}[、.．]|\d{1,2}(?:[、．]|\.(?!\d))")
"""How the heading of a section begins."""
_PAGER = re.compile(
    r"共\s*\d+\s*(?:[页頁]|[条條篇](?:记录|信息|\s|$))|第?\s*\d+\s*/\s*\d+\s*[页頁]|第\s*\d+\s*[页頁]|每页\s*\d+"
    r"|(?:[首上下尾末]一?[页頁]\W*){2}|[上下]一?[页頁].*[上下尾末]一?[页頁]|转到\W*\d*\s*页"
)
"""What the line of a pager says."""
_DATELINE = re.compile(
    "(?:来源|稿源|作者|发布|发表|时间|日期|点击|浏览|阅读|编辑|字号|字体|供稿|转自)\\s*[:：|]"
)
_SKIPPED = frozenset(
    "script style noscript select option textarea head title nav header footer button iframe".split()
)
_SKIPPED_AROUND = _SKIPPED - {"header"}
_INLINE = frozenset("span a b strong i em font u small sub sup label big mark founder-title".split())
_NO_ENDS = ("。", "；", ";", ":", "：", "详细]", "全文]", "更多]")
_SHORTEST, _LONGEST = 4, 80
_MOST_ELEMENTS = 4000
_MOST_ABOVE = 30
_BODY_LINE = 40
_SMALL_FORM = 200
"""Characters of a form that is to be filled in."""
_RETOLD = 0.15
"""Least share of a headline's pairs of characters in its summary."""
_SURE = 2
"""Mark of a line from which on it is surely meant as a headline."""


class OwnHeadline(NamedTuple):
    """A line that is shown as a headline.

    Attributes:
        text: the line, empty when no line is.
        is_sure: whether it is marked as a headline and stands right above the dateline row.
    """

    text: str
    is_sure: bool


class _Line(NamedTuple):
    """A line of a page.

    Attributes:
        text: its text.
        element: what it is in.
    """

    text: str
    element: HtmlElement


@lru_cache(maxsize=64)  # the gate, the description and the headline ask about the same title
def names_no_article(title: str, site: str = "") -> bool:
    """Return whether a title names a site, an office or a channel, or nothing at all.

    >>> names_no_article("青山县人民政府门户网站"), names_no_article("青山县教育局--校园动态")
    (True, True)
    >>> names_no_article("新闻详情"), names_no_article("青山县召开党建工作会议")
    (True, False)
    >>> names_no_article("青山日报-2024年3月5日-第02版：要闻")
    True
    """
    parts = [part for part in _PARTS.split(_ISSUE.sub(" ", title).strip()) if any(map(str.isalnum, part))]
    return _GENERIC.fullmatch("".join(title.split())) is not None or all(
        _names_nothing(part, site) for part in parts
    )


def names_an_issue(title: str) -> bool:
    """Return whether a title names the issue of a paper, or one of its pages."""
    return _ISSUE.search(title) is not None


def _names_nothing(part: str, site: str) -> bool:
    part = part.strip("=*#~—- ·【】")
    plain = simplify("".join(part.split()))
    if not plain or plain == "".join(site.split()) or _GENERIC.fullmatch(plain) or _GREETING.search(plain):
        return True
    if re.fullmatch(r"[\w.-]+\.(?:com|cn|net|org)(?:\.cn)?", plain):
        return True
    if _NEWS.search(plain):
        return False
    if is_site(part) or is_organisation(part) or is_channel(part):
        return len(plain) <= 24
    if len(plain) <= 8 and _CHANNEL.search(plain):
        return True
    return len(plain) <= 20 and bool(_PLACE.search(plain))


def without_datelines(text: str) -> str:
    """Return the lines of a text that give neither date nor source: those often name the site."""
    return "\n".join(line for line in text.split("\n") if not _is_dateline(line))


def words_told(title: str, text: str) -> float:
    """Return the share of a title's pairs of characters that a text has, in [0, 1].

    >>> words_told("山村通了公路", "昨天，公路通到了山村。")
    0.4
    """
    pairs = {title[at : at + 2] for at in range(len(title) - 1) if title[at : at + 2].isalnum()}
    return sum(pair in text for pair in pairs) / len(pairs) if pairs else 0.0


def find_own_headline(tree: HtmlElement, site: str = "") -> OwnHeadline:
    """Return the line that is shown as the headline of an article; an empty one when no line clearly is.

    It is marked as one (a heading, a class, a large font, bold and centred) or stands above the dateline row.
    Links, names of sites and channels and the path to the page do not count.

    Args:
        tree: the page.
        site: name of the site, if known.
    """
    lines = list(islice(_lines(tree), 400))
    best, best_score = OwnHeadline("", False), 1
    for position, line in enumerate(lines):
        if not _is_long_enough(line.text) or _is_linked(line.element, line.text):
            continue
        if not _may_be_headline(line.text, site) or _is_summary(line.text, lines[max(position - 1, 0)], site):
            continue
        mark = score = _mark(line.element)
        behind = lines[position + 1 : position + 4]
        above_dateline = any(_is_dateline(one.text) for one in behind[:2])
        if above_dateline:
            score += 3
        elif any(_is_dateline(one.text) for one in behind):
            score += 2
        if any(len(one.text) >= _BODY_LINE for one in behind):
            score += 2
        if score > best_score:
            best, best_score = OwnHeadline(line.text, above_dateline and mark >= _SURE), score
        if len(line.text) >= _BODY_LINE * 2 and best.text:
            break
    return best


def _is_long_enough(text: str) -> bool:
    return _SHORTEST <= len(text) <= _LONGEST and text[0] not in "—-（("


def _may_be_headline(text: str, site: str) -> bool:
    if ">" in text or text.endswith(_NO_ENDS) or _PLACE_LINE.match(text) or _NUMBERED.match(text):
        return False
    letters = sum(character.isalpha() for character in text)
    return letters >= 4 and not (_PAGER.search(text) or names_no_article(text, site) or _is_dateline(text))


def _is_summary(text: str, above: _Line, site: str) -> bool:
    """Return whether a line tells again what the linked headline above it says, as summaries in lists do."""
    if text == above.text or not _is_linked(above.element, above.text):
        return False
    return words_told(above.text, text) >= _RETOLD and not names_no_article(above.text, site)


def _is_dateline(text: str) -> bool:
    if len(text) > 120:
        return False
    return bool(_DATELINE.search(text)) or any(
        len(text) - (found.end - found.start) < 40 and found.start < 20 for found in find_dates(text)
    )


def _lines(tree: HtmlElement) -> Iterator[_Line]:
    """Yield the lines of a page: the innermost blocks that have text."""
    body = tree.find(".//body")
    if body is None:
        return
    lines: dict[HtmlElement, bool] = {}
    small: dict[HtmlElement, bool] = {}
    for block in islice(body.iter(), _MOST_ELEMENTS):
        if not isinstance(block.tag, str) or block.tag in _INLINE or block.tag in _SKIPPED:
            if block.tag in _INLINE and block.getparent().tag in (
                "body",
                "div",
                "td",
                "article",
                "section",
                "main",
                "header",
            ):
                parent = block.getparent()
                if parent not in lines:  # once for all of its children
                    lines[parent] = all(
                        child.tag in _INLINE or child.tag in ("br", "img") for child in parent
                    )
                if not lines[parent] and (text := _text(block, small)):
                    yield _Line(text, block)
            continue
        if any(child.tag not in _INLINE and child.tag != "br" and child.tag != "img" for child in block):
            if own := " ".join((block.text or "").split()):  # before its first child, such as the dateline
                yield _Line(own, block)
            continue
        text = _text(block, small)
        if text:
            yield _Line(text, block)


def _text(element: HtmlElement, small: dict[HtmlElement, bool]) -> str:
    """Return the text of a line; nothing inside of a form to fill in, which `small` remembers by form."""
    for parent in islice(element.iterancestors(), _MOST_ABOVE):
        if parent.tag in _SKIPPED_AROUND:
            return ""
        if parent.tag == "form":
            if parent not in small:
                small[parent] = _is_small(parent)
            if small[parent]:
                return ""
    return " ".join("".join(element.itertext()).split())


def _is_small(form: HtmlElement) -> bool:
    """Return whether a form is one to fill in; some systems put a form around the whole article."""
    fields = (field.get("type", "text").lower() for field in islice(form.iter("input"), _MOST_ABOVE))
    if all(kind == "hidden" for kind in fields):
        return False
    length = 0
    for text in form.itertext():
        length += len(text)
        if length >= _SMALL_FORM:
            return False
    return True


def _is_linked(element: HtmlElement, text: str) -> bool:
    links = (link for link in element.iter("a") if (link.get("href") or "#")[0] != "#")
    linked = sum(len("".join(link.itertext())) for link in links)
    return 2 * linked > len(text) or any(
        parent.tag in ("a", "li") for parent in islice(element.iterancestors(), _MOST_ABOVE)
    )


def _mark(line: HtmlElement) -> int:
    """Return how much a line is marked as a headline."""
    score = 0
    inner = list(islice(line.iter(), 6))
    outer = [parent for parent in islice(line.iterancestors(), 2) if len(parent) <= 2]
    for element in inner + outer:
        names = _WORD_BREAK.sub("-", f"{element.get('class') or ''} {element.get('id') or ''}")
        style = element.get("style") or ""
        if element.tag in ("h1", "h2", "founder-title"):
            score = max(score, 4)  # a line above it in the same box is a kicker
        elif element.tag in ("h3", "h4"):
            score = max(score, 2)
        if names.strip() and not _NO_MARK.search(names) and _MARK.search(names):
            score = max(score, 3)
        if _LARGE.search(style) or (
            element.tag == "font" and (element.get("size") or "").lstrip("+") in "3 4 5 6 7".split()
        ):
            score += 1
        if element.tag in ("b", "strong", "big"):
            score += 1
        if (
            (element.get("align") or "").lower() == "center"
            or element.tag == "center"
            or _CENTRED.search(style)
        ):
            score += 1
    return min(score, 6)
