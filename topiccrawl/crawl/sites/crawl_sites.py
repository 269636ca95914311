"""The rules of single sites in a crawl, and the counters of what their keys match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from topiccrawl.page.sites.rules import NO_SITES, SiteRules, Sites

COUNTER = "topiccrawl/sites/"
"""Start of the counters `topiccrawl/sites/<host>/<key>`; 0: the key could match, and never did."""


class CrawlSites:
    """The sites of a topic that have rules.

    Args:
        sites: of the topic.
        stats: of the crawl; None: nothing is counted.
        since: oldest day of articles that the whole crawl keeps, as YYYY-MM-DD; empty: any.
    """

    def __init__(self, sites: Sites = NO_SITES, stats: Any = None, since: str = "") -> None:
        self._sites = sites
        self._stats = stats
        self._since = since

    def of(self, url: str) -> SiteRules:
        """Return the rules for a URL."""
        return self._sites.of(url)

    def since(self, url: str) -> str:
        """Return the oldest day of articles of a site that are kept, the later one of site and crawl."""
        return max(self._since, self._sites.of(url).since)

    def count(self, rules: SiteRules, matches: Mapping[str, int]) -> None:
        """Count how often keys matched; 0 is counted, too."""
        if self._stats is not None:
            for key, number in matches.items():
                self._stats.inc_value(f"topiccrawl/sites/{rules.host}/{key}", number)

    def refuses(self, url: str, found: str) -> str:
        """Return the key that refuses a link, see `SiteRules.refusal`."""
        return self._sites.of(url).refusal(url, found) if self._sites else ""

    def names(self, url: str, found: str) -> bool:
        """Return whether a link is visited whatever its anchor text says, see `SiteRules.names`."""
        return bool(self._sites) and self._sites.of(url).names(url, found)

    def count_link(self, url: str, refused_by: str) -> None:
        """Count a link that `include` or `exclude` let pass or refused."""
        rules = self._sites.of(url)
        matches = {}
        if rules.exclude:
            matches["exclude"] = int(refused_by == "exclude")
        if rules.include and refused_by != "exclude":
            matches["include"] = int(rules.include.match(url))
        if matches:
            self.count(rules, matches)


def unmatched_keys(stats: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the keys that could match in a crawl and never did, by host.

    >>> unmatched_keys({"topiccrawl/sites/a.cn/list": 0, "topiccrawl/sites/a.cn/next": 2})
    {'a.cn': ['list']}
    """
    found: dict[str, list[str]] = {}
    for name, number in sorted(stats.items()):
        if name.startswith(COUNTER) and number == 0:
            host, _, key = name.removeprefix(COUNTER).partition("/")
            found.setdefault(host, []).append(key)
    return found
