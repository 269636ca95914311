"""The anchor text of a link: what a reader would call it."""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.text.display import one_line

_LABELS = ("aria-label", "alt", "data-title", "data-caption")
_LONGEST = 400
"""Maximum length of an anchor text in characters."""
_SOURCE = 4000
"""Number of characters of a link, white space included, that are read."""
_PIECES = 200
"""Number of its text nodes that are read: unclosed links hold each other, and all that follows."""

_FILE_NAME = re.compile(
    r"[^\s，。：]*\.(?:jpe?g|png|gif|bmp|webp|svg|docx?|pdf|tif+)"  # a picture as its author called it
    r"|(?=.*?\d{5})[\u4e00-\u9fff]{0,8}[\w()\[\]（）.\s-]*+"  # an id, a time stamp
    r"|(?:qq|微信|wx)?(?:图片|截图|照片|image|img|pic|photo|dsc|mmexport|screenshot)[\w()（）.\s-]*"
    r"|undefined|null|none|nan|alt|title|thumb|banner|(?:无|暂无|默认|新闻|文章|列表|标题|封面|轮播|焦点|缩略|首页|头条)(?:标题|图片?|照片)\d*"
    r"|(?:请|点击|单击|双击|點擊|查看|浏览|观看|放大|看)+(?:高清|清晰|完整)?(?:大图|原图|图片?|大圖|照片|详情|内容|图集)?"
    r"|[0-9a-f-]{12,}|[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f\d\s]*",
    re.IGNORECASE | re.ASCII,
)
_TOOLTIP = re.compile(
    r"(?:文章|信息|新闻)?(?:标题|题目|名称)\s*[:：]\s*(?P<title>.+?)\s*"
    r"(?=(?:作者|发[布表]|更新|添加|录入|点击|浏览|阅读|来源|日期|时间|栏目)[^:：]{0,6}[:：]|$)",
    re.DOTALL,
)
_COUNTS = re.compile(
    r"(?:点击|浏览|阅读|访问)(?:(?:次数|量|数)\s*[:：]?|\s*[:：])\s*\d|(?:发[布表]|更新|添加)(?:时间|日期)\s*[:：]"
)
_MORE = re.compile(
    r"[\[【<(（>》+.…\s]*(?:(?:点击|查看|阅读|浏览|了解|显示|进入|详细|详情|全文|原文|内容|更多|read|more|details?)\s*)+"
    r"[^\u4e00-\u9fffA-Za-z]*",
    re.IGNORECASE,
)
"""What a link says that says nothing of its target."""
_OPENS = re.compile(
    r"[\[【<(（>》\s]*(?:(?:点击|點擊|立即|直接|在线|在線|免费|文件|文档|阅读|閱讀|本地)*"
    r"(?:下载|下載|查看|浏览|瀏覽|预览|預覽|打开|详情|详细(?:内容|信息)?|全文|原文|附件|pdf|word|excel|docx?|xlsx?|wps|ofd|download|view|open)[\s/|、]*)+"
    r"[\d\s\]】>)）》».…]*(?:[（(\[][^()（）\[\]\u4e00-\u9fff]{1,20}[)）\]])?",
    re.IGNORECASE,
)
"""What a link to a file says that says nothing of it: its title stands in the cell beside."""
_ACTION = re.compile(
    r"\W*(?:(?:一键)?(?:分享|转发|转寄|轉寄|推荐|推薦)(?:到|至|给|給)?.{0,8}|(?:加入|添加)?收藏.{0,4}|加入最愛|设为首页|設為首頁|打印.{0,4}|列印.{0,4}"
    r"|举报|檢舉|(?:查看|全部|所有|我要|发表|网友){0,2}(?:评论|評論).{0,6}|點評|邀请.{0,4}|挑错|[顶踩](?:一下)?|点赞|赞|关注|登[录陆入]|登入|注册|订阅|訂閱|复制.{0,4}|投票|留言.{0,4}|提问.{0,4}|写进.{0,4}|发帖|发起.{0,4}|回复|回應|引用|纠错"
    r"|微信|微博|易信|朋友圈|.{0,2}空间|(?:手机|移动|触屏|电脑|wap)(?:版|访问|浏览|阅读)|特?大|中|小|[AT][+-]|字[体号].{0,4}|share.{0,20}|post.{0,12}|print|e-?mail|favou?rites?|facebook|twitter|plurk|line|[\ue000-\uf8ff])[\s\d()（）\]】]*",
    re.IGNORECASE,
)
"""What is done with a page, not a page."""
_VERSION = re.compile(
    r"\W*(?:进入|切换)?(?:(?:适老化?|长者|老年(?:人)?|老人|关怀|关爱|大字)(?:版|专版|模式)"
    r"|无障碍(?:浏览|阅读|模式|版|访问)?|(?:繁[体體]|正體)(?:中文)?版?)\W*"
)
_WORD_MORE = "更多"
_DRAWN_MORE = re.compile(
    r"(?:^|[^a-z])(?:more|gengduo)(?![a-z])|更多|(?:icon|fa|glyphicon)-(?:plus|ellipsis(?:-h)?)(?![a-z])",
    re.IGNORECASE,
)
_TURNS = {
    "下一页": re.compile(r"next|xia_?(?:yi_?)?ye|xyy|下一?[页頁]", re.IGNORECASE),
    "上一页": re.compile(r"prev|shang_?(?:yi_?)?ye|syy|上一?[页頁]", re.IGNORECASE),
}
"""What the names of icons and classes say of a pager."""
_ARROWS = {
    "末页": re.compile(r"(?:double|step|fast)[_-]?(?:right|forward)|(?<![a-z])last(?![a-z])", re.IGNORECASE),
    "首页": re.compile(r"(?:double|step|fast)[_-]?(?:left|back)|(?<![a-z])first(?![a-z])", re.IGNORECASE),
    "下一页": re.compile(r"right|forward|arrow[_-]?r(?![a-z])", re.IGNORECASE),
    "上一页": re.compile(r"left|back|arrow[_-]?l(?![a-z])", re.IGNORECASE),
}
"""Names of arrows, which lead to more of anything, and only in a pager to another page of its list."""
_MAY_TURN = re.compile("next|prev|y[ey]|[页頁]|right|left|forward|back|last|first|arrow", re.IGNORECASE)
"""What all of them have, and few other names."""
_OF_ARTICLES = re.compile(r"post|article|news|pian|slid|swip|carousel|banner", re.IGNORECASE)
_PAGER_BLOCK = re.compile(
    r"(?:^|[\s_-])(?:pages?|pager|pagi\w*|paging|pg|fen_?ye|fan_?ye|yema|turn)(?:[_-]?(?:nav|bar|box|list|num|wrap|con|area))?"
    r"(?=$|[\s\d_-])",
    re.IGNORECASE,
)
_PAGER_TEXT = re.compile(r"[\d\s/／共第页頁条條记記录錄当當前,，:：.…|·-]+")
_LONGEST_PAGER = 60
"""Characters of a pager that is drawn."""
_MOST_DRAWN = 6
"""Elements of an icon that are looked at."""


