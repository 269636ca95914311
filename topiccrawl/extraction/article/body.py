"""Find the body of a page: text density locates it, then furniture is removed from its edges.

The weight of a line depends on its characters outside links and its text density (`weights`). The body is
the best run of lines in the block with the most weight (`blocks`). Summaries under linked headlines are not a
body (`listing`). Furniture next to the body is removed line by line (`furniture`).
"""

from __future__ import annotations

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
from topiccrawl.extraction.article.edges import (
    SENTENCE_ENDS,
    end_of_closing,
    end_of_list,
    is_own,
    is_paragraph,
    with_short_lines,
    with_whole_blocks,
)
from topiccrawl.extraction.article.verses import is_below_row, short_headlines, verses
from topiccrawl.extraction.article.weights import (
    MIN_WEIGHT,
    headline,
    line_weights,
    page_headline,
    page_name,
    teaser_lines,
)
from topiccrawl.extraction.article.woven import boxed_lines, is_woven, linked_lines
from topiccrawl.extraction.elsewhere.layouts import is_shell, other_layouts
from topiccrawl.extraction.kinds.listing import first_card, is_summaries, lists_articles
from topiccrawl.extraction.kinds.player import has_player
from topiccrawl.extraction.lines import Layout, page_layout
from topiccrawl.page.page import Page

MAX_LEAD = 25
"""Maximum distance in lines from the headline to the body."""

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

MIN_LAST = 15.0
"""Minimum weight of a paragraph below a box that belongs to the text above it."""

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
    title = page_name(page)
    shown = choose(layout, title, head)
    if not shown.nothing or not is_shell(layout, head):
        return shown
    best, most = shown, MIN_HELD_BACK
    for other in other_layouts(page):
        choice = choose(other, title)
        weight = sum(choice.weights[choice.first : choice.end])
        if not choice.nothing and weight > most:
            best, most = choice, weight
    return best


def choose(layout: Layout, title: str = "", head: int | None = None) -> Choice:
    """Return the position of the body.

    Args:
        layout: lines and blocks of the page.
        title: text of <title>, used to find the headline.
        head: the headline's line if it is known.
    """
    if head is None:
        head = headline(layout, title)
    containers = paragraph_containers(layout.blocks)
    weights = line_weights(layout, title, head)
    tables = data_tables(layout)
    if sum(weights) < MIN_WEIGHT:
        return _short_text(layout, weights, containers, head, title)
    if (card := first_card(layout, weights, head)) >= 0:
        found = _above_summaries(layout, weights, containers, head, title)
        return found if found.first < card else Choice(layout, weights, head, nothing=SUMMARIES)
    if is_woven(layout, weights, containers, head):
        first, end, container = _best_place(layout, weights, containers, head, tables, woven=True)
        first, end = with_short_lines(layout, containers, container, head, first, end, title)
        end = end_of_closing(layout, containers, container, end)
        return Choice(layout, weights, head, first, end, container)
    if lists_articles(layout, weights, head):
        return _above_summaries(layout, weights, containers, head, title)
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

    Tables in it cost nothing, nor do boxes above a last paragraph. If linked lines are woven into the text,
    they cost nothing either.
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
    stop = end
    first, end = best_run(weights, costs, first, end)
    if any(weights[at] >= MIN_LAST and is_own(layout, containers, container, at) for at in range(end, stop)):
        boxes = boxed_lines(layout, first, stop)  # a last short paragraph may stand below one
        weights = [0.0 if at in boxes else weight for at, weight in enumerate(weights)]
        costs = [0.0 if at in boxes else cost for at, cost in enumerate(costs)]
        first, end = best_run(weights, costs, first, stop)
    return first, end, container


def _start(weights: Sequence[float], head: int, first: int, end: int) -> int:
    """Return where the body may start: after the headline, if that is in the block or a little above it."""
    if first <= head < end:
        return head + 1 if sum(weights[head + 1 : end]) > 0.5 * sum(weights[first:end]) else first
    return head + 1 if 0 <= first - head <= MAX_LEAD else first


