"""Find the body of a page: text density locates it, then furniture is removed from its edges.

The weight of a line depends on its characters outside links and its text density (`weights`). The body is
the best run of lines in the block with the most weight (`blocks`). Summaries under linked headlines are not a
body (`listing`). Furniture next to the body is removed line by line (`furniture`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.blocks import (
    NEAR_COST,
    best_run,
    choose_block,
    line_costs,
    paragraph_containers,
)
from topiccrawl.extraction.article.data_tables import data_tables, is_inside, with_tables
from topiccrawl.extraction.article.subheadings import is_subheading
from topiccrawl.extraction.article.verses import short_headlines, verses
from topiccrawl.extraction.article.weights import (
    MIN_WEIGHT,
    headline,
    line_weights,
    page_headline,
    teaser_lines,
)
from topiccrawl.extraction.article.woven import boxed_lines, is_woven, linked_lines
from topiccrawl.extraction.elsewhere.layouts import is_shell, other_layouts
from topiccrawl.extraction.kinds.listing import is_summaries, lists_articles, lists_cards
from topiccrawl.extraction.kinds.player import has_player
from topiccrawl.extraction.lines import Layout, page_layout, page_title
from topiccrawl.page.page import Page

_NUMBERED = re.compile(r"[(（]?(?:\d{1,3}|[一二三四五六七八九十]{1,3})[)）、.．]\s*\D")

_SENTENCE_ENDS = ("。", "！", "？", "!", "?", "。”", "！”", "？”", "」", "…")

MAX_LEAD = 25
"""Maximum distance in lines from the headline to the body."""

_ATTACHED = re.compile(
    r"\s*(?:附件|附表|附录|附[:：]|\d{1,2}[.、．])|.{2,60}\.(?:docx?|xlsx?|pdf|wps|zip|rar)\s*$",
    re.IGNORECASE,
)
_CLOSING = re.compile(
    # A day, perhaps behind an office.
    r"[\u4e00-\u9fff（）()、·\s]{0,40}(?:(?:19|20)\d\d|[〇○零一二三四五六七八九]{4})年[\d一二三四五六七八九十元正腊]{1,3}月[\d一二三四五六七八九十廿卅]{1,3}日"
    r"|此致|敬礼[！!]?|此致敬礼[！!]?|顺?颂?(?:时祺|商祺|春祺|秋安|夏安|冬安)[！!]?|特此(?:通知|公告|通告|公示|证明|声明|函告|函复|批复|报告)"
    r"|[\u4e00-\u9fff（）()、·\s]{2,36}(?:局|厅|委|委员会|办公室|政府|法院|检察院|大队|支队|总队|公司|集团|学校|大学|学院|中心|协会|学会|商会"
    r"|总会|同乡会|会馆|會館|使馆|领馆|領館|领事馆|医院|银行|编辑部|组委会|董事会|监事会|党组|党委|总工会|党支部|人社部|组织部|宣传部)"
)
MOST_CLOSING, LONGEST_CLOSING = 12, 60
"""Lines below a body in which it is closed, and characters of one."""
ROW_LINES = 4
"""Maximum distance in lines from the headline to the dateline row, and from there to a very short text."""

MIN_SHORT_TEXT = 12
"""Minimum length of such a text in characters."""

FAR, FAR_WEIGHT = 40, 300.0
"""A lighter text further below the headline is something else, such as a dialog or a comment; the body is
then searched above it."""

MIN_HELD_BACK = 50.0
"""Minimum weight of a body that a page does not show."""

MIN_GOING_ON = 20.0
"""Minimum weight of a paragraph with which a text goes on behind a label and its links."""

MOST_TABLES = 5
"""Tables beside a body, with the lines between them."""

LONG, MOST_SHOWN = 40, 3
"""Characters and lines of an opening that is shown before the whole text, which begins with it again."""

TOO_LITTLE = "there is too little running text"
SUMMARIES = "its text is summaries under linked headlines"
FAR_BELOW = "its text is far below the headline"


@dataclass(frozen=True)
class Choice:
    """The position of the body on a page.

    Attributes:
        layout: lines and blocks of the page.
        weights: weight of each line: how much it looks like running text.
        head: index of the headline's line, -1 when there is none.
        first: index of the body's first line.
        end: index after its last line.
        container: index of the block of its paragraphs.
        nothing: why there is no body, empty when there is one.
    """

    layout: Layout
    weights: Sequence[float]
    head: int
    first: int = 0
    end: int = 0
    container: int = 0
    nothing: str = ""


def find_body(page: Page) -> str:
    """Return the body of a page, one paragraph per line; empty when there is none.

    The kind of the page is not considered: the text may be an error notice. `page_kind` judges that.
    """
    return page.once(_body)


def _body(page: Page) -> str:
    text = "\n".join(_lines_of(page_choice(page)))
    # A short text beside a player is about the player: 浏览器不支持播放.
    return "" if len(text) < MIN_WEIGHT and has_player(page, page.once(page_layout)) else text


def page_choice(page: Page) -> Choice:
    """Return where the body of a page stands.

    A page that shows none may hold one back for its scripts to show, such as in a hidden element or in data.
    """
    return page.once(_page_choice)


def _page_choice(page: Page) -> Choice:
    layout, head = page.once(page_layout), page.once(page_headline)
    shown = choose(layout, page_title(page), head)
    if not shown.nothing or not is_shell(layout, head):
        return shown
    best, most = shown, MIN_HELD_BACK
    for other in other_layouts(page):
        choice = choose(other, page_title(page))
        weight = sum(choice.weights[choice.first : choice.end])
        if not choice.nothing and weight > most:
            best, most = choice, weight
    return best


def article_lines(layout: Layout, title: str = "") -> list[str]:
    """Return the lines of the body in order.

    Args:
        layout: lines and blocks of the page.
        title: text of <title>, used to find the headline.
    """
    return _lines_of(choose(layout, title))


def choose(layout: Layout, title: str = "", head: int | None = None) -> Choice:
    """Return the position of the body; see `article_lines`. `head` is the headline's line if it is known."""
    if head is None:
        head = headline(layout, title)
    containers = paragraph_containers(layout.blocks)
    weights = line_weights(layout, title, head)
    tables = data_tables(layout)
    if sum(weights) < MIN_WEIGHT:
        return _short_text(layout, weights, containers, head, title)
    if lists_cards(layout, weights, head):
        return Choice(layout, weights, head, nothing=SUMMARIES)
    if is_woven(layout, weights, containers, head):
        first, end, container = _best_place(layout, weights, containers, head, tables, woven=True)
        first, end = with_short_lines(layout, containers, container, head, first, end, title)
        end = end_of_closing(layout, containers, container, end)
        return Choice(layout, weights, head, first, end, container)
    if lists_articles(layout, weights, head):
        return Choice(layout, weights, head, nothing=SUMMARIES)
    teasers = teaser_lines(layout, weights, containers, title, head)
    # Teasers count a third first, then nothing: an article may be shorter than the teasers beside it.
    for teaser_weight in (0.3, 0.0) if head >= 0 else (0.3,):
        likely = [teaser_weight * w if teaser else w for w, teaser in zip(weights, teasers, strict=True)]
        first, end, container = _best_place(layout, likely, containers, head, tables)
        if head >= 0 and first - head > FAR and sum(weights[first:end]) < FAR_WEIGHT:
            likely = [*likely[:first], *[0.0] * (len(likely) - first)]
            if sum(likely) < MIN_WEIGHT:
                return Choice(layout, weights, head, nothing=FAR_BELOW)
            first, end, container = _best_place(layout, likely, containers, head, tables)
        end = end_of_own_text(layout, weights, head, first, end)
        first, end = with_short_lines(layout, containers, container, head, first, end, title)
        end = end_of_list(layout, containers, container, first, end)
        end = end_of_closing(layout, containers, container, end)
        first, end = with_whole_blocks(layout, first, end)
        for _ in range(MOST_TABLES if tables else 0):
            before = first, end
            first, end = with_tables(layout, tables, containers, container, head, first, end)
            first, end = with_short_lines(layout, containers, container, head, first, end, title)
            end = end_of_closing(layout, containers, container, end)
            if (first, end) == before:
                break
        if not is_summaries(layout, weights, teasers, head, first, end):
            if sum(weights[first:end]) < MIN_WEIGHT:
                return _short_text(layout, weights, containers, head, title)
            return Choice(layout, weights, head, first, end, container)
    return Choice(layout, weights, head, nothing=SUMMARIES)


