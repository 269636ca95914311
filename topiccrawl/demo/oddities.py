"""Pages besides articles and lists: videos, missing and moved pages, print versions, advertisements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from topiccrawl.demo.articles import PARTY
from topiccrawl.demo.pages import PRINT, Anchor, Edition, frame, print_path
from topiccrawl.demo.placement import Copy
from topiccrawl.demo.resource import Label, Resource, html_page, plain_text
from topiccrawl.demo.sites import AD_HOST, GBK_PARTY_SITE, GBK_PORTAL, PARTY_SITE, PORTAL, Site
from topiccrawl.demo.templates import piece, render
from topiccrawl.demo.trap import CALENDAR_DOOR, FORUM_DOOR

SOFT_404 = Anchor("基层党组织换届选举工作问答", PORTAL.url("/dangjian/2018/0101/10001.html"))
"""A link with a relevant headline to a missing page that returns status 200."""

DEAD = Anchor("党费收缴使用管理规定解读", GBK_PARTY_SITE.url("/html/yaowen/10007.htm"))
"""A link to a missing page that returns status 404."""

MOVED = Anchor("专题：身边的共产党员", GBK_PORTAL.url("/zhuanti/dangyuan.shtml"))
"""A link that redirects (301) to an article."""

VIDEOS = (
    Anchor("视频：重温入党誓词", GBK_PORTAL.url("/video/t20240701_30001.shtml")),
    Anchor("视频：支部书记讲党课", GBK_PORTAL.url("/video/t20240702_30002.shtml")),
)
"""Links to pages with a player and without text."""

_HOT = {PORTAL.host: (SOFT_404,), GBK_PORTAL.host: (MOVED,), GBK_PARTY_SITE.host: (DEAD,)}
_EXTRA = {
    PORTAL.host: (Anchor(CALENDAR_DOOR.text, PORTAL.url(CALENDAR_DOOR.url)),),
    GBK_PORTAL.host: (Anchor(FORUM_DOOR.text, GBK_PORTAL.url(FORUM_DOOR.url)), *VIDEOS),
}
_BLANK_GIF = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00!\xf9\x04\x00\x00\x00\x00\x00"
    b",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)


@dataclass(frozen=True)
class Placed:
    """A resource with its URL and label."""

    url: str
    resource: Resource
    label: Label


def hot_links(site: Site) -> tuple[Anchor, ...]:
    """Return the links to odd pages in a site's side bar."""
    return _HOT.get(site.host, ())


def extra_links(site: Site) -> tuple[Anchor, ...]:
    """Return the links to odd pages in a site's navigation bar."""
    return _EXTRA.get(site.host, ())


def in_print(site: Site, copies: Iterable[Copy]) -> Copy | None:
    """Return the party story with a print version, in the folder that robots.txt disallows."""
    return next((copy for copy in copies if site is PARTY_SITE and copy.article.subject == PARTY), None)


def oddities(edition: Edition) -> Iterator[Placed]:
    """Yield everything on a site except articles and lists."""
    site = edition.site
    other = Label("other")
    rules = f"Disallow: {PRINT}/" if edition.in_print else "Disallow:"
    yield Placed(site.url("/robots.txt"), plain_text(f"User-agent: *\n{rules}\n"), other)
    yield Placed(site.url("/static/site.css"), Resource(200, "text/css", b"body { margin: 0 }\n"), other)
    for name in ("logo.gif", "code.gif"):
        yield Placed(site.url(f"/static/{name}"), Resource(200, "image/gif", _BLANK_GIF), other)
    about = site.url("/about.html")
    yield Placed(about, _notice(edition, about, "关于我们", "编辑部欢迎来信来稿。"), other)
    if edition.in_print:
        copy = edition.in_print
        head = piece("<html><head><title>$title</title></head><body><h1>$title</h1>", title=copy.title)
        text = "".join(piece("<p>$text</p>", text=text) for text in copy.article.paragraphs)
        label = Label("article", copy.article.subject, copy.article.id)
        yield Placed(site.url(print_path(copy)), html_page(site, f"{head}{text}</body></html>"), label)
    if site is PORTAL:
        gone = _notice(edition, SOFT_404.url, "提示信息", "抱歉，您访问的页面不存在或已被删除。")
        yield Placed(SOFT_404.url, gone, other)
    if site is GBK_PORTAL:
        target = next((copy.url for copy in edition.copies if copy.article.subject == PARTY), site.home)
        yield Placed(MOVED.url, Resource(301, "text/html", b"", (("Location", target),)), other)
        for video in VIDEOS:
            html = frame(edition, site.path_of(video.url), f"{video.text}_{site.name}", "", template="video")
            yield Placed(video.url, html_page(site, html), Label("video", PARTY))


def missing(edition: Edition, path: str) -> Resource:
    """Return the site's page for an unknown URL."""
    html = frame(edition, path, f"404-{edition.site.name}", "<h2>404 Not Found</h2>")
    return html_page(edition.site, html, status=404)


def advertisements(count: int) -> Iterator[Placed]:
    """Yield the pages of the advertisement host."""
    home = f"http://{AD_HOST}"
    yield Placed(f"{home}/robots.txt", plain_text("User-agent: *\nDisallow:\n"), Label("other"))
    paths = [f"/show/{number}.html" for number in range(1, count + 1)]
    links = " ".join(piece('<a href="$url">优惠</a>', url=path) for path in paths)
    for number, path in enumerate(paths, 1):
        html = render("advert", "page", links=links, number=str(number))
        yield Placed(home + path, Resource(200, "text/html; charset=utf-8", html.encode()), Label("ad"))


def _notice(edition: Edition, url: str, title: str, text: str) -> Resource:
    main = piece("<h2>$title</h2><div>$text</div>", title=title, text=text)
    html = frame(edition, edition.site.path_of(url), f"{title}-{edition.site.name}", main)
    return html_page(edition.site, html)
