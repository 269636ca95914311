"""The default extractor: text density to find the body, then its edges cleaned of furniture.

Lines weigh by their characters outside links and their text density (`weights`); the block that holds most
weight and the best run of lines in it are the body (`blocks`); summaries under linked headlines are none
(`listing`); furniture glued to the body is taken off line by line (`furniture`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from topiccrawl.extraction import furniture
from topiccrawl.extraction.blocks import best_run, choose_block, line_costs, paragraph_containers
from topiccrawl.extraction.lines import Layout, page_layout, page_title
from topiccrawl.extraction.listing import is_summaries, lists_articles
from topiccrawl.extraction.player import has_player
from topiccrawl.extraction.weights import MIN_WEIGHT, headline, line_weights, teaser_lines
from topiccrawl.page.page import Page

_NUMBERED = re.compile(r"[(（]?(?:\d{1,3}|[一二三四五六七八九十]{1,3})[)）、.．]\s*\D")

_SENTENCE_ENDS = ("。", "！", "？", "!", "?", "。”", "！”", "？”", "」", "…")

MAX_LEAD = 25
"""How many lines below the headline a body may start."""

ROW_LINES = 4
"""How many lines below the headline its dateline row may stand, and below it a text of a sentence or two."""

LEAST_TOLD = 12
"""Least characters of such a text."""

FAR, FAR_WEIGHT = 40, 300.0
"""A lighter text that starts more than so many lines below the headline is something else, say a dialog or a
comment, and the body is looked for above it."""

TOO_LITTLE = "there is too little running text"
SUMMARIES = "what text there is are summaries under linked headlines"
FAR_BELOW = "what text there is stands far below the headline"


@dataclass(frozen=True)
class Choice:
    """Where the body of a page stands; nowhere when `nothing` says why.

    Attributes:
        layout: the page.
        weights: how much each line looks like running text.
        head: index of the headline's line, -1 when there is none.
        first: index of the body's first line.
        end: index after its last line.
        container: index of the block that holds its paragraphs.
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
    """Return where the body of a page stands."""
    return choose(page.once(page_layout), page_title(page))


def article_lines(layout: Layout, title: str = "") -> list[str]:
    """The lines of the body in order.

    Args:
        layout: the page.
        title: text of the <title> element, used to find where the headline stands.
    """
    return _lines_of(choose(layout, title))


def choose(layout: Layout, title: str = "") -> Choice:
    """Where the body stands; see `article_lines`."""
    head = headline(layout, title)
    containers = paragraph_containers(layout.blocks)
    weights = line_weights(layout, title, head)
    if sum(weights) < MIN_WEIGHT:
        return _short_text(layout, weights, containers, head)
    if lists_articles(layout, weights, head):
        return Choice(layout, weights, head, nothing=SUMMARIES)
    teasers = teaser_lines(layout, weights, containers, title, head)
    # an article may be shorter than what it links to
    for teaser_weight in (0.3, 0.0) if head >= 0 else (0.3,):
        likely = [teaser_weight * w if teaser else w for w, teaser in zip(weights, teasers, strict=True)]
        first, end, container = _best_place(layout, likely, containers, head)
        if head >= 0 and first - head > FAR and sum(weights[first:end]) < FAR_WEIGHT:
            likely = [*likely[:first], *[0.0] * (len(likely) - first)]
            if sum(likely) < MIN_WEIGHT:
                return Choice(layout, weights, head, nothing=FAR_BELOW)
            first, end, container = _best_place(layout, likely, containers, head)
        end = end_of_own_text(layout, weights, head, first, end)
        first, end = with_short_lines(layout, containers, container, head, first, end)
        end = end_of_list(layout, containers, container, first, end)
        if not is_summaries(layout, weights, teasers, head, first, end):
            if sum(weights[first:end]) < MIN_WEIGHT:
                return _short_text(layout, weights, containers, head)
            return Choice(layout, weights, head, first, end, container)
    return Choice(layout, weights, head, nothing=SUMMARIES)


def _best_place(
    layout: Layout, weights: Sequence[float], containers: Sequence[int], head: int
) -> tuple[int, int, int]:
    """(first line, end line, container) of the run of lines that weighs most in the block that does."""
    first, end, container = choose_block(layout, weights, containers)
    first = _start(weights, head, first, end)
    first, end = best_run(weights, line_costs(layout, containers, container), first, end)
    return first, end, container