def _best_place(
    layout: Layout,
    weights: Sequence[float],
    containers: Sequence[int],
    head: int,
    tables: Sequence[int],
    *,
    woven: bool = False,
) -> tuple[int, int, int]:
    """Return (first line, end line, container) of the heaviest run of lines in the heaviest block.

    Tables in it cost nothing. If linked lines are woven into the text, they cost nothing either.
    """
    first, end, container = choose_block(layout, weights, containers)
    first = _start(weights, head, first, end)
    costs = line_costs(layout, containers, container)
    if woven:
        for index in linked_lines(layout, first, end):
            costs[index] = NEAR_COST
    for one in tables:
        if is_inside(layout, one, container):
            block = layout.blocks[one]
            costs[block.first : block.end] = [0.0] * (block.end - block.first)
    first, end = best_run(weights, costs, first, end)
    return first, end, container


def _start(weights: Sequence[float], head: int, first: int, end: int) -> int:
    """Return where the body may start: after the headline, if that is in the block or a little above it."""
    if first <= head < end:
        return head + 1 if sum(weights[head + 1 : end]) > 0.5 * sum(weights[first:end]) else first
    return head + 1 if 0 <= first - head <= MAX_LEAD else first


def _short_text(
    layout: Layout, weights: Sequence[float], containers: Sequence[int], head: int, title: str
) -> Choice:
    """Return a poem, or a very short article: a sentence or two right below headline and dateline row."""
    nothing = Choice(layout, weights, head, nothing=TOO_LITTLE)
    if (found := verses(layout, head, title)) is not None:
        return Choice(layout, weights, head, *found, containers[layout.lines[found[0]].block])
    texts = [furniture.squeeze(line.text) for line in layout.lines]
    heads = [head] if head >= 0 else short_headlines(layout, title)
    head, row = next(
        ((one, row) for one in heads if (row := _first(one + 1, texts, furniture.is_date_row)) >= 0), (-1, -1)
    )
    first = _first(row + 1, texts, lambda text: not furniture.is_furniture(text)) if row >= 0 else -1
    if first < 0:
        return nothing
    container = containers[layout.lines[first].block]
    end = first
    while _is_own(layout, containers, container, end):
        end += 1
    has_end = any(text.endswith(_SENTENCE_ENDS) for text in texts[first:end])
    if not has_end or sum(map(len, texts[first:end])) < MIN_SHORT_TEXT:
        return nothing
    return Choice(layout, weights, head, first, end, container)


