"""Which headline a page has, in bounded time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from growth import LINEAR, growth
from page.facts.pages import read

from topiccrawl.page.facts.headline import read_headline

TITLE = "全市召开基层党建工作推进会"


def test_a_headline_is_found_where_it_is_shown_behind_a_long_tag() -> None:
    source = f"<body><p>党建</p><div data-x='{'x' * 5000}'>{TITLE}</div><p>正文</p>"
    found = read_headline(source, f"{TITLE}_江边新闻网", [], "")
    assert (found.text, found.position) == (TITLE, source.index(TITLE))


@pytest.mark.parametrize(
    ("html_title", "headings", "expected"),
    [
        ("全市召开基层党建..._江边区人民政府", [], TITLE),
        ("全市召开基层党建…", [TITLE], TITLE),
        ("全市召开基层党建...", ["全市召开干部大会"], "全市召开基层党建..."),
    ],
)
def test_a_title_that_is_cut_off_has_its_whole_text_on_the_page(
    html_title: str, headings: list[str], expected: str
) -> None:
    source = (
        f"<body><a href=/1>{TITLE}...</a><div class=t>{TITLE if expected == TITLE else '党建'}</div></body>"
    )
    assert read_headline(source, html_title, headings, "").text == expected


@pytest.mark.parametrize(
    "part",
    [
        f"{TITLE} ",  # shown again and again, never followed by a tag
        f"x>{TITLE}",  # no tag begins before it
        f"<a href=1>{TITLE}</a>",
        f"> {TITLE}（",
    ],
)
def test_looking_for_it_takes_linear_time(part: str) -> None:
    def looking(size: int) -> Callable[[], object]:
        source = f"<html><body>{part * (size // len(part))}"
        return lambda: read_headline(source, f"{TITLE}_江边新闻网", [], "")

    assert growth(looking, 200_000) < LINEAR


def test_a_logo_that_is_a_heading_is_not_the_headline_of_a_short_title() -> None:
    logo = '<h1 class="logo"><a href="/">青山新闻网</a></h1><h2>望归桥记</h2>'
    assert read(heading=logo, title="望归桥记_青山新闻网").title == "望归桥记"


def test_a_headline_may_be_shorter_than_the_name_of_the_site() -> None:
    source = "<body><div class=logo>石板桥手记</div><h1>雨夜</h1><p>正文</p>"
    assert read_headline(source, "雨夜 | 石板桥手记", [], "").text == "雨夜"


@pytest.mark.parametrize("title", ["雨夜_石桥手记", "雨夜 - 诗歌 - 石桥手记"])
def test_a_heading_of_two_characters_with_which_the_title_begins(title: str) -> None:
    assert read("2024-03-12", title=title, heading="<p>石桥手记</p><h1>雨夜</h1>").title == "雨夜"


def test_the_name_of_a_channel_in_a_heading_is_no_headline_of_two_characters() -> None:
    assert read("2024-03-12", title=f"要闻_{TITLE}", heading=f"<h1>要闻</h1><h2>{TITLE}</h2>").title == TITLE


def test_a_headline_in_numbers_of_characters() -> None:
    def numbered(text: str) -> str:
        return "".join(f"&#{ord(one)};" for one in text)

    heading = f"<td class=bt><h2>{numbered(TITLE)}</h2></td>"
    found = read("日期：2024-03-12", heading=heading, title=numbered(f"青山县委组织部-{TITLE}"))
    assert (found.title, found.published) == (TITLE, "2024-03-12")
