"""Readers in a child process: what they yield arrives, and what they take has limits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from text.files import harmless_readers as readers

from topiccrawl.access.starts.site_lists import read_sites
from topiccrawl.errors import SiteListError
from topiccrawl.messages import Message
from topiccrawl.text.files import excel
from topiccrawl.text.files.child import ChildError, LimitError, Limits, read_in_child
from topiccrawl.text.progress import listen_to_progress

SMALL = Limits(memory=100_000_000, seconds=20.0, output=2**20)


def test_values_arrive_one_after_the_other_and_progress_is_passed_on() -> None:
    told: list[tuple[str, int, int]] = []
    with listen_to_progress(lambda *report: told.append(report)):
        found = list(read_in_child(readers.values, "党建".encode(), limits=SMALL))
    assert found == [{"字": "党建", "日期": "2024-05-01", "数": [1, 0.5, None, True]}, "半个\ud800"]
    assert told == [("读取", 1, 2)]


def test_the_message_of_a_reader_keeps_its_values() -> None:
    rows = read_in_child(readers.refused, limits=SMALL)
    assert next(rows) == 1
    with pytest.raises(ChildError, match=r"^词表\.tsv:3: expected a word$") as caught:
        next(rows)
    said = caught.value.args[0]
    assert isinstance(said, Message)
    assert (said.template, said.values) == ("{file}:{line}: expected a word", {"file": "词表.tsv", "line": 3})


@pytest.mark.parametrize(
    ("reader", "argument", "limits", "said"),
    [
        (readers.takes, 500_000_000, SMALL, "takes more than 95 MB of memory"),
        (readers.sleeps, 60.0, Limits(seconds=0.5), "takes more than 0.5 s"),
        (readers.ends_by, signal.SIGSEGV, SMALL, f"an error of its own \\({-signal.SIGSEGV}\\)"),
        (readers.ends_by, signal.SIGABRT, SMALL, "takes more than 95 MB of memory"),
        (readers.writes, 2000, SMALL, "has more than 1 MB of content"),
    ],
)
def test_a_reader_over_a_limit_or_dead_is_one_error(
    reader: Callable[..., Any], argument: object, limits: Limits, said: str
) -> None:
    with pytest.raises(ChildError, match=said):
        list(read_in_child(reader, argument, limits=limits))


@pytest.mark.parametrize("reader", [readers.exits, readers.fails])
def test_a_reader_that_ends_without_an_answer_is_an_error(reader: Callable[..., Any]) -> None:
    with pytest.raises(ChildError, match="an error of its own"):
        list(read_in_child(reader, limits=SMALL))


def test_a_child_knows_no_passwords_and_writes_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOPICCRAWL_DATABASE_URL", "mysql+pymysql://root:geheim@127.0.0.1/x")
    (seen,) = read_in_child(readers.sees_environment, limits=SMALL)
    assert "PATH" in seen and "TOPICCRAWL_DATABASE_URL" not in seen and "geheim" not in str(seen)
    file = tmp_path / "written"
    with pytest.raises(ChildError, match="File too large"):
        list(read_in_child(readers.writes_file, str(file), 100_000, limits=SMALL))
    assert file.stat().st_size == 0
    allowed = Limits(memory=SMALL.memory, files=200_000)
    assert list(read_in_child(readers.writes_file, str(file), 100_000, limits=allowed)) == [100_000]


def test_values_one_after_the_other_do_not_lengthen_the_time_of_the_processor() -> None:
    limits = Limits(memory=SMALL.memory, processor=1.0, output=None)
    began = time.monotonic()
    with pytest.raises(LimitError, match=r"takes more than 1\.0 s"):
        for _ in read_in_child(readers.works, 60.0, limits=limits):
            pass
    assert time.monotonic() - began < 30


def test_what_a_child_sends_is_formatted_only_in_forms_that_cannot_grow() -> None:
    with pytest.raises(ChildError) as caught:
        list(read_in_child(readers.tells_template, limits=SMALL))
    assert not isinstance(caught.value.args[0], Message)


@pytest.mark.parametrize("line", [b"r" + b"[" * 100_000 + b"\n", b"rno json\n", b"e[1]\n", b"x\n", b"r1"])
def test_what_is_no_answer_is_an_error(line: bytes) -> None:
    with pytest.raises(LimitError):
        list(read_in_child(readers.sends_raw, line, limits=SMALL))


def test_a_reader_within_its_limits_may_be_slow_and_long() -> None:
    assert list(read_in_child(readers.takes, 50_000_000, limits=SMALL)) == [50_000_000]
    unlimited = Limits(memory=SMALL.memory, output=None)
    assert len(list(read_in_child(readers.writes, 2000, limits=unlimited))) == 2000


def test_no_child_outlives_its_reader_and_threads_may_read_at_once() -> None:
    def children() -> list[str]:
        folder = Path(f"/proc/self/task/{threading.main_thread().native_id}/children")
        return folder.read_text().split() if folder.exists() else []

    before = children()
    rows = read_in_child(readers.sleeps, 60.0)
    assert next(rows) == "first"
    rows.close()  # as when a caller stops reading
    began = time.monotonic()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda n: list(read_in_child(readers.takes, n)), (1, 2, 3, 4)))
    assert found == [[1], [2], [3], [4]]
    assert time.monotonic() - began < 50
    assert children() == before


def test_no_child_outlives_a_parent_that_is_killed() -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", _READS, str(Path(__file__).parent.parent.parent)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 30
    while _is_alive(child):
        assert time.monotonic() < deadline
        time.sleep(0.1)


_READS = """
import sys
sys.path.insert(0, sys.argv[1])
from text.files import harmless_readers
from topiccrawl.text.files.child import Limits, read_in_child
for pid in read_in_child(harmless_readers.goes_on, limits=Limits(seconds=300, processor=300)):
    print(pid, flush=True)
"""


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_workbook_that_takes_too_much_is_an_error_of_the_list_of_sites(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = BytesIO()
    with xlsxwriter.Workbook(out) as book:
        sheet = book.add_worksheet()
        for line in range(200):
            sheet.write_string(line, 0, f"http://{line}.cn/")
    file = tmp_path / "站点.xlsx"
    file.write_bytes(out.getvalue())
    assert len(read_sites(file)) == 200
    monkeypatch.setattr(excel, "LIMITS", Limits(output=1000))
    with pytest.raises(SiteListError, match=r"站点\.xlsx: it has more than 0 MB of content"):
        read_sites(file)
    monkeypatch.setattr(excel, "LIMITS", Limits(seconds=0.001))
    with pytest.raises(SiteListError, match=r"takes more than 0\.001 s"):
        read_sites(file)
