from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="matplotlib, an extra, is not installed")

from matplotlib import font_manager

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.output import fonts
from topiccrawl.experiments.output.plots import Plot, bars, histogram, lines

PLOT = Plot("阈值", "算法1：阈值与准确率", "阈值", "准确率")


@pytest.fixture
def chinese() -> str:
    try:
        return fonts.chinese_family()
    except EvaluationError as error:
        pytest.skip(str(error))


def test_plots_are_pictures_with_outlines_of_chinese_characters(chinese: str, tmp_path: Path) -> None:
    # A missing character would be a warning, and warnings are errors here.
    png, svg = lines(PLOT, {"准确率": ([0, 0.5, 1], [0.5, 0.9, 0.6])}, tmp_path, (0.5, "拟合值"))
    assert png.read_bytes().startswith(b"\x89PNG")
    text = svg.read_text("utf-8")
    assert "<text" not in text  # outlines: no font is needed to read them
    assert len(re.findall(r"<!-- 算法1：阈值与准确率 -->", text)) == 1


def test_the_same_plot_is_the_same_file(chinese: str, tmp_path: Path) -> None:
    first = bars(PLOT, {"党员": 0.6, "党建": 0.2}, tmp_path / "a")[1].read_bytes()
    assert bars(PLOT, {"党员": 0.6, "党建": 0.2}, tmp_path / "b")[1].read_bytes() == first


@pytest.mark.parametrize("values", [[1.0], [1.0] * 2000, [0.0] * 5000 + [0.5]])
def test_every_number_of_a_distribution_has_its_characters(
    values: list[float], chinese: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    histogram(PLOT, values, tmp_path)
    assert caplog.records == []


def test_latin_labels_need_no_chinese_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(
        "topiccrawl.experiments.output.plots.chinese_family", lambda: pytest.fail("not needed")
    )
    found = lines(Plot("p", "Harvest", "pages", "harvest"), {"two-step": ([1, 2], [0.5, 0.6])}, tmp_path)
    assert all(file.stat().st_size for file in found)


def test_a_font_of_last_resort_is_no_chinese_font(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a glyph for every character, the same one for all of a script."""

    class LastResort:
        def __init__(self, file: str) -> None:
            assert file == "last-resort.ttf"

        def get_charmap(self) -> dict[int, int]:
            return dict.fromkeys(range(0x3400, 0xA000), 7)

    monkeypatch.setattr(fonts, "installed_fonts", lambda: {"Last Resort": "last-resort.ttf"})
    monkeypatch.setattr(fonts, "FT2Font", LastResort)
    fonts.chinese_family.cache_clear()
    try:
        with pytest.raises(EvaluationError, match="no font with Chinese characters"):
            fonts.chinese_family()
    finally:
        fonts.chinese_family.cache_clear()


def test_without_a_chinese_font_the_hint_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    latin = {"DejaVu Sans": font_manager.findfont("DejaVu Sans")}
    monkeypatch.setattr(fonts, "installed_fonts", lambda: latin)
    fonts.chinese_family.cache_clear()
    try:
        with pytest.raises(EvaluationError, match="apt install fonts-noto-cjk"):
            fonts.chinese_family()
    finally:
        fonts.chinese_family.cache_clear()
