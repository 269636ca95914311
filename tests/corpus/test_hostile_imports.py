"""Imports with bad rows, records and files between good ones: the good ones arrive, the bad ones are named."""

from __future__ import annotations

import gzip
import json
import sqlite3
import time
import zipfile
import zlib
from base64 import b64encode
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pytest
from backports import zstd
from corpus.saved import DATE, as_json, entry, har, html, mhtml, response, row, saved_html, table, wacz
from e2e.crawling import other_stories, stories
from pyarrow import parquet

from topiccrawl.cli import main
from topiccrawl.corpus.importing import _from_row
from topiccrawl.corpus.sources import files
from topiccrawl.corpus.sources.har import har_pages
from topiccrawl.corpus.sources.saved_pages import html_pages
from topiccrawl.corpus.sources.warc import warc_pages
from topiccrawl.corpus.stored_records import stored_records
from topiccrawl.messages import Message
from topiccrawl.page import complexity
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.text.files import processes, rows

TOPIC = "partybuild"
FIRST, LAST = stories()[:2]
ONE, TWO, THREE = (f"http://a.test/{number}" for number in (1, 2, 3))
GOOD = row(ONE, FIRST), row(TWO, LAST)
PAGES = html(FIRST), html(LAST)
OF_DROPS = ("off the topic", "without a text", "too complex")


def imported(source: Path, capsys: pytest.CaptureFixture[str], *options: str):
    """Return the pages by URL, the exit code, the counts and the errors; the counts are those of the database."""
    database = source.parent / "corpus.db"
    url = f"sqlite:///{database}"
    code = main(["import", str(source), "-t", TOPIC, "--database", url, *options])
    said = capsys.readouterr()
    counts: Counter[str] = Counter()
    for line in said.out.splitlines():
        number, _, kind = line.partition(" ")
        counts[kind] = int(number)
    store = CorpusStore(url)
    store.open(create=False)
    try:
        found = {record.url: record for _, record in stored_records(store, TOPIC)}
    finally:
        store.close()
    with closing(sqlite3.connect(database)) as connection:
        ((drops,),) = connection.execute("SELECT count(*) FROM drops")
        ((stats,),) = connection.execute("SELECT stats FROM runs")
    assert counts["kept"] == sum(record.duplicate_of is None for record in found.values())
    assert counts["kept as duplicates"] == sum(record.duplicate_of is not None for record in found.values())
    assert sum(counts[kind] for kind in OF_DROPS) == drops
    assert json.loads(stats).items() >= {f"topiccrawl/import/{kind}": n for kind, n in counts.items()}.items()
    return found, code, counts, said.err


OFF = row("http://a.test/off", other_stories()[0])
OTHERS = [OFF, OFF, row("http://a.test/empty", FIRST, text=" "), row("", FIRST, text=" ")]
OF_OTHERS = {"off the topic": 1, "known already": 1, "without a text": 1, "without a URL": 1}
"""Rows that are no errors, but no pages either."""
BAD_LINES = {
    b'{"url': "no JSON",
    b"[" * 900: "no JSON",
    b"[1]": "expected an object",
    as_json(row("www.a.test/3", FIRST))[0]: "'www.a.test/3' is no URL",
    as_json({"link": THREE, "content": FIRST.paragraphs[0]})[0]: "link, content; use --map text=NAME",
    as_json({"url": THREE, "title": FIRST.title, "content": "x"})[0]: "use --map text=NAME",
    b'{"url": "http://a.test/3", "text": "\xff"}': "not UTF-8",
    b'{"url": "http://a.test/3", "text": "\\ud83d"}': "surrogate",
    as_json(row(THREE, FIRST, fetched_at="0001-01-01T00:00:00+14:00"))[0]: "out of range",
    as_json(row(THREE, FIRST, fetched_at="9999-12-31T23:59:59-14:00"))[0]: "out of range",
    b"[]" * 1001: "lists and objects",
    b" " * 300_000: "longer than",
}


def lines(ending, pack):
    def write(folder):
        file = folder / f"pages.{ending}"
        file.write_bytes(pack(b"\n".join(as_json(GOOD[0], *OTHERS, *BAD_LINES, GOOD[1]))))
        said = [f"pages.{ending}:{number}: {what}" for number, what in enumerate(BAD_LINES.values(), 6)]
        return file, OF_OTHERS, [one.partition(": ")[0] for one in said] + list(BAD_LINES.values())

    return write


