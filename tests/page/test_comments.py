"""Comments are no part of a page, however many there are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from growth import LINEAR, growth

from topiccrawl.extraction import extract_page
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

STORY = "<p>6月3日，市委党校举办党员学习班，三百名党员干部参加了学习。</p>" * 5


@pytest.mark.parametrize("comment", ["<!-- 党 -->", "<!--[if IE]>党<![endif]-->", "<?党?>"])
def test_comments_are_no_part_of_the_tree(comment: str) -> None:
    page = Page.of(f"<body>{comment}<h1>党员学习</h1>{comment}{STORY}<p>完{comment}毕</p>{comment}</body>")
    assert all(isinstance(element.tag, str) for element in page.tree.iter())
    assert "完毕" in page.tree.text_content()


@pytest.mark.parametrize("comment", ["<!-- 党 -->", "<!--[if IE]>党<![endif]-->", "<?党?>"])
def test_a_page_of_comments_takes_linear_time(comment: str) -> None:
    def reading(count: int) -> Callable[[], object]:
        html = (
            f"<html><head><title>党员学习</title></head><body>{STORY}<a href='/1'>党{comment * count}课</a>"
        )

        def read() -> None:
            page = Page.of(html, "http://a.test/")
            extract_page(page)
            describe(page)
            links_of(page)

        return read

    reading(1)()  # what is loaded once
    assert growth(reading, 15_000) < LINEAR
