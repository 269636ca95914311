"""Body extraction by visual units (patent CN106970938A, step b and rules 1 to 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from topiccrawl.extraction.nodes import Nodes, read_nodes
from topiccrawl.extraction.visual.browser import Browser, shared_browser
from topiccrawl.extraction.visual.look import Look, look_by_styles, look_in_browser
from topiccrawl.extraction.visual.sheets import NO_SHEETS, Sheets
from topiccrawl.page.page import Page

TEXT_THRESHOLD = 0.9
"""Minimum share of text outside links in a text node (definition 10)."""

LINK_THRESHOLD = 0.95
"""Minimum share of text in links in a link node (definition 11)."""

_SENTENCE_END = re.compile("[。！？!?…]")


class Weights(NamedTuple):
    """Weights of the features of a unit; they sum to 1.

    Attributes:
        area: weight of the share of the page's area.
        sentence: weight of having punctuation that ends sentences.
        link_density: weight of the share of text in links, which counts against a unit.
        text_density: weight of the share of text outside links.
        length: weight of the text's length, relative to the other units of the page.
    """

    area: float
    sentence: float
    link_density: float
    text_density: float
    length: float

    def without_area(self) -> Weights:
        """Return weights without area; its weight is distributed over the others proportionally."""
        return Weights(0.0, *(weight / (1 - self.area) for weight in self[1:]))


WEIGHTS = Weights(area=0.05, sentence=0.05, link_density=0.25, text_density=0.25, length=0.4)


class Unit(NamedTuple):
    """A visual unit: a part of the page in one style.

    Attributes:
        first: index of its first run of text.
        end: index after its last run.
        area: share of the page's area, in [0, 1]; 0 when unknown.
    """

    first: int
    end: int
    area: float = 0.0


def segment(
    nodes: Nodes,
    look: Look,
    text_threshold: float = TEXT_THRESHOLD,
    link_threshold: float = LINK_THRESHOLD,
) -> list[Unit]:
    """Split a page from the top into visual units, in reading order.

    The children of a node are its elements and its own runs of text. The first matching rule applies:

    1. a node without text is dropped;
    2. the background of a child differs from its siblings': split;
    3. the font colour of a child differs from its siblings': split;
    4. all children are text nodes: a unit;
    5. all children are link nodes: a unit;

    otherwise the node is split. A run of text, which has no children, is a unit. (A node of text nodes is
    always a text node: its share of text outside links is a mean of theirs.)
    """
    lengths, links = nodes.text_lengths.tolist(), nodes.link_lengths.tolist()
    inner: list[list[int]] = [[] for _ in nodes.elements]
    for index, around in enumerate(nodes.parent):
        if around >= 0 and lengths[index]:  # rule 1
            inner[around].append(index)
    runs: list[list[int]] = [[] for _ in nodes.elements]
    for run, around in enumerate(nodes.owner):
        runs[around].append(run)
    units: list[Unit] = []
    waiting = [0] if lengths and lengths[0] else []
    while waiting:
        node = waiting.pop()
        kinds = {links[child] / lengths[child] for child in inner[node]}
        kinds |= {float(nodes.linked[run]) for run in runs[node]}
        if (
            _all_equal(look.backgrounds, node, inner[node], runs[node])
            and _all_equal(look.colours, node, inner[node], runs[node])
            and (1 - max(kinds) > text_threshold or min(kinds) > link_threshold)
        ):
            units.append(Unit(nodes.first[node], nodes.end[node], _area(look, node)))
            continue
        waiting += inner[node]
        for run in runs[node]:
            share = int(nodes.run_lengths[run]) / lengths[node]
            units.append(Unit(run, run + 1, _area(look, node) * share))
    return sorted(units)


def _all_equal(values: Sequence[str], node: int, inner: Sequence[int], runs: Sequence[int]) -> bool:
    """Return whether all children of a node have the same colour; its own text has the colour of the node."""
    seen = {values[child] for child in inner}
    return len(seen | {values[node]} if runs else seen) <= 1


def _area(look: Look, node: int) -> float:
    return 0.0 if look.areas is None else look.areas[node]


def scores(units: Sequence[Unit], nodes: Nodes, weights: Weights) -> list[float]:
    """Return how much each unit of a page looks like its body (definitions 1 to 5).

    Units of equal length all have relative length 0.
    """
    lengths = [int(nodes.run_lengths[unit.first : unit.end].sum()) for unit in units]
    least, most = min(lengths, default=0), max(lengths, default=0)
    linked = nodes.run_lengths * np.array(nodes.linked, dtype=np.int64)
    found: list[float] = []
    for unit, length in zip(units, lengths, strict=True):
        link_density = int(linked[unit.first : unit.end].sum()) / length
        sentence = any(_SENTENCE_END.search(run) for run in nodes.runs[unit.first : unit.end])
        found.append(
            weights.area * unit.area
            + weights.sentence * sentence
            - weights.link_density * link_density
            + weights.text_density * (1 - link_density)
            + weights.length * ((length - least) / (most - least) if most > least else 0.0)
        )
    return found


def extract_visual(page: Page, browser: Browser | None = None, sheets: Sheets = NO_SHEETS) -> str:
    """Return the text of the visual unit most like a body, line by line as displayed.

    Args:
        page: the page.
        browser: browser for areas and colours. Without one, colours come from attributes and style rules, and
            the weight of the area is distributed over the other features.
        sheets: style sheets that the page links to; without them only its own <style> elements count.
    """
    nodes = read_nodes(page.tree)
    if browser is None:
        look = look_by_styles(page, nodes, sheets)
    else:
        look = look_in_browser(page, nodes, browser, sheets)
        nodes = _displayed(nodes, look)
    units = segment(nodes, look)
    if not units:
        return ""
    rated = scores(units, nodes, WEIGHTS.without_area() if look.areas is None else WEIGHTS)
    best = units[rated.index(max(rated))]
    return nodes.text(best.first, best.end)


def _displayed(nodes: Nodes, look: Look) -> Nodes:
    """Return the nodes without text that is not displayed.

    Where no sentence is left, a script would show the rest, and all text is returned.
    """
    if not look.hidden:
        return nodes
    shown = nodes.without_text_of(look.hidden)
    return shown if any(map(_SENTENCE_END.search, shown.runs)) else nodes


def extract_visual_in_browser(page: Page, sheets: Sheets = NO_SHEETS) -> str:
    """Return the result of `extract_visual` with the browser of this process.

    Raises:
        BrowserMissingError: no browser can be started.
    """
    return extract_visual(page, shared_browser(), sheets)