def anchor_text(element: HtmlElement) -> tuple[str, bool]:
    """Return the anchor text of a link, and whether it comes only from a picture.

    Text comes first; a `title` completes a shortened text and replaces one that says nothing, such as 详细.
    The `alt` and `title` of a picture count where there is no text and they do not look like the name of a
    file, then what an icon of a pager says, and the name for readers who cannot see it.
    """
    text = _shown(element)
    title = spoken(element.get("title"))
    if not (bare := text.strip(".…·•▪ ")) or _MORE.fullmatch(text):
        text = title or text
    # The title has the full text of a shortened headline.
    elif len(title) > len(bare) and title.startswith(bare[:20]):
        text = title
    if text:
        return one_line(text[:_LONGEST]), False
    if len(element):
        names = (spoken(image.get(name)) for image in element.iter("img") for name in ("alt", "title"))
        if text := one_line(next(filter(None, names), "")[:_LONGEST]):
            return text, True
    names = (spoken(element.get(name)) for name in _LABELS)
    return drawn_turn(element) or one_line(next(filter(None, names), "")[:_LONGEST]), False


def drawn_turn(element: HtmlElement) -> str:
    """Return 下一页, 上一页, 首页 or 末页 for an element that is drawn as such a pager; otherwise nothing.

    Its classes, its label, and the names of its icon or picture say so; an arrow counts in a pager only.
    """
    names = [element.get("rel") or ""]
    for one in islice(element.iter(etree.Element), _MOST_DRAWN):
        names += [(one.get(name) or "")[:_LONGEST] for name in ("class", "id", "title", "aria-label", "alt")]
        address = one.get("src") or one.get("xlink:href") or (one.get("href") if one.tag == "use" else "")
        names.append((address or "")[-_LONGEST:].rpartition("/")[2])
    name = " ".join(names)
    if not _MAY_TURN.search(name) or _OF_ARTICLES.search(name):
        return ""
    if turn := next((turn for turn, pattern in _TURNS.items() if pattern.search(name)), ""):
        return turn
    turn = next((turn for turn, pattern in _ARROWS.items() if pattern.search(name)), "")
    return turn if turn and _is_in_pager(element) else ""


