"""The requests of a probe: start page, list, second part of the list, articles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from topiccrawl.access.polite_client import PoliteClient, Problem
from topiccrawl.access.starts.listed import Listing, ListingError
from topiccrawl.access.starts.listing import Named, read_listing
from topiccrawl.extraction.kinds.hub import HEADLINE_LENGTH
from topiccrawl.extraction.sites.reading import read_site
from topiccrawl.page.anchors.link import COLUMN, SOURCE, Link
from topiccrawl.page.anchors.posted_urls import is_posted
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.unread.files import file_links
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.priority.leads import ListedLinks, is_home
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.probe.advice import advice_for, state_of
from topiccrawl.probe.article_links import article_links, samples
from topiccrawl.probe.articles import read_articles
from topiccrawl.probe.findings import ArticleFindings, Column, Continues, ListFindings, SiteFindings, State
from topiccrawl.probe.judge import Judge
from topiccrawl.probe.lists import way_of, without_link
from topiccrawl.probe.pages import NotReadError, Read, read_page, why_empty
from topiccrawl.probe.reasons import LISTING, NO_LINKS
from topiccrawl.probe.systems import system_of

MOST_REQUESTS = 9
"""Requests for a site, robots.txt and redirects included."""
MOST_SECONDS = 120.0
"""Seconds for a site, pauses included."""
TIMEOUT = 20.0
"""Seconds for one request."""


_ARTICLES = 3
_FEWEST = 3
"""Links to articles of a page that is taken for a list."""
_MOST_SOURCES = 2
"""Data that is requested to fill a list."""
_MOST_PARTS = 2
"""Ways to go on that are tried."""
_MOST_COLUMNS = 5
_ABOUT_US = re.compile("介绍|概况|简介|导航|搜索|检索|地图")
"""Names of pages about the site."""


@dataclass(frozen=True)
class _Part:
    """A page of a list, with its links and how it was reached."""

    read: Read
    links: tuple[Link, ...]
    context: LinkContext

    @property
    def page(self) -> Page:
        return self.read.page

    @property
    def articles(self) -> list[Link]:
        return article_links(self.links, self.page.url)

    @property
    def listed(self) -> ListedLinks:
        asked = self.read.asked if is_posted(self.read.asked) else self.page.url
        return ListedLinks(asked, self.links, self.context, is_list=True, sent=self.read.sent)


def probe_site(url: str, client: PoliteClient, judge: Judge, seconds: float, timeout: float) -> SiteFindings:
    """Return what a few requests tell of a site. No content of a site raises an error.

    Args:
        url: where the site begins.
        client: requests its pages.
        judge: judges them.
        seconds: largest time.
        timeout: largest time for one request.
    """
    client.begin(MOST_REQUESTS, seconds, timeout)
    found = SiteFindings(url, judge.topic, State.REACHED)
    try:
        start = read_page(client, url)
    except NotReadError as error:
        state = state_of(error.reason, error.detail)
        found = replace(found, reason=error.reason, detail=error.detail, state=state)
    else:
        found = replace(found, url=start.page.url, charset=start.charset, charset_from=start.charset_from)
        probe = _probe_page if start.listing is None else _probe_listing
        found = probe(found, start, client, judge)
    found = replace(found, requests=client.requests, tls=client.weakness)
    return replace(found, advice=advice_for(found))


def _probe_listing(found: SiteFindings, start: Read, client: PoliteClient, judge: Judge) -> SiteFindings:
    """Return the findings of a sitemap or feed."""
    try:
        listing: Listing = read_listing(start.listing or b"", Named(start.page.url))
    except ListingError as error:
        return replace(found, state=State.EMPTY, reason=LISTING, detail=str(error))
    links = [Link(one.url, one.title) for one in listing.pages]
    articles = read_articles(samples(links, _ARTICLES), client, judge)
    on_topic = judge.about([link.anchor for link in links])
    listed = ListFindings(start.page.url, len(links), None, Continues.NONE, on_topic=on_topic)
    found = replace(found, listing=listing.kind, list=listed)
    return _with_articles(found, articles) if links else replace(found, state=State.EMPTY, reason=NO_LINKS)


def _probe_page(found: SiteFindings, start: Read, client: PoliteClient, judge: Judge) -> SiteFindings:
    """Return the findings of a site whose start is a page."""
    first = _part(start, LinkContext(seed=True), judge)
    found = replace(found, system=system_of(start.page))
    known_columns = _columns(first, judge)
    part, problem = _list(first, known_columns, client, judge)
    found = replace(found, columns=tuple(Column(c.anchor, c.url) for c in known_columns[:_MOST_COLUMNS]))
    files = [] if part.articles else _listed_files(part)
    if files and client.files:
        found = replace(found, list=_followed(part, client, judge))
        return _with_articles(found, read_articles(samples(files, _ARTICLES), client, judge))
    if not part.articles:
        why = Unread.FILE_TEXT if files else problem or why_empty(start.page)
        return replace(found, state=state_of(why, "") if why else State.EMPTY, reason=str(why) or NO_LINKS)
    if not found.system:
        found = replace(found, system=system_of(part.page))
    listed = _followed(part, client, judge)
    articles = read_articles(samples(part.articles, _ARTICLES), client, judge)
    return _with_articles(replace(found, list=listed), articles)


def _with_articles(found: SiteFindings, articles: tuple[ArticleFindings, ...]) -> SiteFindings:
    """Return the findings of a site with a list; without an article that can be read, it is of no use."""
    problems = [one.problem for one in articles]
    found = replace(found, articles=articles)
    if not problems or not all(problems):
        return found
    reason, detail = problems[0], articles[0].detail
    return replace(found, state=state_of(reason, detail), reason=reason, detail=detail)


def _part(read: Read, context: LinkContext, judge: Judge) -> _Part:
    rules = judge.rules_of(read.page.url)
    return _Part(read, read_site(read.page, links_of(read.page), rules).links, context)


def _list(
    first: _Part, known_columns: Sequence[Link], client: PoliteClient, judge: Judge
) -> tuple[_Part, str]:
    """Return the first list of a site: its start, data that fills it, or a column; and why there is none."""
    part, problem = _filled(first, client, judge)
    home = is_home(part.page.url)
    goes_on = bool(part.articles) and bool(_onward(part))
    if len(part.articles) >= _FEWEST and (not home or goes_on or not known_columns):
        return part, problem
    for column in known_columns[:1]:
        try:
            read = read_page(client, column.url)
        except NotReadError as error:
            return part, problem or error.reason
        context = LinkContext(anchor=column.anchor, role=column.role)
        inner, why = _filled(_part(read, context, judge), client, judge)
        if len(inner.articles) >= _FEWEST:
            return inner, ""
        problem = problem or why
    return part, problem


def _filled(part: _Part, client: PoliteClient, judge: Judge) -> tuple[_Part, str]:
    """Return a page, or the part of its list that data or a frame fills it with."""
    problem = ""
    for _ in range(_MOST_SOURCES):
        if part.articles:
            return part, ""
        sources = [link for link in part.links if link.role == SOURCE]
        for link in sources[:_MOST_SOURCES]:
            try:
                read = read_page(client, link.url, link.body, may_be_data=True, records=link.records)
            except NotReadError as error:
                problem = error.reason
                continue
            records = link.records or part.context.records
            context = LinkContext(found=link.found, role=SOURCE, number=link.number, records=records)
            part = _part(read, context, judge)
            if part.articles:
                return part, ""
        if not sources:
            break
    return part, problem


def _onward(part: _Part) -> list[Link]:
    """Return where a list goes on, as a crawl would find it."""
    links = [link for link, _ in part.listed.onward(brought=True, known=False)]
    # What fills the page comes last: most of it is no list.
    return [link for link in links if link.role != SOURCE] + [link for link in links if link.role == SOURCE]


def _followed(part: _Part, client: PoliteClient, judge: Judge) -> ListFindings:
    """Return the findings of a list, whose second part is requested."""
    links = part.articles or _listed_files(part)
    listed = ListFindings(part.listed.url, len(links), on_topic=judge.about([link.anchor for link in links]))
    known = {link.url for link in links}
    ahead = _onward(part)
    for link in ahead[:_MOST_PARTS]:
        if link.body and not client.posts:
            listed = listed if listed.next_url else replace(listed, continues=Continues.FORM_UNSENT)
            continue
        way = way_of(link, from_data=part.read.is_data)
        tried = replace(listed, continues=way, next_url=link.url)
        try:
            records = link.records or part.context.records
            read = read_page(client, link.url, link.body, may_be_data=True, records=records)
        except NotReadError as error:
            listed = listed if listed.next_url or error.reason == Problem.BUDGET else tried
            continue
        second = _part(read, LinkContext(found=link.found, role=link.role, number=link.number), judge)
        new = sum(one.url not in known for one in second.articles or _listed_files(second))
        if new:
            return replace(tried, second=new, followed=True)
        if link.role != SOURCE or not listed.next_url:
            listed = replace(tried, second=0) if link.role != SOURCE else listed
    if not listed.next_url and listed.continues is not Continues.FORM_UNSENT:
        listed = replace(listed, continues=without_link(part.page, part.links))
    return listed


def _listed_files(part: _Part) -> list[Link]:
    """Return the headlines of a page without articles that lead to files; none if they are few."""
    files = [file for file in file_links(part.page) if len(file.anchor) >= HEADLINE_LENGTH]
    return files if len(files) >= _FEWEST else []


def _columns(part: _Part, judge: Judge) -> list[Link]:
    """Return the columns of a site, those with a name about the topic first."""
    found = [
        link
        for link in part.listed.own
        if link.role == COLUMN
        and link.url != part.page.url
        and not (is_home(link.url) or _ABOUT_US.search(link.anchor))
    ]
    names = [link.anchor.strip("[]【】>》·… ") for link in found]
    scored = [(-value, place) for place, value in enumerate(judge.names(names))]
    return [found[place]._replace(anchor=names[place]) for _, place in sorted(scored)]
