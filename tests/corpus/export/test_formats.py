"""What single formats do with values; tests/corpus/export/test_loaded.py reads them with other programs."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from corpus.conftest import FETCHED, page
from fastwarc import ArchiveIterator
from fastwarc.warc import WarcRecordType
from python_calamine import CalamineWorkbook
from warcio.archiveiterator import ArchiveIterator as WarcioIterator

from topiccrawl.corpus.columns import all_columns
from topiccrawl.corpus.export import ExportOptions, export_pages
from topiccrawl.corpus.export.formats import excel
from topiccrawl.errors import ExportError
from topiccrawl.storage.records import PartRecord

HTML = "<title>通知</title><p>党员学习党章。".encode("gbk")


def rows(path):
    head, *found = CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python()
    return [dict(zip(head, row, strict=True)) for row in found]


def test_excel_cuts_long_texts_with_a_mark_and_counts_them(write_sqlite, tmp_path):
    texts = ["党" * 32_767, "党" * 32_768, "𠮷" * 20_000, "短"]
    url = write_sqlite(*(page(n, text=text, title="=1+1") for n, text in enumerate(texts)))
    done = export_pages(url, "样例", "xlsx", tmp_path / "out.xlsx")
    assert list(done.problems.values()) == [2]
    found = rows(tmp_path / "out.xlsx")
    assert [row["title"] for row in found] == ["=1+1"] * 4
    assert [row["text"] == text for row, text in zip(found, texts, strict=True)] == [True, False, False, True]
    for row in found[1:3]:
        assert row["text"].endswith(excel.CUT_MARK)
        assert len(row["text"].encode("utf-16-le")) // 2 in (32_766, 32_767)


def test_excel_refuses_more_rows_than_a_sheet_has(write_sqlite, tmp_path, monkeypatch):
    assert excel.Excel.most_rows == 1_048_575  # and the header
    monkeypatch.setattr(excel.Excel, "most_rows", 2)
    url = write_sqlite(*map(page, range(3)))
    with pytest.raises(ExportError, match=r"at most 2 pages.*use parquet"):
        export_pages(url, "样例", "xlsx", tmp_path / "out.xlsx")
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.db"]
    options = ExportOptions(where="url = 'http://127.0.0.1/1'")
    assert export_pages(url, "样例", "xlsx", tmp_path / "out.xlsx", options).pages == 1


def warc_pages(write):
    headers = {"Content-Type": "text/html; charset=gbk", "X-Topiccrawl-TLS": "unverified: expired"}
    own = {"raw_html": HTML, "body_sha256": "ab" * 32, "headers": headers}
    first = page(
        1, url="http://127.0.0.1/新闻/1", parent_url="http://127.0.0.1/", anchor="通知\r\nX: y", **own
    )
    copy = page(
        2, duplicate_of=first.url, duplicate_kind="body", **own | {"fetched_at": FETCHED + timedelta(1)}
    )
    other = page(3, duplicate_of=first.url, duplicate_kind="title", raw_html=b"<p>3", body_sha256="cd" * 32)
    return write(first, copy, other, page(4))


def test_warc_holds_pages_as_fetched_with_where_they_came_from(write_sqlite, tmp_path):
    out = tmp_path / "out.warc.gz"
    done = export_pages(warc_pages(write_sqlite), "样例", "warc", out, ExportOptions(include_duplicates=True))
    assert list(done.problems.values()) == [1]  # the page without a source
    with out.open("rb") as file:
        found = [
            (record.rec_type, record.rec_headers, record.http_headers, record.content_stream().read())
            for record in WarcioIterator(file, check_digests="raise")
        ]
    kinds = [kind for kind, *_ in found]
    assert kinds == ["warcinfo", *3 * ("response", "metadata"), "metadata"]
    _, own, http, body = found[1]
    assert body == HTML
    assert own.get_header("WARC-Date") == "2024-02-29T23:59:59Z"
    assert http.get_statuscode() == "200"
    assert http.get_header("Content-Type") == "text/html; charset=gbk"
    assert http.get_header("X-Topiccrawl-TLS") is None, "no server has sent that"
    _, about, _, fields = found[2]
    assert about.get_header("WARC-Refers-To") == own.get_header("WARC-Record-ID")
    assert "via: http://127.0.0.1/" in fields.decode().split("\r\n")
    assert "tls: unverified: expired" in fields.decode().split("\r\n")
    assert "anchor: 通知 X: y" in fields.decode().split("\r\n")
    _, copy, _, body = found[3]
    assert body == HTML and copy.get_header("WARC-Payload-Digest") == own.get_header("WARC-Payload-Digest")


def test_warc_has_a_response_for_each_part_of_an_article(write_sqlite, tmp_path):
    headers = {"Content-Type": "text/html; charset=gbk"}
    parts = tuple(
        PartRecord(f"http://127.0.0.1/1_{n}", FETCHED + timedelta(seconds=n), 200, headers, HTML + b"%d" % n)
        for n in (2, 3)
    )
    url = write_sqlite(
        page(1, raw_html=HTML, headers=headers, parts=parts, partial=False), page(2, raw_html=HTML)
    )
    out = tmp_path / "out.warc.gz"
    export_pages(url, "样例", "warc", out)
    with out.open("rb") as file:
        found = [
            (record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read())
            for record in WarcioIterator(file, check_digests="raise")
            if record.rec_type == "response"
        ]
    assert found == [
        ("http://127.0.0.1/1", HTML),
        ("http://127.0.0.1/1_2", HTML + b"2"),
        ("http://127.0.0.1/1_3", HTML + b"3"),
        ("http://127.0.0.1/2", HTML),
    ]


@pytest.mark.parametrize("name", ["out.warc", "out.warc.gz"])
def test_other_programs_read_warc_files_whose_ids_are_those_of_every_export(write_sqlite, tmp_path, name):
    url, out = warc_pages(write_sqlite), tmp_path / name
    ids = []
    for _ in range(2):
        export_pages(url, "样例", "warc", out)
        with out.open("rb") as file:
            ids.append([one.rec_headers.get_header("WARC-Record-ID") for one in WarcioIterator(file)][1:])
    assert ids[0] == ids[1] and len(set(ids[0])) == len(ids[0])
    assert out.read_bytes().startswith(b"\x1f\x8b" if name.endswith("gz") else b"WARC/1")
    with out.open("rb") as file:
        bodies = [
            record.reader.read() for record in ArchiveIterator(file, record_types=WarcRecordType.response)
        ]
    assert bodies == [HTML]


def test_all_columns_of_a_page_can_be_chosen(write_sqlite, tmp_path):
    values = {
        "raw_html": HTML,
        "raw_text": "导航\n党员学习党章。",
        "headers": {"Content-Type": "text/html; charset=gbk", "X-Topiccrawl-TLS": "weak: weak_key"},
        "quality": {"chinese": 0.75, "language": "zh"},
        "priority_parts": {"anchor": 0.5},
        "depth": 2,
        "tdm_reservation": False,
    }
    copy = page(2, duplicate_of="http://127.0.0.1/1", duplicate_kind="body", duplicate_similarity=0.9)
    url = write_sqlite(page(1, **values), copy)
    names = (*all_columns(), "quality.chinese", "quality.sensitive")
    out = tmp_path / "out"
    export_pages(url, "样例", "jsonl", out, ExportOptions(columns=names))
    (row,) = map(json.loads, out.read_text("utf-8").splitlines())
    assert tuple(row) == names
    expected = values | {
        "raw_html": HTML.decode("gbk"),
        "status": 200,
        "quality.chinese": 0.75,
        "quality.sensitive": None,
        "near_duplicates": 1,
        "duplicate_kind": None,
        "tls": "weak: weak_key",
    }
    assert {name: row[name] for name in expected} == expected
    table = pytest.importorskip("pyarrow.parquet")
    export_pages(url, "样例", "parquet", out, ExportOptions(columns=names, include_duplicates=True))
    first, second = table.read_table(out).to_pylist()
    assert json.loads(first["quality"]) == values["quality"]
    assert (first["depth"], first["tdm_reservation"], first["quality.chinese"]) == (2, False, 0.75)
    assert (second["duplicate_similarity"], second["near_duplicates"]) == (0.9, 0)


@pytest.mark.parametrize(
    ("columns", "problem"),
    [
        (("url", "nonsense"), "unknown column 'nonsense'; use url, canonical_url"),
        (("quality.a b",), "unknown column"),
        (("url", "url"), "'url' is named twice"),
        ((), "no columns"),
    ],
)
def test_columns_that_cannot_be_chosen(write_sqlite, tmp_path, columns, problem):
    with pytest.raises(ExportError, match=problem):
        export_pages(write_sqlite(page(1)), "样例", "csv", tmp_path / "out", ExportOptions(columns=columns))
