"""Rotation over sites: each has the turn for some seconds, one after the other (paper C)."""

from __future__ import annotations


class SiteSlices:
    """Which sites have the turn.

    Sites with waiting links stand in a queue. The first ones have the turn for some seconds and then go to
    the end of the queue. A site without a link that may be sent loses its turn at once.

    Between two turns there is a round in which nothing is sent: it shows which sites have links. Other rounds
    end with the first site that may send.

    Args:
        seconds: length of a slice, more than 0.
        at_once: how many sites have the turn at the same time.

    Attributes:
        is_looking: whether nothing is sent in this round.
    """

    def __init__(self, seconds: float, at_once: int = 1) -> None:
        self._seconds = seconds
        self._at_once = at_once
        self._turns: dict[str, float] = {}
        """When the turn of a site ends."""
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
        ended = [
            site
            for site, ends in self._turns.items()
            if ends <= now or not (self._was_sent or site in self._seen)
        ]
        for site in ended:
            del self._turns[site]
            self._queue[site] = None
        self._seen.clear()
        self._was_sent = False
        self.is_looking = bool(ended) or not (self._turns or self._queue)
        while self._queue and not self.is_looking and len(self._turns) < self._at_once:
            site = next(iter(self._queue))
            del self._queue[site]
            self._turns[site] = now + self._seconds
        return min(self._turns.values(), default=now + self._seconds) - now

    def has_turn(self, site: str) -> bool:
        """Return whether a site with a link that may be sent has the turn."""
        self._seen.add(site)
        if site in self._turns:
            return not self.is_looking
        self._queue.setdefault(site)
        return False

    def sent(self) -> None:
        """Record that the round ended with a request."""
        self._was_sent = True
