"""Articles with something between their paragraphs: linked lines, or boxes of readers and sponsors.

A list of articles also has linked lines with a text under each. It has no dateline row under its headline,
and its summaries are cut off or have dates of their own.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lxml.html import HtmlElement

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.weights import TEASER_LEAST, leads_on
from topiccrawl.extraction.lines import Block, Layout, Line

ROW_LINES = 6
"""Maximum distance in lines from the headline to the dateline row of an article."""

MIN_TEXTS = 3
"""Minimum number of paragraphs between which linked lines stand."""

MAX_GAP = 4
"""Maximum number of lines between two paragraphs."""

MIN_WOVEN = 0.4
"""Minimum share of the gaps between paragraphs that have a linked line."""

MAX_BOX = 0.3
"""Maximum share of a body that is in one box."""

MAX_BOXES = 0.6
"""Maximum share of a body that is in boxes."""

SENTENCE_ENDS = ("。", "！", "？", "!", "?", "。”", "！”", "？”", "」", "…", "；", "：", "）")
_CODE_ENDS = ("}", "{", ";", ">", ")")
_CUT_OFF = ("…", "...", "……")
_BOX_WORDS = """
    comments? cmt pinglun reply replies user-reply guestbook liuyan danmu barrage feedback
    relate related recommend recommends recommended tuijian hot hots rank ranking links
    share sharebar sns toolbar tools subscribe subscription qrcode dashang reward donate dianzan
    advert ads? adv gg ggw guanggao tuiguang sponsor sponsored promo promotion dialog popup modal
    votes? voting polls? toupiao survey quiz newsletter signup review[-_]?(?:item|list|box|card)s?
