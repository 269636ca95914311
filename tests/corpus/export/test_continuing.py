"""An export that is interrupted goes on after its last whole part."""

from __future__ import annotations

import os
import signal

import pytest
from corpus.conftest import page
from forks import ForkedPython
from servers.corpora import opened

from topiccrawl.corpus.export import FORMATS, ExportOptions, export_pages
from topiccrawl.corpus.export.target import Target
from topiccrawl.errors import ExportError

ALL = (*FORMATS, "dataset")


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(Target, "part_size", 10)


@pytest.fixture
def filled(write_sqlite):
    pages = [
        page(n, url=f"http://h{n % 3}.example/{n}", raw_html=b"<p>%d" % n, robots="noai" if n == 7 else None)
        for n in range(35)
    ]
    return write_sqlite(*pages)


class Killed(BaseException):
    """Not an error that anything catches."""


def interrupt(at):
    def on_progress(read, total):
        if read == at:
            raise Killed

    return on_progress


def content(path):
    if path.is_dir():
        return {file.name: file.read_bytes() for file in path.glob("data/*")}
    return path.read_bytes()


@pytest.mark.parametrize("format", ALL)
def test_an_interrupted_export_goes_on_and_equals_one_that_was_not(filled, tmp_path, format):
    options = ExportOptions(split="train=.5,test=.5")
    whole, out = tmp_path / "whole", tmp_path / "out"
    assert export_pages(filled, "样例", format, whole, options).pages == 34
    with pytest.raises(Killed):
        export_pages(filled, "样例", format, out, options, interrupt(28))
    assert not out.exists()
    done = export_pages(filled, "样例", format, out, options)
    assert (done.pages, done.resumed) == (34, 20)
    assert list(done.left_out.values()) == [1]
    if format not in ("xlsx", "warc"):  # these hold the time of writing
        assert content(out) == content(whole)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["corpus.db", "out", "whole"]


def test_after_another_request_or_another_crawl_it_starts_again(filled, tmp_path):
    out = tmp_path / "out.jsonl"
    for change in ("options", "crawl"):
        with pytest.raises(Killed):
            export_pages(filled, "样例", "jsonl", out, None, interrupt(28))
        options = ExportOptions(columns=("url",)) if change == "options" else None
        if change == "crawl":
            store = opened(filled)
            store.start_run("样例", {})
            store.close()
        done = export_pages(filled, "样例", "jsonl", out, options)
        assert (done.pages, done.resumed) == (34, 0)


def test_one_that_is_killed_goes_on(filled, tmp_path):
    out = tmp_path / "out.jsonl"
    code = f"""
import os, signal
from topiccrawl.corpus.export import export_pages
from topiccrawl.corpus.export.target import Target
Target.part_size = 10
kill = lambda read, total: read == 33 and os.kill(os.getpid(), signal.SIGKILL)
export_pages({filled!r}, "样例", "jsonl", {str(out)!r}, None, kill)
"""
    assert ForkedPython("-c", code).end() == -signal.SIGKILL
    assert not out.exists()
    assert export_pages(filled, "样例", "jsonl", out).resumed == 30
    assert len(out.read_text("utf-8").splitlines()) == 34


def test_two_at_once_do_not_write_into_the_same_parts(filled, tmp_path):
    out = tmp_path / "out.jsonl"

    def second(read, total):
        if read == 1:
            with pytest.raises(ExportError, match=r"out\.jsonl: another process writes this export"):
                export_pages(filled, "样例", "jsonl", out)

    assert export_pages(filled, "样例", "jsonl", out, None, second).pages == 34


def test_a_pipe_has_no_parts_beside_it(filled, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code = f"print(len(open({str(pipe)!r}, encoding='utf-8').readlines()))"
    reader = ForkedPython("-c", code)
    assert export_pages(filled, "样例", "jsonl", pipe).pages == 34
    assert reader.communicate() == ("34\n", "")
