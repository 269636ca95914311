"""Dates of publication are the same text, whatever file they come from and go to."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta, timezone

import pytest
from corpus.conftest import page

from topiccrawl.corpus.export import export_pages
from topiccrawl.corpus.importing import _from_row
from topiccrawl.corpus.sources.files import pages_of
from topiccrawl.page.facts.dates import CHINA

FORMS = [
    ("2024-03-12", "2024-03-12"),
    ("2024-03-12 09:20", "2024-03-12 09:20"),
    ("2024-03-12T01:20:00Z", "2024-03-12 09:20"),
    ("2024-03-12T09:20:00+08:00", "2024-03-12 09:20"),
    ("2024年3月12日", "2024-03-12"),
    ("2024-03-12T00:00:00", "2024-03-12"),
    (1710206400, "2024-03-12 09:20"),
    (1710206400000, "2024-03-12 09:20"),
    ("昨天", None),
    (None, None),
]


def imported(file):
    records = (_from_row(row, "样例", 1) for _, row in pages_of(file))
    return [(record.published, record.source) for record in records]


@pytest.mark.parametrize(("given", "published"), FORMS)
def test_json_lines(tmp_path, given, published):
    file = tmp_path / "in.jsonl"
    row = {"url": "http://a.test/1", "text": "党员学习党章。", "published": given, "source": "青山日报"}
    file.write_text(json.dumps(row), "utf-8")
    assert imported(file) == [(published, "青山日报")]


@pytest.mark.parametrize(
    ("given", "published"),
    [
        *((given, published) for given, published in FORMS if given is not None),
        (date(2024, 3, 12), "2024-03-12"),
        (datetime(2024, 3, 12), "2024-03-12"),
        (datetime(2024, 3, 12, 1, 20, tzinfo=timezone.utc), "2024-03-12 09:20"),  # noqa: UP017
        (datetime(2024, 3, 12, 9, 20, tzinfo=timezone(timedelta(hours=8))), "2024-03-12 09:20"),
    ],
)
def test_parquet(tmp_path, given, published):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    row = {"url": "http://a.test/1", "text": "党员学习党章。", "published": given, "source": "青山日报"}
    file = tmp_path / "in.parquet"
    parquet.write_table(arrow.Table.from_pylist([row]), file)
    assert imported(file) == [(published, "青山日报")]


def test_parquet_has_the_time_beside_the_text_and_comes_back_the_same(write_sqlite, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    url = write_sqlite(
        page(1, published="2024-03-12 09:20", source="青山日报"), page(2, published="2024-03-12"), page(3)
    )
    file = tmp_path / "out.parquet"
    export_pages(url, "样例", "parquet", file)
    table = parquet.read_table(file)
    assert str(table.schema.field("published_at").type) == "timestamp[us, tz=Asia/Shanghai]"
    moments = table.column("published_at").to_pylist()
    assert moments[0] == datetime(2024, 3, 12, 9, 20, tzinfo=CHINA)
    assert moments[1:] == [None, None]
    assert imported(file) == [("2024-03-12 09:20", "青山日报"), ("2024-03-12", None), (None, None)]
