"""Requests for the sites of lists and directory pages, and for the pages of an e-paper."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from scrapy import Request

from topiccrawl.access.starts.directory import directory_sites
from topiccrawl.access.starts.epaper import issue_links
from topiccrawl.access.starts.site import Site
from topiccrawl.corpus.columns import site_of
from topiccrawl.crawl.request_meta import LINK_KEY
from topiccrawl.crawl.visit import Visit
from topiccrawl.priority.link_context import LinkContext


def choose(sites: Iterable[Site], categories: Collection[str]) -> list[Site]:
    """Return the sites of the given categories; of all categories if none is given."""
    return [site for site in sites if not categories or site.category in categories]


def site_requests(sites: Iterable[Site], source: str, parent_url: str = "") -> Iterator[Request]:
    """Yield the requests for sites, which are seeds.

    Args:
        sites: the sites.
        source: "site_list" or "directory".
        parent_url: the directory page.
    """
    for site in sites:
        context = LinkContext(
            anchor=site.name, around=site.category, parent_url=parent_url, seed=True, source=source
        )
        yield Request(site.url, meta={LINK_KEY: context})


def directory_requests(visit: Visit, categories: Collection[str]) -> Iterator[Request]:
    """Yield the requests for the outbound sites of a directory page."""
    sites = directory_sites(visit.page, site_of)
    yield from site_requests(choose(sites, categories), "directory", visit.page.url)


def issue_requests(visit: Visit) -> Iterator[Request]:
    """Yield the requests for the pages and articles of an e-paper's issue, from lists and image maps.

    They are seeds: an issue is crawled whole, whatever its pages are about.
    """
    links = {link.url: link for link in visit.fetched.links}
    for url in issue_links(visit.page.url, links):
        context = LinkContext(
            anchor=links[url].anchor,
            parent_url=visit.page.url,
            depth=visit.fetched.context.depth + 1,
            seed=True,
            source="epaper",
        )
        yield Request(url, meta={LINK_KEY: context})


def hosts_of(sites: Sequence[Site]) -> tuple[str, ...]:
    """Return the hosts of sites without www., as `domains` of a topic names them."""
    return tuple(dict.fromkeys(site.host.removeprefix("www.") for site in sites))
