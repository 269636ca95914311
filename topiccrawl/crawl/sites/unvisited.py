"""Sites that pages link to, and of which nothing was fetched: their links say too little of the topic."""

from __future__ import annotations

from topiccrawl.page.hidden_links.urls import host_of, same_site, site_of

_MOST = 10_000
"""Hosts that are remembered."""


class UnvisitedSites:
    """Hosts with links that were left out for their scores, and hosts that were visited."""

    def __init__(self) -> None:
        self._left: dict[str, float] = {}
        self._visited: set[str] = set()

    def leave(self, url: str, parent_url: str, score: float) -> None:
        """Note a link that is left out for its score; those within a site do not count."""
        host = host_of(url)
        if (host in self._left or len(self._left) < _MOST) and parent_url and not same_site(url, parent_url):
            self._left[host] = max(score, self._left.get(host, score))

    def visit(self, host: str) -> None:
        """Note that a page of a host was asked for."""
        if len(self._visited) <= _MOST:
            self._visited.add(host)

    def best_first(self) -> list[str]:
        """Return the sites, those with the best links first; none when not all visits are remembered."""
        if len(self._visited) > _MOST:
            return []
        visited, scores = set(map(site_of, self._visited)), dict[str, float]()
        for host, score in self._left.items():
            if (site := site_of(host)) not in visited:
                scores[site] = max(score, scores.get(site, score))
        return sorted(scores, key=lambda site: (-scores[site], site))
