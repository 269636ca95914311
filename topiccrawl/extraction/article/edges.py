"""The edges of a body: what stands beside its paragraphs and belongs to them, though it has no weight."""

from __future__ import annotations

import re
from collections.abc import Sequence

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.article.subheadings import is_subheading
from topiccrawl.extraction.lines import Layout

_NUMBERED = re.compile(r"[(（]?(?:\d{1,3}|[一二三四五六七八九十]{1,3})[)）、.．]\s*\D")
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
LONG_SENTENCE = 45
"""Characters of a linked sentence that is a paragraph."""
SENTENCE_ENDS = ("。", "！", "？", "!", "?", "。”", "！”", "？”", "」", "…")
"""How a line with the end of a sentence ends."""


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
        if not all(is_own(layout, containers, container, index) for index in (end, end + 1)):
            return end
    while is_own(layout, containers, container, end):
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
    while (
        first - 1 > head
        and end > first
        and (
            _is_short_sentence(layout, containers, container, first - 1)
            or _is_linked_paragraph(layout, containers, container, first - 1)
        )
    ):
        first -= 1
    if first - 1 > head and end > first and is_own(layout, containers, container, first - 1):
        first -= layout.lines[first - 1].text.endswith(("：", ":"))
    if (
        first == begin
        and first - 1 > head
        and end > first
        and is_own(layout, containers, container, first - 1)
    ):
        titles = title, layout.lines[head].text if head >= 0 else ""
        first -= is_subheading(layout, first - 1, first, end, titles)
    while end > first and (
        _is_short_sentence(layout, containers, container, end)
        or _is_linked_paragraph(layout, containers, container, end)
    ):
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
    own = is_own(layout, containers, container, index)
    return own and layout.lines[index].text.endswith(SENTENCE_ENDS)


def _is_linked_paragraph(layout: Layout, containers: Sequence[int], container: int, index: int) -> bool:
    """Return whether a line is a paragraph of the body in a link that was never closed."""
    if not 0 <= index < len(layout.lines):
        return False
    line = layout.lines[index]
    return containers[line.block] == container and line.link_chars > 0 and is_paragraph(line.text)


def is_paragraph(text: str) -> bool:
    """Return whether a linked line has several sentences, or a long one: a paragraph, not a headline."""
    return text.endswith(SENTENCE_ENDS) and (text.count("。") > 1 or len(text) >= LONG_SENTENCE)


def is_own(layout: Layout, containers: Sequence[int], container: int, index: int) -> bool:
    """Return whether a line exists, is among the body's paragraphs, has no links and is not furniture."""
    if not 0 <= index < len(layout.lines):
        return False
    line = layout.lines[index]
    if containers[line.block] != container or line.link_chars:
        return False
    text = furniture.squeeze(line.text)
    return not furniture.is_furniture(text) and not furniture.is_date_row(text)
