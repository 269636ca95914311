from __future__ import annotations

import re
from collections import deque
from html import unescape
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from lxml import html as lxml_html

from topiccrawl.demo.articles import PARTY, Article
from topiccrawl.demo.sites import GBK_PARTY_SITE, GBK_PORTAL, PORTAL, SITES, Site
from topiccrawl.demo.web import DemoWeb, build_web

ENCODINGS = {site.host: site.encoding for site in SITES}


def text_of(web: DemoWeb, url: str) -> str:
    host, target = split(url)
    return web.respond(host, target).body.decode(ENCODINGS.get(host, "utf-8"))


def split(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.netloc, (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def links(web: DemoWeb, url: str) -> list[str]:
    found = lxml_html.document_fromstring(text_of(web, url)).xpath("//a/@href | //link/@href | //img/@src")
    absolute = [urldefrag(urljoin(url, str(href)))[0] for href in found]
    return [link for link in absolute if link.startswith("http")]


def pages(web: DemoWeb) -> list[str]:
    return [
        f"http://{host}{target}"
        for (host, target), resource in web.resources.items()
        if resource.content_type.startswith("text/html") and resource.status == 200
    ]


def articles(web: DemoWeb, site: Site) -> list[str]:
    labels = web.labels.items()
    return [url for url, label in labels if label.kind == "article" and url.startswith(site.home)]


def reached(web: DemoWeb) -> set[str]:
    """What a crawler finds from the home pages that keeps to robots.txt and out of the traps."""
    seen = set(web.homes)
    waiting = deque(web.homes)
    while waiting:
        url = waiting.popleft()
        host, target = split(url)
        resource = web.respond(host, target)
        if resource.status == 301:
            found = [dict(resource.headers)["Location"]]
        elif resource.content_type.startswith("text/html"):
            found = links(web, url)
        else:
            continue
        for link in found:
            if link not in seen and web.label(link).kind != "trap" and web.may_fetch(*split(link)):
                seen.add(link)
                waiting.append(link)
    return seen


def without_tags(html: str) -> str:
    return re.sub(r"\s+", "", unescape(re.sub(r"<[^>]+>", "", html)))


def test_the_same_stories_give_the_same_bytes(stories: tuple[Article, ...]) -> None:
    first, second = build_web(stories), build_web(reversed(stories))
    assert first.resources == second.resources
    assert first.labels == second.labels


def test_all_links_lead_somewhere(web: DemoWeb) -> None:
    dead = set()
    for page in pages(web):
        for link in links(web, page):
            if web.respond(*split(link)).status not in (200, 301):
                dead.add(link)
    assert dead == web.dead
    assert all(web.respond(*split(url)).status == 404 for url in web.dead)


def test_every_page_is_linked_from_the_home_pages(web: DemoWeb) -> None:
    assert set(pages(web)) - reached(web) == {url for url in pages(web) if "/print/" in url}


def test_every_page_of_a_story_has_its_paragraphs(web: DemoWeb) -> None:
    for url, label in web.labels.items():
        if label.kind == "article":
            assert label.story is not None
            body = without_tags(text_of(web, url))
            for paragraph in web.articles[label.story].paragraphs:
                assert re.sub(r"\s+", "", paragraph) in body, url


def test_labels_follow_the_stories(web: DemoWeb) -> None:
    for label in web.labels.values():
        if label.story is not None:
            assert label.subject == web.articles[label.story].subject
            assert label.relevant == (label.subject == PARTY)
    kinds = {label.kind for label in web.labels.values()}
    assert kinds == {"article", "list", "home", "channel", "video", "ad", "other"}


def test_two_sites_are_gbk_and_say_so_each_in_its_way(web: DemoWeb) -> None:
    for site in (GBK_PORTAL, GBK_PARTY_SITE):
        for url in articles(web, site):
            body = web.respond(*split(url)).body
            body.decode("gbk")
            with pytest.raises(UnicodeDecodeError):
                body.decode("utf-8")
    portal, party = (articles(web, site)[0] for site in (GBK_PORTAL, GBK_PARTY_SITE))
    assert "charset=gb2312" in text_of(web, portal)
    assert web.respond(*split(portal)).content_type == "text/html"
    assert "charset" not in text_of(web, party)
    assert web.respond(*split(party)).content_type == "text/html; charset=GBK"


def test_lists_go_on_to_a_next_page(web: DemoWeb) -> None:
    lists = {url for url, label in web.labels.items() if label.kind == "list"}
    channels = [url for url, label in web.labels.items() if label.kind == "channel"]
    turned = [url for url in channels if "下一页" in text_of(web, url)]
    assert turned
    for url in turned:
        assert lists & set(links(web, url))


def test_robots_forbid_one_copy_of_a_party_story(web: DemoWeb) -> None:
    forbidden = [url for url in web.labels if not web.may_fetch(*split(url))]
    assert len(forbidden) == 1
    label = web.label(forbidden[0])
    assert (label.kind, label.relevant) == ("article", True)
    assert any(forbidden[0] in links(web, page) for page in pages(web))
    assert all((host, "/robots.txt") in web.resources for host in web.hosts)


def test_a_page_that_is_gone_may_answer_200(web: DemoWeb) -> None:
    gone = [url for url in pages(web) if "您访问的页面不存在" in text_of(web, url)]
    assert len(gone) == 1
    assert web.label(gone[0]).kind == "other"


def test_unknown_addresses_answer_as_a_web_does(small_web: DemoWeb) -> None:
    assert small_web.respond(PORTAL.host, "/nothing.html").status == 404
    assert small_web.respond("cast.adwall.demo.test", "/nothing.html").status == 404
    assert small_web.respond("elsewhere.test", "/").status == 502
    assert small_web.label("http://elsewhere.test/").kind == "other"
    assert small_web.label("http://www.chenchuan.demo.test").kind == "home"


def test_a_web_of_one_story_can_be_built(stories: tuple[Article, ...]) -> None:
    web = build_web(stories[:1])
    assert {label.story for label in web.labels.values()} == {None, stories[0].id}
