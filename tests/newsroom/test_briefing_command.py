"""`topiccrawl briefing` on a small corpus."""

from __future__ import annotations

from pathlib import Path

import pytest
from docx import Document
from newsroom.stories.test_build import PAGES, TOPIC
from servers.corpora import opened

from topiccrawl.cli import main


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    url = f"sqlite:///{tmp_path_factory.mktemp('briefing') / 'corpus.db'}"
    store = opened(url)
    store.start_run(TOPIC, {})
    store.write(PAGES)
    store.close()
    return url


def test_a_day_is_told_on_the_terminal(database: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["briefing", TOPIC, "--day", "2024-04-03", "--database", database]) == 0
    told = capsys.readouterr().out
    assert told.splitlines()[0] == f"{TOPIC}简报 2024-04-03"
    # Copies are one story also before `topiccrawl stories` has run.
    assert "本期共 3 个网页，1 个事件" in told and "陈俊泳" in told and "http://h2.invalid/" in told


def test_files_by_their_endings(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.html", "a.docx", "a.txt"):
        out = tmp_path / name
        command = ["briefing", TOPIC, "--since", "2024-04", "--until", "2024-04", "--out", str(out)]
        assert main([*command, "--database", database]) == 0
        assert "3 of 3 stories, 5 pages" in capsys.readouterr().out
    assert "郑州普降暴雨" in (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "郑州普降暴雨" in (tmp_path / "a.txt").read_text(encoding="utf-8")
    assert any("郑州普降暴雨" in one.text for one in Document(str(tmp_path / "a.docx")).paragraphs)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--day", "gestern"], "'gestern': write a day"),
        (["--out", "briefing.odt"], "must end with one of"),
        (["--since", "2024-13"], "'2024-13': write a day"),
    ],
)
def test_wrong_options(
    database: str, options: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["briefing", TOPIC, *options, "--database", database]) == 2
    assert message in " ".join(capsys.readouterr().err.split())
