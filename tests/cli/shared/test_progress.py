"""Every command that may take more than two seconds shows that it works, on a terminal only."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from servers.corpora import opened

from topiccrawl.cli import main
from topiccrawl.cli.app import COMMANDS, command
from topiccrawl.cli.shared import progress

OTHERWISE = {
    "crawl": "the live line of a crawl",
    "watch": "the live line of each crawl",
    "admin": "a server: it prints its address and stays",
    "audit": "asks for a key after each page",
    "topic label": "asks for a key after each page",
    "topic pick": "asks for a key after each word",
    "topic explain": "waits for standard input; compiling the words of a topic is shown",
    "topic list": "lists a few folders",
    "resources list": "lists a few folders",
}
SHOWING = ("working(", "progress_bars(", "document_counter(")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def use_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """A terminal on which work is shown at once; not a fixture, since pytest sets stderr again before the test."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    return made


def wait_for(text: str, terminal: Terminal) -> None:
    deadline = time.monotonic() + 20
    while text not in terminal.getvalue() and time.monotonic() < deadline:
        time.sleep(0.02)


def commands(node: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    below = getattr(node, "commands", {})
    if not below and node.callback:
        yield name, node.callback
    for one in below:
        yield from commands(below[one], f"{name} {one}".strip())


def shows_progress(callback: Callable[..., object]) -> bool:
    """Whether a command, or what it calls in the rooms of the commands, shows progress."""
    inner = inspect.unwrap(callback)
    if inner is not callback:
        return True  # decorated by `working`
    called = inner.__code__.co_names
    sources = [inspect.getsource(inner)]
    for name in called:
        one = getattr(import_module(inner.__module__), name, None)
        if inspect.isfunction(one) and one.__module__.startswith("topiccrawl.cli."):
            sources.append(inspect.getsource(inspect.getmodule(one) or one))
    return any(word in source for source in sources for word in SHOWING)


def test_every_long_command_shows_its_progress() -> None:
    known = dict(commands(command()))
    assert len(known) > len(COMMANDS)
    assert OTHERWISE.keys() <= known.keys()
    silent = [name for name, callback in known.items() if not shows_progress(callback)]
    assert sorted(silent) == sorted(name for name in OTHERWISE if name in silent)


def test_work_is_shown_on_a_terminal_while_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = use_terminal(monkeypatch)
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    with progress.document_counter("reading pages") as count:
        count(1200)
        wait_for("已读 1,200", terminal)
        shown = terminal.getvalue()
    assert "读取网页" in shown
    assert "已读 1,200" in shown
    assert terminal.getvalue().endswith("\x1b[2K\x1b[?25h\r")  # nothing stays


def test_short_work_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = use_terminal(monkeypatch)
    monkeypatch.setattr(progress, "PATIENCE", 30.0)
    with progress.working("reading pages"), progress.progress_bars() as show:
        show("pages", 1, 2)
    assert terminal.getvalue() == ""


def test_a_command_prints_its_result_alone_into_a_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    terminal = use_terminal(monkeypatch)
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(database)
    store.close()

    def describe(engine: object) -> list[str]:
        wait_for("counting rows", terminal)
        return ["pages 12"]

    monkeypatch.setattr("topiccrawl.cli.database._description", describe)
    assert main(["database", "show", "--database", database]) == 0
    assert "counting rows" in terminal.getvalue()
    assert (
        "pages" in capsys.readouterr().out
    )  # standard output is not a terminal here: nothing is taken to another

    monkeypatch.setattr(sys, "stderr", plain := StringIO())
    assert main(["database", "show", "--database", database]) == 0
    assert plain.getvalue() == ""
