from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from topiccrawl.cli import main


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOPICCRAWL_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("TOPICCRAWL_RESOURCES_DIR", str(tmp_path / "imported"))


@pytest.fixture
def synonyms(tmp_path: Path) -> Path:
    file = tmp_path / "party.txt"
    file.write_text("主题党日 党日活动\n", encoding="utf-8")
    return file


def test_the_list_shows_licences_and_how_to_get_resources(capsys):
    assert main(["resources", "list"]) == 0
    shown = capsys.readouterr().out
    assert "cilin  (thesaurus)" in shown
    assert shown.count("licence  ") == shown.count("changes  ") == shown.count("state  ")
    assert "not imported" in shown


def test_importing_shows_how_to_use_the_resource(synonyms, capsys, tmp_path):
    assert main(["resources", "import", "synonyms", str(synonyms)]) == 0
    assert capsys.readouterr().out == 'party: 2 words; in topic.toml: [resources] thesaurus = "party"\n'
    assert main(["resources", "list"]) == 0
    shown = capsys.readouterr().out
    assert f"imported from {synonyms}: 2 words" in shown
    assert f"    path     {tmp_path}/imported/party/synonyms.txt\n" in shown
    shutil.rmtree(tmp_path / "imported" / "party")  # removes it
    assert main(["resources", "list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert not any(line.startswith("party  (") for line in lines)
    assert {f"imported  {tmp_path}/imported", f"cache     {tmp_path}/cache"} <= set(lines)


def test_training_over_several_sources(tmp_path, capsys):
    for name, text in (("党建", "支部学习党章，党员交纳党费。"), ("足球", "球员比赛进球，教练指挥比赛。")):
        (tmp_path / f"{name}.txt").write_text(text * 50, encoding="utf-8")
    sources = [str(tmp_path / "党建.txt"), str(tmp_path / "足球.txt")]
    assert main(["fit", "vectors", *sources, "--name", "own", "--dimensions", "5", "--epochs", "1"]) == 0
    shown = capsys.readouterr().out
    assert "党建.txt" in shown and "足球.txt" in shown
    assert '[resources] vectors = "own"' in shown
    assert (tmp_path / "imported" / "own").is_dir()


def test_training_checks_the_name_first(tmp_path, capsys):
    assert main(["fit", "vectors", str(tmp_path), "--name", "mean"]) == 1
    assert "built-in" in capsys.readouterr().err
