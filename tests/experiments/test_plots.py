from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="matplotlib, an extra, is not installed")

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.output import plots
from topiccrawl.experiments.output.plots import Plot, bars, histogram, lines

PLOT = Plot("阈值", "算法1：阈值与准确率", "阈值", "准确率")


@pytest.fixture
def chinese(tmp_path: Path) -> None:
    try:
        bars(PLOT, {"党员": 0.6}, tmp_path / "first")
    except EvaluationError as error:
        pytest.skip(str(error))


def test_plots_are_pictures_with_outlines_of_chinese_characters(chinese: None, tmp_path: Path) -> None:
    # A missing character would be a warning, and warnings are errors here.
    png, svg = lines(PLOT, {"准确率": ([0, 0.5, 1], [0.5, 0.9, 0.6])}, tmp_path, (0.5, "拟合值"))
    assert png.read_bytes().startswith(b"\x89PNG")
    text = svg.read_text("utf-8")
    assert "<text" not in text  # outlines: no font is needed to read them
    assert len(re.findall(r"<!-- 算法1：阈值与准确率 -->", text)) == 1


def test_the_same_plot_is_the_same_file(chinese: None, tmp_path: Path) -> None:
    first = bars(PLOT, {"党员": 0.6, "党建": 0.2}, tmp_path / "a")[1].read_bytes()
    assert bars(PLOT, {"党员": 0.6, "党建": 0.2}, tmp_path / "b")[1].read_bytes() == first


def test_many_bars_make_a_higher_picture(chinese: None, tmp_path: Path) -> None:
    few = bars(PLOT, {"党员": 0.6}, tmp_path / "a")[1].read_text("utf-8")
    many = bars(PLOT, {f"词{n}": 0.1 for n in range(40)}, tmp_path / "b")[1].read_text("utf-8")
    height = re.compile(r'<svg[^>]*?height="([\d.]+)pt"')
    assert float(height.search(many)[1]) > 2 * float(height.search(few)[1])


def test_a_distribution(chinese: None, tmp_path: Path) -> None:
    assert all(file.stat().st_size for file in histogram(PLOT, [0.0, 0.1, 0.1, 0.5], tmp_path))


@pytest.mark.parametrize("values", [[1.0], [1.0] * 2000, [0.0] * 5000 + [0.5]])
def test_every_number_of_a_distribution_has_its_characters(
    values: list[float], chinese: None, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    histogram(PLOT, values, tmp_path)
    assert caplog.records == []


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
        bars(PLOT, {"党员": 0.6}, tmp_path)
