"""Whether a crawl has visited all that was worth a visit, as its counters say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topiccrawl.page.unread.counts import read_unread
from topiccrawl.reporting.figures import DROPS, Figures
from topiccrawl.storage.frontier.contract import Counts

_PARTIAL = "topiccrawl/parts/partial"
_RESUMED = "topiccrawl/frontier/resumed"
_VISITED = ("cleaning", "verdict", "pipeline", "import")
"""Stages that drop pages which were read."""
_READ_AT_GATE = frozenset(
    ("description", "same_text", "not_html", "redirect_scheme", "part", "topic_word_list")
)
_NOT_WORTH_A_VISIT = frozenset(
    "frontier/priority frontier/section frontier/domain frontier/twin frontier/part links/nofollow "
    "links/of_duplicate download/bad_url download/ignored download/no_host download/private_address "
    "download/scheme".split()
)


def is_complete(stats: Mapping[str, Any], links: Counts | None) -> bool:
    """Return whether every link worth a visit is known to be visited.

    Of a crawl that continues an earlier one this is not known: its counters are of one start. Nor is it of a
    crawl that read no text: its lists may be of another kind than the crawl can read. Nor of one that stored
    an article without all of its parts.

    Args:
        stats: counters of the crawl.
        links: links by state; None when unknown.
    """
    if links is None or links.waiting or links.leased or links.dead or stats.get(_RESUMED):
        return False
    figures = Figures.of(stats)
    if not (figures.kept or figures.duplicates or figures.judged) or stats.get(_PARTIAL):
        return False
    return not (read_unread(stats) or left_unvisited(stats))


def left_unvisited(stats: Mapping[str, Any]) -> int:
    """Return the number of drops of links that may have been worth a visit, and gave no page that was read.

    >>> left_unvisited({"topiccrawl/drops/verdict/off_topic": 3, "topiccrawl/drops/gate/status_404": 2})
    0
    >>> left_unvisited({"topiccrawl/drops/frontier/host_pages": 40, "topiccrawl/drops/download/timeout": 1})
    41
    """
    return sum(
        count
        for name, count in stats.items()
        if name.startswith(DROPS) and not _is_settled(name.removeprefix(DROPS))
    )


def _is_settled(name: str) -> bool:
    stage, _, reason = name.partition("/")
    if stage in _VISITED or name in _NOT_WORTH_A_VISIT:
        return True
    # 404 and the like: there is no page. Refusals and errors of servers are among what was not read.
    return stage == "gate" and (reason in _READ_AT_GATE or reason.startswith("status_4"))