"""
_BOX_HINT = re.compile(
    rf"(?:^|[\s_-])(?:{'|'.join(_BOX_WORDS.split())})"
    r"(?:box|list|items?|bar|wrap|wrapper|area|con|content|div|block|card|panel|inner|table)?(?=$|[\s\d_-])"
)
_BOX_LINE = re.compile(
    r"(?:[【\[(（]?(?:广告|推广|赞助商?|廣告|推廣)(?:位\S{0,6})?[】\])）]?(?:\s*[:：|丨]|\s|$)|[【\[(（](?:广告|推广|廣告|推廣)[】\])）]"
    r"|(?:相关|延伸|推荐)(?:视频|阅读|链接|文章|专题)|(?:编辑|热门|精彩)推荐|猜你喜欢|大家都在看"
    r"|(?:投票|调查|小调查|互动|调查问卷|竞猜|有奖竞猜)[:：]|您(?:觉得|认为|对).{0,16}[?？]"
    r"|(?:热心|匿名|手机)?(?:网友|用户|读者|游客|居民|市民|书友|网民|粉丝|會員|会员|網友|讀者)(?:\s\S{1,12}\s|\S{0,12})"
    r"(?:[:：]|\d{1,4}楼|(?:19|20)\d\d-|评论于|评论[:：]|来自|发表于|回复于|说[:：]|來自|發表於))"
)
_BOX_STARTS = frozenset("【[(（广推赞廣投调小互竞有您热匿手网用读游居市书粉會会網讀相延编精猜大")
"""First characters of such lines: most lines have others."""

_BOX_MARK = re.compile(
    r"^(?:@\S{1,16}|\d{1,3}(?:[楼樓]|#\s)|.{0,12}?\d{1,2}\s?(?:分钟|小时|天|分鐘|小時)前(?![，。、的])|[￥¥]\s?\d[\d.,]*$)"
    r"|IP属地|发表了?评论[:：]?$|[（(]\S{2,6}网友[)）]|\d\s?[赞讚]$|\d人(?:觉得|认为|赞同)|粉丝\s?\d|[+＋]\s?关注|(?:左右|上下|向左|向右)滑动|查看[原大][图圖]"
    r"|(?:[￥¥]|[定售现原]价[:：])\s?\d[\d.,]*.{0,6}(?:购买|抢购|下单|购物车|購買)|[定售现原]价[:：]\s?[￥¥]?\d[\d.]*元?$",
    re.MULTILINE,
)
"""What readers and sellers leave: a name, an age, a floor, a price."""

MAX_MARKED, MAX_MARKED_LINES = 80, 6
"""Characters and lines of the longest block that such a mark makes a box."""

MAX_AROUND = 2
"""Elements between a field and the block that it belongs to."""

MIN_REPEATED, FEWEST_REPEATED = 8, 3
"""Characters and number of blocks of one line that say the same."""

LONGEST_LABEL = 10
"""Characters beside the link of a line between paragraphs."""

LONGEST_NAME = 14
"""Characters of the name of somebody who says something in a box."""
_IN_TEXT = re.compile("[，。！？、；]")

LEAST_WORDS = 5
"""Letters and Chinese characters of a block from which it may say the same as others with other numbers."""
_DIGITS = re.compile(r"\d+")

_ASIDE_TAGS = frozenset(("nav", "aside", "menu"))
_PARAGRAPHS = frozenset(("p", "li", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "td", "pre"))

Kind = tuple[int, str, str]


def kind_of(blocks: Sequence[Block], index: int) -> Kind:
    """Return what the sections of one text have in common: parent, tag and hint."""
    block = blocks[index]
    return block.parent, block.tag, block.hint


def is_woven(layout: Layout, weights: Sequence[float], containers: Sequence[int], head: int) -> bool:
    """Return whether linked lines stand between the paragraphs of an article.

    Args:
        layout: lines and blocks of the page.
        weights: weights of the lines.
        containers: for each block the one around its paragraphs.
        head: index of the headline's line, -1 when there is none.
    """
    if head < 0:
        return False
    lines = layout.lines
    sums: Counter[Kind] = Counter()
    for index in range(head + 1, len(lines)):
        sums[kind_of(layout.blocks, containers[lines[index].block])] += int(weights[index])
    if not sums:
        return False
    kind = max(sums, key=sums.__getitem__)
    texts = [
        index
        for index in range(head + 1, len(lines))
        if weights[index] >= TEASER_LEAST
        and lines[index].link_chars <= 0.3 * len(lines[index].text)
        and kind_of(layout.blocks, containers[lines[index].block]) == kind
    ]
    if len(texts) < MIN_TEXTS:
        return False
    gaps = [range(left + 1, right) for left, right in itertools.pairwise(texts)]
    woven = [gap for gap in gaps if 0 < len(gap) <= MAX_GAP and any(_is_linked(lines[at]) for at in gap)]
    if len(woven) < 2 or len(woven) < MIN_WOVEN * len(gaps):
        return False
    if 2 * sum(_is_in_card(layout, containers, index) for index in texts) > len(texts):
        return False
    complete = [index for index in texts if _is_complete(lines[index])]
    if len(complete) < 0.8 * len(texts):
        return False
    between = (lines[index] for gap in gaps for index in gap)
    if any(furniture.is_date_row(furniture.squeeze(line.text)) for line in between if not _is_linked(line)):
        return False
    above = range(head + 1, min(texts[0], head + 1 + ROW_LINES))
    if any(furniture.is_date_row(furniture.squeeze(lines[index].text)) for index in above):
        return True
    return _share_a_form(lines, woven)


def _is_in_card(layout: Layout, containers: Sequence[int], index: int) -> bool:
    """Return whether a text stands in a small block of its own that begins with a link to what it sums up."""
    card = layout.blocks[containers[layout.lines[index].block]]
    return card.first < index < card.first + MAX_GAP and _is_linked(layout.lines[card.first])


def _is_linked(line: Line) -> bool:
    return line.link_chars > 0.5 * len(line.text)


def _is_complete(line: Line) -> bool:
    return line.text.endswith(SENTENCE_ENDS) and not line.text.endswith(_CUT_OFF) and not leads_on(line)


def _share_a_form(lines: Sequence[Line], gaps: Sequence[range]) -> bool:
    """Return whether the linked lines begin alike, as adverts and labels do and headlines do not."""
    starts = Counter(lines[index].text[:3] for gap in gaps for index in gap if _is_linked(lines[index]))
    return max(starts.values()) >= 0.8 * len(gaps)


def linked_lines(layout: Layout, first: int, end: int) -> Iterator[int]:
    """Yield the indices of the lines in a range that are links."""
    return (index for index in range(first, end) if _is_linked(layout.lines[index]))


def boxed_lines(layout: Layout, first: int, end: int) -> frozenset[int]:
    """Return the lines of a body that are in boxes between its paragraphs: comments, adverts, votes.

    Blocks around a field to fill in are boxes. Blocks of one kind that begin with the same words and have no
    sentence are boxes, too: offers of a shop; so are blocks that say the same, one line or without a name
    only where all of the kind say it, and short blocks of a kind that all have a mark of readers or sellers,
    or that begin with other names and stand below the paragraphs up to the last one.

    Args:
        layout: lines and blocks of the page.
        first: index of the body's first line.
        end: index after its last line.
    """
    lines, blocks = layout.lines, layout.blocks
    whole = sum(len(line.text) for line in lines[first:end])
    boxes: list[Block] = []
    spoken: dict[tuple[str, str], list[Block]] = {}
    marked: dict[tuple[str, str], list[Block]] = {}
    repeated: dict[tuple[str, str, str], list[Block]] = {}
    named: dict[tuple[str, str], dict[str, Block]] = {}
    families: Counter[tuple[str, str]] = Counter()
    to_fill_in = _around_fields(layout, first, end)
    for number, block in enumerate(blocks):
        # The body may end above the last box, or in it.
        if not first <= block.first < block.end or block.first >= end + (block.hint != ""):
            continue
        if min(block.end, end) - block.first == end - first:
            continue
        is_form = layout.elements[number] in to_fill_in
        if is_form or block.tag in _ASIDE_TAGS or (block.hint and _BOX_HINT.search(block.hint)):
            boxes.append(block)
            continue
        if block.tag in _PARAGRAPHS:
            continue
        families[block.tag, block.hint] += 1
        if block.hint and (name := _speaker(layout, number)):
            named.setdefault((block.tag, block.hint), {})[name] = block
        text, size = lines[block.first].text, block.end - block.first
        if text[0] in _BOX_STARTS and _BOX_LINE.match(text):
            spoken.setdefault((block.tag, block.hint), []).append(block)
        elif _is_marked(lines, block):
            marked.setdefault((block.tag, block.hint), []).append(block)
        elif len(text) >= MIN_REPEATED if size == 1 else block.hint or size <= MAX_MARKED_LINES:
            inside = [line.text for line in lines[block.first : block.end]]
            if inside[-1].endswith(_CODE_ENDS):
                continue
            # One line alone may be the speaker's name in an interview, or a refrain.
            begins = "\n".join(inside) if any(one.endswith(SENTENCE_ENDS) for one in inside) else text
            words = _DIGITS.sub("", begins)  # times are no words
            begins = words if sum(map(str.isalpha, words)) >= LEAST_WORDS else begins
            repeated.setdefault((block.tag, block.hint, begins), []).append(block)
    for alike in spoken.values():
        boxes += alike if len(alike) > 1 else ()
    for kind, alike in marked.items():
        boxes += alike if 1 < len(alike) == families[kind] else ()
    for (tag, hint, _), alike in repeated.items():
        is_named = hint and alike[0].end - alike[0].first > 1
        if len(alike) >= (2 if is_named else max(FEWEST_REPEATED, families[tag, hint])):
            boxes += alike
    for kind, speakers in named.items():
        alike = list(speakers.values())
        if len(alike) == families[kind] >= FEWEST_REPEATED and _follow_paragraphs(layout, alike, end):
            boxes += alike
    sizes = {box: sum(len(line.text) for line in lines[box.first : min(box.end, end)]) for box in boxes}
    small = (box for box, size in sizes.items() if size <= MAX_BOX * whole)
    found = {index for box in small for index in range(box.first, min(box.end, end))}
    found |= _links_with_labels(lines, first, end)
    size = sum(len(lines[index].text) for index in found)
    return frozenset(found) if size <= MAX_BOXES * whole else frozenset()


def _links_with_labels(lines: Sequence[Line], first: int, end: int) -> set[int]:
    """Return the lines with a link behind a label, each below a sentence, whose label others have as well."""
    alike: dict[str, list[int]] = {}
    for index in range(first + 1, end):
        line = lines[index]
        has_label = line.link_chars > 0 and 2 < len(line.text) - line.link_chars <= LONGEST_LABEL
        if has_label and lines[index - 1].text.endswith(SENTENCE_ENDS) and "://" not in line.text:
            alike.setdefault(line.text[:3], []).append(index)
    return {index for same in alike.values() if len(same) > 1 for index in same}


def _around_fields(layout: Layout, first: int, end: int) -> set[HtmlElement]:
    """Return the elements close around the fields among some lines that a reader may fill in."""
    pairs = zip(layout.blocks, layout.elements, strict=True)
    around = [element for block, element in pairs if block.first <= first and end <= block.end]
    fields = around[-1].iter("input") if around else ()
    shown = (field for field in fields if (field.get("type") or "").lower() != "hidden")
    return {one for field in shown for one in itertools.islice(field.iterancestors(), MAX_AROUND)}


def _follow_paragraphs(layout: Layout, alike: Sequence[Block], end: int) -> bool:
    """Return whether blocks stand below a sentence each, one of the kind below the last line before `end`."""
    last = alike[-1]
    behind = {(block.tag, block.hint) for block in layout.blocks if block.first == end}
    if last.end < end and (last.tag, last.hint) not in behind:
        return False
    apart = all(above.end < below.first for above, below in itertools.pairwise(alike))
    return apart and all(layout.lines[one.first - 1].text.endswith(SENTENCE_ENDS) for one in alike)


def _speaker(layout: Layout, number: int) -> str:
    """Return the name with which a short block without a picture begins; empty if it begins with none.

    It has a line or an element of its own, or stands before a colon.
    """
    block = layout.blocks[number]
    own = layout.lines[block.first : block.end]
    if (
        len(own) > MAX_MARKED_LINES
        or sum(len(line.text) + MAX_MARKED * line.pictures for line in own) > MAX_MARKED
    ):
        return ""
    name, colon, _ = own[0].text.replace(":", "：").partition("：")
    if not colon and len(own) == 1:
        inside = layout.elements[number]
        name = (inside[0].text or "").strip() if len(inside) > 1 else ""
    return name if 2 <= len(name) <= LONGEST_NAME and not _IN_TEXT.search(name) else ""


def _is_marked(lines: Sequence[Line], block: Block) -> bool:
    if block.end - block.first > MAX_MARKED_LINES:
        return False
    texts = [line.text for line in lines[block.first : block.end]]
    if sum(map(len, texts)) > MAX_MARKED:
        return False
    return _BOX_MARK.search("\n".join(texts)) is not None or any(
        furniture.is_reactions(furniture.squeeze(text)) for text in texts
    )
