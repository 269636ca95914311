"""A fetched page and what the strategy decided about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from scrapy.http import Response

from topiccrawl.crawl.request_meta import VISIT_KEY
from topiccrawl.extraction.document import Document
from topiccrawl.page.anchors.article_parts import ArticleParts, parts_of
from topiccrawl.page.anchors.link import SOURCE, Link
from topiccrawl.page.anchors.posted_urls import is_posted
from topiccrawl.page.page import Page
from topiccrawl.priority.leads import ListedLinks
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import FetchedPage, Passage


@dataclass(frozen=True)
class Visit:
    """A fetched page.

    Attributes:
        page: the page, parsed once.
        fetched: input of the strategy.
        passage: decision of the strategy.
        is_kept: whether an editor wants the page, whatever the verdict says.
        unfollowed: URLs of links that the page asks crawlers not to follow.
        is_old: whether it is a list with entries that are too old alone.
        files: links of a list page whose texts are in files.
        document: the article that a file is; None for a page.
        first_part: URL of the first part of the article, if the page is a later one; otherwise empty.
        others: pages that the same script file has filled.
    """

    page: Page
    fetched: FetchedPage
    passage: Passage
    is_kept: bool = False
    unfollowed: frozenset[str] = frozenset()
    is_old: bool = False
    files: tuple[Link, ...] = ()
    first_part: str = ""
    document: Document | None = None
    others: tuple[Visit, ...] = ()

    @property
    def links(self) -> tuple[Link, ...]:
        """Return the links to follow; none when the page's links are not followed."""
        return self.fetched.links if self.passage.follows else ()

    @cached_property
    def parts(self) -> ArticleParts:
        """Return the other parts of the article on the page, if it is one and has some."""
        from topiccrawl.extraction.kinds.kind import page_kind  # here: a crawl starts without it

        found = parts_of(self.page.url, self.fetched.links)
        if not found or self.fetched.is_hub or self.fetched.context.continues:
            return ArticleParts()
        return found if page_kind(self.page).name == "article" else ArticleParts()

    @cached_property
    def listed(self) -> ListedLinks:
        """Return the links to follow, and how the page leads on if it is a list."""
        from topiccrawl.extraction.article.extract import extract_article  # here: a crawl starts without it

        fetched = self.fetched
        url = fetched.requested_url if is_posted(fetched.requested_url) else fetched.url
        is_list = fetched.is_hub or fetched.context.continues or not extract_article(self.page)
        return ListedLinks(url, self.links, fetched.context, is_list, self.is_old, fetched.sent)

    def onward(self, *, brought: bool, known: bool) -> list[tuple[Link, LinkContext]]:
        """Return the links that lead on from a list, with their contexts; see `ListedLinks.onward`."""
        found = self.listed.onward(brought=brought, known=known)
        return [(link, self.context(link)._replace(dry=dry)) for link, dry in found]

    def link(self, url: str) -> Link | None:
        """Return the link to a URL; links have the same normal form as the URLs of requests."""
        return self._by_url.get(url)

    @cached_property
    def _by_url(self) -> dict[str, Link]:
        return {link.url: link for link in self.links}

    def context(self, link: Link) -> LinkContext:
        """Return the context of a link on this page; what fills a page inherits that of the page."""
        own = self.fetched.context
        if link.role == SOURCE and self.listed.is_shell and (own.anchor or not own.seed):
            return own._replace(
                parent_url=self.fetched.url,
                found=link.found,
                role=link.role,
                number=link.number,
                records=link.records or own.records,
                seed=False,
            )
        return LinkContext(
            anchor=link.anchor,
            around=link.context,
            parent_url=self.fetched.url,
            description=self.passage.relevance,
            navigation=link.navigation,
            picture=link.picture,
            depth=self.fetched.context.depth + 1,
            found=link.found,
            role=link.role,
            number=link.number,
            records=link.records or (own.records if link.role else ""),  # of all parts of a list
        )

    @classmethod
    def of(cls, response: Response) -> Visit | None:
        """Return the visit of a response that passed the description gate."""
        visit = response.meta.get(VISIT_KEY)
        return visit if isinstance(visit, cls) else None
