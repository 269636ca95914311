"""The record of a replayed crawl."""

from __future__ import annotations

from dataclasses import dataclass, field

from topiccrawl.priority.strategies.contract import Outcome


@dataclass(slots=True)
class Fetched:
    """An HTML page that a crawl fetched.

    Attributes:
        url: its URL.
        time: when it arrived, in seconds of simulated time.
        score: the score of the link that led to it.
        outcome: its outcome; None while it is being processed.
    """

    url: str
    time: float
    score: float
    outcome: Outcome | None = None


@dataclass
class Trace:
    """The record of a replayed crawl.

    Attributes:
        pages: the HTML pages fetched, in the order of their arrival.
        requests: requests for pages, those without a page included.
        missing: requests for URLs that the capture does not have.
        robots: links that a robots.txt forbids.
        left: links that still waited at the end.
        seconds: length of the crawl in simulated time.
        cpu: processor seconds of the replay.
        strategy_cpu: the part of them that gate, scores of links, frontier and verdict took.
    """

    pages: list[Fetched] = field(default_factory=list)
    requests: int = 0
    missing: int = 0
    robots: int = 0
    left: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    strategy_cpu: float = 0.0
