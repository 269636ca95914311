"""Item pipeline that stores pages."""

from __future__ import annotations

import logging
from dataclasses import replace
from hashlib import sha256

from scrapy.crawler import Crawler

from topiccrawl.access.tdmrep import TdmReservation
from topiccrawl.corpus.filling import with_extracted, with_text, with_verdict
from topiccrawl.corpus.quality import SensitiveWords
from topiccrawl.crawl.session import CrawlSession
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.errors import RowRefusedError
from topiccrawl.items import PageItem
from topiccrawl.messages import message, said
from topiccrawl.page.rights import SIGNALS, tdm_source
from topiccrawl.pipelines.page_pipeline import PageDropped, PagePipeline
from topiccrawl.pipelines.tdm_files import TdmFiles
from topiccrawl.priority.strategies.contract import Outcome, VisitedPage
from topiccrawl.storage.records import PageRecord

logger = logging.getLogger(__name__)


class StoragePipeline(PagePipeline):
    """Passes pages to the ledger and waits until they are committed, without blocking the crawl.

    A page that a pipeline of the user drops before it is stored leaves a row too
    (`topiccrawl/drops/pipeline/drop_item`).
    """

    stage = "storage"
    listens = ("item_dropped",)

    def __init__(self, crawler: Crawler, session: CrawlSession) -> None:
        super().__init__(crawler, session)
        self._tdm_files = TdmFiles.from_crawler(crawler)
        name = "TOPICCRAWL_SENSITIVE_WORDS"
        try:
            self._sensitive = SensitiveWords.read(crawler.settings.get(name, ""))
        except ValueError as error:
            raise ValueError(message("{name}: {error}", name=name, error=said(error))) from error

    def item_dropped(self, item: object, exception: BaseException) -> None:
        """Write why a page is not kept that another pipeline has dropped."""
        if isinstance(item, PageItem) and not item.stored and not isinstance(exception, PageDropped):
            self.write_drop(item, "pipeline", "drop_item")

    def open_spider(self) -> None:
        """Restore what the strategy learned from earlier pages, and the pages whose verdict waits."""
        self.session.resume_history()
        self.session.resume_lessons()
        if self.session.fresh:
            self.session.ledger.store.delete_waiting(self.session.topic.name)
        if self.session.waiting is not None:
            self.session.waiting.take_over()

    async def process_item(self, item: PageItem) -> PageItem:
        """Store the page and add its URL to the history.

        Whether it is a duplicate is decided in the transaction that stores it, since another worker may store
        the same story at the same time. Sets `duplicate_of`, `duplicate_kind`, `duplicate_similarity` and
        `replaces`.

        Raises:
            DropItem: the database will never accept this page.
            StorageError: the page is not stored; the scheduler puts its request back.
        """
        tdm = await self._tdm_files.of(item.url) if self._tdm_files is not None else None
        record = self._record(item, tdm)
        self._count_rights(record, item)
        try:
            decision = await self.session.ledger.keep(record)
        except RowRefusedError as error:
            logger.error("%s was not stored: %s", item.url, error)
            self.drop(item, "refused")
        item.stored = True
        if decision.repeat is not None:
            match, item.duplicate_kind = decision.repeat.match, decision.repeat.kind
            item.duplicate_of, item.duplicate_similarity = match
            self.session.budgets.copied(item.url, item.duplicate_of)
        item.replaces = decision.replaced
        item.record = replace(
            record,
            duplicate_of=item.duplicate_of,
            duplicate_kind=item.duplicate_kind,
            duplicate_similarity=item.duplicate_similarity,
        )
        item.judged.set()
        twins, ask = self.session.twins, self.session.ledger.ask
        await twins.stored(item.url, ask, new_habits=decision.new_habits)
        await self.session.share_history()
        outcome = Outcome.KEPT if decision.is_new else Outcome.COPY
        if item.verdict is not None and item.verdict.set_aside is not None:
            outcome = Outcome.REJECTED
        self.session.visited(VisitedPage(item.url, outcome, item.verdict))
        return item

    async def close_spider(self) -> None:
        """Wait until all rows are committed, and count the lessons."""
        await self.session.ledger.flush()
        for step in self.session.last_steps:
            await step()
        if self.session.strategy.lessons_at_start:
            self.session.ledger.inc_value("topiccrawl/lessons/learned", self.session.strategy.lessons)

    def _count_rights(self, record: PageRecord, item: PageItem) -> None:
        """Count what the owner of a page reserves, by signal."""
        signals = SIGNALS.intersection((record.robots or "").split(","))
        if record.tdm_reservation:
            source = tdm_source(item.visit.page, item.headers)
            signals |= {"tdm_reservation", f"tdm_reservation/{source}"}
        for signal in signals:
            self.count(f"topiccrawl/rights/{signal}")

    def _record(self, item: PageItem, tdm: TdmReservation | None) -> PageRecord:
        document, judged, page = item.document, item.verdict, item.visit.page
        assert document is not None and judged is not None  # set by the earlier pipelines
        fetched = PageRecord(
            topic=self.session.topic.name,
            url=item.url,
            run_id=self.session.ledger.run_id,
            fetched_at=item.fetched_at,
            status=item.status,
            headers=item.headers,
            body_sha256=sha256(item.body).hexdigest(),
            raw_html=item.body,
            priority=item.priority.value if item.priority else None,
            priority_parts=item.priority.rounded_parts() if item.priority else {},
            anchor=item.link.anchor or None,
            parent_url=item.link.parent_url or None,
            depth=item.link.depth,
            tdm_reservation=None if tdm is None else tdm.is_reserved,
            tdm_policy=None if tdm is None else tdm.policy,
            url_segments=self.session.twins.segments(item.url, page),
            parts=item.parts,
            partial=item.partial,
        )
        raw_title = item.visit.fetched.description.title
        extracted = with_extracted(fetched, page, document, raw_title)
        rule = item.dedup or DedupRule()
        record = with_text(extracted, item.raw_text, item.text, rule, self._sensitive, item.fingerprint)
        # Without the pipeline that compares, the page is stored as an original.
        return replace(with_verdict(record, judged), dedup=item.dedup)
