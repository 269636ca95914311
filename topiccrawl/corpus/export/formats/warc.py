"""WARC files: the pages as they were fetched, for programs that read web archives."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from topiccrawl import __version__
from topiccrawl.access.tls.problems import TLS_HEADER
from topiccrawl.corpus.columns import ExportColumn, utc
from topiccrawl.corpus.export.formats.contract import ExportFormat, Row
from topiccrawl.extras import require_extra
from topiccrawl.priority.link_context import FOUND_HEADER
from topiccrawl.text.files.decompression import whole_or_none
from topiccrawl.text.language import marked

_ABOUT = ("anchor", "parent_url", "depth", "charset", "body_sha256", "duplicate_of", "relevance", "title")
_SOURCES = (
    *("url", "topic", "run_id", "fetched_at", "status", "headers", "raw_html", "parts"),
    *_ABOUT,
)


class Warc(ExportFormat):
    """A `response` record for each page, with a `metadata` record on where its URL came from.

    The parts of an article over several pages have `response` records of their own behind it.
    Bodies are stored without their transfer and content encoding. Ids of records depend on URL and fetch time
    alone.

    Args:
        columns: not used, as a WARC file has no columns.
        compressed: whether each record is compressed with gzip.

    Raises:
        MissingExtraError: warcio is not installed.
    """

    def __init__(self, columns: Sequence[ExportColumn], *, compressed: bool = True) -> None:
        super().__init__(columns)
        require_extra("warc")
        self._compressed = compressed

    @property
    def sources(self) -> tuple[str, ...]:
        return _SOURCES

    def write(self, rows: Iterable[Row], path: Path, *, first: bool) -> None:
        from warcio.warcwriter import WARCWriter

        with path.open("wb") as file:
            writer = WARCWriter(file, gzip=self._compressed)
            for row in rows:
                if first:
                    first = False
                    about = {"software": f"topiccrawl/{__version__}", "format": "WARC File Format 1.1"}
                    writer.write_record(writer.create_warcinfo_record("", about))
                self._write_page(writer, row)

    def _write_page(self, writer: Any, row: Row) -> None:
        body = whole_or_none(row["raw_html"])
        if body is None:
            self.count_problem(marked("pages had no stored source and have only a metadata record"))
        else:
            writer.write_record(_response(writer, row, body))
            for part in row["parts"]:
                own = {"url": part.url, "fetched_at": part.fetched_at, "status": part.status}
                own |= {"headers": json.dumps(dict(part.headers)), "body_sha256": None}
                writer.write_record(_response(writer, own, part.raw_html))
        writer.write_record(_metadata(writer, row))


def _response(writer: Any, row: Row, body: bytes) -> Any:
    from warcio.statusandheaders import StatusAndHeaders

    stored = json.loads(row["headers"]).items()
    ours = (TLS_HEADER, FOUND_HEADER)  # no server has sent those
    headers = [(name, str(value)) for name, value in stored if name not in ours]
    line = f"{row['status']} {_phrase(row['status'])}".rstrip()
    headers.append(("Content-Length", str(len(body))))
    # With the length warcio keeps no temporary file for each record.
    return writer.create_warc_record(
        row["url"],
        "response",
        payload=BytesIO(body),
        length=len(body),
        http_headers=StatusAndHeaders(line, headers, protocol="HTTP/1.1"),
        warc_headers_dict=_record_headers(row, "response"),
    )


def _metadata(writer: Any, row: Row) -> Any:
    fields = {"via": row["parent_url"], **{name: row[name] for name in _ABOUT if name != "parent_url"}}
    fields |= {"topic": row["topic"], "run": row["run_id"], "tls": json.loads(row["headers"]).get(TLS_HEADER)}
    lines = "".join(f"{name}: {_one_line(value)}\r\n" for name, value in fields.items() if value is not None)
    own, payload = _record_headers(row, "metadata"), lines.encode()
    if row["raw_html"] is not None:
        own["WARC-Concurrent-To"] = own["WARC-Refers-To"] = _record_id(row, "response")
    return writer.create_warc_record(
        row["url"],
        "metadata",
        payload=BytesIO(payload),
        length=len(payload),
        warc_content_type="application/warc-fields",
        warc_headers_dict=own,
    )


def _record_headers(row: Row, kind: str) -> dict[str, str]:
    return {"WARC-Date": utc(row["fetched_at"]), "WARC-Record-ID": _record_id(row, kind)}


def _record_id(row: Row, kind: str) -> str:
    about = " ".join((row["url"], row["fetched_at"].isoformat(), kind))
    return f"<urn:uuid:{uuid5(NAMESPACE_URL, about)}>"


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""


def _one_line(value: object) -> str:
    return " ".join(str(value).split())