def spreadsheet(encoding, start=b""):
    def write(folder):
        file = folder / "pages.csv"
        bad = [b'http://a.test/3,"never closed,x\r\n', b"too,few\r\n", b"http://a.test/4,\xff,\xff\xff\r\n"]
        file.write_bytes(start + table([GOOD[0], *OTHERS, *bad, GOOD[1]], encoding))
        return (
            file,
            OF_OTHERS,
            ["pages.csv:", "2 values", "not UTF-8" if encoding == "utf-8" else "not GB18030"],
        )

    return write


def columns(folder):
    file = folder / "pages.parquet"
    every = [GOOD[0], *OTHERS, row(THREE, FIRST), row(THREE, FIRST), GOOD[1]]
    texts = [one["text"].encode() for one in every]
    texts[5] = b"\xff\xfe"
    times = pa.array([10**12 if number == 6 else 1_700_000_000 for number in range(8)], pa.timestamp("s"))
    made = {
        "url": pa.array([one["url"] for one in every]),
        "title": pa.array([one["title"] for one in every]),
        "text": pa.array(texts).view(pa.utf8()),
        "fetched_at": times,
        "published": pa.array([1_710_206_400_000_000_001] * 8, pa.timestamp("ns")),
    }
    parquet.write_table(pa.table(made), file)
    return file, OF_OTHERS, ["pages.parquet:6: ", "pages.parquet:7: "]


def archive(ending):
    def write(folder):
        records = [
            response(ONE, PAGES[0]),
            *(response(THREE, PAGES[0], length) for length in (-5, 10**15, 10**30, "many", "")),
            response(THREE, "<p>" + "党" * 4_000_000),
            response("http://a.test/4", PAGES[0], status=404),
            b"WARC/9.9 \x1b[31m\xff\x00" + bytes(range(256)),
            response(TWO, PAGES[1]),
            response("http://a.test/5", PAGES[0], cut=200),
        ]
        packed = [gzip.compress(one, 1) if ending == "warc.gz" else one for one in records]
        file = folder / f"pages.{ending}"
        file.write_bytes(b"".join(packed))
        offsets = [sum(map(len, packed[:number])) for number in (1, 2, 3, 4, 5, 8, 10)]
        places = [f"damaged record at byte {offset}" for offset in offsets]
        return file, {"with the status 404": 1}, [*places, "longer than 10,000,000 bytes"]

    return write


def texts(ending):
    def write(folder):
        first, last = ("\n".join([one.title, *one.paragraphs]) for one in (FIRST, LAST))

        def text(url, data, length=None, cut=0, date=DATE):
            data = data if isinstance(data, bytes) else data.encode()
            size = len(data) if length is None else length
            head = (
                f"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Date: {date}\r\nWARC-Target-URI: {url}\r\n"
                f"Content-Type: text/plain\r\nContent-Length: {size}\r\n\r\n"
            )
            return head.encode() + data[: len(data) - cut] + (b"" if cut else b"\r\n\r\n")

        records = [
            text(ONE, first),
            *(text(THREE, first, length) for length in (-5, 10**15, 10**30, "many", "")),
            text(THREE, "党" * 4_000_000),
            text(THREE, first.encode("gb18030")),
            text(THREE, first, date="0001-01-02T03:04:05Z"),
            text("", first),
            text(TWO, last),
            text("http://a.test/5", first, cut=200),
        ]
        file = folder / f"pages.{ending}"
        file.write_bytes(b"".join(gzip.compress(one, 1) if ending.endswith("gz") else one for one in records))
        return (
            file,
            {"without a URL": 1},
            ["damaged record", "longer than 10,000,000", "out of range", "not UTF-8"],
        )

    return write


def recording(folder):
    file = folder / "pages.wacz"
    members = {
        "archive/1.warc.gz": [response(ONE, PAGES[0]), response(THREE, PAGES[0], -5)],
        "archive/3.warc.gz": [response(TWO, PAGES[1])],
    }
    wacz(file, members)
    with zipfile.ZipFile(file, "a") as more:
        more.writestr("archive/2.warc.gz", b"nonsense")
        more.writestr("archive/4.warc.gz", gzip.compress(response(THREE, PAGES[0])), zipfile.ZIP_DEFLATED)
    said = [
        "pages.wacz/archive/1.warc.gz: damaged record at byte",
        "2.warc.gz: no WARC",
        "4.warc.gz: is packed",
    ]
    return file, {}, said


