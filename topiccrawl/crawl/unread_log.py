"""Counts what a crawl does not read, by reason and host."""

from __future__ import annotations

from collections import Counter

from topiccrawl.corpus.unread_counts import PREFIX
from topiccrawl.page.canonical_url import url_key
from topiccrawl.page.unread import Unread
from topiccrawl.priority.recent_keys import RecentKeys
from topiccrawl.storage.rows.admin.page_index import host_of

_SLOTS = 2**17
"""URLs that are remembered; one takes 8 bytes."""
_HOSTS = 10_000
"""Hosts of a reason that are counted one by one; further ones only add to the sum."""
_SHOWN_HOSTS = 50
"""Hosts of a reason that get a counter of their own at the end, those with the most URLs."""
_DETAILS = 50


class UnreadLog:
    """Counts URLs that were not read; each URL counts once for a reason.

    Memory is bounded: of many hundred thousand URLs a few may be counted twice.
    """

    def __init__(self) -> None:
        self._known = RecentKeys(_SLOTS)
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
        if self._known.slot(key) is not None:
            return False
        self._known.add(key)
        self._counts[reason] += 1
        _count(self._hosts[reason], host_of(url), _HOSTS)
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
