"""A crawl that starts from sitemaps and feeds: what they list is fetched, what is bad is counted and left."""

from __future__ import annotations

import gzip
from pathlib import Path

from e2e.crawling import crawl, html, other_stories, stories, story_page
from e2e.fault_server import Answer, FaultServer

SEED = "http://portal.test/"
STORIES = stories()


def xml(body: str, root: str = "urlset") -> bytes:
    return f'<?xml version="1.0"?><{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{body}</{root}>'.encode()


def test_sitemaps_and_feeds_lead_to_pages_that_nothing_links_to(tmp_path: Path) -> None:
    urls = [f"http://portal.test/a/{number}.html" for number in range(6)]
    off = "http://portal.test/b/1.html"
    answers = {url: story_page(STORIES[n]) for n, url in enumerate(urls)}
    answers[off] = story_page(other_stories()[0])
    feed = f"<rss><channel><item><title>{STORIES[2].title}</title><link>{urls[2]}</link></item><item><title>{other_stories()[0].title}</title><link>{off}</link></item></channel></rss>"
    told = '<link rel="alternate" type="application/rss+xml" href="/rss.xml">'
    answers |= {
        SEED: Answer(html("党建频道", "<p>党建</p>", head=told)),
        "http://portal.test/robots.txt": Answer(
            b"User-agent: *\nSitemap: /index.xml\nSitemap: http://portal.test/bad.xml",
            content_type="text/plain",
        ),
        "http://portal.test/index.xml": Answer(
            xml(
                "<sitemap><loc>/pages.xml.gz</loc></sitemap><sitemap><loc>/gone.xml</loc></sitemap>",
                "sitemapindex",
            ),
            content_type="text/xml",
        ),
        "http://portal.test/pages.xml.gz": Answer(
            gzip.compress(xml(f"<url><loc>{urls[0]}</loc></url><url><loc>{urls[1]}</loc></url>")),
            content_type="application/gzip",
        ),
        "http://portal.test/bad.xml": Answer(html("没有", "<p>没有这个网页</p>")),
        "http://portal.test/rss.xml": Answer(feed.encode(), content_type="application/rss+xml"),
        "http://named.test/atom.xml": Answer(
            f'<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>{STORIES[3].title}</title><link href="{urls[3]}"/></entry></feed>'.encode(),
            content_type="application/atom+xml",
        ),
    }
    with FaultServer(answers) as web:
        done = crawl(
            tmp_path,
            [SEED, "http://named.test/atom.xml"],
            proxy=web.proxy_url,
            arguments={"sitemaps": "1", "feeds": "1"},
        )
    assert done.code == 0, done.log
    assert done.kept == set(urls[:4])
    assert done.pages[urls[2]]["parent_url"] == "http://portal.test/rss.xml"
    assert done.stats["topiccrawl/listings/read"] == 4
    assert done.counts("topiccrawl/listings/bad/") == {"no_listing": 1}
    assert done.drops["http://portal.test/gone.xml"] == {("gate", "status_404")}
    assert "the seed" not in done.log


def test_sitemaps_of_sites_that_list_nothing_are_read_at_the_end(tmp_path: Path) -> None:
    """Sites whose home page has no list, and one that has: only of the first the sitemaps are asked for."""
    bare, listing = "http://bare.test/", "http://listing.test/"
    hidden, listed = [f"{bare}a/{n}.html" for n in range(3)], f"{listing}a/3.html"
    answers = {url: story_page(STORIES[n]) for n, url in enumerate([*hidden, listed])}
    for home, body in ((bare, "<p>成果发布</p>"), (listing, f"<a href={listed}>{STORIES[3].title}</a>")):
        index = xml(f"<sitemap><loc>{home}2024.xml</loc></sitemap>", "sitemapindex")
        answers |= {
            home: Answer(html("党建研究", body)),
            f"{home}robots.txt": Answer(f"Sitemap: {home}map.xml".encode(), content_type="text/plain"),
            f"{home}map.xml": Answer(index, content_type="text/xml"),
        }
    pages = "".join(f"<url><loc>{url}</loc></url>" for url in hidden)
    answers[f"{bare}2024.xml"] = Answer(xml(pages), content_type="text/xml")
    with FaultServer(answers) as web:
        done = crawl(tmp_path, [bare, listing], proxy=web.proxy_url)
    assert done.code == 0, done.log
    assert done.kept == {*hidden, listed}
    assert done.stats["topiccrawl/listings/sitemaps"] == 1
