from __future__ import annotations

from extraction.pages import PARAGRAPHS, TITLE, article, listing

from topiccrawl.extraction import extract_page
from topiccrawl.extraction.sites.fields import describe_by_rules, with_site_fields
from topiccrawl.extraction.sites.reading import read_site
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.sites.rules import IN_LIST, NEXT_PAGE, SiteRules
from topiccrawl.relevance.topic.site_files import read_rules
from topiccrawl.relevance.topic.toml_file import TomlFile

URL = "http://a.test/gzdt/1.html"


def rules(text: str) -> SiteRules:
    return read_rules(TomlFile("sites/a.test.toml", text), "a.test")


def test_links_of_a_list_are_marked_and_missing_ones_are_added() -> None:
    html = (
        "<ul class=list><li><a href=1.html><img src=a.png alt='QQ图片.png'></a><b>第一条消息 2024-05-01</b>"
        "<li data-url='/2.html'>第二条消息<li><a href=3.html rel=nofollow>三</a><a href=表.pdf>附件</a></ul>"
        "<a href=/about>关于我们</a>"
    )
    page = Page("http://a.test/gzdt/", html)
    read = read_site(page, links_of(page), rules('list = "ul.list li"\nnext = "?p={page}"'))
    links = {link.url.removeprefix("http://a.test"): link for link in read.links}
    assert {url: link.found for url, link in links.items()} == {
        "/gzdt/1.html": IN_LIST, "/2.html": IN_LIST, "/gzdt/3.html": IN_LIST, "/about": "", "/gzdt/?p=2": NEXT_PAGE,
    }  # fmt: skip
    assert links["/gzdt/1.html"].context == "第一条消息 2024-05-01"
    assert links["/2.html"].anchor == "第二条消息"
    assert links["/gzdt/3.html"].nofollow
    assert links["/gzdt/?p=2"].role == "pager"
    assert read.is_hub
    assert read.matches == {"list": 3, "next": 1}


def test_a_selector_alone_makes_no_list_of_an_article_with_a_list_beside_it() -> None:
    page = Page(URL, article())
    read = read_site(page, links_of(page), rules('list = "h3 + ul a"\nnext = "{page}.html"'))
    assert not read.is_hub
    assert sum(link.found == IN_LIST for link in read.links) == 3
    assert "next" not in read.matches


def test_urls_name_lists_and_articles() -> None:
    both = rules('list = ["/gzdt/", "h2 a"]\narticle = "/gzdt/*.html"\nnext = "index_{page}.html"')
    of_list, of_article, other = (
        read_site(page, links_of(page), both)
        for page in (
            Page("http://a.test/gzdt/", article()),
            Page(URL, listing()),
            Page("http://a.test/", "".join(f"<h2><a href=/{n}>{TITLE}第{n}批</a></h2>" for n in range(9))),
        )
    )
    assert (of_list.is_list, of_list.is_hub, of_list.is_article) == (True, True, False)
    assert of_list.matches == {"article": 0, "list": 0, "next": 1}
    assert (of_article.is_hub, of_article.is_article) == (False, True)
    assert (other.is_hub, other.is_list) == (True, False)
    assert not any(link.found for link in other.links), "the selector counts on the lists that are named"
    assert other.matches == {"article": 0, "list": 0}


def test_parts_of_an_article_stand_where_the_file_says() -> None:
    html = (
        "<title>青山县人民政府</title><div class=t>关于开展主题党日活动的通知</div>"
        "<p class=i>来源：青山日报　作者：李明　浏览：12</p><i>成文日期：二〇二四年五月一日</i>"
        f"<div class=c><p>{PARAGRAPHS[0]}<script>var a</script><p>{PARAGRAPHS[1]}<div class=c>{PARAGRAPHS[2]}</div>"
        "<p style='display:none'>隐藏</p></div><div>版权所有</div>"
    )
    page = Page(URL, html)
    named = rules('title = ".t"\nbody = ".c"\ndate = "i"\nsource = ".i"\nauthor = ".i"')
    found, matches = with_site_fields(extract_page(page), page, named)
    lines = [" ".join(text.split()) for text in PARAGRAPHS[:3]]
    assert found.text.splitlines() == lines
    assert (found.title, found.published, found.source, found.author, found.kind) == (
        "关于开展主题党日活动的通知", "2024-05-01", "青山日报", "李明", "article",
    )  # fmt: skip
    assert matches == dict.fromkeys(("title", "body", "date", "source", "author"), 1)
    assert describe_by_rules(page, named).title == "关于开展主题党日活动的通知"


def test_a_key_that_matches_nothing_leaves_what_the_heuristics_find() -> None:
    page = Page(URL, article())
    plain = extract_page(page)
    found, matches = with_site_fields(plain, page, rules('title = ".t"\nbody = ".c"\ndate = "h1"'))
    assert found == plain
    assert found.title == TITLE
    assert matches == {"title": 0, "body": 0, "date": 0}


def test_an_article_that_is_named_is_one_unless_it_says_that_there_is_none() -> None:
    named = rules('article = "/gzdt/*"')
    links = "".join(f"<p><a href=/{n}>{TITLE}第{n}批任务进展</a></p>" for n in range(40))
    texts = {}
    for name, html in (
        ("list", f"<h1>{TITLE}</h1><input type=password>{''.join(f'<p>{p}</p>' for p in PARAGRAPHS)}{links}"),
        ("error", "<title>404</title><p>对不起，您访问的页面不存在。</p>"),
    ):
        page = Page(URL, html)
        texts[name] = with_site_fields(extract_page(page), page, named)[0].text
    assert PARAGRAPHS[1][:10] in texts["list"]
    assert not texts["error"]