def requests(folder):
    odd = [
        {"request": {"url": THREE}},
        entry(THREE, PAGES[0], response={"status": 200, "headers": [], "content": [1]}),
        entry(THREE, {"text": 1}),
        entry(THREE, PAGES[0], response={"content": {"text": "a", "encoding": "base64"}}),
        json.dumps(entry(THREE, "\ud83d")).encode(),
        json.dumps(entry(THREE, "\xff"), ensure_ascii=False).encode("latin-1"),
        b'{"request": {}, "response": nonsense}',
        entry(THREE, "<p>" * 100_000),
    ]
    more = [
        entry(THREE, PAGES[0], request={"method": "POST", "url": THREE}),
        entry(THREE, "", response={"status": 302, "content": {}}),
        entry(THREE, "", response={"status": 200, "content": {"mimeType": "image/png", "text": "x"}}),
    ]
    packed = entry(TWO, "", response={"status": 304, "content": {"mimeType": "text/html; charset=utf-8"}})
    packed["response"]["content"] |= {"text": b64encode(PAGES[1].encode()).decode(), "encoding": "base64"}
    file = folder / "pages.har"
    file.write_bytes(har([entry(ONE, PAGES[0]), *odd, *more, packed]))
    places = [f"entry at byte {file.read_bytes().find(one)}" for one in as_json(*odd)]
    return file, {"with the method POST": 1, "with the status 302": 1, "not HTML": 1}, places


def folder_of(files, counts, said):
    def write(folder):
        (folder / "saved" / "page_files").mkdir(parents=True)
        (folder / "saved" / "page_files" / "frame.html").write_bytes(saved_html(THREE, PAGES[0]))
        for name, data in files.items():
            (folder / "saved" / name).write_bytes(data)
        return folder / "saved", counts, said

    return write


DEEP = b"".join(
    b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (number, number) for number in range(1200)
)
TYPES = {
    "jsonl": lines("jsonl", bytes),
    "jsonl.gz": lines("jsonl.gz", gzip.compress),
    "jsonl.zst": lines("jsonl.zst", zstd.compress),
    "csv": spreadsheet("utf-8"),
    "csv with a mark": spreadsheet("utf-8", b"\xef\xbb\xbf"),
    "csv in GB18030": spreadsheet("gb18030"),
    "parquet": columns,
    "warc": archive("warc"),
    "warc.gz": archive("warc.gz"),
    "wet": texts("wet"),
    "wet.gz": texts("wet.gz"),
    "wacz": recording,
    "har": requests,
    "mhtml": folder_of(
        {
            "1.mhtml": mhtml(ONE, PAGES[0]),
            "2.mhtml": b"nonsense",
            "3.mht": b"Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: image/png\n\nx\n--x--",
            "4.mht": DEEP,
            "5.mht": mhtml(TWO, PAGES[1], "base64"),
        },
        {},
        ["2.mhtml: no MHTML", "3.mht: no MHTML", "4.mht: no MHTML"],
    ),
    "html": folder_of(
        {
            "1.html": saved_html(ONE, PAGES[0]),
            "2.html": b"<html><head>" + b"<a " + b"a=1 " * 40_000 + b"></head>",
            "3.htm": b"\x89PNG" * 100,
            "4.htm": b"<!-- saved from url=(0015)" + TWO.encode() + b" -->" + PAGES[1].encode(),
        },
        {"too complex": 1},
        ["is not parsed", "3.htm: is not HTML"],
    ),
}


@pytest.mark.parametrize("kind", TYPES)
def test_good_hostile_good(kind, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rows, "LONGEST_LINE", 200_000)
    monkeypatch.setattr("topiccrawl.corpus.sources.har.LONGEST_LINE", 200_000)
    monkeypatch.setattr(rows, "MOST_VALUES", 1000)
    source, expected, said = TYPES[kind](tmp_path)
    found, code, counts, err = imported(source, capsys)
    assert (found.keys(), code) == ({ONE, TWO}, 1)
    bad = counts.pop("bad", 0)
    assert counts == {"kept": 2, **expected}
    assert [one for one in said if one not in err] == []
    assert bad + counts["too complex"] == len(err.strip().splitlines())
    assert err.replace("\n", "").isprintable() and ", first line" not in err
    assert {ONE: FIRST.title, TWO: LAST.title} == {url: record.title for url, record in found.items()}


