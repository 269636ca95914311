"""The picker in a real pseudo-terminal."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from topiccrawl.topics.words.candidates import CandidateTable

pytest.importorskip("pty", reason="there are no pseudo-terminals here")

WORDS = ["华侨", "华人", "中国", "侨乡", "归侨", "经济发展", "侨联"]
PICKER = """
import sys
from pathlib import Path
from topiccrawl.topics.words.picker import pick
from topiccrawl.topics.words.picking import Picking
with Picking(Path(sys.argv[1])) as picking:
    pick(picking, Path(sys.argv[1]).name)
"""
# What the command runs, without the time that the command takes to start.
Run = Callable[..., AbstractContextManager["object"]]


@pytest.fixture(scope="module")
def run() -> Run:
    # tests are imported file by file, so the module beside this one is loaded by its path
    spec = importlib.util.spec_from_file_location("terminal", Path(__file__).with_name("terminal.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    @contextmanager
    def start(path: Path, command: bool = False, **size: int) -> Iterator[object]:
        arguments = ["-m", "topiccrawl", "vocabulary", "pick"] if command else ["-c", PICKER]
        with module.terminal([*arguments, str(path)], **size) as opened:
            opened.until(lambda lines: any("y take" in line for line in lines))
            yield opened

    return start


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "words.tsv"
    rows = [{"word": word, "count": str(90 - n)} for n, word in enumerate(WORDS)]
    CandidateTable.of(("count",), rows).write(path)
    return path


def picks(path: Path) -> dict[str, str]:
    return {row["word"]: row["pick"] for row in CandidateTable.read(path).rows if row["pick"]}


def told(taken: int, left_out: int) -> Callable[[list[str]], bool]:
    return lambda lines: f"taken {taken}  left out {left_out}" in lines[0]


def test_words_are_taken_left_out_and_taken_back(run: Run, path: Path) -> None:
    with run(path, command=True) as terminal:
        # A screen may arrive in parts: the rows after the title.
        lines = terminal.until(lambda lines: bool(lines[3].strip()))
        assert lines[0].startswith("words.tsv  1/7  taken 0  left out 0  open 7")
        assert [line.split() for line in lines[2:4]] == [["华侨", "90"], ["华人", "89"]]
        terminal.type("yyn")
        terminal.until(told(2, 1))
        terminal.type("u")
        terminal.until(told(2, 0))
        terminal.type("\x1b[B\x1b[By")  # from 中国, which is open again, two down
        lines = terminal.until(told(3, 0))
        assert any(line.split()[:2] == ["✔", "归侨"] for line in lines)
        terminal.type("q")
        assert terminal.ended() == 0
        # A long path is broken over lines anywhere.
        assert "3taken,0leftout,4open" in "".join(terminal.lines()).replace(" ", "")
    assert picks(path) == {"华侨": "y", "华人": "y", "归侨": "y"}


def test_search_shows_what_holds_the_text(run: Run, path: Path) -> None:
    with run(path) as terminal:
        terminal.type("/侨")
        lines = terminal.until(
            lambda lines: "1/4" in lines[0] and any("search: 侨" in line for line in lines)
        )
        assert not any("中国" in line for line in lines)
        terminal.type("\r" + "\x1b[F" + "y")  # back to the list, to its end, take it
        terminal.until(told(1, 0))
        terminal.type("\x1b")
        terminal.until(lambda lines: "/7" in lines[0])
        terminal.type("q")
        assert terminal.ended() == 0
    assert picks(path) == {"侨联": "y"}


def test_search_goes_to_the_first_match_wherever_the_cursor_was(run: Run, path: Path) -> None:
    with run(path) as terminal:
        terminal.type("\x1b[F")
        terminal.until(lambda lines: "7/7" in lines[0])
        terminal.type("/华")
        terminal.until(lambda lines: "1/2" in lines[0])
        terminal.type("\x7f侨")
        terminal.until(lambda lines: "1/4" in lines[0])
        terminal.type("\ry")
        terminal.until(told(1, 0))
        terminal.type("\x1b")
        terminal.until(lambda lines: "4/7" in lines[0])  # where the search was left
        terminal.type("q")
        assert terminal.ended() == 0
    assert picks(path) == {"华侨": "y"}


def test_only_open_words_are_shown_on_request(run: Run, path: Path) -> None:
    with run(path) as terminal:
        terminal.type("yno")
        lines = terminal.until(lambda lines: "1/5" in lines[0])
        assert not any("华侨" in line for line in lines)
        terminal.type("n")
        terminal.until(lambda lines: "1/4" in lines[0])
        terminal.type("\x03")
        assert terminal.ended() == 0
    assert picks(path) == {"华侨": "y", "华人": "n", "中国": "n"}


def test_a_killed_session_goes_on_where_it_was(run: Run, path: Path) -> None:
    with run(path, command=True) as terminal:
        terminal.type("yn")
        terminal.until(told(1, 1))
        terminal.kill()
    assert picks(path) == {}  # the table was not written
    with run(path) as terminal:
        lines = terminal.until(told(1, 1))
        assert "3/7" in lines[0]
        terminal.type("u")
        terminal.until(told(1, 0))
        terminal.type("q")
        assert terminal.ended() == 0
    assert picks(path) == {"华侨": "y"}


def test_a_small_terminal_scrolls_and_cuts_columns(run: Run, path: Path) -> None:
    with run(path, rows=6, columns=40) as terminal:
        assert "华侨" in terminal.lines()[2]
        terminal.type("G")
        lines = terminal.until(lambda lines: "7/7" in lines[0])
        assert any("侨联" in line for line in lines) and not any("华侨" in line for line in lines)
        terminal.type("q")
        assert terminal.ended() == 0


def test_an_empty_table_can_be_left(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "none.tsv"
    CandidateTable.of((), []).write(path)
    with run(path) as terminal:
        terminal.type("ynuc/什么\r")
        terminal.type("q")
        assert terminal.ended() == 0
    assert picks(path) == {}
