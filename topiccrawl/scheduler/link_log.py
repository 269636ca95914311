"""What a scheduler writes about requests besides the frontier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy import Request

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import encode_link_context, link_of
from topiccrawl.scheduler.in_flight import End, Lease
from topiccrawl.scheduler.policy import RequestPolicy
from topiccrawl.storage.frontier.contract import State

if TYPE_CHECKING:
    from topiccrawl.crawl.ledger import Ledger
    from topiccrawl.storage.records import LinkRecord


class LinkLog:
    """The rows that have to be committed before a lease may end; without a ledger there are none."""

    def __init__(self, ledger: Ledger | None, engine: EngineView, policy: RequestPolicy) -> None:
        self._ledger = ledger
        self._engine = engine
        self._policy = policy

    @property
    def is_behind(self) -> bool:
        """Whether too many rows wait to fetch more pages now."""
        return self._ledger is not None and self._ledger.is_behind

    def is_written(self, lease: Lease) -> bool:
        """Return whether all rows of a lease are committed."""
        return self._ledger is None or self._ledger.written >= lease.position

    async def flush(self) -> None:
        """Wait until all rows are committed or have failed."""
        if self._ledger is not None:
            await self._ledger.flush()

    def write(self, lease: Lease) -> None:
        """Write the rows of a lease that ends as done or dead, and set its position."""
        if self._ledger is None:
            return
        if lease.end is End.FAILED:
            self._ledger.drop(link_of(lease.request), "failed", lease.reason)
        if self._ledger.records_links:
            self._ledger.write(self._record(self._ledger.topic, lease, lease.request))
        lease.position = self._ledger.submitted

    def _record(self, topic: str, lease: Lease, request: Request) -> LinkRecord:
        from topiccrawl.storage.records import LinkRecord  # it leads to the comparison of pages

        return LinkRecord(
            topic=topic,
            key=lease.key,
            host=self._engine.slot_of(request),
            state=State.DONE if lease.end is End.DONE else State.DEAD,
            score=self._policy.score_of(request),
            url=request.url,
            why=encode_link_context(request),
            reason=lease.reason or None,
        )
