"""A budget for each group of pages whose URLs have the form of a trap."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from topiccrawl.priority.budgets.traps import trap_group

_GROUPS = 10_000


@dataclass(slots=True)
class _Credit:
    """What a group may still fetch, as of a number of pages of the crawl."""

    left: float
    at: int


class TrapBudgets:
    """Lets each group of suspicious URLs fetch a few pages, and more for each page that was worth it.

    A group begins with a credit of some pages. Each page costs one. A page that is kept and new pays back its
    own cost and earns one more, for its own group and that of the page that links to it, up to the credit of
    the beginning. Groups without credit get one page back for every `again` pages of the crawl, so that they
    have another chance.

    Args:
        start: pages that a group may fetch at first, and its highest credit; 0: no limits.
        again: pages of the crawl after which each group gets one more.
    """

    def __init__(self, start: int = 8, again: int = 100) -> None:
        self._start, self._again = start, again
        self._credits: OrderedDict[str, _Credit] = OrderedDict()
        # By a URL in flight, the group of the page that links to it.
        self._parents: OrderedDict[str, str] = OrderedDict()
        self._pages = 0

    def take(self, url: str, parent_url: str = "") -> bool:
        """Return whether a URL may be fetched now, and count it if it may.

        Args:
            url: the URL.
            parent_url: the page that links to it.
        """
        if not self._start:
            return True
        if parent := trap_group(parent_url):
            self._parents[url] = parent
            if len(self._parents) > _GROUPS:
                self._parents.popitem(last=False)
        group = trap_group(url)
        if not group:
            return True
        credit = self._credit(group)
        if credit.left < 1:
            return False
        credit.left -= 1
        return True

    def finished(self) -> None:
        """Count a page of the crawl."""
        self._pages += 1

    def kept(self, url: str) -> None:
        """Reward the groups of a page that was kept and new, and of the page that led to it."""
        for group in {trap_group(url), self._parents.pop(url, "")} - {""}:
            credit = self._credit(group)
            credit.left = min(self._start, credit.left + 2)

    def _credit(self, group: str) -> _Credit:
        credit = self._credits.get(group)
        if credit is None:
            credit = self._credits[group] = _Credit(float(self._start), self._pages)
            if len(self._credits) > _GROUPS:
                self._credits.popitem(last=False)
        credit.left = min(self._start, credit.left + (self._pages - credit.at) / self._again)
        credit.at = self._pages
        return credit
