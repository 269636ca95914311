"""CSV feeds that people open in spreadsheets."""

from __future__ import annotations

import csv
from io import BytesIO
from pathlib import Path

from e2e.crawling import ROOT, environment, run
from scrapy.settings import Settings

from topiccrawl.addon import TopiccrawlAddon
from topiccrawl.exporters import SpreadsheetCsvExporter

SPIDER = """
import scrapy

class Cells(scrapy.Spider):
    name = "cells"
    custom_settings = {"ITEM_PIPELINES": {}}  # these are no pages
    async def start(self):
        yield {"title": "=HYPERLINK(A1)", "author": "党员", "change": "-3.5", "count": -7,
               "names": ["+1", "乙"]}
"""


def test_a_feed_of_the_project_holds_no_formulas(tmp_path: Path) -> None:
    (tmp_path / "cells.py").write_text(SPIDER, encoding="utf-8")
    feeds = ("-O", f"{tmp_path / 'a.csv'}", "-O", f"{tmp_path / 'a.jsonl'}")
    code, log = run(["scrapy", "runspider", str(tmp_path / "cells.py"), *feeds], ROOT, environment())
    assert code == 0, log
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert row == {
        "title": "'=HYPERLINK(A1)",
        "author": "党员",
        "change": "-3.5",
        "count": "-7",
        "names": "'+1,乙",
    }
    assert '"=HYPERLINK(A1)"' in (tmp_path / "a.jsonl").read_text(encoding="utf-8")


def test_bytes_are_no_formulas_either() -> None:
    file = BytesIO()
    exporter = SpreadsheetCsvExporter(file)
    exporter.export_item({"body": b"@SUM(A1)"})
    assert file.getvalue().split() == [b"body", b"'@SUM(A1)"]


def test_the_add_on_leaves_a_project_its_own_exporter() -> None:
    settings = Settings({"FEED_EXPORTERS": {"xml": "mine.Xml"}})
    TopiccrawlAddon().update_settings(settings)
    assert settings.getdict("FEED_EXPORTERS") == {
        "csv": "topiccrawl.exporters.SpreadsheetCsvExporter",
        "xml": "mine.Xml",
    }
    settings = Settings({"FEED_EXPORTERS": {"csv": "scrapy.exporters.CsvItemExporter"}})
    TopiccrawlAddon().update_settings(settings)
    assert settings.getdict("FEED_EXPORTERS") == {
        "csv": "scrapy.exporters.CsvItemExporter",
        "xml": "topiccrawl.exporters.EmptyXmlExporter",
    }
