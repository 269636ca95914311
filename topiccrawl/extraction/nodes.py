"""The elements of a page as a table, each with the runs of text inside it, for extractors that compare nodes.

`lines` sees a page as a reader does, line after line; this sees it as its tree: every element, whatever its
tag, and every piece of text as a leaf of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt
from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.extraction.lines import BLOCK_TAGS, UNREAD_TAGS

MAX_NODES = 50_000
"""Elements read of a page; what stands behind them is left out, so that no page takes long."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Nodes:
    """Elements in document order (a parent before its children) and runs of text in reading order.

    Attributes:
        elements: the elements; scripts, controls and what the page hides are not among them.
        parent: for every element the index of the one around it, -1 for the root.
        first: for every element the index of its first run.
        end: for every element the index after its last run.
        images: for every element how many pictures are in it.
        runs: the pieces of text between tags, white space as in the source; none is only white space.
        owner: for every run the index of the element it is a child of.
        linked: for every run whether it is the text of a link.
        line: for every run the number of the line a browser shows it on, from 0.
    """

    elements: Sequence[HtmlElement]
    parent: Sequence[int]
    first: Sequence[int]
    end: Sequence[int]
    images: Sequence[int]
    runs: Sequence[str]
    owner: Sequence[int]
    linked: Sequence[bool]
    line: Sequence[int]

    @cached_property
    def run_lengths(self) -> Counts:
        """For every run its characters without white space."""
        return np.array([len("".join(run.split())) for run in self.runs], dtype=np.int64)

    @cached_property
    def text_lengths(self) -> Counts:
        """For every element its characters without white space."""
        return self.sums(self.run_lengths)

    @cached_property
    def link_lengths(self) -> Counts:
        """For every element its characters in links, without white space."""
        return self.sums(self.run_lengths * np.array(self.linked, dtype=np.int64))

    def sums(self, of_runs: Counts) -> Counts:
        """For every element the sum of a figure over its runs."""
        total = np.concatenate(([0], np.cumsum(of_runs)))
        first, end = (np.array(runs, dtype=np.int64) for runs in (self.first, self.end))
        return np.asarray(total[end] - total[first])

    def text(self, first: int, end: int) -> str:
        """Runs as text, a line of the page per line, white space collapsed."""
        lines: list[list[str]] = []
        number = -1
        for index in range(first, end):
            if self.line[index] != number:
                number = self.line[index]
                lines.append([])
            lines[-1].append(self.runs[index])
        return "\n".join(" ".join("".join(parts).split()) for parts in lines)


def read_nodes(root: HtmlElement, limit: int = MAX_NODES) -> Nodes:
    """Walk over a tree once. Any depth is fine; the tree is not changed.

    Args:
        root: where to start; a whole page is read from its `<body>`.
        limit: elements read at most.
    """
    body = root.find("body")
    reader = _Reader()
    walk = etree.iterwalk(root if body is None else body, events=("start", "end"))
    for event, element in walk:
        tag = element.tag
        if event == "start":
            if len(reader.elements) >= limit:
                break
            if tag in UNREAD_TAGS or _is_hidden(element):
                walk.skip_subtree()
                reader.skipped = True
                continue
            reader.open(element, tag)
        elif reader.skipped:
            reader.skipped = False
            reader.add(element.tail)
        else:
            reader.close(element, tag)
    return reader.nodes()


def _is_hidden(element: HtmlElement) -> bool:
    """Whether the element itself says that it is not shown."""
    style = element.get("style")
    if style is not None and "none" in style and "display:none" in style.lower().replace(" ", ""):
        return True
    return element.get("hidden") is not None


class _Reader:
    """Collects elements and runs while a tree is walked over."""

    def __init__(self) -> None:
        self.elements: list[HtmlElement] = []
        self.parent: list[int] = []
        self.first: list[int] = []
        self.end: list[int] = []
        self.images: list[int] = []
        self.runs: list[str] = []
        self.owner: list[int] = []
        self.linked: list[bool] = []
        self.line: list[int] = []
        self.path = [-1]
        self.links = 0
        self.pictures = 0
        self.number = 0
        self.skipped = False

    def open(self, element: HtmlElement, tag: str) -> None:
        """An element begins."""
        self.path.append(len(self.elements))
        self.elements.append(element)
        self.parent.append(self.path[-2])
        self.first.append(len(self.runs))
        self.end.append(0)
        self.images.append(self.pictures)
        if tag in BLOCK_TAGS or tag in ("br", "hr"):
            self.end_line()
        elif tag == "img":
            self.pictures += 1
        elif tag == "a" and element.get("href") is not None:
            self.links += 1
        self.add(element.text)

    def close(self, element: HtmlElement, tag: str) -> None:
        """The element opened last ends."""
        self.close_last()
        if tag in BLOCK_TAGS:
            self.end_line()
        elif tag == "a" and element.get("href") is not None:
            self.links -= 1
        if self.path[-1] >= 0:
            self.add(element.tail)

    def close_last(self) -> None:
        index = self.path.pop()
        self.end[index] = len(self.runs)
        self.images[index] = self.pictures - self.images[index]

    def add(self, text: str | None) -> None:
        """More text of the element that is open."""
        if not text:
            return
        if not text.isspace():
            self.runs.append(text)
            self.owner.append(self.path[-1])
            self.linked.append(self.links > 0)
            self.line.append(self.number)
        elif self.runs and self.line[-1] == self.number:
            self.runs[-1] += " "

    def end_line(self) -> None:
        """What comes next stands on another line."""
        if self.line and self.line[-1] == self.number:
            self.number += 1

    def nodes(self) -> Nodes:
        """The table; elements that are still open end here."""
        while self.path[-1] >= 0:
            self.close_last()
        return Nodes(
            self.elements, self.parent, self.first, self.end, self.images,
            self.runs, self.owner, self.linked, self.line,
        )  # fmt: skip
