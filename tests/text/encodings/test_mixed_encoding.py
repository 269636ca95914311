"""Pages in two encodings, and characters that look like others."""

from __future__ import annotations

import pytest
from extraction.made import BODY, PARAGRAPHS, TEXTS, TITLE, page, stored

from topiccrawl.extraction import extract
from topiccrawl.page.page import Page
from topiccrawl.text.encodings.encoding import decode_html
from topiccrawl.text.radicals import without_radicals

SHELL = page("<div>@@</div>")


@pytest.mark.parametrize(("shell", "text"), [("gb18030", "utf-8"), ("utf-8", "gb18030"), ("big5", "utf-8")])
def test_an_article_in_another_encoding_than_its_page(shell: str, text: str) -> None:
    around = SHELL.replace("utf-8", shell).encode(shell, "ignore")
    html = around.replace(b"@@", PARAGRAPHS.encode(text))
    assert stored(html) == BODY
    if shell != "big5":
        assert extract(html).title == TITLE


def test_one_paragraph_in_another_encoding() -> None:
    first, *others = (f"<p>{text}</p>" for text in TEXTS)
    inner = first.encode() + "".join(others).encode("gbk")
    assert stored(SHELL.replace("utf-8", "gbk").encode("gbk").replace(b"@@", inner)) == BODY


def test_a_page_in_one_encoding_with_a_broken_character_is_in_one() -> None:
    html = page(PARAGRAPHS).encode().replace("河".encode(), "河".encode()[:2])
    assert decode_html(html).text == html.decode("utf-8", "replace")


def test_zeros_inside_of_words_are_left_out() -> None:
    html = page(
        "".join(f"<p>{text[:9]}\x00{text[9:]}</p>" for text in TEXTS), title="青石县启动\x00河道清淤工程"
    )
    for form in (html, html.encode()):
        assert stored(form) == BODY
        assert extract(form).title == TITLE
    assert "\x00" not in Page.of(html).html


def test_radicals_are_read_as_the_characters_they_look_like() -> None:
    looks = {"河": "河", "工": "⼯", "大": "⼤", "长": "⻓", "水": "⽔", "行": "⾏", "日": "⽇"}
    table = str.maketrans(looks)
    html = page(PARAGRAPHS.translate(table), title=TITLE.translate(table))
    assert stored(html) == BODY
    assert extract(html).title == TITLE


def test_radicals_are_replaced_in_any_text() -> None:
    assert without_radicals("⻔⼝的⻋、⾦⾊的⻛") == "门口的车、金色的风"
    assert without_radicals("党员学习") == "党员学习"