def _first(start: int, texts: Sequence[str], fits: Callable[[str], bool]) -> int:
    """Return the index of the first matching line among a few, -1 when there is none."""
    near = range(start, min(start + ROW_LINES, len(texts)))
    return next((index for index in near if fits(texts[index])), -1)


def end_of_own_text(layout: Layout, weights: Sequence[float], head: int, first: int, end: int) -> int:
    """Return where a second article begins in a range of lines, `end` when there is none.

    A second article has a dateline row with a time of day that is either labelled or below a headline (a line
    without the end of a sentence).
    """
    if not 0 <= head < first:
        return end
    texts = [furniture.squeeze(line.text) for line in layout.lines[head:end]]
    begin = first - head
    if not any(map(furniture.is_date_row, texts[:begin])):
        return end
    seen = 0.0
    for index in range(begin, len(texts)):
        if seen >= MIN_WEIGHT and furniture.is_timed_row(texts[index]):
            own = index
            while own > begin and not furniture.has_sentence(texts[own - 1]):
                own -= 1
            if own > begin and (own < index or furniture.is_labelled_row(texts[index])):
                return head + own
        seen += weights[head + index]
    return end


def end_of_list(layout: Layout, containers: Sequence[int], container: int, first: int, end: int) -> int:
    """Return the end of the list of short items at the end of a body, `end` when there is none.

    The list is announced by a colon, at the end of the body or in a line after it, or is numbered. Its items
    have no links and are in the block of the body's paragraphs.
    """
    lines = layout.lines
    if end <= first or end >= len(lines):
        return end
    announced = lines[end - 1].text.endswith(("：", ":"))
    if not announced and not _NUMBERED.match(lines[end].text):
        if not lines[end].text.endswith(("：", ":")):
            return end
        if not all(_is_own(layout, containers, container, index) for index in (end, end + 1)):
            return end
    while _is_own(layout, containers, container, end):
        end += 1
    return end


