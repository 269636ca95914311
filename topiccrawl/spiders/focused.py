"""The base spider of all topics."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from topiccrawl.access.login.search import SiteSearch
from topiccrawl.access.starts.site import Site
from topiccrawl.access.starts.site_lists import read_sites
from topiccrawl.crawl.checks.start_errors import report_start_errors
from topiccrawl.crawl.engine import EngineView, LinkScheduler
from topiccrawl.crawl.request_meta import (
    LINK_KEY,
    SEARCH_KEY,
    CrawlLink,
    context_of,
    link_of,
    meta_of,
    priority_of,
)
from topiccrawl.crawl.scheme_twins import NOT_CONNECTED, failed_first, scheme_twin_request
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.crawl.starts.listings import feed_requests, listed_requests, listing_of
from topiccrawl.crawl.starts.options import OPTIONS, StartOptions, switch
from topiccrawl.crawl.starts.sites import choose, directory_requests, hosts_of, issue_requests, site_requests
from topiccrawl.crawl.url_failures import UNTIL_PUT_BACK, Dropped, failure_reason, is_passing
from topiccrawl.crawl.visit import Visit
from topiccrawl.errors import TopicError
from topiccrawl.items import PageItem
from topiccrawl.page.anchors.article_parts import ArticleParts
from topiccrawl.page.anchors.link import COLUMN, COUNTED, PAGER, SOURCE, Link
from topiccrawl.page.anchors.posted_urls import is_json
from topiccrawl.page.hidden_links.urls import same_site
from topiccrawl.page.script_files import SCRIPT_FILE
from topiccrawl.page.unread.pagers import shows_further_pages
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.page.unread.shells import fills_a_list
from topiccrawl.priority.budgets.spam import WORD_LIST
from topiccrawl.priority.budgets.traps import counted_group
from topiccrawl.priority.leads import HEADLINE
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage
from topiccrawl.priority.strategies.registry import strategy_class
from topiccrawl.relevance.topic.seeds import parse_seeds
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.spiders.user_agent import set_user_agent
from topiccrawl.text.documents import can_read_files

_FORM = "application/x-www-form-urlencoded"
_WAS_READ = ("description", WORD_LIST, "settled", "unchanged", "challenge")
"""Reasons of requests whose page was read, or would be answered alike under another URL."""


_MOST_GUESSED = 1000
"""Lists whose second part is waited for."""


class FocusedSpider(Spider):
    """Collects pages on a topic.

    Args:
        topic: name of a shipped topic, or path of a topic folder.
        seeds: URLs separated by commas, or a file with one URL a line; they replace the seeds of the topic
            and lift its limit on domains.
        fresh: 1 deletes the links of the topic's earlier crawls and starts again; the corpus stays.
        strategy: name of a strategy; overrides the one that the topic names.
        sitemaps, feeds, discover, revisit, sites, sites_from, categories, epaper, since: see `StartOptions`.

    Attributes:
        starts: what the crawl starts with besides the seeds.

    A topic or seed that cannot be used ends the crawl before its first request.
    """

    topic_name = ""

    def __init__(
        self, topic: str = "", seeds: str | None = None, fresh: str = "", strategy: str = "", **kwargs: Any
    ) -> None:
        self.starts = StartOptions.take(kwargs)
        unknown = kwargs.keys() - {"_job", "_version"}  # set by scrapyd
        if unknown:
            known = ", ".join(sorted(("fresh", "seeds", "strategy", "topic", *OPTIONS)))
            raise ValueError(f"unknown spider argument {sorted(unknown)[0]!r}; known: {known}")
        super().__init__(**kwargs)
        self.fresh = switch("fresh", str(fresh), "1 to start again", "0 to continue")
        chosen = topic or self.topic_name
        if not chosen:
            raise ValueError("name a topic: -a topic=NAME or -a topic=FOLDER")
        loaded = Topic.load(chosen)
        self.topic = loaded if seeds is None else loaded.with_seeds(parse_seeds(seeds))
        strategy_class(self.topic, strategy)  # reports a mistyped name before anything starts
        self.strategy = strategy
        self.sites: list[Site] = []
        if self.starts.sites:
            self.sites = choose(read_sites(self.starts.sites), self.starts.chosen_categories)
        self.topic = self._in_scope_of_starts(self.topic)
        self.searches = self.topic.named_sections("search", SiteSearch)
        # Second parts of lists that a count says exist, under any name; with what the list itself shows.
        self._guessed: dict[str, tuple[int, int]] = {}
        if not (self.topic.seeds or self.searches or self.starts.brings_seeds):
            raise TopicError(
                "{source}: the topic has no seeds; give some with -a seeds=URL,URL", source=self.topic.source
            )

    def _in_scope_of_starts(self, topic: Topic) -> Topic:
        """Return the topic with the limit on domains that the starts need."""
        if self.starts.discover or self.starts.sites_from:
            return replace(topic, domains=())  # what is found may be anywhere
        named = [*self.sites, *([Site(self.starts.epaper)] if self.starts.epaper else [])]
        return replace(topic, domains=(*topic.domains, *hosts_of(named))) if topic.domains else topic

    @property
    def listed_hosts(self) -> tuple[str, ...]:
        """Return the hosts of the list of sites; searches look there, too."""
        return hosts_of(self.sites)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        """Create the spider.

        Raises:
            ValueError: an argument, the topic, a seed or the contact cannot be used.
        """
        with report_start_errors():
            spider = super().from_crawler(crawler, *args, **kwargs)
            set_user_agent(crawler.settings, spider.topic.contact)
            return spider

    async def start(self) -> AsyncIterator[Any]:
        """Yield the requests of the seeds, then those of the sites' own searches."""
        if self.starts.discover == "only":
            return
        for url in self.topic.seeds:
            yield Request(url, meta={LINK_KEY: LinkContext(seed=True)})
        for request in site_requests(self.sites, "site_list"):
            yield request
        seed = LinkContext(seed=True)
        for url, callback in (
            (self.starts.sites_from, self.parse_directory),
            (self.starts.epaper, self.parse_epaper),
        ):
            if url:
                yield Request(url, callback=callback, meta={LINK_KEY: seed})
        for name, search in self.searches.items():
            for url in search.urls(self.topic.words):
                yield Request(url, meta={LINK_KEY: seed, SEARCH_KEY: name})

    def parse(self, response: Response, **kwargs: Any) -> Iterator[Any]:
        """Yield the page if it may be kept, then its links."""
        if (listing := listing_of(response)) is not None:
            focus = CrawlSession.of(self.crawler).strategy.focus
            yield from listed_requests(response, listing, focus.hub)
            return
        visit = Visit.of(response)
        if visit is None or response.request is None:
            return
        if visit.first_part:  # this is a later part of an article, which is read from its beginning
            context = visit.fetched.context._replace(parent_url=visit.fetched.url)
            yield Request(visit.first_part, meta={LINK_KEY: context})
            return
        may_score = True
        if visit.passage.candidate:
            item = PageItem.of(response, visit)
            yield item
            may_score = not item.links_wait
        for one in (visit, *visit.others):
            yield from self._links_of(one, response, may_score=may_score, goes_on=kwargs.get("goes_on", True))
        if self.starts.feeds and context_of(response.request).seed:
            yield from feed_requests(visit.page)

    def _links_of(
        self, visit: Visit, response: Response, *, may_score: bool, goes_on: bool
    ) -> Iterator[Request]:
        """Yield the links of a page, and how its list goes on."""
        assert response.request is not None
        search = self.searches.get(response.meta.get(SEARCH_KEY, ""))
        # A list has changed, too, when it repeats the new link of another one: `Revisits` sees every request.
        scheduler = None if self.starts.revisit else EngineView(self.crawler).link_scheduler
        session = CrawlSession.of(self.crawler)
        brought = fresh = False
        folder = urljoin(response.url, ".") if counted_group(response.url)[0] else ""  # perhaps of a day
        joins = bool(visit.passage.candidate)
        parts = visit.parts if joins else ArticleParts()
        for link in visit.listed.own:
            if link.url in parts:  # they are fetched and joined with this page
                continue
            context = visit.context(link)
            if search is not None and search.is_result(link.url):
                context = context._replace(seed=True)
            is_headline = len(link.anchor) >= HEADLINE
            below = bool(folder) and link.url.startswith(folder)
            if (is_headline or below) and (scheduler is None or scheduler.is_new(link.url)):
                fresh |= is_headline
                if same_site(link.url, response.url):
                    session.budgets.bears(response.url, link.url, visit.fetched.context.parent_url)
            request = self._request(link, context, visit, scheduler, may_score=may_score)
            if request is not None:
                priority = priority_of(request)
                if is_headline and not (priority is not None and priority.waits):
                    brought = True
                    session.strategy.brought(response.url, link.anchor)
                yield request
        onward = visit.onward(brought=brought, known=not fresh) if goes_on else []
        headlines = frozenset(link.url for link in visit.listed.own if len(link.anchor) >= HEADLINE)
        parent = visit.fetched.context.parent_url if visit.fetched.context.role == PAGER else ""
        repeats = bool(headlines) and self._guessed.get(parent, (0, 0))[1] == hash(headlines)
        leads_on = False
        for link, context in onward:
            if link.url in parts:
                continue
            if link.body and not self.settings.getbool("TOPICCRAWL_POST_LISTS"):
                session.ledger.unread(Unread.FORM, CrawlLink(link.url, context))
                continue
            request = self._request(link, context, visit, scheduler, may_score=may_score)
            if request is not None:
                if (repeats or _is_counted(visit, link)) and len(self._guessed) < _MOST_GUESSED:
                    leads_on = True
                    left, _ = self._guessed.get(visit.fetched.url, (0, 0))
                    self._guessed[visit.fetched.url] = (left + 1, hash(headlines))
                request.headers.update(_headers_of_script(visit, link, response.request))
                yield request
        if repeats and not leads_on:
            self._fail_guess(parent)
        elif parent:
            self._guessed.pop(parent, None)
        if self._reads_files:
            for file in visit.files:
                request = self._request(file, visit.context(file), visit, scheduler, may_score=may_score)
                if request is not None:
                    yield request
        self._note_unread(visit)

    def _request(
        self,
        link: Link,
        context: LinkContext,
        visit: Visit,
        scheduler: LinkScheduler | None,
        *,
        may_score: bool,
    ) -> Request | None:
        """Return the request of a link; None if it needs none."""
        found = CrawlLink(link.url, context)
        forbidden = link.url in visit.unfollowed
        if scheduler is not None and (
            forbidden or link.found != SCRIPT_FILE
        ):  # known, it may be asked for again
            listed = visit.listed.is_list
            admitted = scheduler.admit(found, forbidden=forbidden, score=may_score, listed=listed)
            if admitted is None:
                return None
            found = admitted
        if not link.body:
            return Request(link.url, meta=meta_of(found))
        # A list is asked for again only after a crash: what a POST does twice, nobody knows.
        return Request(
            link.url,
            method="POST",
            body=link.body,
            headers={"Content-Type": "application/json" if is_json(link.body) else _FORM},
            meta=meta_of(found) | {"dont_retry": True},
        )

    def _note_unread(self, visit: Visit) -> None:
        """Count what the page has and cannot be read: lists that a script fills, unsent forms, files."""
        # Here: a crawl starts without what reads scripts.
        from topiccrawl.page.hidden_links.lists.paging import has_unsent_pager

        self._note_files(visit)
        listed, ledger = visit.listed, CrawlSession.of(self.crawler).ledger
        if not (visit.passage.follows and listed.is_cut_off):
            return
        chosen = listed.context.seed or listed.context.leads_on
        bare = listed.is_shell and (
            not any(link.role == COLUMN for link in listed.own) or fills_a_list(visit.page)
        )
        if chosen and bare and "<script" in visit.page.html:
            ledger.unread(Unread.SCRIPT_LIST, CrawlLink(visit.fetched.url, listed.context))
        elif has_unsent_pager(visit.page):
            ledger.unread(Unread.FORM, CrawlLink(visit.fetched.url, listed.context))
        elif listed.may_be_a_first_part and shows_further_pages(visit.page):
            ledger.unread(Unread.PAGER, CrawlLink(visit.fetched.url, listed.context))

    @property
    def _reads_files(self) -> bool:
        return self.settings.getbool("TOPICCRAWL_FILES") and can_read_files()

    def _note_files(self, visit: Visit) -> None:
        """Count the files of a list that would be visited if they were read."""
        if self._reads_files:
            return
        scheduler = EngineView(self.crawler).link_scheduler
        if scheduler is None:
            return
        ledger = CrawlSession.of(self.crawler).ledger
        for file in visit.files:
            forbidden = file.url in visit.unfollowed or file.nofollow
            found = scheduler.admit(CrawlLink(file.url, visit.context(file)), forbidden=forbidden, score=True)
            if found is not None and found.priority is not None:
                ledger.unread(Unread.FILE_TEXT, found)

    def _fail_guess(self, parent: str) -> None:
        """Note the pager of a list once none of the names of its second part brings another part."""
        left, shown = self._guessed.pop(parent, (0, 0))
        if left > 1:
            self._guessed[parent] = (left - 1, shown)
        elif left:
            CrawlSession.of(self.crawler).ledger.unread(Unread.PAGER, parent)

    def parse_directory(self, response: Response) -> Iterator[Any]:
        """Yield the sites that a directory page links to."""
        visit = Visit.of(response)
        if visit is not None:
            yield from directory_requests(visit, self.starts.chosen_categories)

    def parse_epaper(self, response: Response) -> Iterator[Any]:
        """Yield a page of an e-paper if it may be kept, and all of its issue."""
        visit = Visit.of(response)
        if visit is not None:
            for request in issue_requests(visit):
                yield request.replace(callback=self.parse_epaper)
        yield from self.parse(response, goes_on=False)  # another issue is another matter

    @property
    def start_urls_of_user(self) -> tuple[str, ...]:
        """URLs that the user named as starts of the crawl."""
        return (*self.topic.seeds, *(site.url for site in self.sites))

    def failed(self, failure: Failure) -> Iterator[Request]:
        """Write why a request gave no page: the errback of all requests that have none (`FocusedScheduler`).

        Yields:
            A request for another URL of the same page, if the crawl knows one.
        """
        error: Any = failure.value
        request: Request = failure.request  # type: ignore[attr-defined]
        reason = failure_reason(error)
        session = CrawlSession.of(self.crawler)
        if reason in NOT_CONNECTED and (twin := scheme_twin_request(request, reason)) is not None:
            session.ledger.inc_value("topiccrawl/twins/other_scheme", 1)
            yield twin
            return
        parent, role = context_of(request).parent_url, context_of(request).role
        if reason == "status_404" and role == PAGER:
            self._fail_guess(parent)
        url, why = failed_first(request, reason)
        if url != request.url or not (isinstance(error, Dropped) and error.noted):
            session.ledger.drop(link_of(request, url), "download", why)
            session.visited(VisitedPage(request.url, Outcome.FAILED))
        # A page that was read and is off the topic is so under its other URLs, too.
        other = None
        if reason not in _WAS_READ:
            tried = [*request.meta.get("redirect_urls", []), request.url]
            other = session.twin_request(request, tried)
        if other is not None:
            yield other
            return
        scheduler = EngineView(self.crawler).scheduler
        refused_seed = reason == "private_address" and context_of(request).seed
        if scheduler is not None and (is_passing(error) or refused_seed):
            # The page may be available later: the URL can be put back by hand or by the next start.
            scheduler.give_up(request, f"download: {reason}")
        elif scheduler is not None and reason in UNTIL_PUT_BACK:
            scheduler.give_up(request, f"gate: {reason}")


