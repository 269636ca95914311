"""Crawls by a strategy alone: the best link first over a web whose pages are parsed once for all strategies.

A replay is the real crawl and pays for its database, frontier and pipelines each time. Here budgets, traps,
robots.txt and duplicates are missing; `benchmarks.ideas` says how far the two agree.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import Protocol
from urllib.parse import urljoin

from topiccrawl.crawl.visit import Visit
from topiccrawl.experiments.replay.capture import Response, is_page
from topiccrawl.extraction import extract_page
from topiccrawl.extraction.kinds.hub import MIN_HEADLINES
from topiccrawl.extraction.lines import displayed_text
from topiccrawl.extraction.sites.reading import read_site
from topiccrawl.page.anchors.link import Link
from topiccrawl.page.canonical_url import url_key
from topiccrawl.page.description import Description, describe
from topiccrawl.page.facts.own_headline import names_no_article
from topiccrawl.page.facts.title import strip_site_suffix
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.shown.data_page import shown
from topiccrawl.page.sites.rules import SiteRules
from topiccrawl.priority.leads import FEWEST_OF_A_LIST, followed, leads_to_list
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import SEED_SCORE, FetchedPage, Outcome, Strategy, VisitedPage
from topiccrawl.priority.two_step.waiting import WaitingVerdicts


class Web(Protocol):
    """Answers requests; a capture is one."""

    def get(self, url: str) -> Response | None:
        """Return the response for a URL; None: there is none."""


@dataclass
class Parsed:
    """A page, parsed, with its links, its description and its text."""

    page: Page
    links: tuple[Link, ...]
    description: Description
    text: str


class ParsedWeb:
    """The pages of a web; each is parsed when a strategy first visits it."""

    def __init__(self, web: Web) -> None:
        self._web = web
        self._pages: dict[str, Parsed | None] = {}

    def get(self, url: str) -> Parsed | None:
        """Return the page to which a URL leads; None if it is no HTML page."""
        if url not in self._pages:
            self._pages[url] = self._parsed(url)
        return self._pages[url]

    def _parsed(self, url: str) -> Parsed | None:
        for _ in range(5):
            found = self._web.get(url)
            if found is None or not (target := found.headers.get("location")):
                break
            url = urljoin(url, target)
        if found is None or not is_page(found):
            return None
        page = shown(Page.from_bytes(found.body, url, found.content_type))
        return Parsed(page, links_of(page), describe(page), extract_page(page, "article").text)


@dataclass(frozen=True)
class Fetched:
    """A page that was fetched, whether it is kept, and what is judged again at the end if it is stored."""

    url: str
    kept: bool
    title: str
    text: str
    is_stored: bool


def crawl(strategy: Strategy, web: ParsedWeb, seeds: Sequence[str], pages: int) -> list[Fetched]:
    """Crawl until so many HTML pages are fetched or no link waits."""
    done: list[Fetched] = []
    waiting = {url_key(url): (SEED_SCORE, url, LinkContext(seed=True)) for url in seeds}
    numbers = count()
    heap = [(-score, next(numbers), key) for key, (score, _, _) in waiting.items()]
    visited: set[bytes] = set()

    def enqueue(visit: Visit) -> None:
        brought = False
        for link in visit.listed.own:
            brought |= offer(link.url, visit.context(link)) and len(link.anchor) >= 8
        for link, context in visit.onward(brought=brought, known=not brought):
            if not link.body:
                offer(link.url, context)

    def offer(url: str, context: LinkContext) -> bool:
        key = url_key(url)
        if key in visited or strategy.is_repetition(url, context, waits=key in waiting):
            return False
        priority = strategy.rated(url, context)
        if not strategy.should_enqueue(priority):
            return False
        is_new = key not in waiting
        if is_new or waiting[key][0] < priority.value:
            waiting[key] = (priority.value, url, context)
            heapq.heappush(heap, (-priority.value, next(numbers), key))
        return is_new

    def learn(page: VisitedPage) -> None:
        for url, score in strategy.visited(page).items():
            if (key := url_key(url)) in waiting:
                waiting[key] = (score, *waiting[key][1:])
                heapq.heappush(heap, (-score, next(numbers), key))
        for settled in strategy.settled() if isinstance(strategy, WaitingVerdicts) else ():
            if settled.kept:
                kept_later.add(settled.page.url)

    kept_later: set[str] = set()
    while heap and len(done) < pages:
        score, _, key = heapq.heappop(heap)
        if key not in waiting or -score != waiting[key][0]:
            continue
        _, url, context = waiting.pop(key)
        visited.add(key)
        if (parsed := web.get(url)) is None:
            learn(VisitedPage(url, Outcome.FAILED))
            continue
        visit = visit_of(strategy, parsed, url, context)
        if visit.passage.follows:
            enqueue(visit)
        page = judged(strategy, visit, parsed.text)
        kept, title = page.outcome is Outcome.KEPT, strip_site_suffix(parsed.description.title)
        is_stored = kept or (page.verdict is not None and page.verdict.set_aside is not None)
        done.append(Fetched(page.url, kept, title, parsed.text, is_stored))
        learn(page)
        learn_verdicts(strategy)
    learn_verdicts(strategy, last=True)
    return [final(strategy, one, one.kept or one.url in kept_later) for one in done]


def learn_verdicts(strategy: Strategy, *, last: bool = False) -> None:
    """Let `adaptive` learn which pages are on the topic, as an extension of the crawl does."""
    if isinstance(strategy, Adaptive) and (
        (judge := strategy.page_judge).is_due or (last and judge.has_news)
    ):
        judge.model = judge.learned(judge.sample()) or judge.model


def final(strategy: Strategy, page: Fetched, kept: bool) -> Fetched:
    """Return a page with the verdict at the end of the crawl."""
    again = None
    if isinstance(strategy, Adaptive) and page.is_stored:
        again = strategy.judge_again(page.url, page.title, page.text, None)
    return replace(page, kept=kept if again is None else again[1] is None)


def visit_of(strategy: Strategy, parsed: Parsed, url: str, context: LinkContext) -> Visit:
    """Return a page with what the strategy decides about it."""
    page, links = parsed.page, parsed.links
    few = leads_to_list(context, page.url) or names_no_article(parsed.description.title)
    is_hub = read_site(page, links, SiteRules(), "", FEWEST_OF_A_LIST if few else MIN_HEADLINES).is_hub
    text = partial(displayed_text, page)
    fetched = FetchedPage(page.url, url, context, parsed.description, links, is_hub, text)
    return Visit(page, fetched, followed(fetched, strategy.gate(fetched)))


def judged(strategy: Strategy, visit: Visit, text: str) -> VisitedPage:
    """Return what becomes of a page."""
    url, passage = visit.fetched.url, visit.passage
    if not passage.candidate:
        return VisitedPage(url, passage.outcome(visit.fetched))
    if not text:
        return VisitedPage(url, Outcome.REJECTED)
    verdict = strategy.judge(visit.fetched, passage, text)
    outcome = Outcome.KEPT if verdict.kept else Outcome.WAITING if verdict.waits else Outcome.REJECTED
    return VisitedPage(url, outcome, verdict)
