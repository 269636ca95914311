"""Rotation over sites: each has the turn for some seconds, one after the other (paper C)."""

from __future__ import annotations


class SiteSlices:
    """Which sites have the turn.

    Sites with waiting links stand in a queue. The first one has the turn for some seconds and then goes to
    the end of the queue. A site without a link that may be sent loses its turn at once.

    Between two turns there is a round in which nothing is sent: it shows which sites have links. Other rounds
    end with the first site that may send.

    Args:
        seconds: length of a slice, more than 0.

    Attributes:
        is_looking: whether nothing is sent in this round.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._site: str | None = None
        self._ends = 0.0
        """When its turn ends."""
        self._queue: dict[str, None] = {}
        """The other sites, the next one first."""
        self._seen: set[str] = set()
        self._was_sent = False
        self.is_looking = False

    def begin_round(self, now: float) -> float:
        """End the turns that are over, before `has_turn` is called for the sites with links, best first.

        Returns:
            Seconds until the next turn ends.
        """
        if not self._was_sent:
            self._queue = {site: None for site in self._queue if site in self._seen}
        last = self._site
        if last is not None and (self._ends <= now or not (self._was_sent or last in self._seen)):
            self._queue[last] = self._site = None
        self._seen.clear()
        self._was_sent = False
        self.is_looking = self._site is not last or (last is None and not self._queue)
        if self._queue and self._site is None and not self.is_looking:
            self._site, self._ends = next(iter(self._queue)), now + self._seconds
            del self._queue[self._site]
        return (now + self._seconds if self._site is None else self._ends) - now

    def has_turn(self, site: str) -> bool:
        """Return whether a site with a link that may be sent has the turn."""
        self._seen.add(site)
        if site == self._site:
            return not self.is_looking
        self._queue.setdefault(site)
        return False

    def sent(self) -> None:
        """Record that the round ended with a request."""
        self._was_sent = True
