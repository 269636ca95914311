"""Rules for all commands."""

from __future__ import annotations

import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from topiccrawl import __version__
from topiccrawl.cli import app, main
from topiccrawl.storage.sqlite.writer import SqliteWriter

GROUPS = app.command().commands


@pytest.mark.parametrize("name", [name for name, group in GROUPS.items() if hasattr(group, "commands")])
def test_a_group_without_a_command_shows_its_commands(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name]) == 0
    captured = capsys.readouterr()
    assert all(command in captured.out for command in GROUPS[name].commands)
    assert captured.err == ""


def test_characters_that_the_terminal_cannot_show_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    stdout = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(stdout, encoding="ascii", write_through=True))
    assert main(["topic", "explain", "partybuild", "党员"]) == 0
    assert "党员".encode("unicode_escape") in stdout.getvalue()


def test_a_closed_pipe_is_not_an_error(tmp_path: Path) -> None:
    SqliteWriter(tmp_path / "corpus.db").close()
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    assert main(["database", "upgrade", "--database", database]) == 0
    with subprocess.Popen(
        [sys.executable, "-m", "topiccrawl", "database", "show", "--database", database],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        running.stdout.close()
        assert running.stderr.read() == b""


@pytest.mark.parametrize("where", ["topiccrawl.cli.app", "topiccrawl.cli.resources"])
def test_ctrl_c_is_not_an_error_even_while_modules_are_imported(where: str, tmp_path: Path) -> None:
    # Ctrl-C at an exact moment: the import of one module raises KeyboardInterrupt.
    script = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {where!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "from topiccrawl.cli import main\n"
        "sys.exit(main(['resources', 'list']))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def commands(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield all commands with their names in full."""
    for name, command in (group or app.command()).commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = dict(commands())


@pytest.mark.parametrize("name", app.COMMANDS)
def test_the_list_of_commands_has_their_own_help(name: str) -> None:
    assert GROUPS[name].help.splitlines()[0] == app.COMMANDS[name][1]


def test_help_imports_no_command() -> None:
    script = (
        "import sys; from topiccrawl.cli import main; main(['-h']); sys.exit('sqlalchemy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith(f"topiccrawl {__version__} (Python ")


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_help_is_plain_and_has_examples_that_work(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*path, "-h"]) == 0
    short = capsys.readouterr().out
    assert main([*path, "--help"]) == 0
    assert capsys.readouterr().out == short
    assert not re.search(r"[\x1b│╭]", short)
    examples = [line.strip() for line in short.partition("Examples:")[2].splitlines() if line.strip()]
    assert examples
    for example in examples:
        words = shlex.split(re.split(r" [|<>] ", example)[0])
        assert words[: len(path) + 1] == ["topiccrawl", *path]
        COMMANDS[path].make_context(path[-1], words[len(path) + 1 :])  # fails if an option does not exist


def test_every_command_about_a_topic_takes_the_option() -> None:
    without = {
        " ".join(path)
        for path, command in COMMANDS.items()
        if "topic" not in {p.name for p in command.params}
    }
    assert without == {
        "admin", "demo", "database upgrade", "database show", "database backup", "database restore", "resources list", "resources import",
        "topic list", "topic pick", "status", "replay capture",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("frontier re", "requeue"),
        ("topic check --topic foot", "football"),
        ("frontier show --by r", "reason"),
    ],
)
def test_words_are_completed_in_a_shell(
    typed: str, offered: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("_TOPICCRAWL_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"topiccrawl {typed}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split())))
    with pytest.raises(SystemExit):
        main([])
    captured = capsys.readouterr()
    assert (captured.out.split(), captured.err) == ([offered], "")


def test_completion_can_be_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-h"]) == 0
    assert "--install-completion" in capsys.readouterr().out