def _is_in_pager(element: HtmlElement) -> bool:
    """Return whether a small block around an element is called a pager, or shows only numbers as 2 / 15."""
    for block in islice(element.iterancestors(), 3):
        text = "".join(islice(block.itertext(), _PIECES)).strip()
        if len(text) > _LONGEST_PAGER:
            return False
        if _PAGER_TEXT.fullmatch(text) or _PAGER_BLOCK.search(f"{block.get('class')} {block.get('id')}"):
            return True
    return False


def only_opens(anchor: str) -> bool:
    """Return whether an anchor text says only that a file or a page is opened.

    >>> [only_opens(text) for text in ("下载", "点击下载（1.2MB）", "PDF", "下载中心", "更多")]
    [True, True, True, False, False]
    """
    return len(anchor) <= _LONGEST_OPENS and _OPENS.fullmatch(anchor) is not None


def is_date(anchor: str) -> bool:
    """Return whether an anchor text is only a date."""
    return anchor[-1:] in _DATE_ENDS and _DATE.fullmatch(anchor) is not None


def is_action(anchor: str) -> bool:
    """Return whether an anchor text says what is done with a page, such as printing it.

    >>> [is_action(text) for text in ("打印本页", "收藏", "查看全部评论(12)", "党课开讲")]
    [True, True, True, False]
    """
    return len(anchor) <= _LONGEST_OPENS and _ACTION.fullmatch(anchor) is not None


def names_version(anchor: str) -> bool:
    """Return whether an anchor text names a copy of the same pages for other readers.

    >>> [names_version(text) for text in ("长者版", "无障碍浏览", "繁體", "关爱老人", "无障碍环境建设")]
    [True, True, True, False, False]
    """
    return len(anchor) <= _LONGEST_OPENS and _VERSION.fullmatch(anchor) is not None


def drawn_more(element: HtmlElement) -> str:
    """Return 更多 for a link without a text that a picture or its class calls more; otherwise nothing.

    Style sheets draw the link whose class is `more`; editors call the picture `more.gif`.
    """
    names = [element.get("class") or ""]
    for image in islice(element.iter("img", "i", "span"), 3):
        names += [image.get(name) or "" for name in ("alt", "class", "title")]
        names.append((image.get("src") or "")[-_LONGEST:].rpartition("/")[2])
    return _WORD_MORE if any(_DRAWN_MORE.search(name) for name in names) else ""


def spoken(text: str | None) -> str:
    """Return an attribute's text for readers; empty for the names of files, ids and counts.

    >>> spoken("QQ图片20240320094810.png"), spoken("文章标题：党课开讲 点击次数：12")
    ('', '党课开讲')
    """
    if not text:
        return ""
    text = " ".join(text[:_SOURCE].split())
    if tooltip := _TOOLTIP.match(text):
        text = tooltip["title"]
    return "" if _FILE_NAME.fullmatch(text) or _COUNTS.search(text) else text


