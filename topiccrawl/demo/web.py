"""The demo web: four news sites, an advertiser and two traps, in memory and the same in every build."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from urllib.parse import parse_qsl, urlsplit
from urllib.robotparser import RobotFileParser

from topiccrawl.demo.articles import Article
from topiccrawl.demo.oddities import (
    DEAD,
    Placed,
    advertisements,
    extra_links,
    hot_links,
    in_print,
    missing,
    oddities,
)
from topiccrawl.demo.pages import ADS, Edition, article_page, home_page, link_to, list_pages
from topiccrawl.demo.placement import SEED, Copy, place
from topiccrawl.demo.resource import Label, Resource, html_page, plain_text
from topiccrawl.demo.sites import GBK_PORTAL, PORTAL, SITES, Site
from topiccrawl.demo.trap import CALENDAR, FORUM, Trap, calendar, forum

_HOT = 8
_HOT_ELSEWHERE = 2


@dataclass(frozen=True)
class DemoWeb:
    """A small web with labels.

    Attributes:
        resources: response for each (host, path with query).
        labels: label of each URL in `resources`.
        traps: traps by (host, path without query).
        editions: news site of each host, for its 404 page.
        articles: stories by id.
        homes: URLs of the home pages of the news sites.
        dead: linked URLs that return 404.
    """

    resources: Mapping[tuple[str, str], Resource]
    labels: Mapping[str, Label]
    traps: Mapping[tuple[str, str], Trap]
    editions: Mapping[str, Edition]
    articles: Mapping[str, Article]
    homes: tuple[str, ...]
    dead: frozenset[str]

    @cached_property
    def hosts(self) -> frozenset[str]:
        """Return all host names of the web."""
        return frozenset(host for host, _ in self.resources)

    @cached_property
    def _rules(self) -> Mapping[str, RobotFileParser]:
        rules: dict[str, RobotFileParser] = {}
        for host in self.hosts:
            rules[host] = RobotFileParser()
            rules[host].parse(self.resources[host, "/robots.txt"].body.decode().splitlines())
        return rules

    def respond(self, host: str, target: str) -> Resource:
        """Return the response to a request; 404 for an unknown path, 502 for an unknown host.

        Args:
            host: host name without port.
            target: path with query.
        """
        if host not in self.hosts:
            return plain_text(f"no such host: {host}\n", status=502)
        known = self.resources.get((host, target))
        if known is not None:
            return known
        path, _, query = target.partition("?")
        trap = self.traps.get((host, path))
        if trap is not None:
            return trap(dict(parse_qsl(query)))
        edition = self.editions.get(host)
        return missing(edition, path) if edition else plain_text("not found\n", status=404)

    def label(self, url: str) -> Label:
        """Return the label of a URL: `trap` for all pages of traps, `other` outside of this web."""
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path or "/"
        if (host, path) in self.traps:
            return Label("trap")
        target = f"{path}?{parts.query}" if parts.query else path
        return self.labels.get(f"http://{host}{target}", Label("other"))

    def may_fetch(self, host: str, target: str) -> bool:
        """Return whether the host's robots.txt allows all user agents to fetch a path."""
        rules = self._rules.get(host)
        return rules is None or rules.can_fetch("*", f"http://{host}{target}")


def build_web(articles: Iterable[Article]) -> DemoWeb:
    """Build the demo web from stories.

    Args:
        articles: the stories, with different ids.
    """
    stories = {article.id: article for article in articles}
    copies = place(stories.values())
    editions = {site.host: _edition(site, copies) for site in SITES}
    placed = [*advertisements(len(ADS))]
    for edition in editions.values():
        placed += _news(edition, copies)
        placed += oddities(edition)
    return DemoWeb(
        resources={_key(entry.url): entry.resource for entry in placed},
        labels={entry.url: entry.label for entry in placed},
        traps={
            (PORTAL.host, CALENDAR): calendar(editions[PORTAL.host]),
            (GBK_PORTAL.host, FORUM): forum(editions[GBK_PORTAL.host]),
        },
        editions=editions,
        articles=stories,
        homes=tuple(site.home for site in SITES),
        dead=frozenset({DEAD.url}),
    )


def _edition(site: Site, copies: tuple[Copy, ...]) -> Edition:
    rng = Random(f"{SEED}:{site.host}:hot")  # noqa: S311
    own = [copy for copy in reversed(copies) if copy.site is site]
    foreign = [copy for copy in copies if copy.site is not site]
    hot = rng.sample(own, k=min(_HOT, len(own))) + rng.sample(foreign, k=min(_HOT_ELSEWHERE, len(foreign)))
    return Edition(
        site=site,
        copies=tuple(own),
        hot=(*(link_to(copy) for copy in hot), *hot_links(site)),
        extra=extra_links(site),
        in_print=in_print(site, own),
    )


def _news(edition: Edition, copies: Iterable[Copy]) -> list[Placed]:
    """Return the home page, list pages and articles of a site."""
    site = edition.site
    firsts = {copy.article.id: copy for copy in copies if copy.taken_from is None}
    news = [Placed(site.home, html_page(site, home_page(edition)), Label("home", site.subject))]
    for column in site.columns:
        for number, (path, html) in enumerate(list_pages(edition, column)):
            label = Label("list" if number else "channel", column.subject)
            news.append(Placed(site.url(path), html_page(site, html), label))
    for copy in edition.copies:
        elsewhere = [link_to(firsts[copy.article.id])] if copy.taken_from else []
        label = Label("article", copy.article.subject, copy.article.id)
        news.append(Placed(copy.url, html_page(site, article_page(edition, copy, elsewhere)), label))
    return news


def _key(url: str) -> tuple[str, str]:
    host, _, target = url.removeprefix("http://").partition("/")
    return host, f"/{target}"
