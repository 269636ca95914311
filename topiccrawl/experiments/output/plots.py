"""Plots of results as PNG and SVG, with Chinese labels."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from topiccrawl.errors import EvaluationError

logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # hides "weight normal not found"

_SIZE = (8.0, 4.5)
"""Inches."""
_FONTS = (
    *("Noto Sans CJK SC", "Noto Sans SC", "Source Han Sans SC", "Source Han Sans CN"),
    *("WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Microsoft YaHei", "PingFang SC", "Hiragino Sans GB"),
    *("Noto Sans CJK JP", "SimHei", "SimSun", "DejaVu Sans"),
)
"""Families in which characters are looked for, the best first."""
HINT = (
    "no font with Chinese characters was found, and plots would show boxes: install one "
    "(Debian, Ubuntu: apt install fonts-noto-cjk or fonts-wqy-zenhei; Fedora: google-noto-sans-cjk-fonts)"
)
_RESOLUTION = 150
"""Dots per inch of PNG."""
_STYLE = {
    "svg.fonttype": "path",  # outlines are readable without the font
    "svg.hashsalt": "topiccrawl",  # the same plot gives the same file
    "font.family": _FONTS,
    "axes.unicode_minus": False,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


@dataclass(frozen=True)
class Plot:
    """Names and labels of a plot.

    Attributes:
        name: name of its files, without ending.
        title: title of the plot.
        x: label of the horizontal axis.
        y: label of the vertical axis.
    """

    name: str
    title: str
    x: str
    y: str


def lines(
    plot: Plot,
    series: Mapping[str, tuple[Sequence[float], Sequence[float]]],
    folder: Path,
    mark: tuple[float, str] | None = None,
) -> list[Path]:
    """Draw a line plot; return its files.

    Args:
        plot: names and labels.
        series: horizontal and vertical values by the name in the legend.
        folder: folder of the files.
        mark: a horizontal value to mark, and its name.

    Raises:
        EvaluationError: there is Chinese text, and the system has no font with Chinese characters.
        OSError: a file cannot be written.
    """
    style: Any = _STYLE
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{plot.name}.png", folder / f"{plot.name}.svg"]
    with mpl.rc_context(style), warnings.catch_warnings():
        warnings.filterwarnings("error", "Glyph")
        figure = Figure(figsize=_SIZE, layout="constrained")
        axes = figure.add_subplot()
        for name, (x, y) in series.items():
            axes.plot(x, y, label=name, marker="." if len(x) < 30 else None)
        if mark:
            axes.axvline(mark[0], linestyle="--", color="gray", label=mark[1])
        axes.legend(loc="lower right" if len(series) > 4 else "best")  # "best" is slow with many points
        axes.set_title(plot.title)
        axes.set_xlabel(plot.x)
        axes.set_ylabel(plot.y)
        try:
            figure.savefig(files[0], dpi=_RESOLUTION)
            figure.savefig(files[1], metadata={"Date": None})
        except UserWarning:
            raise EvaluationError(HINT) from None
    return files
