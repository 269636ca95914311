from __future__ import annotations

from random import Random

import pytest
from scrapy.http import Response

from topiccrawl.middlewares.content import is_html

PAGE = "<html><head><title>党建</title></head><body>党员</body></html>"


def answer(body: bytes, content_type: str | None = "text/html") -> Response:
    return Response(
        "http://a.test/", body=body, headers={"Content-Type": content_type} if content_type else None
    )


@pytest.mark.parametrize(
    "encoding", ["utf-8", "gb18030", "big5", "utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"]
)
def test_pages_in_every_encoding_are_html(encoding: str) -> None:
    assert is_html(answer(PAGE.replace("员", "員").replace("党", "黨").encode(encoding)))


@pytest.mark.parametrize(
    "content_type", [None, "", "TEXT/HTML; charset=gbk", "application/xhtml+xml", "text/plain"]
)
def test_pages_are_told_by_their_bytes_when_the_type_says_little(content_type: str | None) -> None:
    assert is_html(answer(PAGE.encode(), content_type))


@pytest.mark.parametrize(
    "body",
    [b"", b" \r\n", b"%PDF-1.7 ...", b"\xff\xd8\xff\xe0 JFIF", b"PK\x03\x04 docx", Random(1).randbytes(5000)],
)
def test_what_is_no_page_is_told_by_its_bytes(body: bytes) -> None:
    assert not is_html(answer(body))


@pytest.mark.parametrize("content_type", ["application/pdf", "image/png", "application/json", "video/mp4"])
def test_other_types_are_believed(content_type: str) -> None:
    assert not is_html(answer(PAGE.encode(), content_type))
