"""Scrapy's CSV feed, safe to open in a spreadsheet."""

from __future__ import annotations

from typing import Any

from scrapy.exporters import CsvItemExporter

from topiccrawl.text.display import spreadsheet_cell


class SpreadsheetCsvExporter(CsvItemExporter):
    """The exporter of `-o FILE.csv`: texts that a spreadsheet would take for formulas get an apostrophe.

    Texts of crawled pages are anybody's. Numbers stay numbers, and the other formats hold texts as they are.
    A project that wants Scrapy's own sets `FEED_EXPORTERS = {"csv": "scrapy.exporters.CsvItemExporter"}`.
    """

    def serialize_field(self, field: Any, name: str, value: Any) -> Any:
        """Scrapy's serialisation of one value, made safe."""
        return _safe(super().serialize_field(field, name, value))


def _safe(value: Any) -> Any:
    if isinstance(value, bytes):  # such as a page's body, which Scrapy would decode
        value = value.decode("utf-8", "replace")
    return spreadsheet_cell(value) if isinstance(value, str) else value
