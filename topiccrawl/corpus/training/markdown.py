"""Main texts as Markdown: the lines of the text, with the structure that they have on the page.

Each line of the corpus text is looked up among the lines that the page shows. So what cleaning removed stays
away, whichever extractor found the text, and a line that is not found is a paragraph.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby

from lxml.html import HtmlElement

from topiccrawl.extraction.lines import page_layout
from topiccrawl.page.page import Page

_NUMERAL = r"[一二三四五六七八九十百零〇\d]{1,4}"
_NUMBERED = (
    re.compile(rf"第{_NUMERAL}[编編篇章]"),
    re.compile(rf"第{_NUMERAL}[节節]|[一二三四五六七八九十]{{1,3}}、"),
    re.compile(r"[（(][一二三四五六七八九十]{1,3}[）)]"),
)
"""Beginnings of headings, from the highest level on."""
_SENTENCE = re.compile("[。！？；，：!?;,:…]$|。")
_LONGEST_HEADING, _LONGEST_BOLD, _LONGEST_TAGGED = 40, 30, 60
"""Characters of a heading that is numbered, bold, or in an element for headings."""
_TAGS = {f"h{level}": level for level in range(1, 7)}
_LISTS = ("ul", "ol")
_MOST_LINES = 3
"""Lines of an item, on average, up to which a list is one: whole pages stand in lists, too."""
_LONGEST_CELL = 500
"""Characters of a cell up to which a table is one: whole pages stand in tables, too."""
_WIDEST = 20
"""Rows or columns that a cell may cover: more would make large tables of small pages."""
_MARKS = re.compile(r"([\\`*_]|<(?=[A-Za-z/!?])|\](?=\())")
_BLOCK_MARK = re.compile(r"^(?=#{1,6} |[-+>|])|(?<=^\d)(?=[.)] )|(?<=^\d\d)(?=[.)] )")


def heading_level(line: str) -> int:
    """Return the level of a numbered heading, from 1 on; 0: the line is none.

    >>> heading_level("第三章 职责"), heading_level("一、加强学习"), heading_level("一、要加强学习。")
    (1, 2, 0)
    """
    if len(line) > _LONGEST_HEADING or _SENTENCE.search(line):
        return 0
    return next((level for level, start in enumerate(_NUMBERED, 1) if start.match(line)), 0)


def to_markdown(text: str, title: str, pages: Sequence[Page] = (), change: Callable[[str], str] = str) -> str:
    r"""Return a text as Markdown, its title as the only heading of the first level.

    Args:
        text: the corpus text, a paragraph a line.
        title: the title; empty: none.
        pages: that the text was extracted from, in order.
        change: applied to each line when it has been looked up.

    >>> to_markdown("一、学习\n*要点*", "计划")
    '# 计划\n\n## 一、学习\n\n\\*要点\\*'
    """
    lines = [line for line in text.splitlines() if line.strip()]
    elements = _elements(lines, pages)
    if title and lines and lines[0].strip() == title.strip():
        del lines[0], elements[0]
    places = [_Place(change(line), element) for line, element in zip(lines, elements, strict=True)]
    _unmark_layout(places)
    highest = min((place.level for place in places if place.level), default=0)
    blocks = [f"# {_escaped(change(title))}"] if title else []
    for (table, top), some in groupby(places, key=lambda place: place.group):
        if table is not None:
            blocks.append(_table(table, list(some)))
        elif top is not None:
            blocks.append("\n".join(_items(some)))
        else:
            blocks += (place.block(highest) for place in some)
    return "\n\n".join(blocks)


class _Place:
    """A line of the text and where it stands on the page.

    Attributes:
        line: the line.
        level: of a heading; 0: no heading.
        table, cell: the innermost table and cell around it.
        item: the innermost item of a list.
        lists: the lists around it, the innermost first.
    """

    def __init__(self, line: str, element: HtmlElement | None) -> None:
        self.line = line
        self.level = 0
        self.table: HtmlElement | None = None
        self.cell: HtmlElement | None = None
        self.item: HtmlElement | None = None
        self.lists: list[HtmlElement] = []
        for one in () if element is None else (element, *element.iterancestors()):
            if one.tag in _TAGS and not self.level and len(line) <= _LONGEST_TAGGED and "。" not in line:
                self.level = _TAGS[one.tag]
            elif one.tag in ("td", "th") and self.cell is None:
                self.cell = one
            elif one.tag == "table" and self.table is None:
                self.table = one
            elif one.tag == "li" and self.item is None and self.table is None:
                self.item = one
            elif one.tag in _LISTS and self.item is not None and self.table is None:
                self.lists.append(one)
        self.level = self.level or heading_level(line) or (2 if _is_bold(line, element) else 0)

    @property
    def group(self) -> tuple[HtmlElement | None, HtmlElement | None]:
        """The table around the line, or else the outermost list."""
        return self.table, self.lists[-1] if self.lists and self.table is None else None

    def block(self, highest: int) -> str:
        """Return the line as a paragraph or a heading."""
        mark = f"{'#' * min(6, self.level - highest + 2)} " if self.level else ""
        return mark + _escaped(self.line)


def _elements(lines: Sequence[str], pages: Sequence[Page]) -> list[HtmlElement | None]:
    """Return the block element of each line."""
    found: list[HtmlElement | None] = [None] * len(lines)
    layouts = [page.once(page_layout) for page in pages]
    shown = [(_key(line.text), layout.elements[line.block]) for layout in layouts for line in layout.lines]
    keys = [key for key, _ in shown]
    # Lines that are common in large pages, such as numbers in tables, match only beside others.
    for own, other, size in SequenceMatcher(None, list(map(_key, lines)), keys).get_matching_blocks():
        for place in range(size):
            found[own + place] = shown[other + place][1]
    return found


def _key(line: str) -> str:
    return "".join(line.split())


def _is_bold(line: str, element: HtmlElement | None) -> bool:
    # With <br>, it is one of the lines of a block, which may have thousands.
    if element is None or len(line) > _LONGEST_BOLD or element.find("br") is not None:
        return False
    bold = "".join("".join(one.itertext()) for one in element.iter("strong", "b"))
    return _key(bold) == _key(line) and not _SENTENCE.search(line)


def _unmark_layout(places: Sequence[_Place]) -> None:
    """Forget the tables and lists that only lay out a page."""
    tables: dict[HtmlElement, dict[HtmlElement, int]] = {}
    items: dict[HtmlElement, list[HtmlElement]] = {}
    for place in places:
        if place.table is not None and place.cell is not None:
            cells = tables.setdefault(place.table, {})
            cells[place.cell] = cells.get(place.cell, 0) + len(place.line)
        if place.item is not None and place.lists:
            items.setdefault(place.lists[0], []).append(place.item)
    real_tables = {table for table, cells in tables.items() if _is_table(cells)}
    real_lists = {one for one, own in items.items() if 1 < len(set(own)) >= len(own) / _MOST_LINES}
    for place in places:
        if place.table not in real_tables:
            place.table = None
        place.lists = [one for one in place.lists if one in real_lists]


def _is_table(cells: dict[HtmlElement, int]) -> bool:
    """Return whether two rows have two cells with text, and no cell has a whole text or a table in it."""
    rows = Counter(cell.getparent() for cell in cells)
    wide = sum(count > 1 for count in rows.values())
    if wide < 2 or any(row.tag != "tr" for row in rows) or max(cells.values()) > _LONGEST_CELL:
        return False
    return all(cell.find(".//table") is None for cell in cells)


def _table(table: HtmlElement, places: Sequence[_Place]) -> str:
    texts: dict[HtmlElement, list[str]] = {}
    for place in places:
        if place.cell is not None:
            texts.setdefault(place.cell, []).append(_escaped(place.line).replace("|", "\\|"))
    grid: list[list[str]] = []
    pending: dict[int, int] = {}
    """Columns that a cell of a row above covers, with the number of rows that it still does."""
    for row in table.iter("tr"):
        if next(row.iterancestors("table")) is not table:
            continue
        cells: list[str] = []
        for cell in row.iterchildren("td", "th"):
            _cover(cells, pending)
            width, height = _span(cell, "colspan"), _span(cell, "rowspan")
            pending |= dict.fromkeys(range(len(cells), len(cells) + width), height - 1)
            cells += ["<br>".join(texts.get(cell, ())), *[""] * (width - 1)]
        _cover(cells, pending)
        if any(cells):
            grid.append(cells)
    width = max(map(len, grid))
    rows = [[*row, *[""] * (width - len(row))] for row in grid]
    rows.insert(1, ["---"] * width)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _cover(cells: list[str], pending: dict[int, int]) -> None:
    """Add empty cells where cells of the rows above go on."""
    while pending.get(len(cells), 0):
        pending[len(cells)] -= 1
        cells.append("")


def _span(cell: HtmlElement, name: str) -> int:
    value = cell.get(name, "").strip()
    return min(int(value), _WIDEST) if value.isascii() and value.isdecimal() and int(value) else 1


def _items(places: Iterable[_Place]) -> Iterator[str]:
    """Yield the lines of a list."""
    numbers: Counter[HtmlElement] = Counter()
    last: HtmlElement | None = None
    for place in places:
        indent = "    " * (len(place.lists) - 1)
        if place.item is last:
            yield f"\n{indent}    {_escaped(place.line)}"
            continue
        last, own = place.item, place.lists[0]
        numbers[own] += 1
        yield f"{indent}{f'{numbers[own]}.' if own.tag == 'ol' else '-'} {_escaped(place.line)}"


def _escaped(line: str) -> str:
    """Return a line whose characters mean themselves in Markdown."""
    return _BLOCK_MARK.sub(r"\\", _MARKS.sub(r"\\\1", line.strip()), count=1) if line else line
