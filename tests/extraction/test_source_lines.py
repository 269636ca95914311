"""Lines of the HTML source (paper C): which text and how many bytes each has."""

from __future__ import annotations

from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.extraction import extract
from topiccrawl.extraction.source_lines import source_lines


def texts(html: str) -> list[str]:
    return [line.text for line in source_lines(html)]


def test_every_line_of_the_source_is_a_line_blank_ones_too() -> None:
    assert texts("<div>\n\n  <p>甲</p>\r\n<p>乙</p>\r</div>") == ["", "", "甲", "乙", ""]


def test_density_is_text_over_the_whole_line_with_its_indentation() -> None:
    line = source_lines("    <p>正文</p>")[0]
    assert (line.text_bytes, line.html_bytes) == (6, 17)
    assert line.density == pytest.approx(6 / 17)
    assert source_lines("")[0].density == 0


def test_a_tag_a_comment_and_a_script_may_have_several_lines() -> None:
    html = "<div\nclass=a>甲<!-- 乙\n丙 -->丁\n<script>\nif (a < b) '戊'\n</script>己"
    assert texts(html) == ["", "甲", "丁", "", "", "己"]


@pytest.mark.parametrize("tag", ["script", "style", "noscript", "title", "textarea", "iframe"])
def test_what_a_browser_does_not_show_is_no_text(tag: str) -> None:
    assert texts(f"甲<{tag} id=x>乙</{tag}>丙") == ["甲丙"]
    assert texts(f"甲<{tag}>乙") == ["甲"]


def test_options_and_buttons_are_no_text() -> None:
    assert texts("<select><option>北京<option value=2>上海</select><button>搜索</button>正文") == ["正文"]


def test_references_are_characters_and_a_lone_sign_is_text() -> None:
    assert texts("<p>&ldquo;3 < 5&rdquo;&nbsp;&#20013;") == ["“3 < 5” 中"]


@given(st.text(alphabet="<>/!-ab字\n\r\0& ;\"'", max_size=60))
def test_any_text_has_as_many_lines_as_line_ends(html: str) -> None:
    lines = source_lines(html)
    assert len(lines) == len(html.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    assert all(0 <= line.density <= 1 for line in lines)


def test_many_open_elements_take_linear_time() -> None:
    start = monotonic()
    for piece in ("<!--", "<script", "<option ", "<a <b", "<", "<p\n"):
        source_lines(piece * 20_000)
    assert monotonic() - start < 5


PARAGRAPH = "会议指出，要把学习成果转化为推动工作的实际行动，确保各项任务落到实处。"
BODY = "\n".join(f"<p>{PARAGRAPH}{number}</p>" for number in range(3))


def test_the_distance_to_the_footer_is_that_of_the_source() -> None:
    footer = "<div>" + "\n" * 21 + "本站内容未经许可不得转载</div>"
    html = f"<html><body>\n{BODY}\n{footer}</body></html>"
    assert "转载" not in extract(html, extractor="density:source").text
    assert "转载" in extract(html, extractor="density").text


def test_a_page_in_one_line_is_all_or_nothing() -> None:
    menu = "".join(f'<li><a href="/channel/{n}/index.html">频道{n}</a></li>' for n in range(99))
    one_line = f"<body><ul>{menu}</ul>{BODY}".replace("\n", "")
    assert extract(one_line, extractor="density:source").text == ""
    assert extract(one_line, extractor="density").text
