"""What holds for every command."""

from __future__ import annotations

import pytest
import typer

from topiccrawl.cli import main
from topiccrawl.cli.app import app

GROUPS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", [name for name, group in GROUPS.items() if hasattr(group, "commands")])
def test_a_group_without_a_command_shows_its_commands(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name]) == 0
    told = capsys.readouterr()
    assert all(command in told.out for command in GROUPS[name].commands)
    assert told.err == ""
