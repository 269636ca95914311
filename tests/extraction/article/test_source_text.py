"""How the source of a page writes a text: line breaks, preformatted text, readings, buttons, open anchors."""

from __future__ import annotations

import pytest
from extraction.made import BODY, PARAGRAPHS, TEXTS, page, stored


def wrapped(text: str, width: int = 17, end: str = "\n") -> str:
    return end.join(text[at : at + width] for at in range(0, len(text), width))


BREAKS = {
    "crlf": "".join(f"<p>{wrapped(text, end=chr(13) + chr(10))}</p>" for text in TEXTS),
    "indented source": "".join(f"<p>\n\t\t{wrapped(text, 20, chr(10) + '    ')}\n</p>" for text in TEXTS),
    "at a tag": "".join(f"<p><strong>{text[:8]}\n</strong>{text[8:]}</p>" for text in TEXTS),
    "between spans": "".join(f"<p><span>{text[:9]}</span>\n<span>{text[9:]}</span></p>" for text in TEXTS),
    "br": "<br>\n<br>\n".join(f"　　{wrapped(text)}" for text in TEXTS),
}
KEPT = {
    "pre": "<pre>\n" + "\n".join(f"　　{text}" for text in TEXTS) + "\n</pre>",
    "pre, blank lines": "<pre>" + "\r\n\r\n".join(TEXTS) + "</pre>",
    "pre, wrapped": "<pre>" + "\n\n".join(f"    {wrapped(text, 24)}" for text in TEXTS) + "</pre>",
    "style attribute": '<div style="white-space:pre-wrap">' + "\n".join(TEXTS) + "</div>",
    "rule": "<style>#nr span{white-space: pre-line}</style><div id=nr><span>"
    + "\n".join(TEXTS)
    + "</span></div>",
    "indented paragraphs": "<div>" + "\n".join(f"　　{text}" for text in TEXTS) + "</div>",
    "xmp": "<xmp>" + "\n".join(TEXTS) + "</xmp>",
}
READINGS = {
    "rt": "<ruby>{0}<rt>qīng</rt>{1}<rt>shí</rt></ruby>",
    "rp": "<ruby>{0}{1}<rp>（</rp><rt>qīng shí</rt><rp>）</rp></ruby>",
    "without end tags": "<ruby>{0}<rt>qīng<rb>{1}<rt>shí</ruby>",
    "rp without end tags": "<ruby>{0}<rp>（<rt>qīng<rp>）<rb>{1}<rp>（<rt>shí<rp>）</ruby>",
    "rb and rtc": "<ruby><rb>{0}</rb><rb>{1}</rb><rtc><rt>ㄑㄧㄥ</rt></rtc></ruby>",
}
CONTROLS = {
    "a button each": "".join(f"<div><button class=tts>{text}</button></div>" for text in TEXTS),
    "one button": f"<button onclick='read()'>{'<br>'.join(TEXTS)}</button>",
    "words of a sentence": PARAGRAPHS.replace("河", "<button class=w>河</button>"),
    "the first words of each": "".join(
        f"<p><button>{text.partition('，')[0]}，</button>{text.partition('，')[2]}</p>" for text in TEXTS
    ),
    "button with blocks": f"<button><div>{'</div><div>'.join(TEXTS)}</div></button>",
}
ANCHORS = {
    "empty": f'<div><a href="">{PARAGRAPHS}</div>',
    "name": f'<div><a name="top" href="#top">{PARAGRAPHS}</div>',
    "script": f'<div><a href="javascript:;">{"<br>".join(TEXTS)}</div>',
    "page": f'<div><a href="http://www.a.example/">{PARAGRAPHS}</div>',
}


@pytest.mark.parametrize("form", BREAKS)
def test_line_breaks_of_the_source_are_no_blanks_in_chinese(form: str) -> None:
    assert stored(page(f"<div>{BREAKS[form]}</div>")) == BODY


@pytest.mark.parametrize("form", KEPT)
def test_line_breaks_that_are_displayed_are_kept(form: str) -> None:
    assert stored(page(KEPT[form])) == BODY


@pytest.mark.parametrize("form", READINGS)
def test_readings_beside_characters_are_no_text(form: str) -> None:
    ruby = "".join(f"<p>{READINGS[form].format(text[0], text[1])}{text[2:]}</p>" for text in TEXTS)
    assert stored(page(f"<div>{ruby}</div>")) == BODY


@pytest.mark.parametrize("form", CONTROLS)
def test_buttons_may_hold_the_text(form: str) -> None:
    assert stored(page(f"<div>{CONTROLS[form]}</div>")) == BODY


@pytest.mark.parametrize("form", ANCHORS)
def test_an_anchor_that_was_never_closed_is_no_link(form: str) -> None:
    assert stored(page(ANCHORS[form])) == BODY


def test_cards_of_a_list_are_links() -> None:
    cards = "".join(
        f'<a href="/n/{n}"><h3>要闻第{n}条的标题在这里</h3><p>{text}</p></a>' for n, text in enumerate(TEXTS)
    )
    assert stored(f"<title>要闻频道_青石新闻网</title><h2>要闻频道</h2>{cards}") == ""


def test_blanks_between_words_stay() -> None:
    english = (
        "<p>The county has\nstarted to dredge its rivers, said the office of water on Monday morning.</p>" * 3
    )
    assert "has started" in stored(page(english))


def test_an_inline_element_that_is_displayed_as_a_block_has_a_line_of_its_own() -> None:
    body = "".join(f'<span style="text-indent:2em; DISPLAY: block">{text}</span>' for text in TEXTS)
    assert stored(page(f"<div>{body}</div>")) == BODY
