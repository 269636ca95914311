"""What the description gate does with a response: it reads the page, and passes or drops it."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import NoReturn

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response

from topiccrawl.access.starts.listed import Listing, ListingError
from topiccrawl.access.starts.listing import read_listing
from topiccrawl.crawl.request_meta import (
    ALLOWED_KEY,
    FILE_KEY,
    LISTED_KEY,
    LISTING_KEY,
    REVISIT_KEY,
    VISIT_KEY,
    CrawlLink,
    context_of,
    link_of,
)
from topiccrawl.crawl.session import Component, CrawlSession
from topiccrawl.crawl.starts.listings import listing_named
from topiccrawl.crawl.starts.revisits import LIST, is_list, visit_record
from topiccrawl.crawl.url_failures import PAGE_STATUS, UNTIL_PUT_BACK, Dropped, is_passing_status
from topiccrawl.crawl.visit import Visit
from topiccrawl.extraction.article.body import find_body
from topiccrawl.extraction.document import Document
from topiccrawl.extraction.file_document import file_document, page_of_file
from topiccrawl.extraction.kinds.hub import (
    HEADLINE_LENGTH,
    MIN_HEADLINES,
    headlines,
    is_hub,
    text_beside_links,
)
from topiccrawl.extraction.lines import displayed_text
from topiccrawl.extraction.sites.fields import describe_by_rules
from topiccrawl.extraction.sites.reading import read_site
from topiccrawl.middlewares.challenges import is_challenge
from topiccrawl.middlewares.content import is_html
from topiccrawl.page.anchors.link import SOURCE, Link
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.description import describe
from topiccrawl.page.facts.own_headline import names_no_article
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.rights import UNFOLLOWED, read_rights
from topiccrawl.page.script_files import SCRIPT_FILE
from topiccrawl.page.shown.data_page import (
    article_of_data,
    has_titles,
    is_data,
    page_of_data,
    page_of_fragment,
    shown,
    shows_text,
)
from topiccrawl.page.shown.next_parts import cursor_links, row_links
from topiccrawl.page.unread.files import file_links, is_file
from topiccrawl.page.unread.headlines import unopened
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.page.unread.shells import (
    MOST_LINKS,
    MOST_TEXT,
    is_whole,
    was_sent_to_log_in,
    why_without_content,
)
from topiccrawl.priority.budgets.same_text import same_text_key
from topiccrawl.priority.budgets.spam import WORD_LIST
from topiccrawl.priority.leads import FEWEST_OF_A_LIST, followed, leads_to_list, with_columns
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import FetchedPage, Outcome, Passage, VisitedPage
from topiccrawl.storage.inbox import KEEP
from topiccrawl.text.documents import FileText

logger = logging.getLogger(__name__)

STAGE = "gate"

_NOT_MODIFIED, _NOT_FOUND = 304, 404
_MOST_UNFILLED = 10_000
"""Pages without content whose data is waited for; further ones are noted as unread at once."""
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)


_Filled = tuple[Page, list[Link], LinkContext]
"""A page that a script file fills, more files to fetch for it, and the context of its link to the file."""


class GateReading(Component):
    """The work of `DescriptionGate`."""

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._obeys_nofollow = crawler.settings.getbool("TOPICCRAWL_NOFOLLOW")
        self._unfilled: dict[str, tuple[int, Unread, CrawlLink]] = {}
        crawler.signals.connect(self.spider_idle, signals.spider_idle)

    def spider_idle(self) -> None:
        """Note pages as unread whose data never came: forbidden, unreachable or left."""
        for _, why, link in self._unfilled.values():
            self.session.ledger.unread(why, link)
        self._unfilled.clear()

    def process_response(self, request: Request, response: Response) -> Response:
        """Pass a response on, or drop it with `IgnoreRequest`."""
        if response.status == _NOT_MODIFIED and REVISIT_KEY in request.meta:
            self._keep_visit(request, response, str(request.meta.get(LISTING_KEY) or LIST))
            self.count("topiccrawl/revisits/unchanged")
            raise Dropped("unchanged", noted=True)
        if self.session.is_guest and not (response.status in PAGE_STATUS and is_html(response)):
            return response  # the spider asked for it, and no topic can judge it
        if is_challenge(response):
            self._drop(request, str(Unread.CHALLENGE), response, how=str(response.status))
        if response.status not in PAGE_STATUS:
            leads_out = _leads_out_of_the_web(response)
            reason = "redirect_scheme" if leads_out else f"status_{response.status}"
            unread = Unread.UNREACHABLE if _is_page_of_404(request, response) else None
            self._drop(request, reason, response, unread=unread)
        if self._is_listing(request, response):
            # Its size would hold up other pages (SCRAPER_SLOT_MAX_ACTIVE_SIZE) until its links are scored.
            return response.replace(body=b"")
        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")
        page = Page.from_bytes(response.body, response.url, content_type)
        is_article = True
        document = None
        following: list[Link] = []
        missing: list[Link] = []
        others: list[_Filled] = []
        context = context_of(request)
        if context.found == SCRIPT_FILE and self.session.script_files is not None:
            (page, following, context), *others = self._pages_of_script(request, response, page)
            is_article = False
        elif context.continues and is_data(page.html):
            following = cursor_links(page, request.url)
            if (found := page_of_data(page, context_of(request).records)) is None:
                unread = Unread.SCRIPT_LIST if has_titles(page.html) else None
                self._drop(request, "no_records", response, unread=unread)
            page, is_article = found
        elif context.continues and is_html(response):
            following = row_links(page, request.url)
            page = page_of_fragment(page, context.records)
        elif not is_html(response) and (article := article_of_data(page)) is not None:
            page = article  # what a script asks for to fill its page
        elif not is_html(response):
            document = self._document_of_file(request, response)
            page = page_of_file(document, response.url)
        self.count("topiccrawl/pages/html")
        if why := why_too_complex(page.html):
            logger.info("%s is not parsed: %s", response.url, why)
            self._drop(request, "too_complex", response)
        page = shown(page)
        links = (*links_of(page), *following)
        if self.session.script_files is not None and self._may_be_filled(page, context):
            leads_on = context.seed or context.leads_on
            filled, missing = self.session.script_files.known_to(
                page, links, ask=leads_on or why_without_content(page) is Unread.SCRIPT_LIST
            )
            links = (*(links if filled is page else links_of(filled)), *missing)
        if context.seed or context.leads_on:
            self._note_unopened(page, links, request, response)
        self._note_source(request, filled=bool(links) or page.once(shows_text))
        self._drop_without_content(page, links, request, response, context)
        if context_of(request).seed:
            self.count("topiccrawl/seeds/answered")
        if ALLOWED_KEY not in request.meta and not self.session.budgets.take_text(
            response.url,
            describe(page).title,
            lambda: same_text_key(page, (link.url for link in links if link.role == SOURCE)),
        ):
            self._drop(request, "same_text", response)
        visit = self._visit(page, links, request, response, context)
        visit = replace(visit, document=document, others=tuple(self._others(others, request, response)))
        if missing and visit.passage.follows and self.session.script_files is not None:
            self.session.script_files.waits(page.url, visit.context(missing[0]))
        if not is_article:  # data that fills a list is never a page of the corpus
            visit = replace(visit, passage=replace(visit.passage, candidate=False))
        if visit.passage.candidate and not visit.is_kept and visit.parts.first:
            # Read on its own it would be half an article: the first part leads to it again.
            visit = replace(visit, first_part=visit.parts.first, passage=_not_kept(visit.passage))
            self.session.ledger.drop(link_of(request, response.url), STAGE, "part")
        passage = visit.passage
        if not passage.candidate and not context.seed and self._lists_words(page):
            self.session.budgets.is_spam(response.url)
            self.session.visited(VisitedPage(response.url, Outcome.REJECTED))
            self._drop(request, WORD_LIST, response, 0.0)
        if passage.follows and is_list(request, is_hub=visit.fetched.is_hub):
            self._keep_visit(request, response, LIST)
        if not passage.candidate:
            # An unchanged list does not indicate that a crawl has run dry.
            if REVISIT_KEY not in request.meta:
                self.session.visited(VisitedPage(response.url, passage.outcome(visit.fetched)))
            if not passage.follows:
                self._drop(request, "description", response, passage.relevance)
            if passage.rejected:
                ledger = self.session.ledger
                ledger.drop(link_of(request, response.url), STAGE, "description", passage.relevance)
            else:
                self.count("topiccrawl/pages/list")
        request.meta[VISIT_KEY] = visit
        return response

    def _lists_words(self, page: Page) -> bool:
        """Return whether a list shows topic words beside its links, and hardly anything else."""
        return self.session.strategy.is_word_list(text_beside_links(page))

    def _document_of_file(self, request: Request, response: Response) -> Document:
        """Return the article that a file is; drop a response that is no file, or a file without a text."""
        found = request.meta.pop(FILE_KEY, None)
        if not isinstance(found, FileText) or found.problem is not None:
            unread = Unread.FILE_TEXT if _is_file(response) or found is not None else None
            how = "" if found is None else str(found.problem)
            self._drop(request, "not_html", response, unread=unread, how=how)
        context = context_of(request)
        return file_document(found.text, response.url, context.anchor, context.around)

    @staticmethod
    def _may_be_filled(page: Page, context: LinkContext) -> bool:
        """Return whether the script files of a page are worth reading: of a list, a start or a shell."""
        if context.found == SCRIPT_FILE:
            return False
        return context.seed or context.leads_on or not page.once(shows_text)

    def _pages_of_script(self, request: Request, response: Response, script: Page) -> list[_Filled]:
        """Return the pages that a script file fills, or for which it names modules; drop other files."""
        assert self.session.script_files is not None
        files, found = self.session.script_files, list[_Filled]()
        pages = files.arrived(request.url, script.html, context_of(request))
        if not pages:
            self._drop(request, "no_page", response)
        for page, context in pages:
            if files.fills(page.url, links_of(page)):
                found.append((page, [], context))
            elif "base" in script.html and (modules := files.known_to(page, ())[1]):
                found.append((page, modules, context))
        if not found:
            self._drop(request, "no_records", response)
        self.session.ledger.note_unfilled(link_of(request))
        return found

    def _others(self, pages: Iterable[_Filled], request: Request, response: Response) -> Iterator[Visit]:
        """Yield the pages that a script file fills beside the one that it was requested for."""
        for page, modules, context in pages:
            links = (*links_of(page), *modules)
            self._drop_without_content(page, links, request, response, context)
            visit = self._visit(page, links, request, response, context)
            yield replace(visit, passage=replace(visit.passage, candidate=False))

    def _is_listing(self, request: Request, response: Response) -> bool:
        """Read a sitemap or feed; return whether the response is one."""
        named = listing_named(request, response)
        if named is None:
            return False
        found = request.meta.pop(LISTED_KEY, None)  # of a large one
        try:
            if isinstance(found, ListingError):
                raise found
            listing = found if isinstance(found, Listing) else read_listing(response.body, named)
        except ListingError as error:
            self.count(f"topiccrawl/listings/bad/{error}")
            self._drop(request, f"listing_{error}", response)
        request.meta[LISTED_KEY] = listing
        self.count("topiccrawl/listings/read")
        self.count("topiccrawl/listings/broken", int(listing.broken))
        self.count("topiccrawl/listings/left_out", listing.left_out)
        if context_of(request).seed:
            self.count("topiccrawl/seeds/answered")
        self._keep_visit(request, response, listing.kind)
        if REVISIT_KEY not in request.meta:
            self.session.visited(VisitedPage(response.url, Outcome.LIST))
        return True

    def _drop_without_content(
        self,
        page: Page,
        links: tuple[Link, ...],
        request: Request,
        response: Response,
        context: LinkContext,
    ) -> None:
        """Drop a page that was not read: a script would fill it, or a log-in page came in its place."""
        requested = request.meta.get("redirect_urls", [request.url])[0]
        if was_sent_to_log_in(requested, response.url) and not headlines(links):
            self.session.ledger.unread(Unread.LOGIN, link_of(request, requested))
            return
        asked = sum(link.role == SOURCE for link in links)
        waits = asked and context_of(request).seed and not headlines(links)  # below a menu of any length
        if not waits and (len(links) > MOST_LINKS or len(displayed_text(page)) > 2 * MOST_TEXT):
            return
        if any(link.found == SCRIPT_FILE for link in links):
            return
        if context.found == SCRIPT_FILE and headlines(
            [link for link in links if link.found and not link.role]
        ):
            return  # its list has come
        if (why := why_without_content(page) or (Unread.SCRIPT_LIST if waits else None)) is None:
            return
        if find_body(page):  # a text that its own scripts bring with them
            return
        link = link_of(request, page.url)._replace(context=context)  # not of its script file
        if asked and len(self._unfilled) < _MOST_UNFILLED:  # its list may be read from the data
            self._unfilled[page.url] = (asked, why, link)
            return
        if not links:
            self._drop(request, str(why), response)
        self.session.ledger.unread(why, link)

    def _note_unopened(
        self, page: Page, links: tuple[Link, ...], request: Request, response: Response
    ) -> None:
        """Note a list as unread whose headlines a script or a form opens in a way that is not read."""
        asks = any(link.found == SCRIPT_FILE for link in links)
        if not asks and (why := unopened(page, links)) is not None:
            self.session.ledger.unread(why, link_of(request, response.url), how="onclick")

    def _note_source(self, request: Request, *, filled: bool) -> None:
        """Note a page without content as unread once none of what its scripts ask for has filled it."""
        context = context_of(request)
        waiting = self._unfilled.pop(context.parent_url, None) if context.role == SOURCE else None
        if waiting is None or filled:
            return
        asked, why, link = waiting
        if asked > 1:
            self._unfilled[context.parent_url] = (asked - 1, why, link)
        else:
            self.session.ledger.unread(why, link)

    def _keep_visit(self, request: Request, response: Response, kind: str) -> None:
        """Record a page that later crawls request again."""
        ledger = self.session.ledger
        ledger.write(visit_record(ledger.topic, request, response, kind))

    def _visit(
        self,
        page: Page,
        links: tuple[Link, ...],
        request: Request,
        response: Response,
        context: LinkContext,
    ) -> Visit:
        """Return the page with what the strategy decides about it."""
        sites = self.session.sites
        rules = sites.of(page.url)
        description = describe_by_rules(page, rules)
        # A title such as that of a paper says nothing of a page: a few headlines say more.
        few = leads_to_list(context, page.url) or names_no_article(description.title)
        read = read_site(
            page, links, rules, sites.since(page.url), FEWEST_OF_A_LIST if few else MIN_HEADLINES
        )
        sites.count(rules, read.matches)
        strategy = self.session.strategy
        links = with_columns(read.links, page.url, context, strategy.names_topic)
        fetched = FetchedPage(
            url=page.url,
            requested_url=request.meta.get("redirect_urls", [request.url])[0],
            context=context,
            description=description,
            links=links,
            is_hub=read.is_hub,
            displayed_text=partial(displayed_text, page),
            sent=request.body.decode(errors="replace") if request.method == "POST" else "",
        )
        passage = followed(fetched, strategy.gate(fetched))
        if read.is_article:
            passage = replace(passage, candidate=True, rejected=False)
        elif read.is_list or (not passage.follows and _is_filled_by_data(page, links)):
            passage = replace(passage, candidate=False, follows=True, rejected=False)
        is_kept = request.meta.get(ALLOWED_KEY) == KEEP
        if is_kept:
            passage = replace(passage, candidate=True, rejected=False)
        unfollowed: frozenset[str] = frozenset()
        if passage.follows and self._obeys_nofollow:
            all_of_them = _asks_not_to_follow(page, response)
            unfollowed = frozenset(link.url for link in links if all_of_them or link.nofollow)
        files = _files_of_list(page, links) if passage.follows else ()
        return Visit(page, fetched, passage, is_kept, unfollowed, read.is_old, files)

    def _drop(
        self,
        request: Request,
        reason: str,
        response: Response,
        score: float | None = None,
        *,
        unread: Unread | None = None,
        how: str = "",
    ) -> NoReturn:
        if score is None:
            self._note_source(request, filled=unread is not None)  # nothing is told twice
            self.session.visited(VisitedPage(response.url, Outcome.FAILED))
        self.session.ledger.drop(link_of(request, response.url), STAGE, reason, score, unread=unread, how=how)
        # The engine signals only responses that pass; a page budget (CLOSESPIDER_PAGECOUNT) must count all.
        self.crawler.signals.send_catch_log(
            signals.response_received, response=response, request=request, spider=self.crawler.spider
        )
        # A challenge describes the server, too, but the next day would bring the same.
        passing = is_passing_status(response.status) and reason not in UNTIL_PUT_BACK
        raise Dropped(reason, noted=True, passing=passing)


def _is_filled_by_data(page: Page, links: tuple[Link, ...]) -> bool:
    """Return whether a page shows nothing, and asks for the data that its script would show."""
    return any(link.role == SOURCE for link in links) and not page.once(shows_text)


def _not_kept(passage: Passage) -> Passage:
    return replace(passage, candidate=False, follows=True, rejected=False)


def _files_of_list(page: Page, links: tuple[Link, ...]) -> tuple[Link, ...]:
    """Return the files with a headline on a list page; those of an article are its attachments."""
    files = file_links(page, {link.url for link in links})
    files = tuple(file for file in files if len(file.anchor) >= HEADLINE_LENGTH)
    return files if files and is_hub(page, (*links, *files)) else ()


def _is_file(response: Response) -> bool:
    """Return whether a response that is not HTML is a file with text."""
    headers = (response.headers.get(name) or b"" for name in ("Content-Type", "Content-Disposition"))
    return is_file(response.url, *(header.decode("utf-8", "replace") for header in headers))


def _is_page_of_404(request: Request, response: Response) -> bool:
    """Return whether a server answered a link that a page names with 404 and a page all the same."""
    is_named = response.status == _NOT_FOUND and context_of(request).anchor and is_html(response)
    return bool(is_named) and is_whole(Page.from_bytes(response.body, response.url))


def _leads_out_of_the_web(response: Response) -> bool:
    """Return whether a response is a redirect to another scheme, such as `file:`; those are not followed."""
    target = (response.headers.get("Location") or b"").decode("latin-1").strip()
    scheme = _SCHEME.match(target) if 300 <= response.status < 400 else None
    return scheme is not None and scheme[1].lower() not in ("http", "https")


def _asks_not_to_follow(page: Page, response: Response) -> bool:
    header = b"\n".join(response.headers.getlist("X-Robots-Tag")).decode("latin-1")
    rights = read_rights(page, {"X-Robots-Tag": header})
    return not UNFOLLOWED.isdisjoint((rights.robots or "").split(","))
