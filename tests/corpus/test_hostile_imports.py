"""Imports with bad rows and records between good ones: the good ones arrive, the bad ones are named."""

from __future__ import annotations

import csv
import gzip
import io
import json
import sqlite3
import time
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from e2e.crawling import stories

from topiccrawl.cli import main
from topiccrawl.corpus.stored_records import stored_records
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.text.files import rows

TOPIC = "partybuild"
FIRST, LAST = stories()[:2]


def row(url, story, **more):
    text = "\n".join(story.paragraphs)
    return json.dumps({"url": url, "title": story.title, "text": text, **more}, ensure_ascii=False).encode()


GOOD = row("http://a.test/1", FIRST), row("http://a.test/2", LAST)


def imported(file: Path, capsys: pytest.CaptureFixture[str], *options: str):
    """Return the URLs in the corpus, the exit code, and what was said on both streams."""
    url = f"sqlite:///{file.parent / 'corpus.db'}"
    code = main(["import", str(file), "-t", TOPIC, "--database", url, *options])
    said = capsys.readouterr()
    store = CorpusStore(url)
    store.open(create=False)
    try:
        found = {record.url for _, record in stored_records(store, TOPIC)}
    finally:
        store.close()
    return found, code, said.out, said.err


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (b'{"url', "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[1]", "expected an object"),
        (b'{"url": "http://a.test/3", "text": "\xff"}', "not UTF-8"),
        (b'{"url": "http://a.test/3", "text": "\\ud83d"}', "surrogate"),
        (row("http://a.test/3", FIRST, fetched_at="0001-01-01T00:00:00+14:00"), "out of range"),
        (row("http://a.test/3", FIRST, fetched_at="9999-12-31T23:59:59-14:00"), "out of range"),
        (b" " * 3000, "longer than"),
    ],
    ids=["cut", "deep", "list", "bytes", "surrogate", "before", "after", "long"],
)
@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz"])
def test_a_bad_line_between_two_good_ones(ending, bad, said, tmp_path, capsys, monkeypatch):
    if said == "longer than":
        monkeypatch.setattr(rows, "LONGEST_LINE", max(map(len, GOOD)))
        bad *= 100
    file = tmp_path / f"pages.{ending}"
    data = b"\n".join([GOOD[0], bad, GOOD[1]])
    file.write_bytes(gzip.compress(data) if ending.endswith("gz") else data)
    found, code, out, err = imported(file, capsys)
    assert found == {"http://a.test/1", "http://a.test/2"}
    assert code == 1
    assert sorted(out.splitlines()) == ["1 bad", "2 kept"]
    assert f"{file}:2" in err
    assert said in err
    assert len(err.strip().splitlines()) == 1


@pytest.mark.parametrize("published", ["0000-00-00", "99999-01-01", 1e300, float("inf"), -(10**30), "昨天"])
def test_a_date_of_publication_that_is_none_is_left_out(published, tmp_path, capsys):
    file = tmp_path / "pages.jsonl"
    file.write_bytes(row("http://a.test/1", FIRST, published=published))
    found, code, _, _ = imported(file, capsys)
    assert (found, code) == ({"http://a.test/1"}, 0)


def test_a_table_of_a_spreadsheet(tmp_path, capsys):
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(["url", "title", "text"])
    writer.writerow(["http://a.test/1", FIRST.title, "\n".join(FIRST.paragraphs)])
    writer.writerow(["too", "few"])
    writer.writerow(["http://a.test/2", LAST.title, "\n".join(LAST.paragraphs)])
    file = tmp_path / "pages.csv"
    file.write_bytes(b"\xef\xbb\xbf" + table.getvalue().encode() + b"http://a.test/4,\xff,\xfe\r\n")
    found, code, out, err = imported(file, capsys)
    assert (found, code) == ({"http://a.test/1", "http://a.test/2"}, 1)
    assert sorted(out.splitlines()) == ["2 bad", "2 kept"]
    assert "not UTF-8" in err
    assert f"pages.csv:{3 + len(FIRST.paragraphs) - 1}: 2 values" in err


def html(story, head=""):
    body = "".join(f"<p>{paragraph}</p>" for paragraph in story.paragraphs)
    return f"<html><head><title>{story.title}</title></head><body {head}><h1>{story.title}</h1>{body}</body></html>"


def response(url, page, length=None, cut=0):
    content = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.encode()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nWARC-Target-URI: {url}\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-000000000001>\r\n"
        "Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(content) if length is None else length}\r\n\r\n"
    )
    return head.encode() + (content[:-cut] if cut else content + b"\r\n\r\n")


