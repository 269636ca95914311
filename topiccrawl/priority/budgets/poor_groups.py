"""Groups of URLs without relevant pages: they are parked, and retried from time to time."""

from __future__ import annotations

from collections import Counter, OrderedDict
from dataclasses import dataclass

from topiccrawl.priority.learning.url_form import url_form

_GROUPS = 20_000
_EXPECTED = 3.0
"""Pages that an average group would have kept of as many, so that a poor group is not just unlucky."""


@dataclass(slots=True)
class _Run:
    """Pages of a group since the last one that was kept.

    Attributes:
        pages: finished ones.
        taken: all, including those in flight.
        chance: number of the crawl's pages when the poor group was last retried.
    """

    pages: int = 0
    taken: int = 0
    chance: int = 0


class PoorGroups:
    """Parks hosts, directories and URL templates whose pages are not worth their requests.

    A group is poor when none of its last pages was new and on the topic, and none linked to such a page. The
    number of pages grows with the crawl (`share`) and with the rarity of relevant pages: a group as good as
    the whole crawl would have had three of them. A poor group may fetch one page for every `again` pages of
    the crawl; if that page is kept, the group is no longer poor.

    This is the only check that notices endless pages whose URLs and texts all look like articles.

    Args:
        least: minimum number of pages; 0: no group is poor.
        share: minimum number of pages as a share of those of the crawl.
        again: pages of the crawl after which a poor group is retried.

    Attributes:
        refused: number of refused URLs by poor group.
    """

    def __init__(self, least: int, share: float = 0.03, again: int = 100) -> None:
        self._least, self._share, self._again = least, share, again
        self._runs: OrderedDict[str, _Run] = OrderedDict()
        self._parents: OrderedDict[str, str] = OrderedDict()
        self._pages = self._kept = 0
        self.refused: Counter[str] = Counter()

    def take(self, url: str, parent_url: str = "") -> str:
        """Return the poor group that forbids to fetch a URL now; empty if it may be fetched.

        Args:
            url: the URL.
            parent_url: the page that links to it.
        """
        if not self._least:
            return ""
        groups = groups_of(url)
        poor = [group for group in groups if self._is_poor(group)]
        for group in poor:
            if self._pages < self._runs[group].chance + self._again:
                self.refused[group] += 1
                if len(self.refused) > _GROUPS:
                    del self.refused[next(iter(self.refused))]
                return group
        for group in poor:
            self._runs[group].chance = self._pages
        for group in groups:
            self._runs.setdefault(group, _Run()).taken += 1
            self._runs.move_to_end(group)
        while len(self._runs) > _GROUPS:
            self._runs.popitem(last=False)
        if parent_url:
            self._parents[url] = parent_url
            if len(self._parents) > _GROUPS:
                self._parents.popitem(last=False)
        return ""

    def finished(self, url: str, *, kept: bool) -> None:
        """Count a finished page of the crawl.

        Args:
            url: its URL.
            kept: whether it was kept and is no copy.
        """
        if not self._least:
            return
        self._pages += 1
        self._kept += kept
        parent, groups = self._parents.pop(url, ""), groups_of(url)
        if kept:
            for group in (*groups, *groups_of(parent)):
                self._runs.pop(group, None)
            return
        for group in groups:
            if (run := self._runs.get(group)) is not None:
                run.pages += 1
                if not run.chance and self._is_poor(group):
                    run.chance = self._pages  # retried after `again` pages

    def parked(self) -> list[str]:
        """Return the poor groups with refused URLs."""
        return [group for group in self.refused if self._is_poor(group)]

    def _is_poor(self, group: str) -> bool:
        run, limit = self._runs.get(group), self._limit()
        if run is None or run.pages < limit / 2:  # pages in flight may still be good
            return False
        return max(run.pages, run.taken) >= limit

    def _limit(self) -> float:
        common = (self._kept + 1) / (self._pages + 2)
        return max(self._least, self._share * self._pages, _EXPECTED / common)


def groups_of(url: str) -> tuple[str, ...]:
    """Return the groups of a URL: its host, its directory and its template.

    >>> groups_of("http://a.cn/wen/2018/31.html")
    ('host a.cn', 'directory a.cn/wen/0', 'template a.cn/wen/0/0.html')
    """
    form = url_form(url)
    if not form.host:
        return ()
    directory = () if form.directory == form.host else (f"directory {form.directory}",)
    return (f"host {form.host}", *directory, f"template {form.pattern}")
