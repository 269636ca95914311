from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="matplotlib, an extra, is not installed")

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.output import plots
from topiccrawl.experiments.output.plots import Plot, lines

PLOT = Plot("阈值", "算法1：阈值与准确率", "阈值", "准确率")
SERIES = {"准确率": ([0, 0.5, 1], [0.5, 0.9, 0.6])}


@pytest.fixture
def chinese(tmp_path: Path) -> None:
    try:
        lines(PLOT, SERIES, tmp_path / "first")
    except EvaluationError as error:
        pytest.skip(str(error))


def test_plots_are_pictures_with_outlines_of_chinese_characters(chinese: None, tmp_path: Path) -> None:
    # A missing character would be a warning, and warnings are errors here.
    png, svg = lines(PLOT, SERIES, tmp_path, (0.5, "拟合值"))
    assert png.read_bytes().startswith(b"\x89PNG")
    text = svg.read_text("utf-8")
    assert "<text" not in text  # outlines: no font is needed to read them
    assert len(re.findall(r"<!-- 算法1：阈值与准确率 -->", text)) == 1


def test_the_same_plot_is_the_same_file(chinese: None, tmp_path: Path) -> None:
    first = lines(PLOT, SERIES, tmp_path / "a")[1].read_bytes()
    assert lines(PLOT, SERIES, tmp_path / "b")[1].read_bytes() == first


def only_latin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(plots._STYLE, "font.family", ["DejaVu Sans"])


def test_latin_labels_need_no_chinese_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    only_latin(monkeypatch)
    found = lines(Plot("p", "Harvest", "pages", "harvest"), {"two-step": ([1, 2], [0.5, 0.6])}, tmp_path)
    assert all(file.stat().st_size for file in found)


def test_without_a_chinese_font_the_hint_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    only_latin(monkeypatch)
    with pytest.raises(EvaluationError, match="apt install fonts-noto-cjk"):
        lines(PLOT, SERIES, tmp_path)
