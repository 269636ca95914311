"""What holds for every command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from topiccrawl.cli import main
from topiccrawl.cli.app import app
from topiccrawl.storage.sqlite_writer import SqliteWriter

GROUPS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [name for name, group in GROUPS.items() if hasattr(group, "commands")])
def test_a_group_without_a_command_shows_its_commands(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name]) == 0
    told = capsys.readouterr()
    assert all(command in told.out for command in GROUPS[name].commands)
    assert told.err == ""


def test_what_the_terminal_has_no_characters_for_is_escaped() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "topiccrawl", "topic", "explain", "partybuild", "党员"],
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "党员".encode("unicode_escape") in done.stdout


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    SqliteWriter(tmp_path / "corpus.db").close()
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    assert main(["database", "upgrade", "--database", database]) == 0
    with subprocess.Popen(
        [sys.executable, "-m", "topiccrawl", "database", "show", "--database", database],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""


@pytest.mark.parametrize("where", ["topiccrawl.cli.app", "topiccrawl.cli.export"])
def test_stopping_is_no_error_even_while_modules_are_loaded(where: str, tmp_path: Path) -> None:
    # A module that is interrupted while it is loaded, whenever the key is pressed.
    script = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == {where!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "from topiccrawl.cli import main\n"
        "sys.exit(main(['resources', 'path']))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
