"""What a run did not read, as its counters say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from topiccrawl.page.unread import Unread

PREFIX = "topiccrawl/unread/"
"""Start of the names of counters: `PREFIX + REASON`, `.../hosts`, `.../host/HOST` and `.../how/DETAIL`."""


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
