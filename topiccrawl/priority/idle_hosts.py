"""Waiting times of idle hosts while better links wait for busy hosts."""

from __future__ import annotations

from collections.abc import Mapping

_LEAST_DELAY = 0.05
_MOST_DELAY = 1.0
"""Seconds of the delay that a host without one is given: it is busy too while it answers."""
_SMOOTHING = 0.1
_STUCK = 10.0
"""How many of its turns a host may be full before the others no longer wait for its links."""
_SLOWER_HOST = 4.0
"""How many times as slow as an idle host the host of the best link may be without reducing the wait."""
_RARER = 4.0
"""How many times as long a host waits at most because its link is worth so much less than the best one."""


class IdleHosts:
    """When a host that has room may be sent a link worse than the best waiting one.

    A host has room again when it has answered and its delay is over. Without delays, how long that takes
    depends on the server, the network and what else the machine does, so it is measured.

    Args:
        patience: delays to wait for each tenth of score; 0: never wait.
    """

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._idle_since: dict[str, float] = {}
        self._full_since: dict[str, float] = {}
        self._turn = _LEAST_DELAY

    def is_full(self, host: str, now: float) -> None:
        """Record that a host can be sent nothing at the moment."""
        self._idle_since.pop(host, None)
        self._full_since.setdefault(host, now)

    def is_stuck(self, host: str, delay: float, now: float) -> bool:
        """Return whether a full host takes so long that the others should not wait for its links.

        Args:
            host: the host.
            delay: seconds between two requests to it.
            now: clock time in seconds.
        """
        return now - self._full_since.get(host, now) > _STUCK * max(delay, self._turn)

    def answered(self, host: str, delay: float, now: float) -> None:
        """Record that a host has answered a request.

        How long hosts with a longer delay than a turn are full says nothing of those without one.

        Args:
            host: the host.
            delay: seconds between two requests to it.
            now: clock time in seconds.
        """
        full_since = self._full_since.pop(host, None)
        if full_since is not None and delay <= self._turn:
            measured = min(_MOST_DELAY, max(_LEAST_DELAY, now - full_since))
            self._turn += _SMOOTHING * (measured - self._turn)

    def pause(self, host: str) -> None:
        """Record that a host is paused."""
        self._idle_since.pop(host, None)
        self._full_since.pop(host, None)

    def sent(self, host: str) -> None:
        """Record that a host was sent a request."""
        self._idle_since.pop(host, None)

    def is_ready(
        self, host: str, score: float, delay: float, busy: Mapping[float, float], now: float
    ) -> bool:
        """Return whether a host with room may be sent its best link now.

        Args:
            host: the host, which has room.
            score: of its best link.
            delay: seconds between two requests to it.
            busy: score of the best link of the hosts that are busy and do not hang, by their delay.
            now: clock time in seconds.
        """
        self._full_since.pop(host, None)
        idle = now - self._idle_since.setdefault(host, now)
        for best_delay, best in busy.items():
            if score < best:
                # Hosts without a delay wait for one with a delay as long as in a crawl where all have one.
                turn = max(self._turn, min(best_delay, _MOST_DELAY))
                own_delay, other_delay = max(delay, turn), max(best_delay, turn)
                if idle < waiting_time(score, best, own_delay, other_delay, self._patience):
                    return False
        return True


def waiting_time(score: float, best: float, delay: float, best_delay: float, patience: float) -> float:
    """Return the seconds that an idle host waits before it is sent a link worse than the best waiting one.

    The best links often wait for a host that is still busy. Sending the idle hosts whatever they have would
    spend the page budget on worse links, so each host waits the longer, the worse its link is. A score
    approximates the probability that the page is relevant, and the expected number of requests per relevant
    page is its inverse, so the wait also grows with the ratio of the scores, up to a limit. A host waits less
    for one that is much slower than itself; otherwise one slow host would hold up the crawl.

    Args:
        score: of the best link of the idle host.
        best: score of the best link that waits anywhere.
        delay: seconds between two requests to the idle host, more than 0.
        best_delay: the same for the host of the best link.
        patience: delays to wait for each tenth of score; 0: never wait.

    >>> waiting_time(0.5, 0.7, 1.0, 1.0, 30.0), waiting_time(0.5, 0.7, 1.0, 16.0, 30.0)
    (84.0, 5.25)
    >>> waiting_time(0.01, 0.21, 1.0, 1.0, 30.0)
    240.0
    """
    slower = min(1.0, _SLOWER_HOST * delay / best_delay) ** 2
    rarer = min(_RARER, best / score) if score > 0 else _RARER
    return round((best - score) * 10 * patience * delay * slower * max(1.0, rarer), 9)
