"""A web that leads a crawl to forbidden hosts in every possible way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from benchmarks.attacks.hostile.server import GOOD_ADDRESS, Answer, redirect, response
from benchmarks.attacks.hostile.targets import NAMES, REBINDING, RESOLVED
from benchmarks.attacks.hostile.texts import body_of

PAGE_WAYS = ("link", "redirect", "twice", "moved", "refresh", "robots", "robots-moved")
"""By links, redirects of pages and of robots.txt, and meta refresh."""
LISTING_WAYS = (
    *("in-sitemap", "sitemap-in-robots", "sitemap-in-index", "sitemap-moved"),
    *("in-feed", "feed", "feed-moved"),
)
"""Pages in sitemaps and feeds; sitemaps and feeds that are there, or redirect there."""
BROWSER_WAYS = (
    *("fetch", "post", "image", "script", "sheet", "frame", "frame-moved", "frame-refresh", "socket"),
    *("worker", "location", "page-moved"),
)
"""Requests of a rendered page, and pages that lead the browser away."""
_FEEDS_OF_A_PAGE = 20
_XML = '<?xml version="1.0" encoding="utf-8"?>'
_SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


@dataclass
class HostileWeb:
    """Answers by host and path, and how names resolve.

    Attributes:
        seeds: where the crawl starts.
        answers: what the servers answer.
        names: addresses of each name, for each of its resolutions.
    """

    seeds: list[str]
    answers: dict[tuple[str, str], Answer] = field(default_factory=dict)
    names: dict[str, Sequence[Sequence[str]]] = field(default_factory=dict)


def hostile_names() -> dict[str, Sequence[Sequence[str]]]:
    """Return the names that lead to loopback, at once or from their second resolution on."""
    names: dict[str, Sequence[Sequence[str]]] = {name.lower(): [["127.0.0.1"]] for name in NAMES}
    names |= {name: [addresses] for name, addresses in RESOLVED.items()}
    return names | {name: [[GOOD_ADDRESS], ["127.0.0.1"]] for name in REBINDING}


def hostile_web(
    targets: Sequence[str], port: int, inside: int, rebinding: Sequence[str] = REBINDING
) -> HostileWeb:
    """Return a web that leads to targets by links, redirects, listings and robots.txt.

    Args:
        targets: hosts as in URLs.
        port: of the web.
        inside: port of the servers that must not be reached.
        rebinding: names that lead to the web once, for a robots.txt, and elsewhere when they resolve again.
    """
    web = HostileWeb([f"http://web.test:{port}/"], names=hostile_names())
    web.names["web.test"] = [[GOOD_ADDRESS]]
    links = []
    places = _places(targets, port, inside, rebinding)
    for number, place in enumerate(places):
        url = f"http://{place}/{number}"
        links.append(f"{url}/link.html")
        web.answers["web.test", f"/redirect/{number}.html"] = redirect(f"{url}/redirect.html")
        web.answers["web.test", f"/twice/{number}.html"] = redirect(f"/again/{number}.html")
        web.answers["web.test", f"/again/{number}.html"] = redirect(f"{url}/twice.html")
        web.answers["web.test", f"/moved/{number}.html"] = redirect(f"{url}/moved", "308 Permanent Redirect")
        head = f"<meta http-equiv=refresh content='0; url={url}/refresh.html'><title>茶叶</title>"
        web.answers["web.test", f"/refresh/{number}.html"] = response(f"<head>{head}</head>{body_of(url)}")
        links += [f"/{way}/{number}.html" for way in ("redirect", "twice", "moved", "refresh")]
        for way, status in (("robots", "302 Found"), ("robots-moved", "301 Moved Permanently")):
            host = f"{way}-{number}.test"
            web.names[host] = [[GOOD_ADDRESS]]
            web.answers[host, "/robots.txt"] = redirect(f"{url}/robots.txt", status)
            links.append(f"http://{host}:{port}/1.html")
            web.answers[host, "/1.html"] = response(f"<title>茶叶和茶园</title>{body_of(host)}")
    good = [f"/good/{number}.html" for number in range(10)]
    for path in good:
        page = response(f"<title>茶艺与茶馆 {path}</title><h1>茶</h1>{body_of(path)}")
        web.answers["web.test", path] = page
    listed = "".join(f"<li><a href='{url}'>茶叶与茶园 {url[-40:]}</a></li>" for url in [*good, *links])
    web.answers["web.test", "/"] = response(f"<title>茶叶频道</title><ul>{listed}</ul>")
    for host in rebinding:  # where a robots.txt that moved there is the first to be resolved
        forbidding = response("User-agent: *\nDisallow: /\n", "text/plain")
        web.answers |= {(host, f"/{number}/robots.txt"): forbidding for number in range(len(places))}
    _add_listings(web, places, port)
    return web


def _places(targets: Sequence[str], port: int, inside: int, rebinding: Sequence[str]) -> list[str]:
    """Return the hosts that must not be reached, with their ports."""
    return [*(f"{target}:{inside}" for target in targets), *(f"{name}:{port}" for name in rebinding)]


def _add_listings(web: HostileWeb, places: Sequence[str], port: int) -> None:
    """Add sitemaps and feeds, with a seed for every 20 feeds."""
    pages, indexed, items = [], [], []
    feeds, sitemaps = ["/feed.xml"], ["/pages.xml", "/index.xml"]
    for number, place in enumerate(places):
        url = f"http://{place}/{number}"
        pages.append(f"<url><loc>{url}/in-sitemap.html</loc></url>")
        sitemaps.append(f"{url}/sitemap-in-robots.xml")
        indexed.append(f"<sitemap><loc>{url}/sitemap-in-index.xml</loc></sitemap>")
        indexed.append(f"<sitemap><loc>/sitemap-moved/{number}.xml</loc></sitemap>")
        web.answers["web.test", f"/sitemap-moved/{number}.xml"] = redirect(f"{url}/sitemap-moved.xml")
        items.append(f"<item><title>茶园采茶制茶{number}</title><link>{url}/in-feed.html</link></item>")
        feeds += [f"{url}/feed.xml", f"/feed-moved/{number}.xml"]
        web.answers["web.test", f"/feed-moved/{number}.xml"] = redirect(f"{url}/feed-moved.xml")
    documents = {
        "/pages.xml": f'{_XML}<urlset xmlns="{_SITEMAP}">{"".join(pages)}</urlset>',
        "/index.xml": f'{_XML}<sitemapindex xmlns="{_SITEMAP}">{"".join(indexed)}</sitemapindex>',
        "/feed.xml": f'{_XML}<rss version="2.0"><channel>{"".join(items)}</channel></rss>',
    }
    for path, text in documents.items():
        web.answers["web.test", path] = response(text, "text/xml; charset=utf-8")
    rows = "".join(f"Sitemap: {url}\n" for url in sitemaps)
    web.answers["web.test", "/robots.txt"] = response(f"User-agent: *\n{rows}", "text/plain; charset=utf-8")
    for start in range(0, len(feeds), _FEEDS_OF_A_PAGE):
        named = feeds[start : start + _FEEDS_OF_A_PAGE]
        head = "".join(f"<link rel=alternate type='application/rss+xml' href='{url}'>" for url in named)
        path = f"/channel/{start}.html"
        web.answers["web.test", path] = response(f"<head><title>茶叶频道</title>{head}</head>{body_of(path)}")
        web.seeds.append(f"http://web.test:{port}{path}")


def browser_web(targets: Sequence[str], port: int, inside: int, at_once: int = 10) -> HostileWeb:
    """Return a web of pages whose scripts try to reach targets, and that lead a browser there.

    Args:
        targets: hosts as in URLs.
        port: of the web.
        inside: port of the servers that must not be reached.
        at_once: targets of one page, rebinding names among them.
    """
    web = HostileWeb([f"http://web.test:{port}/"], names=hostile_names())
    web.names |= {"web.test": [[GOOD_ADDRESS]], "app.test": [[GOOD_ADDRESS]]}
    app, paths = f"http://app.test:{port}", []
    places = _places(targets, port, inside, REBINDING)
    for number, place in enumerate(places):
        url = f"http://{place}/{number}"
        web.answers["app.test", f"/frame-moved/{number}"] = redirect(f"{url}/frame-moved")
        refresh = f"<meta http-equiv=refresh content='0; url={url}/frame-refresh'>"
        web.answers["app.test", f"/frame-refresh/{number}"] = response(refresh)
        leave = f"<title>茶叶</title><script>location.href = {json.dumps(f'{url}/location')}</script>茶"
        web.answers["app.test", f"/location/{number}.html"] = response(leave)
        web.answers["app.test", f"/page-moved/{number}.html"] = redirect(f"{url}/page-moved.html")
        paths += [f"/location/{number}.html", f"/page-moved/{number}.html"]
    for start in range(0, len(places), at_once):
        path = f"/parts/{start}.html"
        some = {number: places[number] for number in range(start, min(start + at_once, len(places)))}
        web.answers["app.test", path] = response(_page_of_parts(some, path))
        paths.append(path)
    for path in ("/good/0.html", "/good/1.html"):
        script = f"document.getElementById('app').innerHTML = {json.dumps(body_of(path))}"
        web.answers["app.test", path] = response(
            f"<title>茶艺与茶馆 {path}</title><div id=app></div><script>{script}</script>"
        )
        paths.append(path)
    listed = "".join(f"<li><a href='{app}{path}'>茶叶与茶园采茶 {path}</a></li>" for path in paths)
    web.answers["web.test", "/"] = response(f"<title>茶叶频道</title><ul>{listed}</ul>")
    return web


def _page_of_parts(places: Mapping[int, str], path: str) -> str:
    """Return a page that tries to load parts of itself from hosts with ports."""
    parts, calls = [], []
    for number, place in places.items():
        url = f"http://{place}/{number}"
        parts += [f"<img src='{url}/image'>", f"<script async src='{url}/script'></script>"]
        parts += [f"<link rel=stylesheet href='{url}/sheet'>", f"<iframe src='{url}/frame'></iframe>"]
        parts += [f"<iframe src='/frame-{way}/{number}'></iframe>" for way in ("moved", "refresh")]
        post = '{method: "POST", mode: "no-cors", body: "x"}'
        inner = json.dumps(f"fetch({json.dumps(f'{url}/worker')})")
        calls += [
            f"fetch({json.dumps(f'{url}/fetch')}).catch(() => 0);",
            f"fetch({json.dumps(f'{url}/post')}, {post}).catch(() => 0);",
            f"try {{ new WebSocket({json.dumps(f'ws{url[4:]}/socket')}) }} catch (error) {{}}",
            f"try {{ new Worker(URL.createObjectURL(new Blob([{inner}]))) }} catch (error) {{}}",
        ]
    tried = "\n".join(f"try {{ {call} }} catch (error) {{}}" for call in calls)
    return f"<title>茶叶与茶园 {path}</title>{body_of(path)}{''.join(parts)}<script>{tried}</script>"