@pytest.mark.parametrize("ending", ["warc", "warc.gz"])
@pytest.mark.parametrize("length", [-5, 10**15, "many", ""])
def test_a_record_of_an_impossible_length_between_two_good_ones(length, ending, tmp_path, capsys):
    records = [
        response("http://a.test/1", html(FIRST)),
        response("http://a.test/3", html(FIRST), length),
        response("http://a.test/2", html(LAST)),
    ]
    file = tmp_path / f"pages.{ending}"
    file.write_bytes(b"".join(map(gzip.compress, records) if ending == "warc.gz" else records))
    found, code, out, err = imported(file, capsys)
    assert found == {"http://a.test/1", "http://a.test/2"}
    assert code == 1
    assert sorted(out.splitlines()) == ["1 bad", "2 kept"]
    size = len(gzip.compress(records[0]) if ending == "warc.gz" else records[0])
    assert f"damaged record at byte {size}" in err


@pytest.mark.parametrize("ending", ["warc", "warc.gz"])
def test_a_file_that_ends_in_its_last_record(ending, tmp_path, capsys):
    records = [response("http://a.test/1", html(FIRST)), response("http://a.test/2", html(LAST))]
    packed = [gzip.compress(one) if ending == "warc.gz" else one for one in records]
    file = tmp_path / f"pages.{ending}"
    file.write_bytes(packed[0] + packed[1][:-200])
    found, code, out, err = imported(file, capsys)
    assert (found, code) == ({"http://a.test/1"}, 1)
    assert sorted(out.splitlines()) == ["1 bad", "1 kept"]
    assert f"damaged record at byte {len(packed[0])}" in err


ATTACKS = {
    "attributes": " ".join(f"a{number}=1" for number in range(80_000)),
    "depth": "><p>" + "<div>" * 5_000,
    "tags": ">" + "<b></b>" * 60_000,
}


@pytest.mark.parametrize("kind", ATTACKS)
def test_the_limits_of_a_page_hold_in_import_and_extract(kind, tmp_path, capsys):
    hostile = html(FIRST, ATTACKS[kind])
    file = tmp_path / "pages.warc"
    file.write_bytes(response("http://a.test/3", hostile) + response("http://a.test/2", html(LAST)))
    begun = time.monotonic()
    found, code, out, err = imported(file, capsys)
    assert (found, code) == ({"http://a.test/2"}, 1)
    assert sorted(out.splitlines()) == ["1 kept", "1 too complex"]
    assert "http://a.test/3: is not parsed" in err
    page = tmp_path / "page.html"
    page.write_text(hostile)
    assert main(["extract", str(page)]) == 1
    assert "is not parsed" in capsys.readouterr().err
    assert time.monotonic() - begun < 15


def test_names_of_other_programs_are_mapped(tmp_path, capsys):
    text = "\n".join(FIRST.paragraphs)
    file = tmp_path / "pages.jsonl"
    file.write_text(json.dumps({"link": "http://a.test/1", "title": FIRST.title, "content": text}))
    found, code, _, _ = imported(file, capsys, "--map", "text=content, url=link")
    assert (found, code) == ({"http://a.test/1"}, 0)
    assert main(["import", str(file), "-t", TOPIC, "--map", "body=content"]) == 2
    assert "body=content" in capsys.readouterr().err


def test_clean_leaves_a_source_alone_that_is_too_complex(tmp_path, capsys):
    file = tmp_path / "pages.warc"
    file.write_bytes(response("http://a.test/1", html(FIRST)))
    imported(file, capsys)
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    hostile = zlib.compress(html(FIRST, ATTACKS["attributes"]).encode())
    with closing(sqlite3.connect(tmp_path / "corpus.db")) as connection, connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        holding = [
            name
            for name in names
            if any(column[1] == "raw_html" for column in connection.execute(f"PRAGMA table_info({name})"))
        ]
        changed = [
            connection.execute(f"UPDATE {name} SET raw_html = ?", (hostile,)).rowcount for name in holding
        ]
    assert sum(changed) == 1
    begun = time.monotonic()
    assert main(["clean", "-t", TOPIC, "--database", url]) == 0
    assert "1 stay as they are: the source is too complex" in capsys.readouterr().out
    assert time.monotonic() - begun < 15


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.zst", "csv"])
def test_an_own_export_is_imported_whole(ending, tmp_path, capsys):
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    file = first / "pages.jsonl"
    file.write_bytes(b"\n".join([*GOOD, row("http://b.test/1", FIRST)]))
    found, code, out, _ = imported(file, capsys)
    assert (len(found), code) == (3, 0)
    assert sorted(out.splitlines()) == ["1 kept as duplicates", "2 kept"]
    whole = second / f"pages.{ending}"
    database = f"sqlite:///{first / 'corpus.db'}"
    assert (
        main(["export", "-t", TOPIC, "--database", database, "-o", str(whole), "--include-duplicates"]) == 0
    )
    capsys.readouterr()
    again, code, out, err = imported(whole, capsys)
    assert (again, code, err) == (found, 0, "")
    assert sorted(out.splitlines()) == ["1 kept as duplicates", "2 kept"]
