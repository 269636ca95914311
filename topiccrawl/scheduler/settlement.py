"""The end of leases: first the rows of a page, then its state in the frontier."""

from __future__ import annotations

from collections import deque

from topiccrawl.crawl.engine import EngineView
from topiccrawl.scheduler.in_flight import End, Lease, Leases
from topiccrawl.scheduler.link_log import LinkLog


class Settlement:
    """Ends the leases of requests that the engine has finished.

    A lease that ends as done or dead waits until the rows of its page are committed: after a kill in between
    the page is fetched again, and a dead letter never lacks its row.
    """

    def __init__(self, leases: Leases, engine: EngineView, log: LinkLog) -> None:
        self._leases = leases
        self._engine = engine
        self._log = log
        self._unwritten: deque[Lease] = deque()

    def __len__(self) -> int:
        """How many leases wait for rows."""
        return len(self._unwritten)

    @property
    def is_written(self) -> bool:
        """Whether no lease has to wait for rows any more."""
        return not self._unwritten or self._log.is_written(self._unwritten[-1])

    def has(self, key: bytes) -> bool:
        """Return whether the lease of a URL waits for rows."""
        return any(lease.key == key for lease in self._unwritten)

    def forget(self, key: bytes) -> None:
        """Forget the lease of a URL that waits again."""
        self._unwritten = deque(lease for lease in self._unwritten if lease.key != key)

    def settle(self) -> None:
        """End the leases of finished requests as far as their rows are committed."""
        self.collect()
        while self._unwritten and self._log.is_written(self._unwritten[0]):
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
        self._log.write(lease)
        self._unwritten.append(lease)

    def give_back(self) -> None:
        """Settle what can be settled and release all other leases."""
        self.settle()
        for lease in (*self._leases, *self._unwritten):
            lease.frontier.release(lease.key)
        self._leases.clear()
        self._unwritten.clear()
