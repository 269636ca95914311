"""What a scheduler writes about requests besides the frontier."""

from __future__ import annotations

from scrapy import Request

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.ledger import Ledger
from topiccrawl.scheduler.policy import RequestPolicy
from topiccrawl.scheduler.request_codec import encode_link_context
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.records import LinkRecord


class LinkLog:
    """The rows that have to be committed before a lease may end; this one writes none."""

    position = 0
    """The position after the last submitted row."""
    is_behind = False
    """Whether too many rows wait to fetch more pages now."""

    def is_written(self, position: int) -> bool:
        """Return whether all rows before a position are committed."""
        return True

    async def flush(self) -> None:
        """Wait until all rows are committed or have failed."""

    def finished(self, request: Request, key: bytes, state: State, reason: str) -> None:
        """Write that a request ends as done or dead."""

    def failed(self, request: Request, reason: str) -> None:
        """Write that the callback or the item pipelines of a request failed for the last time."""


class LedgerLinkLog(LinkLog):
    """Rows of the crawl's ledger: a drop for each failed page, and links where the queue is elsewhere."""

    def __init__(self, ledger: Ledger, engine: EngineView, policy: RequestPolicy) -> None:
        self._ledger = ledger
        self._engine = engine
        self._policy = policy

    @property
    def position(self) -> int:  # type: ignore[override]
        """The position after the last submitted row."""
        return self._ledger.submitted

    @property
    def is_behind(self) -> bool:  # type: ignore[override]
        """Whether too many rows wait to fetch more pages now."""
        return self._ledger.is_behind

    def is_written(self, position: int) -> bool:
        """See `LinkLog.is_written`."""
        return self._ledger.written >= position

    async def flush(self) -> None:
        """See `LinkLog.flush`."""
        await self._ledger.flush()

    def finished(self, request: Request, key: bytes, state: State, reason: str) -> None:
        """See `LinkLog.finished`; only for a database that does not hold the frontier itself."""
        if self._ledger.records_links:
            self._ledger.link(
                LinkRecord(
                    topic=self._ledger.topic,
                    key=key,
                    host=self._engine.slot_of(request),
                    state=state,
                    score=self._policy.score_of(request),
                    url=request.url,
                    why=encode_link_context(request),
                    reason=reason or None,
                )
            )

    def failed(self, request: Request, reason: str) -> None:
        """See `LinkLog.failed`."""
        self._ledger.drop(request, "failed", reason)
