from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.cli import main
from topiccrawl.demo import run


@pytest.fixture
def folders(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Folders that the demo is started with."""
    found: list[Path] = []
    monkeypatch.setattr(run, "run_demo", found.append)
    return found


def test_the_demo_has_a_default_folder(folders):
    assert main(["demo"]) == 0
    assert folders == [Path("demo-crawl")]


def test_the_demo_takes_a_folder(folders, tmp_path):
    assert main(["demo", "--directory", str(tmp_path / "演示")]) == 0
    assert folders == [tmp_path / "演示"]


@pytest.mark.parametrize("kind", [RuntimeError, ValueError])
def test_a_failed_demo_shows_the_end_of_its_log(kind, monkeypatch, capsys):
    def fail(directory: Path) -> None:
        raise kind("scrapy crawl ended with 3; end of crawl.log:\n蜘蛛出错\n再见")

    monkeypatch.setattr(run, "run_demo", fail)
    assert main(["demo"]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "topiccrawl: scrapy crawl ended with 3; end of crawl.log:",
        "蜘蛛出错",
        "再见",
    ]
