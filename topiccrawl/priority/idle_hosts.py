"""How long an idle host waits while better links wait for busy hosts."""

from __future__ import annotations

_LEAST_DELAY = 0.05
"""Seconds that stand for a delay of 0: a host without a delay is busy too while it answers."""
_SLOWER_HOST = 4.0
"""How many times as slow as an idle host the host of the best link may be without reducing the wait."""


def waiting_time(score: float, best: float, delay: float, best_delay: float, patience: float) -> float:
    """Return the seconds that an idle host waits before it is sent a link worse than the best waiting one.

    The best links often wait for a host that is still busy. Sending the idle hosts whatever they have would
    spend the page budget on worse links, so each host waits the longer, the worse its link is. It waits less
    for a host that is much slower than itself; otherwise one slow host would hold up the crawl.

    Args:
        score: of the best link of the idle host.
        best: score of the best link that waits anywhere.
        delay: seconds between two requests to the idle host.
        best_delay: the same for the host of the best link.
        patience: delays to wait for each tenth of score; 0: never wait.

    >>> waiting_time(0.5, 0.7, 1.0, 1.0, 30.0), waiting_time(0.5, 0.7, 1.0, 16.0, 30.0)
    (60.0, 15.0)
    """
    delay, best_delay = max(delay, _LEAST_DELAY), max(best_delay, _LEAST_DELAY)
    slower = min(1.0, _SLOWER_HOST * delay / best_delay)
    return round((best - score) * 10 * patience * delay * slower, 9)
