"""Item pipeline that drops off-topic pages."""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from topiccrawl.crawl.request_meta import CrawlLink
from topiccrawl.items import PageItem
from topiccrawl.pipelines.page_pipeline import PageDropped, PagePipeline
from topiccrawl.priority.budgets.spam import WORD_LIST
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage
from topiccrawl.storage.records import WaitingRecord


class VerdictPipeline(PagePipeline):
    """Lets the strategy of the crawl judge the page; the verdict may wait for the pages that it links to.

    A page that is older than `-a since=` or `since` of its site is dropped before.
    """

    stage = "verdict"

    def process_item(self, item: PageItem) -> PageItem:
        """Set `verdict`."""
        visit = item.visit
        if not visit.is_kept and self._is_too_old(item):
            self.drop(item, "too_old")
        item.verdict = self.session.strategy.judge(visit.fetched, visit.passage, item.text)
        if visit.is_kept:  # a person's decision, which takes precedence
            item.verdict = replace(item.verdict, kept=True, waits=False, set_aside=None, is_word_list=False)
        if item.verdict.waits:
            self._wait(item)
        if item.verdict.is_word_list:
            self.drop_spam(item, WORD_LIST)
        if not item.verdict.kept and item.verdict.set_aside is None:
            self.drop(item, "off_topic", item.verdict.relevance)
        return item

    def _is_too_old(self, item: PageItem) -> bool:
        """Return whether a page is older than its site or the crawl wants; one without a date is not."""
        since = self.session.sites.since(item.url)
        published = item.document.published if item.document is not None else None
        if not since or not published or published[:10] >= since:
            return False
        if (rules := self.session.sites.of(item.url)).since:
            self.session.sites.count(rules, {"since": 1})
        return True

    def _wait(self, item: PageItem) -> NoReturn:
        """Store the page as waiting.

        Raises:
            PageDropped: always; the item goes no further now.
        """
        if self.session.waiting is not None:
            page = WaitingRecord(
                topic=self.session.topic.name,
                url=item.url,
                run_id=self.session.ledger.run_id,
                fetched_at=item.fetched_at,
                status=item.status,
                headers=item.headers,
                raw_html=item.body,
            )
            self.session.waiting.store(page, CrawlLink(item.url, item.link, item.priority))
        self.session.visited(VisitedPage(item.url, Outcome.WAITING, item.verdict))
        raise PageDropped("verdict: waiting", log_level="DEBUG")
