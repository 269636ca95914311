"""Body extraction by text density (paper C: Xu, Huang and Deng 2010).

The paper's lines are those of the HTML source; this is the extractor `density:source`. The extractor
`density` goes by the lines that a browser shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from topiccrawl.extraction.lines import read_layout
from topiccrawl.extraction.source_lines import source_lines
from topiccrawl.page.page import Page

THRESHOLD = 0.7
"""Minimum density of a body line as displayed."""

SOURCE_THRESHOLD = 0.5
"""Minimum density of a body line of the HTML source, whose indentation and line's own tags count as HTML."""

MAX_GAP = 20
"""Maximum number of consecutive low-density lines inside a body."""

MIN_BYTES = 200
"""Minimum size of a complete body in bytes of text."""


class SizedLine(Protocol):
    """The properties of a line that the method needs."""

    @property
    def text_bytes(self) -> int:
        """Bytes of text in UTF-8."""

    @property
    def density(self) -> float:
        """Bytes of text over bytes of HTML."""


def text_density(
    lines: Sequence[SizedLine],
    threshold: float = THRESHOLD,
    max_gap: int = MAX_GAP,
    min_bytes: int = MIN_BYTES,
) -> list[int]:
    """Return the indices of the body lines, in order.

    A line with a density above `threshold` is body. Runs of up to `max_gap` low-density lines between body
    lines are kept (improvement 1). A longer run is dropped; it ends the body, unless the lines found so far
    have fewer than `min_bytes` bytes of text (improvement 2).

    Args:
        lines: lines of a page in order.
        threshold: density, bytes of text over bytes of HTML, in [0, 1).
        max_gap: number of lines, at least 0.
        min_bytes: bytes of text in UTF-8.
    """
    body: list[int] = []
    found_bytes = 0
    for index, line in enumerate(lines):
        if line.density <= threshold:
            continue
        gap = range(body[-1] + 1, index) if body else range(0)
        if len(gap) > max_gap:
            if found_bytes >= min_bytes:
                break
            gap = range(0)
        body.extend(gap)
        found_bytes += sum(lines[i].text_bytes for i in gap) + line.text_bytes
        body.append(index)
    return body


def extract_density(page: Page) -> str:
    """Return the body of a page by the text density of the lines that a browser shows."""
    lines = read_layout(page.tree).lines
    return "\n".join(lines[index].text for index in text_density(lines))


def extract_density_of_source(page: Page) -> str:
    """Return the body of a page by the text density of the lines of its HTML source, as in the paper."""
    lines = source_lines(page.html)
    body = (lines[index].text for index in text_density(lines, SOURCE_THRESHOLD))
    return "\n".join(text for text in body if text)