ATTACKS = {
    "attributes": " ".join(f"a{number}=1" for number in range(80_000)),
    "depth": "><p>" + "<div>" * 5_000,
    "tags": ">" + "<b></b>" * 60_000,
}


@pytest.mark.parametrize("kind", [*ATTACKS, "seconds"])
def test_the_limits_of_a_page_hold_in_import_and_extract(kind, tmp_path, capsys, monkeypatch):
    hostile = html(FIRST, ATTACKS.get(kind, ">" + "<p>党建</p>" * 40_000))
    if kind == "seconds":
        monkeypatch.setattr(complexity, "PAGE_SECONDS", 0.2)
    file = tmp_path / "pages.warc"
    file.write_bytes(response(THREE, hostile) + response(TWO, html(LAST)))
    begun = time.monotonic()
    found, code, counts, err = imported(file, capsys)
    assert (found.keys(), code) == ({TWO}, 1)
    assert counts == {"kept": 1, "too complex": 1}
    assert f"{THREE}: is not parsed" in err
    page = tmp_path / "page.html"
    page.write_text(hostile)
    assert main(["extract", str(page)]) == 1
    assert "is not parsed" in capsys.readouterr().err
    assert time.monotonic() - begun < 15


@pytest.mark.parametrize(
    ("fetched", "published", "day"),
    [
        ("2024-03-05T10:20:00Z", "2024-03-05T10:20:00Z", "2024-03-05 18:20"),
        ("Tue, 05 Mar 2024 18:20:00 +0800", "Tue, 05 Mar 2024 18:20:00 +0800", "2024-03-05 18:20"),
        ("2024年3月5日 18:20", "2024年3月5日 18:20", "2024-03-05 18:20"),
        (1709634000, 1709634000.0, "2024-03-05 18:20"),
        ("20240305102000", 1709634000000, "2024-03-05 18:20"),
        (1709634000000000, 1709634000000000000, "2024-03-05 18:20"),
        ({"$date": "2024-03-05T10:20:00Z"}, {"$date": {"$numberLong": "1709634000000"}}, "2024-03-05 18:20"),
        ("2024-03-05 10:20", "0000-00-00", None),
        (1709634000, float("inf"), None),
        (1709634000, -(10**30), None),
        (1709634000, "昨天", None),
    ],
)
def test_dates_of_other_programs(fetched, published, day):
    record = _from_row({"url": ONE, "text": "党建", "fetched_at": fetched, "published": published}, TOPIC, 1)
    assert record.fetched_at == datetime(2024, 3, 5, 10, 20, tzinfo=UTC)
    assert record.published == day


def test_names_of_other_programs_are_mapped(tmp_path, capsys):
    text = "\n".join(FIRST.paragraphs)
    file = tmp_path / "pages.jsonl"
    file.write_text(json.dumps({"link": ONE, "title": FIRST.title, "content": text}))
    found, code, _, _ = imported(file, capsys, "--map", "text=content, url=link")
    assert (found.keys(), code) == ({ONE}, 0)
    assert main(["import", str(file), "-t", TOPIC, "--map", "body=content"]) == 2
    assert "body=content" in capsys.readouterr().err


def test_a_text_in_html_is_stored_as_text(tmp_path, capsys):
    """As tools that collect by clicking write it; a text that only speaks of tags stays."""
    first, *others = FIRST.paragraphs
    marked = f"<p>　　{first}</p><script>x</script><p>A&amp;B<b>党</b>章</p><table><tr><td>县<td>12</table>"
    plain = "\n".join([first, "标签<p>与<br>都是HTML", *others])
    file = tmp_path / "pages.jsonl"
    file.write_bytes(b"\n".join(as_json(row(ONE, FIRST, text=marked), row(TWO, LAST, text=plain))))
    found, code, _, _ = imported(file, capsys, "--keep-all")
    assert found[ONE].text.splitlines() == [first, "A&B党章", "县", "12"]
    assert (found[TWO].text, code) == (plain, 0)


