"""Pages as they were fetched, read from rows of the corpus."""

from __future__ import annotations

import zlib

import pytest

from topiccrawl.corpus.columns import stored_page

HTML = "<h1>党课开讲</h1>".encode("gbk")


@pytest.mark.parametrize("headers", ['{"Content-Type": "text/html; charset=gbk"}', "", None])
def test_a_page_is_read_with_or_without_its_headers(headers: str | None) -> None:
    page = stored_page({"raw_html": zlib.compress(HTML), "url": "http://a.test/1.htm", "headers": headers})
    assert page is not None and "党课开讲" in page.html


@pytest.mark.parametrize("stored", [None, b"", zlib.compress(HTML)[:-3], b"no zlib"])
def test_a_page_that_is_not_stored_or_damaged_is_none(stored: bytes | None) -> None:
    assert stored_page({"raw_html": stored, "url": "http://a.test/1.htm", "headers": "{}"}) is None
