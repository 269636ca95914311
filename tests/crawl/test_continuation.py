"""What a worker does otherwise that goes on for one that died."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest
from scrapy.exporters import CsvItemExporter
from scrapy.settings import Settings

from topiccrawl.crawl.continuation import continue_crawl
from topiccrawl.supervision.life import Life

SECOND = Life(number=2, resumed=True, responses=30, items=12, errors=3, seconds=50.0)
JSONL = b'{"title": "\xe5\x85\x9a"}\n'


def gone_on(life: Life = SECOND, arguments: dict[str, str] | None = None, **settings: Any) -> Settings:
    made = Settings(settings, priority="project")
    continue_crawl(made, {} if arguments is None else arguments, "partybuild", life)
    return made


def feed_of(feed: object, options: dict[str, Any], life: Life = SECOND) -> tuple[Any, dict[str, Any]]:
    """A feed as the second worker has it."""
    ((kept, its_options),) = gone_on(life, FEEDS={feed: options}).getdict("FEEDS").items()
    return kept, dict(its_options)


def test_a_crawl_begins_anew_once_only() -> None:
    arguments = {"fresh": "1", "seeds": "http://a.test/"}
    gone_on(Life(number=2, resumed=False), arguments)
    assert arguments == {"fresh": "1", "seeds": "http://a.test/"}
    gone_on(SECOND, arguments)
    assert arguments == {"seeds": "http://a.test/"}


@pytest.mark.parametrize(
    ("name", "limit", "left"),
    [
        ("CLOSESPIDER_PAGECOUNT", 100, 70),
        ("CLOSESPIDER_PAGECOUNT", 30, 1),  # 0 would mean no limit
        ("CLOSESPIDER_PAGECOUNT", 0, 0),
        ("CLOSESPIDER_ITEMCOUNT", "20", 8),
        ("CLOSESPIDER_ERRORCOUNT", 10, 7),
        ("CLOSESPIDER_TIMEOUT", 60.5, 10.5),
        ("CLOSESPIDER_TIMEOUT", 20, 1),
    ],
)
def test_limits_count_over_all_workers(name: str, limit: float | str, left: float) -> None:
    assert gone_on(**{name: limit}).getfloat(name) == left


@pytest.mark.parametrize("form", ["jsonl", "jsonlines", "jl"])
@pytest.mark.parametrize(
    ("left", "kept"),
    [
        (JSONL, JSONL),
        (JSONL * 3 + JSONL[:9], JSONL * 3),
        (JSONL[:9], b""),
        (b"", b""),
        (JSONL + b'{"text": "' + b"x" * 200_000, JSONL),
    ],
)
def test_lines_are_appended_and_what_is_left_of_one_is_cut_off(
    form: str, left: bytes, kept: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "条目.jsonl"
    path.write_bytes(left)
    assert feed_of(path, {"format": form, "overwrite": True}) == (path, {"format": form, "overwrite": False})
    assert path.read_bytes() == kept


@pytest.mark.parametrize("cut", [1, 2, 5, 12, 20, 27, 30, 31])
def test_rows_of_csv_are_cut_off_whole_wherever_the_worker_died(cut: int, tmp_path: Path) -> None:
    path, options = tmp_path / "条目.csv", {"format": "csv", "overwrite": True}

    def export(number: int, given: dict[str, Any]) -> None:
        with path.open("ab") as file:
            exporter = CsvItemExporter(file, **given.get("item_export_kwargs", {}))
            exporter.export_item({"title": f"第{number}条", "text": '党员"学习"\n党章,\r\n一'})
            exporter.finish_exporting()

    export(1, options)
    export(2, {"item_export_kwargs": {"include_headers_line": False}})
    path.write_bytes(path.read_bytes()[:-cut])
    kept, changed = feed_of(path, options)
    assert (kept, changed["overwrite"]) == (path, False)
    export(3, changed)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["title"] for row in rows] == ["第1条", "第3条"]
    assert {row["text"] for row in rows} == {'党员"学习"\n党章,\r\n一'}


def test_a_csv_of_which_nothing_is_there_gets_its_header(tmp_path: Path) -> None:
    path = tmp_path / "items.csv"
    assert "item_export_kwargs" not in feed_of(path, {"format": "csv"})[1]
    path.write_bytes(b"title,te")
    assert "item_export_kwargs" not in feed_of(path, {"format": "csv"})[1]
    assert path.read_bytes() == b""


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("items.json", {"format": "json", "overwrite": True, "indent": 2}),
        ("items.xml", {"format": "xml"}),
        (
            "items.jsonl",
            {"format": "jsonl", "postprocessing": ["scrapy.extensions.postprocessing.GzipPlugin"]},
        ),
        ("items-%(batch_id)d.jsonl", {"format": "jsonl", "batch_item_count": 100}),
    ],
)
def test_what_cannot_be_appended_to_gets_a_file_of_each_worker(
    name: str, options: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(b"[")
    for number in (2, 3):
        own = str(path.with_stem(f"{path.stem}-{number}"))
        assert feed_of(path, options, Life(number=number)) == (own, options)
    assert path.read_bytes() == b"["


def test_urls_of_files_are_files(tmp_path: Path) -> None:
    path = tmp_path / "我的 条目.jsonl"
    path.write_bytes(JSONL + b"{")
    assert feed_of(path.as_uri(), {"format": "jsonl"}) == (
        path.as_uri(),
        {"format": "jsonl", "overwrite": False},
    )
    assert path.read_bytes() == JSONL
    other = (tmp_path / "a.json").as_uri()
    assert feed_of(other, {"format": "json"})[0] == str(tmp_path / "a-2.json")


def test_the_file_of_a_name_with_the_spider_is_found(tmp_path: Path) -> None:
    (tmp_path / "partybuild.jsonl").write_bytes(JSONL + b"{")
    feed = f"{tmp_path}/%(name)s.jsonl"
    assert feed_of(feed, {"format": "jsonl"}) == (feed, {"format": "jsonl", "overwrite": False})
    assert (tmp_path / "partybuild.jsonl").read_bytes() == JSONL
    timed = f"{tmp_path}/%(name)s-%(time)s.jsonl"
    assert feed_of(timed, {"format": "jsonl"})[0] == timed


@pytest.mark.parametrize("feed", ["stdout:", "s3://bucket/items.jsonl", "ftp://user@host/items.json"])
def test_the_standard_output_and_other_machines_are_left_alone(feed: str) -> None:
    options = {"format": feed.rpartition(".")[2].removeprefix("stdout:") or "jsonl", "overwrite": True}
    assert feed_of(feed, options) == (feed, options)