def with_short_lines(
    layout: Layout,
    containers: Sequence[int],
    container: int,
    head: int,
    first: int,
    end: int,
    title: str = "",
) -> tuple[int, int]:
    """Extend a range of lines by the short sentences at its edges, such as “来了！”, that have no weight.

    A salutation above them, such as 同志们：, is included, and so is a subheading.
    """
    begin = first
    while first - 1 > head and end > first and _is_short_sentence(layout, containers, container, first - 1):
        first -= 1
    if first - 1 > head and end > first and _is_own(layout, containers, container, first - 1):
        first -= layout.lines[first - 1].text.endswith(("：", ":"))
    if (
        first == begin
        and first - 1 > head
        and end > first
        and _is_own(layout, containers, container, first - 1)
    ):
        titles = title, layout.lines[head].text if head >= 0 else ""
        first -= is_subheading(layout, first - 1, first, end, titles)
    while end > first and _is_short_sentence(layout, containers, container, end):
        end += 1
    return first, end


def end_of_closing(layout: Layout, containers: Sequence[int], container: int, end: int) -> int:
    """Return the end of what closes a notice or letter: 此致 敬礼, contacts, attachments, office and day.

    It is up to the last line with a day, a salutation or the name of an office, in the block of the body.
    """
    last = end
    for index in range(end, min(end + MOST_CLOSING, len(layout.lines))):
        line = layout.lines[index]
        text = furniture.squeeze(line.text)
        is_attachment = line.link_chars > 0 and _ATTACHED.match(line.text) is not None
        if containers[line.block] != container or (line.link_chars and not is_attachment):
            break
        if furniture.is_furniture(text) or len(text) > LONGEST_CLOSING:
            break
        if _CLOSING.fullmatch(text):
            last = index + 1
    return last


def with_whole_blocks(layout: Layout, first: int, end: int) -> tuple[int, int]:
    """Extend a range of lines so that it has no preformatted text in part."""
    if end <= first:
        return first, end
    edges = (layout.blocks[layout.lines[index].block] for index in (first, end - 1))
    around = [block for block in edges if block.tag == "pre"]
    return min([first, *(block.first for block in around)]), max([end, *(block.end for block in around)])


def _is_short_sentence(layout: Layout, containers: Sequence[int], container: int, index: int) -> bool:
    own = _is_own(layout, containers, container, index)
    return own and layout.lines[index].text.endswith(_SENTENCE_ENDS)


