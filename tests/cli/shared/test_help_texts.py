"""In a Chinese locale, help texts and errors are Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.test_wrong_usage import CASES, files
from rich.cells import cell_len

from topiccrawl.cli import main
from topiccrawl.cli.app import COMMANDS, command
from topiccrawl.cli.shared.help_texts import in_chinese, wrapped

CHINESE = re.compile(r"[\u4e00-\u9fff]")
__all__ = ["files"]  # the fixture of the cases


@pytest.fixture(autouse=True)
def chinese(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The commands as a new process in a Chinese locale makes them."""
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    command.cache_clear()
    yield
    command.cache_clear()


def test_the_list_of_commands_is_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert "用法：topiccrawl" in shown
    assert "显示本帮助。" in shown
    for name, (_, summary) in COMMANDS.items():
        assert f"{in_chinese(summary)}" in shown, name
    assert "采集某个主题的网页，最好的链接优先" in shown


def test_the_help_of_a_command_is_chinese_with_examples_to_copy(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "-h"]) == 0
    shown = capsys.readouterr().out
    assert "选项：" in shown
    assert "[必填]" in shown
    assert "默认：sqlite:///corpus.db" in shown
    assert "示例：\n    topiccrawl export --topic partybuild --out corpus.jsonl\n" in shown
    assert "Write the pages" not in shown


def test_lines_fit_a_terminal_and_break_where_chinese_may() -> None:
    text = "只取符合条件的网页：列名、and、or（见 docs/relevance.md），以及“没有结果”的情形。" * 3
    lines = list(wrapped(text, 30))
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert max(map(cell_len, lines)) <= 30
    assert not any(line[0] in "，。、；：！？）》”" or line[-1] in "（《“" for line in lines)


def test_wrong_usage_is_explained_in_chinese(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(files)
    english = []
    for words, code, _ in CASES[::3]:
        assert main(words) == code
        error = capsys.readouterr().err.splitlines()[-1]
        for word in words:  # names of files and topics are Chinese in any language
            error = error.replace(Path(word).name, "").replace(word, "")
        if not CHINESE.search(error) and "redis" not in error:  # the text of its client
            english.append((words, error))
    assert english == []


def test_the_cure_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["topic", "check", "nix"]) == 1
    assert capsys.readouterr().err == (
        "topiccrawl: nix：没有这个自带的主题，也没有这个文件夹；`topiccrawl topic list` 列出全部\n"
    )
    assert main(["export"]) == 2
    assert capsys.readouterr().err == "topiccrawl: 缺少选项 '--topic' / '-t'。请看 `topiccrawl export -h`\n"