def _headers_of_script(visit: Visit, link: Link, request: Request) -> dict[str, str]:
    """Return what a script sends with its request for data: the page that it runs in, and jQuery its mark.

    Args:
        visit: the page, or a part of the data, that leads to the data.
        link: to the data.
        request: of that page or part.
    """
    own, html = visit.fetched.context, visit.page.html
    if (
        link.role == SOURCE
        and link.found in _JQUERY_ASKS
        and urlsplit(link.url).netloc == urlsplit(visit.fetched.url).netloc
    ):
        return _MARK if _JQUERY.search(html) and "fetch(" not in html and "axios" not in html else {}
    referer = (request.headers.get("Referer") or b"").decode()
    if (
        link.role == PAGER
        and referer
        and (own.role == SOURCE or (own.continues and referer != own.parent_url))
    ):
        return {"Referer": referer} | (_MARK if "X-Requested-With" in request.headers else {})
    return {}


_MARK = {"X-Requested-With": "XMLHttpRequest"}
_JQUERY = re.compile("jquery", re.IGNORECASE)
_JQUERY_ASKS = frozenset({"script request", "table"})
"""How requests of scripts were found that may be jQuery's."""


def _is_counted(visit: Visit, link: Link) -> bool:
    """Return whether a link leads to the second part of a list whose parts a script counts."""
    named = visit.link(link.url)
    counted = link.role == PAGER and link.found == COUNTED and named is not None and named.number > 1
    return counted and not visit.fetched.context.continues
