"""What a reader would call a link."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from growth import LINEAR, growth

from topiccrawl.page.anchors.anchor_text import says_more, spoken
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

HEADLINE = "镇党委组织党员慰问困难老人"


def links(body: str) -> tuple[Link, ...]:
    return links_of(Page("http://www.example.cn/dj/", f"<html><body>{body}</body></html>"))


def only(body: str) -> tuple[str, bool]:
    (link,) = links(body)
    return link.anchor, link.picture


@pytest.mark.parametrize(
    "alt",
    [
        "QQ图片20240320094810.png",
        "QQ图片20240320094810",
        "微信图片_20240311101010.jpg",
        "企业微信截图_17100000001234",
        "IMG_0123",
        "DSC01234.JPG",
        "未命名20240320",
        "a1b2c3d4e5f6",
        "党旗.png",
        "20240320",
        "(3)",
        "undefined",
        "点击查看大图",
        "新闻图片",
        "点击数：12",
        "发布时间：2024-01-05",
    ],
)
def test_names_of_files_ids_and_counts_are_no_texts(alt: str) -> None:
    assert spoken(alt) == ""
    assert only(f"<a href='a'><img alt='{alt}'></a>") == ("", False)


@pytest.mark.parametrize(
    "alt",
    [
        HEADLINE,
        "2024年党建工作要点",
        "全市18000名党员参加主题党日",
        "阅读100本好书活动启动",
        "照片里的党员先锋岗",
        "图片新闻",
    ],
)
def test_captions_are_texts_whatever_numbers_they_have(alt: str) -> None:
    assert only(f"<a href='a'><img alt='{alt}'></a>") == (alt, True)


@pytest.mark.parametrize(
    "title",
    [
        f"文章标题：{HEADLINE} 点击次数：12",
        f"标题：{HEADLINE}\n作者：张三\n发布时间：2024-01-01",
        f"新闻标题:{HEADLINE} 更新时间:2024/3/1",
    ],
)
def test_of_a_tooltip_the_headline_is_read(title: str) -> None:
    assert only(f"<a href='a' title='{title}'>{HEADLINE[:8]}…</a>") == (HEADLINE, False)


@pytest.mark.parametrize(
    "text", "[详细] 详细>> 更多 more... 查看详情 阅读全文 点击查看 了解更多 【更多】 更多＞＞ +更多 …".split()
)
def test_a_text_that_says_nothing_gives_way_to_the_title(text: str) -> None:
    assert only(f"<a href='a' title='{HEADLINE}'>{text}</a>") == (HEADLINE, False)


def test_a_text_that_says_something_does_not() -> None:
    assert only(f"<a href='a' title='{HEADLINE}'>更多党建新闻</a>") == ("更多党建新闻", False)


@pytest.mark.parametrize(
    "text", [f"{HEADLINE[:8]}...", f"{HEADLINE[:8]}…", f"·{HEADLINE[:8]}……", HEADLINE[:8]]
)
def test_a_shortened_text_is_completed_by_the_title(text: str) -> None:
    assert only(f"<a href='a' title='{HEADLINE}'>{text}</a>") == (HEADLINE, False)


def test_text_comes_before_the_names_of_pictures_in_either_order() -> None:
    picture, text = (
        "<a href='a'><img alt='图为党员们在村口合影留念的场面'></a>",
        f"<a href='a'>{HEADLINE}</a>",
    )
    assert only(picture + text) == only(text + picture) == (HEADLINE, False)
    assert only(f"<a href='a'><img alt='图为党员们在村口合影留念的场面'>{HEADLINE}</a>") == (HEADLINE, False)


def test_a_summary_or_a_word_does_not_replace_a_headline() -> None:
    headline = f"<a href='a'>{HEADLINE}</a>"
    summary = f"<a href='a'>1月5日上午，{HEADLINE}，送去慰问品，并在村委会同村干部座谈。</a>"
    for other in (summary, "<a href='a'>[详细]</a>"):
        assert only(headline + other) == (HEADLINE, False)
    assert only(f"<a href='a'>[详细]</a>{headline}") == (HEADLINE, False)


SUMMARY = "7月28日，青禾镇机关党支部开会，10名党员参加，杨春梅主持会议。会上通报了整改情况。"


@pytest.mark.parametrize(
    "card",
    [
        f"<h3>党课开讲进农家</h3><p>{SUMMARY}</p><span>2024/01/22</span>",
        f"<div><img src=1.jpg></div><div><p>青禾镇党课开讲进农家</p><p>{SUMMARY}</p></div>",
        f"<span>01-22</span><p>青禾镇党课开讲进农家</p><p>{SUMMARY}</p><p>[查看详情]</p>",
        f"青禾镇党课开讲进农家<br>{SUMMARY}",
        "<p>青禾镇党课开讲进农家</p><p>来源：青禾日报 阅读 35</p>",
        "<i>3</i><div>青禾镇党课开讲进农家</div><div>2024-01-22 10:30</div>",
        "青禾镇党课开讲进农家<span>2024-01-22</span>",
    ],
)
def test_a_link_around_a_card_is_called_by_its_headline(card: str) -> None:
    assert only(f"<a href='1.html'>{card}</a>")[0].endswith("党课开讲进农家")


@pytest.mark.parametrize(
    ("link", "anchor"),
    [
        ("<p>老支书带头</p><p>青禾镇党课开讲进农家</p>", "老支书带头青禾镇党课开讲进农家"),
        ("青禾镇党课开讲进农家<br>老支书带头讲授第一课", "青禾镇党课开讲进农家老支书带头讲授第一课"),
        ("<h4>通知公告</h4><p>关于召开青禾镇党代会的通知</p>", "通知公告关于召开青禾镇党代会的通知"),
        ("<em>[要闻]</em> 青禾镇党课开讲进农家", "[要闻] 青禾镇党课开讲进农家"),
        ("青禾镇<font>党课</font>开讲<b>2024</b>年第<b>12</b>次", "青禾镇党课开讲2024年第12次"),
        (
            "<p>News 2024年5月</p><p>Party lessons in all villages of the town</p>",
            "News 2024年5月Party lessons in all villages of the town",
        ),
    ],
)
def test_other_links_are_called_by_all_they_say(link: str, anchor: str) -> None:
    assert only(f"<a href='1.html'>{link}</a>")[0] == anchor


def test_a_longer_spelling_of_a_headline_replaces_it() -> None:
    assert only(f"<a href='a'>{HEADLINE[:9]}…</a><a href='a'>{HEADLINE}</a>") == (HEADLINE, False)


def test_the_text_beside_a_picture_is_its_caption() -> None:
    assert only(f"<li><a href='a'><img src=x.jpg></a><p>{HEADLINE}</p></li>")[0] == HEADLINE
    assert only(f"<a href='a'><img src=x.jpg title='{HEADLINE}'></a>") == (HEADLINE, True)


def test_a_block_with_several_links_is_no_caption() -> None:
    found = links(f"<li><a href='a'><img src=x.jpg></a><a href='b'><img src=y.jpg></a><p>{HEADLINE}</p></li>")
    assert [link.anchor for link in found] == ["", ""]


@pytest.mark.parametrize(
    ("text", "known", "more"),
    [
        (HEADLINE, "", True),
        (HEADLINE, "[详细]", True),
        ("[详细]", HEADLINE, False),
        ("", HEADLINE, False),
        ("党课", "学习", False),
        ("党课开讲", "学习", True),
        (HEADLINE, HEADLINE, False),
    ],
)
def test_which_text_says_more(text: str, known: str, more: bool) -> None:
    assert says_more(text, known) is more


@pytest.mark.parametrize("part", ["1", "图片 1", "作者", "标题：", "点击", " ", "（", "a.", "1-"])
def test_attributes_are_read_in_linear_time(part: str) -> None:
    def reading(size: int) -> Callable[[], object]:
        body = f"<a href='a' title='{part * 600}！'></a>" * size
        return lambda: [spoken(part * 600 + "！") for _ in range(size)] + list(links(body))

    assert growth(reading, 40) < LINEAR


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("<a href='/dj/'><img src='/images/more.gif' alt='more.gif'></a>", "更多"),
        ("<a href='/dj/'><i class='fa fa-plus'></i></a>", "更多"),
        ("<a href='/dj/' class='btn-more'></a>", "更多"),
        ("<a href='/dj/'><i class='icon-more'></i></a>", "更多"),
        ("<a href='/dj/'><img src='/images/baltimore.jpg' alt='1.jpg'></a>", ""),
        ("<a href='/dj/'><img src='/images/moredream.jpg' alt='1.jpg'></a>", ""),
    ],
)
def test_a_picture_called_more_says_so(link: str, expected: str) -> None:
    assert links(f"<p>{link}</p>")[0].anchor == expected


@pytest.mark.parametrize(
    ("inside", "anchor"),
    [
        ("<a href=p2 aria-label=Next><i class='fa fa-angle-right'></i></a>", "下一页"),
        ("<a href=p2 aria-label=下一页><svg><path d=M9></path></svg></a>", "下一页"),
        ("<a href=p2 class=btn-next></a>", "下一页"),
        ("<a href=p2><svg><use xlink:href='/img/icons.svg#icon-next'></use></svg></a>", "下一页"),
        ("<a href=p2><img src=/img/page_next.gif></a>", "下一页"),
        ("<a href=p2><span title=下页></span></a>", "下一页"),
        ("<a href=p2 class=prev-btn><i></i></a>", "上一页"),
        ("<div class=list-page><a href=p2><i class=icon-right></i></a></div>", "下一页"),
        ("<div>2 / 15<a href=p2><img src=/images/arrow_r.png></a></div>", "下一页"),
        ("<div class=fenye><a href=p9><i class='fa fa-angle-double-right'></i></a></div>", "末页"),
    ],
)
def test_icons_of_a_pager_say_where_they_lead(inside: str, anchor: str) -> None:
    assert only(inside) == (anchor, False)


@pytest.mark.parametrize(
    "inside",
    [
        "<div class=title>支部园地<a href=p2><i class=icon-right></i></a></div>",
        f"<div class=page-box>{HEADLINE * 6}<a href=p2 class=right><img src=1.jpg></a></div>",
        "<a href=p2 class=next-post><i></i></a>",
        "<a href=p2 class='swiper-button-next'></a>",
    ],
)
def test_arrows_elsewhere_are_no_pagers(inside: str) -> None:
    assert only(inside)[0] != "下一页"
