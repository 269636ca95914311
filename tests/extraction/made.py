"""Made articles for tests of what stands in, between and instead of their paragraphs."""

from __future__ import annotations

from collections.abc import Callable

from topiccrawl.extraction import clean, extract

TITLE = "青石县启动河道清淤工程"
TEXTS = (
    "青石县水利局上周启动城区河道清淤工程，首批施工的三条河道总长十二公里，预计汛期到来之前完工。",
    "施工人员采用分段围堰的办法，白天抽水，夜里清运，尽量不打扰两岸居民的休息和出行。",
    "沿河的村民说，往年一下大雨院子里就进水，今年河底挖深了半米多，心里踏实了不少。",
    "水利局负责人介绍，清出的淤泥经过检测后用于苗圃和公园绿化，全程接受群众监督。",
)
BODY = "\n".join(TEXTS)
PARAGRAPHS = "".join(f"<p>{text}</p>" for text in TEXTS)


def page(body: str, head: str = "", title: str = TITLE) -> str:
    """Return an article page around a body."""
    return (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{title}_青石新闻网</title>{head}</head><body>'
        '<div class="nav"><a href="/">首页</a><a href="/yw/">要闻</a><a href="/dj/">党建</a></div>'
        f'<h1>{title}</h1><div class="info">2024-05-06 10:12　来源：青石日报</div>{body}'
        '<div class="foot"><a href="/about">关于我们</a> 版权所有 青石新闻网</div></body></html>'
    )


def between(piece: Callable[[int], str]) -> str:
    """Return paragraphs with a piece of HTML after each; `piece` is given its number."""
    return f"<div>{''.join(f'<p>{text}</p>{piece(number)}' for number, text in enumerate(TEXTS))}</div>"


def inside(piece: str) -> str:
    """Return paragraphs with a piece of HTML inside of each."""
    return f"<div class=txt>{''.join(f'<p>{text[:10]}{piece}{text[10:]}</p>' for text in TEXTS)}</div>"


def stored(html: str | bytes, url: str = "http://a.example/1.html") -> str:
    """Return the text that a crawl stores of a page."""
    return clean(extract(html, url).text)
