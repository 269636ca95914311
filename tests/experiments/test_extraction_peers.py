"""The comparison with other extractors: one that is there, one that is missing, and the text of markup."""

from __future__ import annotations

import sys

from benchmarks.extraction.peers.child import Child
from benchmarks.extraction.peers.tools import FACTS, TOOLS, text_of

PAGE = (
    "<html><head><title>山村通了公路</title></head><body><h1>山村通了公路</h1>"
    "<div>2024-03-12 来源：青山日报 作者：王明</div>"
    + "<p>这个村子今年通了公路，村民运花椒出山只要半个小时。</p>" * 5
    + "</body></html>"
)


def test_a_tool_answers_from_its_own_process() -> None:
    child = Child(sys.executable, "topiccrawl")
    try:
        found = child.read(PAGE, PAGE.encode(), None)
        broken = child.read("", b"", None)
    finally:
        child.close()
    assert found["title"] == "山村通了公路"
    assert (found["published"], found["author"], found["source"]) == ("2024-03-12", "王明", "青山日报")
    assert found["text"].count("通了公路") == 5
    assert found["seconds"] > 0
    assert not broken["text"]


def test_markup_is_read_line_by_line() -> None:
    assert (
        text_of("<div><p>第一<b>段</b></p>第二段<br>第三段<script>x</script></div>")
        == "第一段\n第二段\n第三段"
    )
    assert text_of("") == ""


def test_every_tool_says_what_it_returns() -> None:
    assert TOOLS.keys() == FACTS.keys()
