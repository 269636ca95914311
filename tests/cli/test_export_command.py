from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime

import pytest
from servers.corpora import opened

from topiccrawl.cli import main
from topiccrawl.cli.export import Format
from topiccrawl.corpus.export import FORMATS
from topiccrawl.storage.records import PageRecord


@pytest.fixture
def filled(tmp_path):
    """The URL of a database with one page and a duplicate of it; other databases: tests/corpus."""
    database_url = f"sqlite:///{tmp_path / 'corpus.db'}"
    store = opened(database_url)
    own = {"topic": "样例", "run_id": 1, "fetched_at": datetime.now(UTC), "title": "标题"}
    first = PageRecord(url="http://127.0.0.1/1", **own)
    store.write([first, PageRecord(url="http://127.0.0.1/2", duplicate_of=first.url, **own)])
    store.start_run("没有", {})
    store.close()
    return database_url


def test_export_writes_the_file_and_reports_it(filled, tmp_path, capsys):
    out = tmp_path / "语料.jsonl"
    assert (
        main(["export", "--database", filled, "--topic", "样例", "--format", "jsonl", "--out", str(out)]) == 0
    )
    assert [json.loads(line)["title"] for line in out.read_text("utf-8").splitlines()] == ["标题"]
    output = capsys.readouterr()
    assert output.out == f"1 pages of 样例 in {out}\n"
    assert output.err == ""


def test_without_a_format_the_ending_decides(filled, tmp_path):
    words = ["export", "--database", filled, "--topic", "样例", "--out"]
    for name, start in (("a.csv", b"\xef\xbb\xbf"), ("ohne", b"{"), ("a.JSONL", b"{")):
        assert main([*words, str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(start)


def test_a_topic_may_be_named_by_its_folder_and_the_export_go_to_a_pipe(filled, tmp_path, capfd):
    (tmp_path / "topics" / "样例").mkdir(parents=True)
    assert main(["export", "--database", filled, "-t", str(tmp_path / "topics" / "样例"), "-o", "-"]) == 0
    output = capfd.readouterr()
    assert [json.loads(line)["title"] for line in output.out.splitlines()] == ["标题"]
    assert output.err == (
        "standard output: this export cannot be resumed if it is interrupted\n1 pages of 样例\n"
    )


def test_a_mistyped_topic_is_an_error_and_the_older_file_stays(filled, tmp_path, capsys):
    out = tmp_path / "out.jsonl"
    out.write_text("旧", "utf-8")
    assert main(["export", "--database", filled, "--topic", "样列", "--out", str(out)]) == 1
    output = capsys.readouterr()
    assert output.out == ""
    assert "'样列'; there are 样例, 没有" in output.err
    assert out.read_text("utf-8") == "旧"


def test_the_command_knows_the_formats_of_the_export():
    assert tuple(Format) == (*FORMATS, "dataset")


def test_python_m_topiccrawl_is_the_command(tmp_path):
    words = [sys.executable, "-m", "topiccrawl", "export", "--topic", "t", "--out", "o"]
    done = subprocess.run(
        [*words, "--database", f"sqlite:///{tmp_path}/no.db"], capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "no such file" in done.stderr
    assert done.stdout == ""
