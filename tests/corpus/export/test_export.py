from __future__ import annotations

import csv
import gzip
import json
import sys
import tracemalloc
from hashlib import sha256

import pytest
from backports import zstd
from corpus.conftest import page
from python_calamine import CalamineWorkbook

from topiccrawl.corpus.export import COLUMNS, FORMATS, export
from topiccrawl.errors import ExportError, MissingExtraError, StorageError
from topiccrawl.storage.pages.store import CorpusStore


def read(path, format):
    if format.startswith("jsonl"):
        unpack = {"jsonl.zst": zstd.decompress, "jsonl.gz": gzip.decompress}.get(format, bytes)
        data = unpack(path.read_bytes())
        return [json.loads(line) for line in data.decode().split("\n")[:-1]]
    if format == "xlsx":
        head, *rows = CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0).to_python()
        return [dict(zip(head, row, strict=True)) for row in rows]
    if format == "csv":
        with path.open(encoding="utf-8-sig", newline="") as file:
            return list(csv.DictReader(file))
    rows = pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist()
    return [row | {"fetched_at": row["fetched_at"].isoformat()} for row in rows]


@pytest.fixture(params=[name for name in FORMATS if name != "warc"])
def format(request):
    """A format of tables; tests/corpus/export has those of WARC files."""
    if request.param == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    return request.param


def test_every_column_comes_out(write_sqlite, tmp_path, format):
    values = {
        "canonical_url": "http://127.0.0.1/规范",
        "title": "𠮷😀, \"引号\" ='公式'; \t",
        "text": "第一段\n\n第二段\r\n\u2028\x85末",
        "published": "2024-02-28",
        "site": "站点",
        "author": "张三",
        "source": "青山发布",
        "charset": "gb18030",
        "extractor": "density",
        "anchor": "链接",
        "parent_url": "http://127.0.0.1/",
        "body_sha256": "ab" * 32,
    }
    out = tmp_path / "out"
    assert export(write_sqlite(page(1, **values)), "样例", format, out) == 1
    (row,) = read(out, format)
    moment = ("published_at",) if format == "parquet" else ()
    at = COLUMNS.index("published") + 1
    assert tuple(row) == (*COLUMNS[:at], *moment, *COLUMNS[at:])
    expected = values | {"url": "http://127.0.0.1/1", "fetched_at": "2024-02-29T23:59:59.123456+00:00"}
    if format == "xlsx":  # Excel files hold these characters in a notation that the reader leaves as it is
        row["text"] = row["text"].replace("_x000D_", "\r")
    assert {name: row[name] for name in expected} == expected
    assert row["id"] == sha256(b"http://127.0.0.1/1").hexdigest()
    # Excel itself holds 15 digits of a number.
    assert float(row["relevance"]) == (pytest.approx(0.3) if format == "xlsx" else 0.1 + 0.2)
    assert not row["duplicate_of"]


def test_pages_come_in_the_order_they_were_stored(write_sqlite, tmp_path, format):
    numbers = [n * 7 % 230 for n in range(230)]
    url = write_sqlite(*map(page, numbers))
    assert export(url, "样例", format, tmp_path / "out") == 230
    assert [row["url"] for row in read(tmp_path / "out", format)] == [
        f"http://127.0.0.1/{n}" for n in numbers
    ]


def test_duplicates_and_other_topics_are_left_out_unless_asked_for(write_sqlite, tmp_path, format):
    url = write_sqlite(
        page(1),
        page(2, duplicate_of="http://127.0.0.1/1", duplicate_kind="title"),
        page(3),
        page(4, topic="别的"),
    )
    out = tmp_path / "out"
    assert export(url, "样例", format, out) == 2
    assert [row["url"][-1] for row in read(out, format)] == ["1", "3"]
    assert export(url, "样例", format, out, include_duplicates=True) == 3
    assert [row["duplicate_of"] or None for row in read(out, format)] == [None, "http://127.0.0.1/1", None]


def test_an_export_of_nothing(write_sqlite, tmp_path, format):
    out = tmp_path / "out"
    out.write_text("alt")
    assert export(write_sqlite(), "样例", format, out) == 0
    if format in ("parquet", "xlsx"):
        assert read(out, format) == []
    else:
        assert out.read_bytes() == b""


def test_json_lines_are_readable_and_one_a_page_for_every_reader(write, tmp_path):
    out = tmp_path / "out"
    export(write(page(1, text="中\u2028文\u2029\x85😀"), page(2, author=None)), "样例", "jsonl", out)
    text = out.read_text("utf-8")
    assert "标题1" in text
    assert "😀" in text
    assert [json.loads(line)["url"][-1] for line in text.splitlines()] == ["1", "2"]
    assert json.loads(text.splitlines()[0])["text"] == "中\u2028文\u2029\x85😀"
    assert json.loads(text.splitlines()[1])["author"] is None


def test_rows_are_not_all_held_in_memory(write, tmp_path):
    url = write(*(page(n, text="字" * 12_000) for n in range(600)))
    tracemalloc.start()
    try:
        export(url, "样例", "jsonl", tmp_path / "out")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    size = (tmp_path / "out").stat().st_size
    assert size > 20_000_000
    assert peak < size / 2


def test_a_failed_export_leaves_the_older_file_and_no_other(write, tmp_path, monkeypatch):
    url = write(*map(page, range(3)))
    out = tmp_path / "folder" / "out"
    out.parent.mkdir()
    out.write_text("alt")

    read_pages = CorpusStore.read_pages

    def fail(self, *args, **values):
        yield next(read_pages(self, *args, **values))
        raise StorageError("mid-way")

    monkeypatch.setattr(CorpusStore, "read_pages", fail)
    for format in FORMATS:
        with pytest.raises(StorageError, match="mid-way"):
            export(url, "样例", format, out)
    assert [path.name for path in out.parent.iterdir()] == ["out"]
    assert out.read_text() == "alt"


def test_a_topic_that_the_database_does_not_hold_leaves_the_older_file(write, tmp_path):
    url = write(page(1, topic="别的"))
    out = tmp_path / "out"
    out.write_text("alt")
    with pytest.raises(ExportError, match=r"no topic '样列'; there are 别的, 样例$"):
        export(url, "样列", "jsonl", out)
    assert out.read_text() == "alt"


def test_a_folder_that_is_missing_is_named_as_it_was_given(write_sqlite, tmp_path, format):
    url = write_sqlite(page(1))
    out = tmp_path / "无" / "out"
    with pytest.raises(FileNotFoundError) as info:
        export(url, "样例", format, out)
    assert info.value.filename == str(out.parent)
    with pytest.raises(IsADirectoryError):
        export(url, "样例", format, ".")
    assert not list(tmp_path.glob(".*"))


def test_parquet_without_its_package_says_what_to_install(write, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'topiccrawl\[parquet\]'"):
        export(write(page(1)), "样例", "parquet", tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_csv_holds_no_formulas_and_the_others_hold_texts_as_they_are(write, tmp_path):
    database = write(page(1, title="=HYPERLINK(A1)", author="-3.5"))
    for format, title in (("csv", "'=HYPERLINK(A1)"), ("jsonl", "=HYPERLINK(A1)")):
        export(database, "样例", format, tmp_path / "out")
        (row,) = read(tmp_path / "out", format)
        assert (row["title"], row["author"]) == (title, "-3.5")
        mark = "\ufeffurl,canonical_url,title" if format == "csv" else "{"  # which spreadsheets need
        assert (tmp_path / "out").read_bytes().startswith(mark.encode())
