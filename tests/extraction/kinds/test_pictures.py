"""Picture pages, slide shows, videos and articles with pictures: their kinds, and no text but their own."""

from __future__ import annotations

from collections import defaultdict
from statistics import mean

import pytest
from extraction.pages import FOOTER, MENU, PARAGRAPHS, TITLE, article

from benchmarks.extraction.made_pages import MadePage, made_pages
from benchmarks.extraction.pictures import Outcome, judge
from topiccrawl.extraction import extract
from topiccrawl.extraction.kinds.hub import is_hub
from topiccrawl.extraction.lines import page_layout
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

PICTURE = "<img src=/1.jpg>"


@pytest.fixture(scope="module")
def judged() -> dict[str, list[tuple[MadePage, Outcome]]]:
    found: dict[str, list[tuple[MadePage, Outcome]]] = defaultdict(list)
    for page in made_pages():
        found[page.kind].append((page, judge(page)))
    return found


@pytest.mark.parametrize("kind", ["picture", "video", "article"])
def test_the_kind_is_right(kind: str, judged: dict[str, list[tuple[MadePage, Outcome]]]) -> None:
    assert mean(found.kind_right for _, found in judged[kind]) >= 0.98


@pytest.mark.parametrize("kind", ["picture", "video", "article"])
def test_no_page_has_the_text_of_its_frame(
    kind: str, judged: dict[str, list[tuple[MadePage, Outcome]]]
) -> None:
    assert [page.name for page, found in judged[kind] if found.other] == []


def test_articles_lose_no_line(judged: dict[str, list[tuple[MadePage, Outcome]]]) -> None:
    # The heading above the first paragraph of the profiles looks like a label of the page's frame.
    assert {page.name for page, found in judged["article"] if not found.whole} <= {"article_of_profiles"}


def pictures_of(html: str) -> list[int]:
    return [line.pictures for line in page_layout(Page.of(html)).lines]


def test_pictures_are_counted_for_the_line_below_them() -> None:
    assert pictures_of(f"<p>甲</p>{PICTURE}<p>{PICTURE}</p><p>乙</p><p>丙</p>") == [0, 2, 0]


@pytest.mark.parametrize(
    ("image", "counted"),
    [
        ("<img src=a.gif width=16 height=16>", 0),
        ("<img src=a.gif width=640 height=60px>", 0),
        ("<img src=a.gif width=640 height=480>", 1),
        ("<img src=a.gif width=100%>", 1),
        ("<img src=a.gif width=²>", 1),
        ("<a href=/next.html><img src=a.jpg></a>", 0),
        ("<a href=/large/a.JPG><img src=a.jpg></a>", 1),
        ("<a href=/a.jpg><b><img src=a.jpg></b></a>", 0),
    ],
)
def test_icons_and_links_to_pages_are_no_pictures(image: str, counted: int) -> None:
    assert pictures_of(f"{image}<p>甲</p>") == [counted]


def gallery(captions: int, related: int = 0) -> str:
    body = "".join(f"<p>{PICTURE}</p><p>游客在青山县第{n}号观景台拍照留念。</p>" for n in range(captions))
    links = "".join(f"<li><a href=/a/{n}.html>青山县第{n}届文化旅游节开幕</a></li>" for n in range(related))
    return article(body, after=f"<ul>{links}</ul>")


def test_two_pictures_with_captions_are_an_article_three_a_gallery() -> None:
    assert extract(gallery(2)).kind == "article"
    assert extract(gallery(3)).kind == "picture"


def test_a_gallery_keeps_its_captions_and_is_no_hub() -> None:
    page = Page.of(gallery(4, related=9), "http://www.example.cn/1.html")
    assert extract(page.html).text.count("拍照留念") == 4
    assert not is_hub(page, links_of(page))


def test_pictures_without_captions_have_no_text_and_lead_on() -> None:
    links = "".join(f"<li><a href=/a/{n}.html>青山县第{n}届文化旅游节开幕</a></li>" for n in range(9))
    html = f"<title>{TITLE}</title><body>{MENU}<h1>{TITLE}</h1>{PICTURE * 4}<ul>{links}</ul>{FOOTER}"
    page = Page.of(html, "http://www.example.cn/1.html")
    assert (extract(html).kind, extract(html).text) == ("picture", "")
    assert is_hub(page, links_of(page))


@pytest.mark.parametrize("extractor", ["visual", "clustering", "article"])
def test_the_kind_does_not_depend_on_the_extractor(extractor: str) -> None:
    assert extract(gallery(6), extractor=extractor).kind == "picture"
    plain = article("".join(f"<p>{text}</p><p>{PICTURE}</p>" for text in PARAGRAPHS))
    assert extract(plain, extractor=extractor).kind == "article"
