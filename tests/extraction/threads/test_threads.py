"""Threads, microblogs, and articles with comments: kinds, posts, and what does not count as a thread."""

from __future__ import annotations

import pytest
from extraction.pages import article

from benchmarks.extraction.threads.pages import LAYOUTS, ThreadPage, thread_pages
from topiccrawl.extraction import extract, extract_page
from topiccrawl.extraction.article.furniture import squeeze
from topiccrawl.page.page import Page

PAGES = {page.layout: page for page in thread_pages(LAYOUTS)}
WITHOUT_YEAR = "feed"


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_each_layout_gives_its_kind_and_text(page: ThreadPage) -> None:
    found = extract(page.html)
    assert found.kind == page.kind
    assert squeeze(found.text) == squeeze(page.text)


@pytest.mark.parametrize(
    "layout", [name for name, page in PAGES.items() if page.kind in ("thread", "microblog")]
)
def test_posts_have_author_time_and_text(layout: str) -> None:
    page = PAGES[layout]
    found = extract(page.html).posts
    assert [post.author for post in found] == [post.author for post in page.thread.posts]
    assert [post.text.splitlines() for post in found] == [list(post.paragraphs) for post in page.thread.posts]
    times = [None if layout == WITHOUT_YEAR else post.time for post in page.thread.posts]
    assert [post.time for post in found] == times


@pytest.mark.parametrize(
    ("layout", "floors"), [("tieba", [1, 2, 3, 4, 5, 6]), ("vbulletin", [1, 2, 3, 4, 5])]
)
def test_floors_are_those_of_the_page(layout: str, floors: list[int]) -> None:
    assert [post.floor for post in extract(PAGES[layout].html).posts] == floors


def test_comments_are_posts_but_no_part_of_the_text_of_an_article_or_blog() -> None:
    for layout in ("blog_comments", "news_comments"):
        page = PAGES[layout]
        found = extract(page.html)
        comments = [post.text for post in found.posts[1:]]
        assert len(comments) == 2
        assert all(comment not in found.text for comment in comments)
        assert squeeze(found.posts[0].text) == squeeze(found.text)


def test_quotations_are_left_out() -> None:
    page = PAGES["quotes"]
    assert extract(page.html).text.count(page.thread.posts[1].paragraphs[0]) == 1


def test_the_text_is_the_opening_post_or_that_of_an_article_where_it_is_asked_for() -> None:
    page = Page.of(PAGES["tieba"].html)
    first = extract_page(page, thread_text="first")
    assert first.text == "\n".join(PAGES["tieba"].thread.posts[0].paragraphs)
    assert len(first.posts) == len(PAGES["tieba"].thread.posts)
    off = extract_page(page, thread_text="off")
    assert (off.posts, off.kind in ("article", "list")) == ((), True)
    with pytest.raises(ValueError, match="there are: posts, first, off"):
        extract_page(page, thread_text="all")


def test_articles_and_dated_lists_have_no_posts() -> None:
    assert extract(article()).posts == ()
    rows = "".join(
        f"<li><a href=/n/{number}>松岭县第{number}批惠民工程今天开工建设</a><span>2023-05-{number:02}</span>"
        f"<p>记者从县里了解到，第{number}批工程涉及三个乡镇，预计年底完工。</p></li>"
        for number in range(1, 20)
    )
    found = extract(f"<html><title>松岭要闻</title><body><ul>{rows}</ul></body></html>")
    assert (found.kind, found.posts, found.text) == ("list", (), "")


def test_the_threads_of_a_forum_are_a_list_also_where_the_time_of_the_last_post_is_a_link() -> None:
    rows = "".join(
        f"<tr class=t><td class=s><a href=read-{number}.html>枫桥支部第{number}次学习讨论会开在果园里</a></td>"
        f"<td><a href=u.php?uid={number}>果农{number}</a><p>2024-03-{number:02}</p></td>"
        f"<td><a href=u.php?uid=9{number}>乡邻{number}</a><p><a href=read-{number}-e.html>2024-04-{number:02}</a></p></td></tr>"
        for number in range(10, 16)
    )
    found = extract(f"<html><title>学习讨论|枫桥社区</title><body><table>{rows}</table></body></html>")
    assert (found.kind, found.posts, found.text) == ("list", (), "")


def test_hidden_cards_of_members_are_no_part_of_a_post() -> None:
    card = "<div style='display:none'>发消息给他，他上次登录于昨天，积分一千二百</div>"
    html = PAGES["discuz_table"].html.replace('<dl class="pil cl">', card + '<dl class="pil cl">')
    assert extract(html).text == extract(PAGES["discuz_table"].html).text


def test_posts_are_rows_that_json_can_hold() -> None:
    rows = extract(PAGES["weibo"].html).post_rows
    assert rows[0].keys() == {"text", "author", "time", "floor"}
    assert extract(article()).post_rows is None


def test_the_author_of_a_thread_is_that_of_its_first_post() -> None:
    post = """<div class="read_t"><table><tr><td class="side"><div class="readName"><a href="u.php?uid={0}">{1}</a></div>
    <ul><li>级别: 骑士</li><li>发帖: 102</li></ul></td><td><div class="tip"><span>{2}</span>
    <span>发表于: 2024-04-05 20:1{0}</span></div><div id="{3}" class="tpc_content">{4}</div></td></tr></table></div>"""
    text = (
        "镇上的老桥今天重新开放，桥面加宽了两米，两边装了护栏，推婴儿车的人也能走了。<br>工人们忙了四个月。"
    )
    posts = post.format(1, "山里人", "楼主", "read_tpc", text) + post.format(
        2, "过路客", "1楼", "read_31", "路过，学习了，谢谢。"
    )
    found = extract(
        f"<html><head><title>老桥重新开放</title></head><body><h1>老桥重新开放</h1><div>{posts}</div></body></html>"
    )
    assert (found.kind, found.author) == ("thread", "山里人")
    assert found.text.split("\n") == [*text.split("<br>"), "路过，学习了，谢谢。"]
