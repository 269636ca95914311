"""Geometry of the SVG charts, in the units of their view boxes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 600, 160
"""Size of a chart."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar of a chart.

    Attributes:
        x: left edge.
        y: upper edge.
        width: its width.
        height: its height; a count of 0 has none.
    """

    x: float
    y: float
    width: float
    height: float


def bars(counts: Sequence[int]) -> list[Bar]:
    """Return a bar for each count; the highest is as high as the chart.

    >>> bars([1, 2])
    [Bar(x=0.0, y=80.0, width=270.0, height=80.0), Bar(x=300.0, y=0.0, width=270.0, height=160.0)]
    """
    most = max(counts, default=0) or 1
    room = WIDTH / max(1, len(counts))
    heights = [HEIGHT * count / most for count in counts]
    return [
        Bar(round(at * room, 2), round(HEIGHT - height, 2), round(0.9 * room, 2), round(height, 2))
        for at, height in enumerate(heights)
    ]


def line(values: Sequence[float], most: float) -> str:
    """Return the points of a line through values, on the scale on which `most` is as high as the chart.

    >>> line([0, 2], 2)
    '150,160 450,0'
    """
    room = WIDTH / max(1, len(values))
    points = ((room * (at + 0.5), HEIGHT - HEIGHT * value / (most or 1)) for at, value in enumerate(values))
    return " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