def test_a_record_that_takes_the_beginning_of_the_next_one(tmp_path):
    size = len(response(THREE, PAGES[0]).partition(b"\r\n\r\n")[2]) - 4
    file = tmp_path / "pages.warc"
    file.write_bytes(response(THREE, PAGES[0], size + 60) + response(ONE, PAGES[0]) + response(TWO, PAGES[1]))
    found = [one if isinstance(one, Message) else one.url for _, one in warc_pages(file)]
    assert [found[0], *found[2:]] == [THREE, ONE, TWO]
    assert "damaged record at byte" in str(found[1])


def test_what_a_folder_has_besides_pages_is_told(tmp_path, capsys):
    for name in ("1.html", "notes/2.docx", "3.DOCX", "LIESMICH", "1_files/ad.png", ".git/config"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(saved_html(ONE, PAGES[0]))
    assert main(["import", str(tmp_path), "-t", TOPIC, "--database", f"sqlite:///{tmp_path}.db"]) == 0
    assert "files that are not read: 2 .docx, 1 liesmich" in capsys.readouterr().err


def test_a_folder_is_walked_once(tmp_path, monkeypatch):
    (tmp_path / "1.html").write_bytes(saved_html(ONE, PAGES[0]))
    walked: list[Path] = []
    inside = files._inside
    monkeypatch.setattr(files, "_inside", lambda path: walked.append(path) or inside(path))
    assert main(["import", str(tmp_path), "-t", TOPIC, "--database", f"sqlite:///{tmp_path}.db"]) == 0
    assert walked == [tmp_path]


def test_lists_of_objects_are_pages_and_objects_in_folders_describe_them(tmp_path, capsys):
    (tmp_path / "items.json").write_text(json.dumps([row(ONE, FIRST), "keine", row(TWO, LAST)], indent=1))
    (tmp_path / "export.json").write_text(json.dumps({"rows": 2}))
    found, _, _, err = imported(tmp_path, capsys, "--keep-all")
    assert found.keys() == {ONE, TWO}
    assert "files that are not read: 1 .json" in err and "items.json:" in err


def test_the_url_of_a_mirrored_page(tmp_path):
    file = tmp_path / "1.html"
    comment = f"<html>\n<!-- Mirrored from {ONE.removeprefix('http://')} by HTTrack Website Copier/3.x -->"
    file.write_text(comment + PAGES[0])
    assert [found.url for _, found in html_pages(file)] == [ONE]


def test_an_older_page_that_comes_later_makes_the_first_one_a_duplicate(tmp_path, capsys):
    published = ["2024-05-03", "2024-05-02", "2024-05-01"]
    rows_ = [row(f"http://{n}.test/1", FIRST, published=day) for n, day in enumerate(published)]
    file = tmp_path / "pages.jsonl"
    file.write_bytes(b"\n".join(as_json(*rows_)))
    found, _, counts, _ = imported(file, capsys)
    assert counts == {"kept": 1, "kept as duplicates": 2}
    assert found["http://2.test/1"].duplicate_of is None


def test_clean_leaves_a_source_alone_that_is_too_complex(tmp_path, capsys):
    file = tmp_path / "pages.warc"
    file.write_bytes(response(ONE, html(FIRST)))
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


@pytest.mark.parametrize("ending", ["pages.csv", "dataset"])
def test_an_own_export_is_imported_whole(ending, tmp_path, capsys):
    """Also pages without a URL, and pages for which more than their text spoke."""
    (tmp_path / "again").mkdir()
    file = tmp_path / "pages.jsonl"
    without = {"title": LAST.title, "text": "\n".join(LAST.paragraphs), "published": "2024-05-01"}
    file.write_bytes(b"\n".join(as_json(GOOD[0], without, row("http://b.test/1", FIRST), OFF)))
    found, code, counts, _ = imported(file, capsys, "--keep-all")
    assert (counts, code) == ({"kept": 3, "kept as duplicates": 1}, 0)
    text = "\n".join(LAST.paragraphs)
    assert f"urn:sha256:{sha256(text.encode()).hexdigest()}" in found
    whole = tmp_path / "again" / ending
    database = f"sqlite:///{tmp_path / 'corpus.db'}"
    out = ["--format", "dataset"] if ending == "dataset" else []
    export = ["export", "-t", TOPIC, "--database", database, "-o", str(whole), "--include-duplicates", *out]
    assert main(export) == 0
    capsys.readouterr()
    again, code, counts, err = imported(whole, capsys)
    assert (again.keys(), code, err) == (found.keys(), 0, "")
    assert counts == {"kept": 3, "kept as duplicates": 1}
    assert {url: (one.title, one.text, one.published) for url, one in again.items()} == {
        url: (one.title, one.text, one.published) for url, one in found.items()
    }


@pytest.mark.parametrize(
    ("header", "pack"),
    [
        ("Transfer-Encoding: Chunked", lambda body: b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)),
        ("Content-Encoding: x-gzip", gzip.compress),
        ("Content-Encoding: zstd", zstd.compress),
        ("Content-Encoding: br", bytes),  # the program that wrote the file has unpacked it
    ],
)
def test_bodies_of_records_in_codings_of_all_spellings(header, pack, tmp_path):
    body = html(FIRST).encode()
    record = response(ONE, "?", headers=f"{header}\r\n", body=pack(body))
    file = tmp_path / "pages.warc"
    file.write_bytes(
        record + response(TWO, "?", headers="Content-Encoding: br\r\n", body=b"\x8b\x00\x80" * 9)
    )
    (_, found), (_, packed) = warc_pages(file)
    assert (found.url, found.body) == (ONE, body)
    assert packed == f"{file}: damaged record at byte {len(record)}: its body is packed with br"


