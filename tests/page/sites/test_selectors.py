from __future__ import annotations

import pytest

from topiccrawl.page.page import Page
from topiccrawl.page.sites.selectors import Selectors

PAGE = Page.of(
    "<html><head><title>青山在线</title><meta name=author content='李明 '></head>"
    "<body><h1>支部 召开\n会议</h1><p class=a>第一段<p class=a>第二段<time datetime=2024-05-01></time></body></html>"
)


@pytest.mark.parametrize(
    ("selectors", "texts"),
    [
        (("h1",), ["支部 召开 会议"]),
        (("h2", "h1::text"), ["支部 召开 会议"]),
        (("p.a",), ["第一段", "第二段"]),
        (("//p[2]/text()",), ["第二段"]),
        (("meta[name=author]",), ["李明"]),
        (("meta[name=author]::attr(content)",), ["李明"]),
        (("time",), ["2024-05-01"]),
        (("h2",), []),
        # It cannot be computed on this page: the text is no set of nodes.
        (("//h1[count(string(.)) = 1]", "h1"), ["支部 召开 会议"]),
    ],
)
def test_the_first_selector_that_finds_something_counts(selectors: tuple[str, ...], texts: list[str]) -> None:
    assert Selectors(selectors).texts(PAGE) == texts


@pytest.mark.parametrize(
    "selector",
    ["div[", "p:nth-child(", "//p[", "//p[foo()]", "//p[re:test(., '(a+)+$')]", "(count(//p))", "a::href"],
)
def test_a_wrong_selector_is_named(selector: str) -> None:
    with pytest.raises(ValueError) as error:
        Selectors((selector,))
    assert repr(selector) in str(error.value)
