"""Home, channel and list pages against articles."""

from __future__ import annotations

import pytest

from topiccrawl.extraction.kinds.hub import headlines, is_hub
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

PLACES = "江边 河东 山前 湖西 桥北 柳林 石桥 竹园 梅岭 松坡".split()
TITLES = [f"{place}支部组织党员开展主题学习活动" for place in PLACES]
PARAGRAPH = (
    "清晨六点，老支书已经走在田埂上。他说，春耕不等人，支部要把农资送到每一户。村民们纷纷点头，笑着应和。"
)
COPYRIGHT = "版权所有 江边新闻网 未经授权不得转载 技术支持：江边网络公司 备案号：示例1234号"


def _hub(body: str) -> bool:
    html = f"<html><head><title>江边新闻网</title></head><body>{body}</body></html>"
    page = Page("http://www.example.cn/", html)
    return is_hub(page, links_of(page))


def _list(titles: list[str]) -> str:
    rows = (f"<li><a href='/{n}.html'>{t}</a><i>05-0{n}</i></li>" for n, t in enumerate(titles))
    return f"<ul>{''.join(rows)}</ul>"


HOME = {
    "list": f"<h1>党建要闻</h1>{_list(TITLES)}<p>{COPYRIGHT}</p>",
    "home of columns": "".join(f"<div><h2>栏目{n}</h2>{_list(TITLES[n:])}</div>" for n in range(3)),
    "table": "<table>" + "".join(f"<tr><td>·<td><a href=/{n}>{t}</a>" for n, t in enumerate(TITLES)),
    "with a script": f"<script>var a='{PARAGRAPH}'</script><style>/*{PARAGRAPH * 5}*/</style>{_list(TITLES)}",
    "headlines that end in marks": _list([f"{title}，群众怎么说？请看今天的报道！" for title in TITLES]),
    "cards that are links": "".join(
        f"<a href='/{n}'><h3>{t}</h3><p>{PARAGRAPH}</p></a>" for n, t in enumerate(TITLES)
    ),
    "just five": _list(TITLES[:5]),
    "files and a frame": f"<h1>{TITLES[0]}专栏</h1><iframe src='/weather.html'></iframe>{_list(TITLES)}"
    f"<a href='/1.docx'>{TITLES[0]}方案.docx</a>",
    "rows that a script opens": "<script>function show(n){window.open('/' + n + '.html')}</script><table>"
    + "".join(
        f"<tr><td>{n}</td><td onclick='show({n}31)'>{t}，三十户人家有了自己的联络员</td><td>2024-05-0{n}</td></tr>"
        for n, t in enumerate((*TITLES, "后山党支部组织党员上党课", "前村党支部组织党员上党课"))
    ),
}
DATED = f"<h1>{TITLES[0]}</h1><p>发布时间：2024-05-06 来源：江边新闻网</p>"
ARTICLES = {
    "plain": f"<h1>{TITLES[0]}</h1>" + f"<p>{PARAGRAPH}</p>" * 4,
    "many side links": f"{_list(TITLES)}<div>" + f"<p>{PARAGRAPH}</p>" * 4 + f"</div>{_list(TITLES * 5)}",
    "without paragraphs": f"<div>{_list(TITLES)}" + f"{PARAGRAPH}<br><br>" * 4 + "</div>",
    "in table cells": f"<table><tr><td>{_list(TITLES)}<td>" + f"<font>{PARAGRAPH}</font><br>" * 4,
    "links in the text": _list(TITLES) + f"<p>{PARAGRAPH}<a href='/x'>江边镇</a>说：{PARAGRAPH * 2}</p>",
    "text in a file": f"{DATED}<p>附件：<a href='/1.docx'>{TITLES[0]}.docx</a></p>{_list(TITLES[1:])}",
    "text in a frame": f"{DATED}<iframe src='/text/1.html'></iframe>{_list(TITLES[1:])}<p>网友：学习了！</p>",
    "comments between": _list(TITLES) + f"<p><!-- 正文 -->{PARAGRAPH}<!-- 分页 -->{PARAGRAPH}{PARAGRAPH}</p>",
}
NEITHER = {
    "empty": "",
    "copyright only": f"<p>{COPYRIGHT}</p>",
    "menu": "".join(
        f"<a href='/{n}'>{t}</a>" for n, t in enumerate(["首页", "要闻", "党务", "评论", "图片"])
    ),
    "four headlines": _list(TITLES[:4]),
}


@pytest.mark.parametrize("name", HOME)
def test_home_and_list_pages_are_hubs(name: str) -> None:
    assert _hub(HOME[name])


@pytest.mark.parametrize("name", ARTICLES)
def test_articles_are_none(name: str) -> None:
    assert not _hub(ARTICLES[name])


@pytest.mark.parametrize("name", NEITHER)
def test_pages_without_headlines_are_none(name: str) -> None:
    assert not _hub(NEITHER[name])


def test_a_list_with_summaries_is_a_hub() -> None:
    assert _hub(
        "".join(f"<div><h3><a href='/{n}'>{t}</a></h3><p>{PARAGRAPH}</p></div>" for n, t in enumerate(TITLES))
    )


@pytest.mark.parametrize("tag", ["h4", "p"])
def test_a_list_of_dated_cards_is_a_hub(tag: str) -> None:
    cards = "".join(
        f"<div class=k><a href='/{n}'><img src=a.jpg></a><{tag}>{t}</{tag}><p>{PARAGRAPH[:30]}</p><i>2024-03-05</i></div>"
        for n, t in enumerate(TITLES)
    )
    assert _hub(f"<h2>支部风采</h2><div>{cards}</div>")


def test_an_article_with_much_inline_markup_is_none() -> None:
    marked = "".join(f"<span>{char}</span>" for char in PARAGRAPH)
    assert not _hub(_list(TITLES) + f"<p>{marked}</p>" * 4)


def test_headlines_are_long_anchor_texts() -> None:
    links = [Link(f"http://a.cn/{n}", text) for n, text in enumerate(["要闻", "支部开展学习活动", ""])]
    assert headlines(links) == ["支部开展学习活动"]


def test_the_names_of_a_papers_pages_are_no_headlines() -> None:
    names = ["第01版：国内要闻", "第A12版：机关党建专页", "A08版 文化副刊专版", "党建周刊第三版改版启事"]
    links = [Link(f"http://a.cn/{n}.html", name) for n, name in enumerate(names)]
    assert headlines(links) == [names[3]]