def _start(weights: Sequence[float], head: int, first: int, end: int) -> int:
    """Where the body may start: behind the headline, when that is in the block or a little above it."""
    if first <= head < end:
        return head + 1 if sum(weights[head + 1 : end]) > 0.5 * sum(weights[first:end]) else first
    return head + 1 if 0 <= first - head <= MAX_LEAD else first


def _short_text(layout: Layout, weights: Sequence[float], containers: Sequence[int], head: int) -> Choice:
    """A sentence or two right below a headline and its dateline row: together these are an article."""
    nothing = Choice(layout, weights, head, nothing=TOO_LITTLE)
    texts = [furniture.squeeze(line.text) for line in layout.lines]
    row = _first(head + 1, texts, furniture.is_date_row) if head >= 0 else -1
    first = _first(row + 1, texts, lambda text: not furniture.is_furniture(text)) if row >= 0 else -1
    if first < 0:
        return nothing
    container = containers[layout.lines[first].block]
    end = first
    while _is_own(layout, containers, container, end):
        end += 1
    told = any(text.endswith(_SENTENCE_ENDS) for text in texts[first:end])
    if not told or sum(map(len, texts[first:end])) < LEAST_TOLD:
        return nothing
    return Choice(layout, weights, head, first, end, container)


def _first(start: int, texts: Sequence[str], fits: Callable[[str], bool]) -> int:
    """The first of a few lines that fits, -1 when none does."""
    near = range(start, min(start + ROW_LINES, len(texts)))
    return next((index for index in near if fits(texts[index])), -1)


def end_of_own_text(layout: Layout, weights: Sequence[float], head: int, first: int, end: int) -> int:
    """Where the next article begins in a range of lines, as on pages that go on with another one.

    It shows by a second dateline row with a time of day: one that says it is one, or that stands below a
    headline or the like, which has no sentence's end. Returns `end` when there is none.
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
    """Where the list ends that a body ends in: names, places or items, too short to weigh anything.

    It is announced by a colon, at the end of the body or of a line too short to be in it, or numbered, and
    stands without links in the block of the body's paragraphs.
    Returns `end` when there is none.
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
    layout: Layout, containers: Sequence[int], container: int, head: int, first: int, end: int
) -> tuple[int, int]:
    """A range of lines with the short sentences at its edges, such as “来了！”, that weigh nothing.

    Above them there may be whom the text is for, as 同志们：.
    """
    while first - 1 > head and end > first and _is_short_sentence(layout, containers, container, first - 1):
        first -= 1
    if first - 1 > head and end > first and _is_own(layout, containers, container, first - 1):
        first -= layout.lines[first - 1].text.endswith(("：", ":"))
    while end > first and _is_short_sentence(layout, containers, container, end):
        end += 1
    return first, end


def _is_short_sentence(layout: Layout, containers: Sequence[int], container: int, index: int) -> bool:
    own = _is_own(layout, containers, container, index)
    return own and layout.lines[index].text.endswith(_SENTENCE_ENDS)


def _is_own(layout: Layout, containers: Sequence[int], container: int, index: int) -> bool:
    """Whether there is a line that stands among the body's paragraphs, without links, and is no furniture."""
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
    """The lines of a range without furniture."""
    kept = (index for index, reason in verdicts(layout, weights, first, end) if not reason)
    return [furniture.without_credit(layout.lines[index].text) for index in kept]


def verdicts(layout: Layout, weights: Sequence[float], first: int, end: int) -> Iterator[tuple[int, str]]:
    """For the lines of a range, in order, why each is no body; the reason is empty for those that are.

    Ends early where the body does: at a label or a disclaimer behind which little weight is left.
    """
    whole = left = sum(weights[first:end])
    seen = 0.0
    for index in range(first, end):
        line = layout.lines[index]
        text = furniture.squeeze(line.text)
        if left < 0.25 * whole and (furniture.is_related(text) or furniture.is_disclaimer(text)):
            return
        left -= weights[index]
        between = seen >= MIN_WEIGHT and left >= 0.25 * whole
        if furniture.is_furniture(text) and not (between and furniture.may_be_told(text)):
            yield index, "furniture"
        elif left < 0.15 * whole and furniture.is_promotion(text):
            yield index, "promotion at the end"
        elif weights[index] == 0 and line.link_chars > 0.6 * len(text):
            yield index, "only links"
        elif seen < MIN_WEIGHT and furniture.is_date_row(text):
            yield index, "date row above the text"
        else:
            seen += weights[index]
            yield index, ""