def _above_summaries(
    layout: Layout, weights: Sequence[float], containers: Sequence[int], head: int, title: str
) -> Choice:
    """Return a poem or a very short article that stands above summaries of others."""
    found = _short_text(layout, weights, containers, head, title)
    above = range(found.first - ROW_LINES, found.first) if not found.nothing else ()
    if found.nothing or any(index > head and _is_linked_headline(layout, index) for index in above):
        return Choice(layout, weights, head, nothing=SUMMARIES)
    return found


def _is_linked_headline(layout: Layout, index: int) -> bool:
    line = layout.lines[index]
    is_heading = layout.blocks[line.block].tag in ("h1", "h2", "h3", "h4")
    return line.link_chars > 0.8 * len(line.text) and (is_heading or len(line.text) >= MIN_SHORT_TEXT)


def _short_text(
    layout: Layout, weights: Sequence[float], containers: Sequence[int], head: int, title: str
) -> Choice:
    """Return a poem, or a very short article: a sentence or two right below headline and dateline row.

    The row may also stand above the headline.
    """
    nothing = Choice(layout, weights, head, nothing=TOO_LITTLE)
    if (found := verses(layout, head, title)) is not None:
        return Choice(layout, weights, head, *found, containers[layout.lines[found[0]].block])
    texts = [furniture.squeeze(line.text) for line in layout.lines]
    heads = [head] if head >= 0 else short_headlines(layout, title)
    rows = ((one, _first(one + 1, texts, furniture.is_byline)) for one in heads)
    rows = ((one, row if row >= 0 else one) for one, row in rows if row >= 0 or is_below_row(layout, one))
    head, row = next(rows, (-1, -1))
    own = [
        "" if 2 * line.link_chars > len(line.text) else text
        for line, text in zip(layout.lines, texts, strict=True)
    ]
    first = (
        _first(row + 1, own, lambda text: text != "" and not furniture.is_furniture(text)) if row >= 0 else -1
    )
    if first < 0:
        return nothing
    container = containers[layout.lines[first].block]
    end = first
    while is_own(layout, containers, container, end):
        end += 1
    has_end = any(text.endswith(SENTENCE_ENDS) for text in texts[first:end])
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
            is_row = own > begin and (own < index or furniture.is_labelled_row(texts[index]))
            if is_row and head + index not in boxed_lines(layout, first, end):  # those are of readers
                return head + own
        seen += weights[head + index]
    return end


def _lines_of(choice: Choice) -> list[str]:
    if choice.nothing:
        return []
    return trim(choice.layout, choice.weights, choice.first, choice.end)


def trim(layout: Layout, weights: Sequence[float], first: int, end: int) -> list[str]:
    """Return the lines of a range without furniture, and without an opening that comes twice."""
    kept = [index for index, reason in verdicts(layout, weights, first, end) if not reason]
    texts = [furniture.without_credit(layout.lines[index].text) for index in kept]
    around = [layout.blocks[layout.lines[index].block].parent for index in kept]
    for size in range(1, MOST_SHOWN + 1):
        is_twice = len(texts) > 2 * size and texts[:size] == texts[size : 2 * size]
        if is_twice and around[0] != around[size] and len("".join(texts[:size])) > LONG:
            return texts[size:]
    return texts


def verdicts(layout: Layout, weights: Sequence[float], first: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the lines of a range in order, each with the reason why it is not body; empty if it is.

    Stops at a label or disclaimer with little weight after it, where the body ends.
    """
    whole = left = sum(weights[first:end])
    boxes = boxed_lines(layout, first, end)
    times = furniture.times_told(furniture.squeeze(line.text) for line in layout.lines[first:end])
    cells = {
        at for one in data_tables(layout) for at in range(layout.blocks[one].first, layout.blocks[one].end)
    }
    seen, passed = 0.0, False
    for index in range(first, end):
        line = layout.lines[index]
        text = furniture.squeeze(line.text)
        # What is set by hand, code and tables have no furniture.
        if index in cells or text in times or (layout.blocks[line.block].tag == "pre" and seen):
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
            and not ((between or not seen or index == end - 1) and is_paragraph(text))
        ):
            yield index, "only links"
        elif seen < MIN_WEIGHT and furniture.is_date_row(text):
            yield index, "date row above the text"
        else:
            seen += weights[index]
            yield index, ""


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
    return same and weights[behind] >= least and line.text.endswith(SENTENCE_ENDS) and not line.link_chars
