"""Shorter forms of URLs, on hosts of no known name."""

from __future__ import annotations

import pytest

from topiccrawl.page.page import Page
from topiccrawl.page.url_forms import declared_segments, declared_url, shape_of, steps


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("http://m.a.test/x/1.html", "http://www.a.test/x/1.html"),
        ("http://m.a.test/x/1.html", "http://a.test/x/1.html"),
        ("http://wap.www.a.test/x", "http://www.a.test/x"),
        ("http://a.test:81/x/1.html", "http://www.a.test:81/x/1.html"),
        ("http://dj.a.gov.cn/x/1.html", "http://www.dj.a.gov.cn/x/1.html"),
        ("http://a.test/x/index.html", "http://a.test/x/"),
        ("http://a.test/x/Default.aspx?c=2", "http://a.test/x/?c=2"),
        ("http://a.test/amp/x/1.html", "http://a.test/x/1.html"),
        ("http://a.test/x/1/amp", "http://a.test/x/1"),
        ("http://a.test/x/1.amp.html", "http://a.test/x/1.html"),
        ("http://a.test/x/1_print.html", "http://a.test/x/1.html"),
        ("http://a.test/x?id=3&print=1", "http://a.test/x?id=3"),
    ],
)
def test_forms(url: str, base: str) -> None:
    assert base in {step.base for step in steps(url)}


@pytest.mark.parametrize(
    "url",
    [
        "http://www.a.test/x/index_1.html",
        "http://www.a.test/x/index2.html",
        "http://www.a.test/x/indexes.html",
        "http://127.0.0.1/x",
        "http://www.a.test/example/x",
        "http://www.a.test/x/blueprint.html",
        "http://[::1/",
        "http://www.a.test/kanban/1.html",
    ],
)
def test_urls_without_shorter_forms(url: str) -> None:
    assert steps(url) == ()


def test_pages_of_one_template_have_one_shape() -> None:
    assert shape_of("http://a.test/n/12/34.html") == shape_of("http://b.test/n/5/6.html") == "n/0/0.html"
    assert shape_of("http://a.test/show.php?id=3") != shape_of("http://a.test/list.php?id=3")
    assert shape_of("http://a.test/?c=show&id=3") != shape_of("http://a.test/?c=list&id=3")
    assert len(shape_of(f"http://a.test/{'长' * 90}/1.html")) <= 64


def test_a_declared_canonical_url_proposes_the_directory_that_it_lacks() -> None:
    html = b"<html><head><link rel='x canonical' href='/p/1.html'></head></html>"
    declared = declared_url(Page.from_bytes(html, "http://a.test/kanban/p/1.html", "text/html"))
    assert declared == "http://a.test/p/1.html"
    segments = declared_segments("http://a.test/kanban/p/1.html", declared)
    assert [step.rule for step in steps("http://a.test/kanban/p/1.html", segments)][1:] == ["segment:kanban"]
    for other in ("http://b.test/p/1.html", "http://a.test/", "http://a.test/p/2.html", None):
        assert declared_segments("http://a.test/kanban/p/1.html", other) == frozenset()
    assert declared_segments("http://a.test/2024/p/1.html", declared) == frozenset()
