"""Links that Chromium has on real pages once their inline scripts ran, and how many of them are found.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.hidden_links.chromium [--show]

Opens each page in headless Chromium, with the network off: only scripts that stand in the
page run. Compared are links of the same site that the page's anchors do not have, to articles and lists: with
an anchor text of four Han characters or more, a pager's, or an address with the number or the date of an
article. Left out are addresses that a script only adds parameters to, and adverts: those that count a click
or have another URL in theirs. `external` are pages that load scripts of their own site, which may write more
than is seen here; `inline` are all others. --show prints what is not found.
Writes results/hidden_links-chromium.json.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from benchmarks.hidden_links.real_pages import real_pages
from benchmarks.measuring import arguments, save_result, show_rows
from topiccrawl.chromium import start_chromium, start_playwright
from topiccrawl.errors import BrowserMissingError
from topiccrawl.page.anchors.pagers import pager_word
from topiccrawl.page.canonical_url import absolute_url, canonical_url
from topiccrawl.page.hidden_links.urls import same_site
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page

if TYPE_CHECKING:
    from playwright.async_api import Browser, Route

ANCHORS = (
    "[...document.querySelectorAll('a[href],area[href]')].map(a => [a.href, a.innerText || a.title || ''])"
)
HOST = "www.example.cn"
"""Of the pages whose URL is not known."""
SECONDS = 8.0
SETTLES = 0.15
"""Seconds for timers of scripts."""
HEADLINE = re.compile(r"(?:[^\u4e00-\u9fff]*[\u4e00-\u9fff]){4}")
ARTICLE = re.compile(r"\d{4}[-/]?\d{2}|\d{5,}")
ADVERT = re.compile(r"//ads?\d*\.|click|ad_?redir|adid=|[?&=](?:https?:|https?%3a)", re.IGNORECASE)
COLUMNS = ("pages", "with such links", "links", "found", "share")


class Shown(NamedTuple):
    """A link that Chromium has and the anchors of the page do not.

    Attributes:
        page: URL of the page.
        url: canonical URL.
        anchor: anchor text.
        found: how it was found; empty if it was not.
        external: whether the page loads scripts of its own site.
    """

    page: str
    url: str
    anchor: str
    found: str
    external: bool


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--show", action="store_true", help="print what is not found")
    show = parser.parse_args().show
    pages = {url or f"http://{HOST}/x/{n}.html": body for n, (body, url) in enumerate(real_pages())}
    try:
        shown = asyncio.run(compare(pages))
    except BrowserMissingError as error:
        sys.exit(str(error))
    rows = {}
    for name, external in (("inline", False), ("external", True)):
        links = [link for link in shown if link.external is external]
        found = sum(bool(link.found) for link in links)
        rows[name] = {
            "pages": sum(
                loads_own_scripts(Page.from_bytes(body, url)) is external for url, body in pages.items()
            ),
            "with such links": len({link.page for link in links}),
            "links": len(links),
            "found": found,
            "share": round(found / len(links), 3) if links else 1.0,
        }
    show_rows(f"{len(pages)} pages", rows, COLUMNS)
    print("found as:", dict(Counter(link.found for link in shown if link.found).most_common()))
    if show:
        for link in shown:
            if not link.found:
                print(link.page, link.url, link.anchor)
    save_result("hidden_links-chromium", rows)


async def compare(pages: dict[str, bytes]) -> list[Shown]:
    """Return the links that Chromium has on pages and their anchors do not."""
    driver = await start_playwright()
    browser = await start_chromium(driver, sandbox=False)
    try:
        return [link for url, body in pages.items() for link in await compare_page(browser, url, body)]
    finally:
        await browser.close()
        await driver.stop()


async def compare_page(browser: Browser, url: str, body: bytes) -> list[Shown]:
    page = Page.from_bytes(body, url)
    plain = {
        canonical_url(address)
        for element in page.tree.iter("a", "area")
        if (href := element.get("href")) and (address := absolute_url(page.base_url, href, page.charset))
    }
    found = {canonical_url(link.url): link.found or "anchor" for link in links_of(page)}
    without_query = {address.partition("?")[0] for address in plain} | {canonical_url(url).partition("?")[0]}
    links: dict[str, Shown] = {}
    for address, anchor in await anchors_in_chromium(browser, url, page.html):
        if not address.startswith("http") or not same_site(address, url):
            continue
        canonical = canonical_url(address)
        if ADVERT.search(canonical) or canonical in plain or canonical.partition("?")[0] in without_query:
            continue
        text = " ".join(anchor.split())
        if HEADLINE.match(text) or pager_word(text) is not None or ARTICLE.search(urlsplit(canonical).path):
            links[canonical] = Shown(url, canonical, text, found.get(canonical, ""), loads_own_scripts(page))
    return list(links.values())


async def anchors_in_chromium(browser: Browser, url: str, html: str) -> list[tuple[str, str]]:
    """Return address and text of the anchors of a page after its inline scripts ran, and nothing else."""
    from playwright.async_api import Error

    context = await browser.new_context()
    tab = await context.new_page()
    asked = False

    async def answer(route: Route) -> None:
        nonlocal asked
        if asked:
            await route.abort()
        else:
            asked = True
            await route.fulfill(
                body=html.encode("utf-8", "replace"), content_type="text/html; charset=utf-8", status=200
            )

    await tab.route("**/*", answer)
    try:
        await tab.goto(url, wait_until="domcontentloaded", timeout=1000 * SECONDS)
        await asyncio.sleep(SETTLES)
        return [(href, text) for href, text in await tab.evaluate(ANCHORS)]
    except Error:  # the page left for another one, or closed itself
        return []
    finally:
        await context.close()


def loads_own_scripts(page: Page) -> bool:
    """Return whether a page loads scripts of its own site."""
    sources = (element.get("src") for element in page.tree.iter("script"))
    return any(same_site(urljoin(page.url, source), page.url) for source in sources if source)


if __name__ == "__main__":
    main()
