"""The end of leases: first the rows of a page, then its state in the frontier."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from topiccrawl.crawl.engine import EngineView
from topiccrawl.crawl.request_meta import encode_link_context, link_of
from topiccrawl.scheduler.in_flight import End, Lease, Leases
from topiccrawl.scheduler.policy import RequestPolicy
from topiccrawl.storage.frontier.contract import State

if TYPE_CHECKING:
    from topiccrawl.crawl.ledger import Ledger
    from topiccrawl.storage.records import LinkRecord


class Settlement:
    """Ends the leases of requests that the engine has finished.

    A lease that ends as done or dead waits until the rows of its page are committed: after a kill in between
    the page is fetched again, and a dead letter never lacks its row. Without a ledger there are no rows.

    Args:
        leases: of the requests that are not finished.
        engine: shows which are.
        policy: has the scores of requests.
        ledger: writes rows; None: there are none.
    """

    def __init__(
        self, leases: Leases, engine: EngineView, policy: RequestPolicy, ledger: Ledger | None
    ) -> None:
        self._leases = leases
        self._engine = engine
        self._policy = policy
        self._ledger = ledger
        self._unwritten: deque[Lease] = deque()

    def __len__(self) -> int:
        """How many leases wait for rows."""
        return len(self._unwritten)

    @property
    def is_written(self) -> bool:
        """Whether no lease has to wait for rows any more."""
        return not self._unwritten or self._is_written(self._unwritten[-1])

    @property
    def is_behind(self) -> bool:
        """Whether too many rows wait to fetch more pages now."""
        return self._ledger is not None and self._ledger.is_behind

    async def flush(self) -> None:
        """Wait until all rows are committed or have failed."""
        if self._ledger is not None:
            await self._ledger.flush()

    def has(self, key: bytes) -> bool:
        """Return whether the lease of a URL waits for rows."""
        return any(lease.key == key for lease in self._unwritten)

    def forget(self, key: bytes) -> None:
        """Forget the lease of a URL that waits again."""
        self._unwritten = deque(lease for lease in self._unwritten if lease.key != key)

    def settle(self) -> None:
        """End the leases of finished requests as far as their rows are committed."""
        self.collect()
        while self._unwritten and self._is_written(self._unwritten[0]):
            lease = self._unwritten.popleft()
            if lease.end is End.DEAD:
                lease.frontier.dead(lease.key, lease.reason)
            elif lease.end is End.FAILED:
                lease.frontier.failed(lease.key, lease.reason)
            else:
                lease.frontier.done(lease.key)

    def collect(self) -> None:
        """Put back what is fetched again; write the rows of what is done or dead."""
        for request in self._engine.finished(self._leases.requests):
            lease = self._leases.pop(request)
            if lease.end is End.RELEASED:
                lease.frontier.release(lease.key)
            elif lease.end is End.AGAIN:
                assert lease.retry is not None  # set together with the end
                lease.frontier.again(lease.retry)
            elif lease.end is End.FAILED and not lease.frontier.is_last_attempt(lease.key):
                lease.frontier.failed(lease.key, lease.reason)
            else:
                self.write(lease)

    def write(self, lease: Lease) -> None:
        """Write the rows of a lease that ends as done or dead; its end waits for them."""
        if self._ledger is not None:
            if lease.end is End.FAILED:
                self._ledger.drop(link_of(lease.request), "failed", lease.reason)
            if self._ledger.records_links and not self._policy.only_waits(lease.request):
                self._ledger.write(self._record(self._ledger.topic, lease))
            lease.position = self._ledger.submitted
        self._unwritten.append(lease)

    def give_back(self) -> None:
        """Settle what can be settled and release all other leases."""
        self.settle()
        for lease in (*self._leases, *self._unwritten):
            lease.frontier.release(lease.key)
        self._leases.clear()
        self._unwritten.clear()

    def _is_written(self, lease: Lease) -> bool:
        """Return whether all rows of a lease are committed."""
        return self._ledger is None or self._ledger.written >= lease.position

    def _record(self, topic: str, lease: Lease) -> LinkRecord:
        from topiccrawl.storage.records import LinkRecord  # it leads to the comparison of pages

        return LinkRecord(
            topic=topic,
            key=lease.key,
            host=self._engine.slot_of(lease.request),
            state=State.DONE if lease.end is End.DONE else State.DEAD,
            score=self._policy.score_of(lease.request),
            url=lease.request.url,
            why=encode_link_context(lease.request),
            reason=lease.reason or None,
        )