@pytest.mark.parametrize("size", [1, 2, 7, 100])
def test_entries_of_a_har_file_over_the_ends_of_what_is_read_at_once(size, tmp_path, monkeypatch):
    monkeypatch.setattr("topiccrawl.corpus.sources.har._CHUNK", size)
    texts = ['\\"{[\\' * number + '"' for number in range(4)]
    file = tmp_path / "pages.har"
    file.write_bytes(har([entry(ONE, text) for text in texts]))
    assert [found.body.decode() for _, found in har_pages(file)] == texts


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_blank_lines_are_read_together(ending, tmp_path):
    file = tmp_path / f"pages.{ending}"
    text = b"name\r\n" + b'"a\n\n\nb"\n' if ending == "csv" else b'{"name": "a"}\n'
    file.write_bytes(text + b"\r\n" * 1_000_000 + (b"x,y\n" if ending == "csv" else b"x\n") + b"\n" * 9)
    begun, lines = time.monotonic(), text.count(b"\n") + 1_000_001
    (_, first), (place, _) = rows.file_rows(file)
    assert first == {"name": "a\n\n\nb" if ending == "csv" else "a"}
    assert place == f"{file}:{lines}"
    assert time.monotonic() - begun < 1


def test_a_packed_file_that_grows_without_end(tmp_path, capsys):
    file = tmp_path / "pages.jsonl.zst"
    file.write_bytes(zstd.compress(b"\n".join(as_json(*GOOD)) + b"\n" + b" " * 200_000_000))
    found, code, counts, err = imported(file, capsys)
    assert (found.keys(), code, counts) == ({ONE, TWO}, 1, {"kept": 2, "bad": 1})
    assert "100 times its size" in err


def test_several_processes_store_what_one_does(tmp_path, capsys, monkeypatch):
    several = (*stories(), *other_stories())[:24]
    found = {}
    for count in (1, 2):
        monkeypatch.setattr(processes, "cores", lambda count=count: count)
        folder = tmp_path / str(count)
        folder.mkdir()
        packed = folder / "pages.warc"
        records = [response(f"http://a.test/{n}", html(story)) for n, story in enumerate(several)]
        deep = response("http://a.test/deep", "<div>" * 999)
        packed.write_bytes(b"".join([*records, deep, *records[:3]]))
        pages, code, counts, said = imported(packed, capsys)
        assert (code, counts["too complex"], counts["known already"]) == (1, 1, 3)
        found[count] = pages, counts, said
    assert found[1][0].keys() == found[2][0].keys()
    assert found[1][1:] == found[2][1:]
    for url, page in found[1][0].items():
        other = found[2][0][url]
        assert (page.title, page.text, page.duplicate_of, page.quality) == (
            other.title, other.text, other.duplicate_of, other.quality,
        )  # fmt: skip
        assert page.relevance == pytest.approx(other.relevance, abs=1e-5)
