"""The pages of a demo site: articles, list pages and the home page, with a common frame."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from random import Random

from topiccrawl.demo.placement import SEED, Copy
from topiccrawl.demo.sites import AD_HOST, SITES, Column, Site
from topiccrawl.demo.templates import STYLES, Style, body, one_line, piece, render

ADS = (
    "夏季清仓 全场五折起",
    "新车上市 零首付开回家",
    "名师在线 英语口语三十天",
    "理财产品 年化收益早知道",
    "景区门票 限时特惠",
)
"""Texts of the advertisements; number n links to page n of the advertisement host."""

PRINT = "/print"
"""Folder of the print versions."""

_RELATED = 5
_BLOCK = 6


@dataclass(frozen=True)
class Anchor:
    """A link on a page: anchor text, URL, and optionally the date and summary beside it."""

    text: str
    url: str
    date: str = ""
    summary: str = ""


@dataclass(frozen=True)
class Edition:
    """A site with its content.

    Attributes:
        site: the site.
        copies: its article pages, newest first.
        hot: links of the side bar on every page.
        extra: entries of the navigation bar besides the columns.
        in_print: the article page with a print version.
    """

    site: Site
    copies: tuple[Copy, ...]
    hot: tuple[Anchor, ...]
    extra: tuple[Anchor, ...] = ()
    in_print: Copy | None = None

    def rng(self, path: str) -> Random:
        """Return the random generator of a page, the same in every build."""
        return Random(f"{SEED}:{self.site.host}{path}")  # noqa: S311


def print_path(copy: Copy) -> str:
    """Return the path of the print version of an article page."""
    return f"{PRINT}/{copy.path.rpartition('/')[2]}"


def link_to(copy: Copy) -> Anchor:
    """Return the link to an article page in a list."""
    return Anchor(copy.title, copy.url, f"{copy.printed:%Y-%m-%d}", copy.article.paragraphs[0][:50] + "…")


def article_page(edition: Edition, copy: Copy, related_elsewhere: Sequence[Anchor] = ()) -> str:
    """Return the HTML of an article page.

    Args:
        edition: its site.
        copy: the story on that site.
        related_elsewhere: related links to other sites.
    """
    site, article, rng = edition.site, copy.article, edition.rng(copy.path)
    style = STYLES[site.style]
    subject = copy.column.subject
    same = [other for other in edition.copies if other.column.subject == subject and other is not copy]
    related = [link_to(other) for other in rng.sample(same, k=min(_RELATED, len(same)))]
    to = site.url(print_path(copy))
    position = edition.copies.index(copy)
    newer = edition.copies[position - 1 : position] if position else ()
    main = render(
        site.style,
        "article",
        headline=escape(copy.title),
        when=f"{copy.printed:%Y-%m-%d %H:%M}" if rng.random() < 0.7 else f"{copy.printed:%Y年%m月%d日 %H:%M}",
        source=escape(copy.taken_from.name if copy.taken_from else article.source),
        author=escape(article.author or article.source),
        editor=rng.choice(site.editors),
        clicks=str(rng.randint(80, 9000)),
        body=_body_and_origin(style, copy),
        related=_rows(edition, copy.path, style.related, [*related, *related_elsewhere]),
        earlier=_turn(edition, copy.path, edition.copies[position + 1 : position + 2]),
        later=_turn(edition, copy.path, newer),
        print=_anchor(edition, copy.path, Anchor("打印本页", to)) if copy is edition.in_print else "",
    )
    title = site.title_form.format(title=copy.title, column=copy.column.name, site=site.name)
    column = Anchor(copy.column.name, site.url(site.list_page(copy.column, 1)))
    return frame(edition, copy.path, title, main, _metas(copy, rng), (column, Anchor("正文", "")))


def list_pages(edition: Edition, column: Column) -> list[tuple[str, str]]:
    """Return path and HTML of each page of a column, at least one."""
    site = edition.site
    links = [link_to(copy) for copy in edition.copies if copy.column is column]
    last = max(1, -(-len(links) // site.page_size))
    pages: list[tuple[str, str]] = []
    for page in range(1, last + 1):
        path = site.list_page(column, page)
        steps = (("上一页", page - 1), ("下一页", page + 1), ("尾页", last if page + 1 < last else 0))
        near = [(words, to) for words, to in steps if 1 <= to <= last]
        pager = [Anchor(words, site.url(site.list_page(column, to))) for words, to in near]
        shown = links[(page - 1) * site.page_size : page * site.page_size]
        main = render(
            site.style,
            "list",
            heading=escape(column.name),
            items=_rows(edition, path, STYLES[site.style].item, shown),
            pager=f"第{page}/{last}页 " + " ".join(_anchor(edition, path, link) for link in pager),
        )
        html = frame(edition, path, f"{column.name}_{site.name}", main, crumbs=(Anchor(column.name, ""),))
        pages.append((path, html))
    return pages


def home_page(edition: Edition) -> str:
    """Return the HTML of the home page: the newest stories of each column and links to the rest."""
    site = edition.site
    blocks: list[str] = []
    for column in site.columns:
        newest = [link_to(copy) for copy in edition.copies if copy.column is column][:_BLOCK]
        more = _anchor(edition, "/", Anchor("更多>>", site.url(site.list_page(column, 1))))
        items = _rows(edition, "/", STYLES[site.style].item, newest)
        blocks.append(render(site.style, "list", heading=escape(column.name), items=items, pager=more))
    metas = piece('<meta name="description" content="$text">', text=f"{site.name}：新闻资讯，权威发布。")
    return frame(edition, "/", f"{site.name}-首页", "\n".join(blocks), metas)


def frame(
    edition: Edition,
    path: str,
    title: str,
    main: str,
    metas: str = "",
    crumbs: Iterable[Anchor] = (),
    template: str = "page",
) -> str:
    """Return a page with the site's frame: navigation, breadcrumbs, side bar, advertisement, footer.

    Args:
        edition: the site.
        path: path of the page, for its relative links.
        title: text of `<title>`.
        main: HTML of the main part.
        metas: HTML of meta elements.
        crumbs: breadcrumbs after the home page; a link without URL is the page itself.
        template: template of the frame.
    """
    site = edition.site
    style = STYLES[site.style]
    columns = [Anchor(column.name, site.url(site.list_page(column, 1))) for column in site.columns]
    advert = edition.rng(path).randrange(len(ADS))
    steps = [Anchor("首页", site.home), *crumbs]
    friends = [Anchor(other.name, other.home) for other in SITES if other is not site]
    html = render(
        site.style,
        template,
        charset=site.meta_charset,
        title=escape(title),
        metas=metas,
        site=site.name,
        host=site.host,
        path=escape(path),
        licence=site.licence,
        home=escape(_href(site, path, site.home)),
        nav=_rows(edition, path, style.nav, [*columns, *edition.extra]),
        crumbs=style.crumb.join(_anchor(edition, path, step) for step in steps),
        main=main,
        hot=_rows(edition, path, style.side, edition.hot),
        ad=_anchor(edition, path, Anchor(ADS[advert], f"http://{AD_HOST}/show/{advert + 1}.html")),
        friends=" ".join(_anchor(edition, path, friend) for friend in friends),
        about=_anchor(edition, path, Anchor("关于我们", site.url("/about.html"))),
    )
    return one_line(html) if style.one_line else html


def _body_and_origin(style: Style, copy: Copy) -> str:
    """Return the paragraphs, on a repost with a line that names its source, at the top or at the end."""
    paragraphs = list(copy.article.paragraphs)
    if copy.taken_from is None:
        return body(style, paragraphs)
    if copy.title != copy.article.title:
        return body(style, [*paragraphs, f"（来源：{copy.taken_from.name}，原标题：{copy.article.title}）"])
    return body(style, [f"本文转自：{copy.taken_from.name}", *paragraphs])


def _metas(copy: Copy, rng: Random) -> str:
    """Return description and keywords: usually of the story, sometimes of the site, sometimes none."""
    site, chance = copy.site, rng.random()
    if chance < 0.18:
        return ""
    general = f"{site.name}{copy.column.name}频道，每日更新。"
    text = general if chance < 0.3 else copy.article.paragraphs[0][:90]
    description = piece('<meta name="description" content="$text">', text=text)
    if rng.random() < 0.3:
        return description
    words = f"{copy.column.name},{copy.title},{site.name}"
    return piece('<meta content="$text" name="keywords">', text=words) + "\n" + description


def _rows(edition: Edition, path: str, template: str, links: Iterable[Anchor]) -> str:
    site = edition.site
    return "\n".join(
        piece(template, url=_href(site, path, link.url), text=link.text, date=link.date, summary=link.summary)
        for link in links
    )


def _anchor(edition: Edition, path: str, link: Anchor) -> str:
    if not link.url:
        return escape(link.text)
    return piece('<a href="$url">$text</a>', url=_href(edition.site, path, link.url), text=link.text)


def _turn(edition: Edition, path: str, copies: Sequence[Copy]) -> str:
    return _anchor(edition, path, link_to(copies[0])) if copies else "没有了"


def _href(site: Site, path: str, url: str) -> str:
    """Return `url` in the site's style: absolute, from the root, or relative to the page's folder."""
    if site.style == "plain" or not url.startswith(site.home):
        return url
    target = site.path_of(url)
    if site.style != "nested" or target == "/":
        return target
    return posixpath.relpath(target, posixpath.dirname(path))