def says_more(text: str, known: str) -> bool:
    """Return whether one anchor text names the target of a link better than another one does.

    The longer one does, but for the summary that follows a headline; 详细 and a date say nothing.

    >>> says_more("前一天", "2023-08-30"), says_more("2023-08-30", "前一天"), says_more("喜报", "喜")
    (True, False, True)
    """
    if known and text and bool(_DATE.fullmatch(text)) is not bool(_DATE.fullmatch(known)):
        return not _DATE.fullmatch(text)
    if not known or _MORE.fullmatch(known):
        return bool(text) and text != known
    if not text or _MORE.fullmatch(text):
        return False
    if len(known) >= _HEADLINE:
        return len(text) > len(known) and text.startswith(known.rstrip(".…· "))
    return len(text) > len(known)


_DATE = re.compile(r"[(（\[]?(?:(?:19|20)\d\d[-/.年])?\d{1,2}[-/.月]\d{1,2}日?[)）\]]?")
_DATE_ENDS = frozenset("0123456789日)）]")
_LONGEST_OPENS = 30
_HEADLINE = 8
"""Characters of an anchor text that is a headline, and no longer text is better."""
_SHORTEST_HEADING = 4
"""Chinese characters of the shortest element of a heading that is the headline of a card."""
_BLOCKS = frozenset("h1 h2 h3 h4 h5 h6 p div section dt dd li td br".split())
_HEADINGS = tuple("h1 h2 h3 h4 h5 h6 dt".split())
_HAN = re.compile("[\u4e00-\u9fff]")
_BESIDE = re.compile(
    r"\d{1,3}|.{0,14}(?:(?:19|20)\d\d|\d\d)[-/.]\d{1,2}.{0,20}|.{0,14}\d{1,2}:\d\d(?::\d\d)?.{0,4}"
    r"|(?:来源|作者|时间|日期|发布|阅读|浏览|点击|评论)(?:[：:量数次\d]).{0,40}"
)
"""What stands in a card beside its headline and summary: a date, a source, how many have read it."""
_SUMMARY = 1.5
"""How much longer than the headline a summary is at least, unless it has a full stop."""


def _shown(element: HtmlElement) -> str:
    if len(element):
        pieces, length = [], 0
        for piece in islice(element.itertext(), _PIECES):
            pieces.append(piece)
            length += len(piece)
            if length > _SOURCE:  # a link around a whole article, or an unclosed one
                break
        whole = "".join(pieces)
        if length > _HEADLINE and sum(not piece.isspace() for piece in pieces) > 1:
            whole = _headline_of_card(element) or whole
    else:  # most links; iterators cost more than all the rest
        whole = element.text or ""
    return " ".join(whole.split())


def _headline_of_card(element: HtmlElement) -> str:
    """Return the headline of a link around a card with a summary or a date; nothing for other links."""
    lines = _lines_of(element)
    told = [line for line in lines if not (_BESIDE.fullmatch(line) or _MORE.fullmatch(line))]
    found = (one_line("".join(islice(node.itertext(), _PIECES))) for node in element.iter(*_HEADINGS))
    heading = next(filter(None, found), "")
    is_named = len(_HAN.findall(heading)) >= _SHORTEST_HEADING and not _BESIDE.fullmatch(heading)
    # A short one may be the name of a column above the headline, which has no full stop.
    if is_named and (len(heading) >= _HEADLINE or all("。" in line for line in told if line != heading)):
        return heading
    at = next((at for at, line in enumerate(told) if len(_HAN.findall(line)) >= _HEADLINE), len(told))
    rest = told[at + 1 :]
    is_card = at < len(told) and all("。" in line or len(line) > _SUMMARY * len(told[at]) for line in rest)
    # With a label before it, such as [要闻]; a link of which nothing is left out stays as it was written.
    return " ".join(told[: at + 1]) if is_card and (rest or len(told) < len(lines)) else ""


def _lines_of(element: HtmlElement) -> list[str]:
    """Return the texts of the blocks in a link; a date is one of its own wherever it stands."""
    lines = [""]
    for event, node in islice(etree.iterwalk(element, events=("start", "end")), 2 * _PIECES):
        if node.tag in _BLOCKS and node is not element:
            lines.append("")
        if event == "start":
            text = node.text if isinstance(node.tag, str) else ""  # not of a comment
        else:
            text = node.tail if node is not element else ""
        if text and is_date(text.strip()):
            lines += [text, ""]
        else:
            lines[-1] += text or ""
    return [line for one in lines if (line := one_line(one))]
