"""Re-visits: the record of a visit, and the request that fetches the page again in a later crawl."""

from __future__ import annotations

from datetime import UTC, datetime

from scrapy import Request
from scrapy.http import Response

from topiccrawl.crawl.request_meta import (
    LISTING_KEY,
    REVISIT_KEY,
    context_of,
    decode_link_context,
    encode_link_context,
)
from topiccrawl.storage.records import RevisitRecord

LIST = "list"
_DAY = 86400.0


def visit_record(topic: str, request: Request, response: Response, kind: str) -> RevisitRecord:
    """Return the record of a list page, sitemap or feed that was fetched.

    Args:
        topic: name of the topic.
        request: its request, after redirects.
        response: what was answered; 304 keeps the headers of the last answer.
        kind: "list", "sitemap" or "feed".
    """
    now, earlier = datetime.now(UTC), request.meta.get(REVISIT_KEY)
    # 0: its earlier visits were not recorded.
    visited_at = datetime.fromtimestamp(earlier, UTC) if isinstance(earlier, float) and earlier else now
    source = request if response.status == 304 else response
    etag, modified = (
        ("If-None-Match", "If-Modified-Since") if response.status == 304 else ("ETag", "Last-Modified")
    )
    return RevisitRecord(
        topic=topic,
        url=request.meta.get("redirect_urls", [request.url])[0],
        kind=kind,
        why=encode_link_context(request),
        etag=header_of(source, etag),
        last_modified=header_of(source, modified),
        visited_at=now,
        days=max(0.0, (now - visited_at).total_seconds() / _DAY),
    )


def revisit_request(record: RevisitRecord) -> Request:
    """Return a conditional request for a page that was visited before."""
    headers = {"If-None-Match": record.etag, "If-Modified-Since": record.last_modified}
    meta = decode_link_context(record.why or "{}")
    meta |= {REVISIT_KEY: record.visited_at.timestamp()}
    if record.kind != LIST:
        meta[LISTING_KEY] = record.kind
    # Before all links: they show what is new.
    return Request(
        record.url, headers={name: value for name, value in headers.items() if value}, meta=meta, priority=1
    )


def is_list(request: Request, *, is_hub: bool) -> bool:
    """Return whether later crawls request a page again: a list page, or a seed of the user."""
    context = context_of(request)
    return is_hub or REVISIT_KEY in request.meta or (context.seed and context.source != "search")


def header_of(message: Request | Response, name: str) -> str:
    """Return the beginning of a header; empty if there is none."""
    value = message.headers.get(name)
    return value.decode("latin-1")[:1000] if value else ""
