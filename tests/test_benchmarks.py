"""benchmarks/README.md names commands that exist and result files that are kept."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BENCHMARKS = ROOT / "benchmarks"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (BENCHMARKS / "README.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| `python -m benchmarks")
]
COMMANDS = sorted({re.findall(r"python -m ([\w.]+)", row[0])[0] for row in ROWS})


@pytest.fixture(autouse=True)
def project_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are run from the project's folder."""
    monkeypatch.syspath_prepend(str(ROOT))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_of_the_readme_answers_help(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [command, "--help"])
    monkeypatch.delitem(sys.modules, command, raising=False)  # another test may have imported it
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(command, run_name="__main__", alter_sys=True)
    assert ended.value.code == 0
    assert command in capsys.readouterr().out, "the help does not show how to run the command"


def test_every_command_is_in_the_readme() -> None:
    """A command is a module that parses arguments; `run_all` and the server of the sites are described elsewhere."""
    commands = {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__main__")
        for file in BENCHMARKS.rglob("*.py")
        if "arguments(__doc__)" in file.read_text(encoding="utf-8")
    }
    assert commands - {"benchmarks.run_all", "benchmarks.sites.server"} == set(COMMANDS)


def test_every_result_of_the_readme_is_kept_and_every_kept_result_is_in_the_readme() -> None:
    cells = [row[2] for row in ROWS]
    assert all(re.search(r"`[\w-]+\.json`|not kept", cell) for cell in cells)
    named = {name: "not kept" not in cell for cell in cells for name in re.findall(r"`([\w-]+\.json)`", cell)}
    kept = {file.name for file in (BENCHMARKS / "results").glob("*.json")}
    assert {name for name, is_kept in named.items() if is_kept} <= kept <= named.keys()


def test_a_result_is_named_after_its_command() -> None:
    for file in BENCHMARKS.rglob("*.py"):
        name = "-".join(file.relative_to(BENCHMARKS).with_suffix("").parts).removesuffix("-__main__")
        written = re.findall(r'(?:save|update)_result\("([\w-]+)"', file.read_text(encoding="utf-8"))
        assert set(written) <= {name}, file
