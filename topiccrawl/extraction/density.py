"""Body extraction by text density (paper C: Xu, Huang and Deng 2010)."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.extraction.lines import Line, read_layout
from topiccrawl.page.page import Page

THRESHOLD = 0.7
"""Least density of a body line."""

MAX_GAP = 20
"""Longest run of low-density lines that may stand inside a body, in lines."""

MIN_BYTES = 200
"""A body with fewer bytes of text than this is not taken for complete."""


def text_density(
    lines: Sequence[Line], threshold: float = THRESHOLD, max_gap: int = MAX_GAP, min_bytes: int = MIN_BYTES
) -> list[int]:
    """Indices of the body lines, in order.

    A line whose density is over `threshold` is body. Low-density lines between body lines are kept while
    their run is at most `max_gap` lines (improvement 1); a longer run ends the body and is dropped, unless
    the lines found so far have fewer than `min_bytes` bytes of text: then the search goes on behind it
    (improvement 2).

    Args:
        lines: the lines of a page in order.
        threshold: in [0, 1); bytes of text over bytes of HTML.
        max_gap: in lines, at least 0.
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
    """The body of a page by text density, a line of the page per line."""
    lines = read_layout(page.tree).lines
    return "\n".join(lines[index].text for index in text_density(lines))
