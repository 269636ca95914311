"""Expressions that are searched for at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from topiccrawl.page.scripts.expressions import Expressions

EXPRESSIONS = Expressions(first={"asks": (r"\.get\(", r"fetch\(")}, every={"page": (r"\.s?html?[^\w]",)})


def test_places_are_those_of_the_text_where_chinese_stands_before_them() -> None:
    text = "党建要闻 = '清溪/list.html'; $.get('下一页.shtml'); $.get('a')"
    places = EXPRESSIONS.places(text)
    assert [text[:place][-6:] for place in places["page"]] == [".html'", "shtml'"]
    assert [text[:place][-4:] for place in places["asks"]] == ["get("]
    assert EXPRESSIONS.places("党建要闻") == {}


def test_a_source_of_bytes_and_several_threads_may_be_searched() -> None:
    sources = [f"fetch('{'党' * n}.html')" for n in range(40)]
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(EXPRESSIONS.places, sources))
    assert found == [{"asks": [6], "page": [13 + n]} for n in range(40)]
    assert EXPRESSIONS.places("党.html'".encode()) == {"page": [9]}