def _is_own(layout: Layout, containers: Sequence[int], container: int, index: int) -> bool:
    """Return whether a line exists, is among the body's paragraphs, has no links and is not furniture."""
    if not 0 <= index < len(layout.lines):
        return False
    line = layout.lines[index]
    if containers[line.block] != container or line.link_chars:
        return False
    text = furniture.squeeze(line.text)
    return not furniture.is_furniture(text) and not furniture.is_date_row(text)


def _lines_of(choice: Choice) -> list[str]:
    if choice.nothing:
        return []
    return trim(choice.layout, choice.weights, choice.first, choice.end)


def trim(layout: Layout, weights: Sequence[float], first: int, end: int) -> list[str]:
    """Return the lines of a range without furniture, and without an opening that comes twice."""
    kept = (index for index, reason in verdicts(layout, weights, first, end) if not reason)
    texts = [furniture.without_credit(layout.lines[index].text) for index in kept]
    for size in range(1, MOST_SHOWN + 1):
        if (
            len(texts) > 2 * size
            and texts[:size] == texts[size : 2 * size]
            and len("".join(texts[:size])) > LONG
        ):
            return texts[size:]
    return texts


def verdicts(layout: Layout, weights: Sequence[float], first: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the lines of a range in order, each with the reason why it is not body; empty if it is.

    Stops at a label or disclaimer with little weight after it, where the body ends.
    """
    whole = left = sum(weights[first:end])
    boxes = boxed_lines(layout, first, end)
    cells = {
        at for one in data_tables(layout) for at in range(layout.blocks[one].first, layout.blocks[one].end)
    }
    seen, passed = 0.0, False
    for index in range(first, end):
        line = layout.lines[index]
        text = furniture.squeeze(line.text)
        # What is set by hand, code and tables have no furniture.
        if index in cells or (layout.blocks[line.block].tag == "pre" and seen):
            seen, left = seen + weights[index], left - weights[index]
            yield index, ""
            continue
        if (
            index not in boxes
            and left < 0.25 * whole
            and (furniture.is_related(text) or furniture.is_disclaimer(text))
            and not _goes_on(layout, weights, index, end, 1.0 if passed else MIN_GOING_ON)
        ):
            return
        passed = passed or (seen > 0 and furniture.is_related(text))
        left -= weights[index]
        between = seen >= MIN_WEIGHT and left >= 0.25 * whole
        if index in boxes:
            yield index, "a box between the paragraphs"
        elif furniture.is_furniture(text) and not (between and furniture.may_be_news(text)):
            yield index, "furniture"
        elif left < 0.15 * whole and furniture.is_promotion(text):
            yield index, "promotion at the end"
        elif (
            weights[index] == 0
            and line.link_chars > 0.6 * len(text)
            and not (between and _is_paragraph(text))
        ):
            yield index, "only links"
        elif seen < MIN_WEIGHT and furniture.is_date_row(text):
            yield index, "date row above the text"
        else:
            seen += weights[index]
            yield index, ""


def _is_paragraph(text: str) -> bool:
    """Return whether a linked line has several sentences: a paragraph that is one link, not a headline."""
    return text.endswith(_SENTENCE_ENDS) and text.count("。") > 1


def _goes_on(layout: Layout, weights: Sequence[float], label: int, end: int, least: float) -> bool:
    """Return whether a text goes on behind a label and its links, in the block of the paragraph above.

    Its first paragraph there has at least the weight `least`.
    """
    lines = layout.lines
    behind = label + 1
    linked = lines[label].link_chars > 0
    while behind < end and lines[behind].link_chars > 0.5 * len(lines[behind].text):
        behind, linked = behind + 1, True
    if not linked or behind >= end or label == 0:
        return False
    line = lines[behind]
    parents = {layout.blocks[lines[at].block].parent for at in (label - 1, behind)}
    same = lines[label - 1].block == line.block or len(parents) == 1
    return same and weights[behind] >= least and line.text.endswith(_SENTENCE_ENDS) and not line.link_chars
