"""Counts of what a crawl does not read, by reason and host, and their names among the counters of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from topiccrawl.page.canonical_url import url_key
from topiccrawl.page.unread.reasons import Unread

PREFIX = "topiccrawl/unread/"
"""Start of the names of counters: `PREFIX + REASON`, `.../hosts`, `.../host/HOST` and `.../how/DETAIL`."""


_REMEMBERED = 100_000
"""URLs that are remembered, so that each counts once."""
_HOSTS = 10_000
"""Hosts of a reason that are counted one by one; further ones only add to the sum."""
_SHOWN_HOSTS = 50
"""Hosts of a reason that get a counter of their own at the end, those with the most URLs."""
_DETAILS = 50


@dataclass(frozen=True)
class NotRead:
    """What was not read for one reason.

    Attributes:
        reason: the reason.
        count: number of URLs.
        host_count: number of hosts.
        hosts: number of URLs by host, the most first; of many hosts only the first ones.
        how: number of URLs by status or error, the most frequent first.
    """

    reason: Unread
    count: int
    host_count: int = 0
    hosts: Mapping[str, int] = field(default_factory=dict)
    how: Mapping[str, int] = field(default_factory=dict)


class UnreadCounts:
    """Counts URLs that were not read; each URL counts once for a reason.

    Memory is bounded: after a hundred thousand URLs one may be counted again.
    """

    def __init__(self) -> None:
        self._known: set[int] = set()
        self._counts: Counter[Unread] = Counter()
        self._hosts: dict[Unread, Counter[str]] = {reason: Counter() for reason in Unread}
        self._how: dict[Unread, Counter[str]] = {reason: Counter() for reason in Unread}

    def add(self, reason: Unread, url: str, how: str = "") -> bool:
        """Count a URL; return False if it was counted before.

        Args:
            reason: why it was not read.
            url: the URL that was not read, or of the page whose list goes on in an unknown way.
            how: status or error, such as "403"; empty: none.
        """
        key = hash((reason, url_key(url)))
        if key in self._known:
            return False
        if len(self._known) < _REMEMBERED:
            self._known.add(key)
        self._counts[reason] += 1
        _count(self._hosts[reason], _host(url), _HOSTS)
        if how:
            _count(self._how[reason], how, _DETAILS)
        return True

    def counters(self) -> dict[str, int]:
        """Return the counters by name; of the hosts those with the most URLs."""
        found: dict[str, int] = {}
        for reason, count in self._counts.items():
            name, hosts = f"{PREFIX}{reason}", self._hosts[reason]
            found |= {name: count, f"{name}/hosts": len(hosts)}
            found |= {f"{name}/host/{host}": number for host, number in hosts.most_common(_SHOWN_HOSTS)}
            found |= {f"{name}/how/{how}": number for how, number in self._how[reason].most_common()}
        return found


def _count(counter: Counter[str], key: str, most: int) -> None:
    if key in counter or len(counter) < most:
        counter[key] += 1


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def read_unread(stats: Mapping[str, Any]) -> tuple[NotRead, ...]:
    """Return what was not read, in the order of `Unread`.

    Args:
        stats: counters of a run, as in the column `stats` of its row.

    >>> read_unread({"topiccrawl/unread/challenge": 2, "topiccrawl/unread/challenge/host/a.cn": 2})
    (NotRead(reason=<Unread.CHALLENGE: 'challenge'>, count=2, host_count=1, hosts={'a.cn': 2}, how={}),)
    """
    found: dict[str, dict[str, Any]] = {}
    for name, value in stats.items():
        if not name.startswith(PREFIX) or not isinstance(value, int):
            continue
        reason, _, rest = name.removeprefix(PREFIX).partition("/")
        kind, _, what = rest.partition("/")
        one = found.setdefault(reason, {"count": 0, "hosts": 0, "host": Counter(), "how": Counter()})
        if not rest:
            one["count"] = value
        elif kind == "hosts":
            one["hosts"] = value
        elif kind in ("host", "how"):
            one[kind][what] = value
    return tuple(_not_read(reason, found[reason]) for reason in Unread if reason in found)


def _not_read(reason: Unread, one: Mapping[str, Any]) -> NotRead:
    hosts, how = dict(one["host"].most_common()), dict(one["how"].most_common())
    return NotRead(reason, one["count"], max(one["hosts"], len(hosts)), hosts, how)
