from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from topiccrawl.errors import EvaluationError

PLOT = ("阈值", "算法1：阈值与准确率", "阈值", "准确率")
SERIES = {"准确率": ([0, 0.5, 1], [0.5, 0.9, 0.6])}


@pytest.fixture
def plots() -> Any:
    """The module, which imports matplotlib: not in each process that collects tests."""
    pytest.importorskip("matplotlib", reason="matplotlib, an extra, is not installed")
    return importlib.import_module("topiccrawl.experiments.output.plots")


@pytest.fixture
def chinese(plots: Any, tmp_path: Path) -> None:
    try:
        plots.lines(plots.Plot(*PLOT), SERIES, tmp_path / "first")
    except EvaluationError as error:
        pytest.skip(str(error))


def test_plots_are_pictures_with_outlines_of_chinese_characters(
    chinese: None, plots: Any, tmp_path: Path
) -> None:
    # A missing character would be a warning, and warnings are errors here.
    png, svg = plots.lines(plots.Plot(*PLOT), SERIES, tmp_path, (0.5, "拟合值"))
    assert png.read_bytes().startswith(b"\x89PNG")
    text = svg.read_text("utf-8")
    assert "<text" not in text  # outlines: no font is needed to read them
    assert len(re.findall(r"<!-- 算法1：阈值与准确率 -->", text)) == 1


def test_the_same_plot_is_the_same_file(chinese: None, plots: Any, tmp_path: Path) -> None:
    first = plots.lines(plots.Plot(*PLOT), SERIES, tmp_path / "a")[1].read_bytes()
    assert plots.lines(plots.Plot(*PLOT), SERIES, tmp_path / "b")[1].read_bytes() == first


def only_latin(plots: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(plots._STYLE, "font.family", ["DejaVu Sans"])


def test_latin_labels_need_no_chinese_font(
    plots: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    only_latin(plots, monkeypatch)
    found = plots.lines(
        plots.Plot("p", "Harvest", "pages", "harvest"), {"two-step": ([1, 2], [0.5, 0.6])}, tmp_path
    )
    assert all(file.stat().st_size for file in found)


def test_without_a_chinese_font_the_hint_says_what_to_install(
    plots: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    only_latin(plots, monkeypatch)
    with pytest.raises(EvaluationError, match="apt install fonts-noto-cjk"):
        plots.lines(plots.Plot(*PLOT), SERIES, tmp_path)
