"""Feeds in CSV that are safe to open in a spreadsheet, and in XML without the word None."""

from __future__ import annotations

from typing import Any

from scrapy.exporters import CsvItemExporter, XmlItemExporter

from topiccrawl.text.display import spreadsheet_cell


class SpreadsheetCsvExporter(CsvItemExporter):
    """The exporter of `-o FILE.csv`: texts that a spreadsheet would run as formulas get an apostrophe.

    Texts of crawled pages are untrusted. Numbers are not changed, nor are the other formats. To use Scrapy's
    own exporter set `FEED_EXPORTERS = {"csv": "scrapy.exporters.CsvItemExporter"}`.
    """

    def serialize_field(self, field: Any, name: str, value: Any) -> Any:
        """Return the value as Scrapy serialises it, with an apostrophe where needed."""
        return _safe(super().serialize_field(field, name, value))


class EmptyXmlExporter(XmlItemExporter):
    """The exporter of `-o FILE.xml`: a missing value is an empty element, where Scrapy writes `None`."""

    def serialize_field(self, field: Any, name: str, value: Any) -> Any:
        """Return the value as Scrapy serialises it."""
        return "" if value is None else super().serialize_field(field, name, value)


def _safe(value: Any) -> Any:
    if isinstance(value, bytes):  # such as a page's body, which Scrapy would decode
        value = value.decode("utf-8", "replace")
    return spreadsheet_cell(value) if isinstance(value, str) else value
