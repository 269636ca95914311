"""The elements of a page and their runs of text as a table, for extractors that compare nodes.

In contrast to `lines`, which has the lines as displayed, this is the tree: every element, whatever its tag,
with every piece of text as a leaf.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, compress

import numpy as np
import numpy.typing as npt
from lxml import etree
from lxml.html import HtmlElement

from topiccrawl.extraction.lines import BLOCK_TAGS, UNREAD_TAGS

MAX_NODES = 50_000
"""Maximum number of elements read, so that no page takes long; the rest is ignored."""

Counts = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Nodes:
    """Elements in document order (a parent before its children) and runs of text in reading order.

    Attributes:
        elements: the elements, without scripts, controls and hidden elements.
        parent: for each element the index of its parent, -1 for the root.
        first: for each element the index of its first run.
        end: for each element the index after its last run.
        images: for each element the number of pictures in it.
        runs: pieces of text between tags, white space as in the source; none is only white space.
        owner: for each run the index of its parent element.
        linked: for each run whether it is in a link.
        line: for each run the number of its displayed line, from 0.
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
        """Return for each run its number of characters without white space."""
        return np.array([len("".join(run.split())) for run in self.runs], dtype=np.int64)

    @cached_property
    def text_lengths(self) -> Counts:
        """Return for each element its number of characters without white space."""
        return self.sums(self.run_lengths)

    @cached_property
    def link_lengths(self) -> Counts:
        """Return for each element its number of characters in links, without white space."""
        return self.sums(self.run_lengths * np.array(self.linked, dtype=np.int64))

    def sums(self, of_runs: Counts) -> Counts:
        """Return for each element the sum of a value over its runs."""
        total = np.concatenate(([0], np.cumsum(of_runs)))
        first, end = (np.array(runs, dtype=np.int64) for runs in (self.first, self.end))
        return np.asarray(total[end] - total[first])

    def without_text_of(self, elements: Collection[int]) -> Nodes:
        """Return the same elements without the text that belongs to some of them directly."""
        kept = [owner not in elements for owner in self.owner]
        before = [0, *accumulate(kept)]
        return replace(
            self,
            first=[before[index] for index in self.first],
            end=[before[index] for index in self.end],
            runs=list(compress(self.runs, kept)),
            owner=list(compress(self.owner, kept)),
            linked=list(compress(self.linked, kept)),
            line=list(compress(self.line, kept)),
        )

    def text(self, first: int, end: int) -> str:
        """Return runs as text, line by line as displayed, with white space collapsed."""
        lines: list[list[str]] = []
        number = -1
        for index in range(first, end):
            if self.line[index] != number:
                number = self.line[index]
                lines.append([])
            lines[-1].append(self.runs[index])
        return "\n".join(" ".join("".join(parts).split()) for parts in lines)


def read_nodes(root: HtmlElement, limit: int = MAX_NODES) -> Nodes:
    """Read a tree of any depth, without changing it.

    Args:
        root: element to start from; of a whole page its `<body>` is read.
        limit: maximum number of elements.
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
    """Return whether an element hides itself."""
    style = element.get("style")
    if style is not None and "none" in style and "display:none" in style.lower().replace(" ", ""):
        return True
    return element.get("hidden") is not None


class _Reader:
    """Collects elements and runs during a walk over a tree."""

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
        """Start an element."""
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
        """End the innermost open element."""
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
        """Add text to the innermost open element."""
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
        """Start a new line."""
        if self.line and self.line[-1] == self.number:
            self.number += 1

    def nodes(self) -> Nodes:
        """End all open elements and return the table."""
        while self.path[-1] >= 0:
            self.close_last()
        return Nodes(
            self.elements, self.parent, self.first, self.end, self.images,
            self.runs, self.owner, self.linked, self.line,
        )  # fmt: skip
