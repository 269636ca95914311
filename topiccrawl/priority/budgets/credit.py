"""A budget for each group of pages whose URLs have the form of a trap."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from urllib.parse import urlsplit

from topiccrawl.page.url_forms import are_twin_hosts
from topiccrawl.priority.budgets.traps import (
    COMMENTS,
    GROWING,
    LISTS,
    ORDERS,
    SESSION,
    USERS,
    counted_group,
    trap_group,
    without_visit,
)
from topiccrawl.priority.recent_keys import Latest, LatestCounts

_GROUPS = 10_000
SPAM = "spam "
"""Start of the groups of hosts with spam."""
_BARREN = "barren "
"""Start of the groups that are counted on and bring nothing."""
_PARTS = " parts"
"""End of the groups of the further parts of lists."""
_OF_PAGE, _OF_ARTICLE = 1, 4
"""Empty pages that an index or a text pays for, and a new article: some days of an archive have none."""
_SPAM_PAGES = 2
"""Pages of spam from which on a host is such a group."""
_JUDGED_PAGES = 20
"""Judged pages from which on a host is no longer new: a woven page shows only beside others."""
_COPIES = 2
"""Copies under another session from which on URLs of a group are compared without their sessions."""


class Trust(Enum):
    """What is known of a host."""

    SUSPECT = 0
    """It has spam."""
    NEW = 1
    """Few pages of it were judged."""
    JUDGED = 2
    """Some pages were judged, and it has no spam, or has more good pages."""


@dataclass(slots=True)
class _Credit:
    """The remaining pages of a group, as of a number of pages of the crawl."""

    left: float
    at: int


class TrapBudgets:
    """Lets each group of suspicious URLs fetch a few pages, and more for each page that was worth it.

    A group begins with a credit of some pages. Each page costs one. A page that is kept and new pays back its
    own cost and earns one more, for its own group and that of the page that links to it, up to the credit of
    the beginning. Groups without credit get one page back for every `again` pages of the crawl, so that they
    can recover. Paths that grow have half as much at first; users, forms and other orders of a
    forum a quarter, and no page pays for the order that led to it.

    Three kinds of groups are found by content. Addresses that count days or choices are one once as many of
    their pages as a group may fetch at first brought nothing; a text or a new article pays for some of them.
    The pages of a host that show the same text under different URLs (soft 404s) are one group. A host that
    repeats the pages of another host under the same paths, as often as a group may fetch pages at first, is a
    mirror, and all its pages are one group; twins such as `www.a.cn` and `a.cn` are none. So are the pages of
    a host with several pages of spam, most of those that were judged. The first and the last begin without a
    credit.

    Args:
        start: pages that a group may fetch at first, and its highest credit; 0: no limits.
        again: pages of the crawl after which each group gets one more.

    Attributes:
        refused: number of URLs that each group could not fetch.
    """

    def __init__(self, start: int = 8, again: int = 100) -> None:
        self._start, self._again = start, again
        self._credits: Latest[str, _Credit] = Latest(_GROUPS)
        # By a URL in flight, the group of the page that links to it.
        self._parents: Latest[str, str] = Latest(_GROUPS)
        self._pages = 0
        self._titles: LatestCounts[tuple[str, str]] = LatestCounts(_GROUPS)
        self._mirrored: Counter[str] = Counter()  # pages that a host has repeated
        self._repeated: Counter[str] = Counter()  # pages of a host that others have repeated
        self._mirrors: set[str] = set()
        self._spam: LatestCounts[str] = LatestCounts(_GROUPS)  # by host, spam less pages that were kept
        self._barren: LatestCounts[str] = LatestCounts(_GROUPS)  # pages that brought nothing, less others
        self._sources: Latest[str, None] = Latest(_GROUPS)  # URLs that counted for such groups
        self._judged: OrderedDict[str, int] = OrderedDict()  # pages by host, without its port
        self._suspects: set[str] = set()
        # Whether a page was kept, by its URL without its session.
        self._visits: Latest[str, bool] = Latest(_GROUPS)
        # By group; far below 0 where such URLs are different pages.
        self._copies: LatestCounts[str] = LatestCounts(_GROUPS)
        self.refused: LatestCounts[str] = LatestCounts(_GROUPS)

    def take(self, url: str, parent_url: str = "", *, part: bool = False) -> bool:
        """Return whether a URL may be fetched now, and count it if it may.

        Args:
            url: the URL.
            parent_url: the page that links to it.
            part: whether it is the next part of a list: those of a list with filters have a credit of their
                own, as they wait until its filters have used up theirs.
        """
        if not self._start:
            return True
        if (parent := self.group_of(parent_url)) and not parent.startswith((SPAM, ORDERS)):
            self._parents[url] = parent
        group = self.group_of(url)
        if part and group.startswith(LISTS):
            group += _PARTS
        return not group or (
            self._spend_visit(group, url) if group.startswith(SESSION) else self._spend(group)
        )

    def take_text(self, url: str, title: str, text_key: Callable[[], str]) -> bool:
        """Return whether another page of a host may show a text, and count it if it may.

        Args:
            url: of the page.
            title: of the page; texts are compared once a host has shown a title often.
            text_key: returns the same for all pages with this text.
        """
        if not self._start:
            return True
        host = _host(url)
        self._titles[host, title] += 1
        if self._titles[host, title] <= self._start:
            return True
        return self._spend(f"same text {host} {text_key()}")

    def copied(self, url: str, original_url: str) -> None:
        """Record that a page repeats that of another host; under the same path it may be a mirror."""
        if (group := self.group_of(url)).startswith(SESSION):
            self._copies[group] += self._visits.get(without_visit(url), False)
        parts, original = urlsplit(url), urlsplit(original_url)
        host, other = parts.netloc.lower(), original.netloc.lower()
        is_same = (parts.path, parts.query) == (original.path, original.query)
        # If two hosts that repeat each other were mirrors, at once or in turns, what they have would be lost:
        # of a page, one would refuse the link now and the other later. Names of a site share their keys once
        # that is learned (`dedup/url_habits.py`): a link that one refuses would not be found at the other.
        if are_twin_hosts(host, other) or other in self._mirrors:
            return
        if len(parts.path) > 1 and is_same:
            self._mirrored[host] += 1
            self._repeated[other] += 1
            if self._mirrored[host] >= max(self._start, self._repeated[host] + 1):
                self._mirrors.add(host)

    def is_spam(self, url: str) -> None:
        """Record that a page is spam."""
        host = _host(url)
        self._spam[host] += 1
        self._suspects.add(host.partition(":")[0])

    def is_barren(self, url: str) -> None:
        """Record that a page has no text of its own."""
        if group := counted_group(url)[0]:
            self._barren[group] += 1

    def bears(self, url: str, link_url: str = "", parent_url: str = "") -> None:
        """Record that a page has a text, or a link that the crawl has not visited, to an article or a day.

        Links within the group of the page, as from day to day of a calendar, count only from a year down to
        its months, or from a month to its days, unless another month led there: calendars go on like that.

        Args:
            url: of the page.
            link_url: of the link, which leads to the same site; empty for a text.
            parent_url: that led to the page.
        """
        own, other = counted_group(url), counted_group(link_url)
        group, is_within = own[0], own[0] == other[0]
        if not group or (is_within and (other[1] <= own[1] or counted_group(parent_url) == own)):
            return
        source = url if is_within else link_url
        if source in self._sources:
            return
        paid = _OF_ARTICLE if link_url and not is_within else _OF_PAGE
        self._barren[group] = max(-self._start, self._barren[group] - paid)
        if source:
            self._sources[source] = None

    def group_of(self, url: str) -> str:
        """Return the group that a URL is in; empty for most."""
        if not self._start:
            return ""
        host = _host(url)
        if self._spam[host] >= _SPAM_PAGES:
            return SPAM + host
        if (group := counted_group(url)[0]) and self._barren[group] >= self._start:
            return _BARREN + group
        if group := trap_group(url):
            return group
        return f"mirror {host}" if host in self._mirrors else ""

    def _spend_visit(self, group: str, url: str) -> bool:
        """Spend on a URL that names a visit: those that may be copies have a credit of their own."""
        plain = without_visit(url)
        if plain not in self._visits:
            self._visits[plain] = False
            return self._spend(group)
        if self._visits[plain] and self._copies[group] >= _COPIES:
            self.refused[group] += 1
            return False
        return self._spend(f"{group} again")

    def _spend(self, group: str) -> bool:
        credit = self._credit(group)
        if credit.left < 1:
            self.refused[group] += 1
            return False
        credit.left -= 1
        return True

    def trust(self, host: str) -> Trust:
        """Return what is known of a host, given without its port."""
        if host in self._suspects:
            return Trust.SUSPECT
        is_known = not self._start or self._judged.get(host, 0) >= _JUDGED_PAGES
        return Trust.JUDGED if is_known else Trust.NEW

    def finished(self, url: str = "", *, judged: bool = False) -> None:
        """Count a page of the crawl.

        Args:
            url: its URL.
            judged: whether its text was judged.
        """
        self._pages += 1
        if judged:
            host = _host(url)
            name = host.partition(":")[0]
            self._judged[name] = self._judged.pop(name, 0) + 1
            (self._suspects.add if self._spam[host] > 0 else self._suspects.discard)(name)
            if len(self._judged) > _GROUPS:
                self._suspects.discard(self._judged.popitem(last=False)[0])

    def kept(self, url: str) -> None:
        """Reward the groups of a page that was kept and new, and of the page that led to it."""
        if (host := _host(url)) in self._spam:
            self._spam[host] = max(-_SPAM_PAGES, self._spam[host] - 1)
        groups = {(own := self.group_of(url)), self._parents.pop(url, "")} - {""}
        if own.startswith(SESSION):
            if self._visits.get(plain := without_visit(url)):
                self._copies[own] = -_GROUPS  # what looks like a session is the id of a page
            self._visits[plain] = True
            groups.add(f"{own} again")
        groups |= {parts for group in groups if (parts := group + _PARTS) in self._credits}
        for group in groups:
            credit = self._credit(group)
            credit.left = min(self._start, credit.left + 2)

    def parked(self) -> list[str]:
        """Return the groups that were refused a page and have no credit."""
        return [group for group in self.refused if group in self._credits and self._credit(group).left < 1]

    def _credit(self, group: str) -> _Credit:
        credit = self._credits.get(group)
        if credit is None:
            start = 0.0 if group.startswith((SPAM, _BARREN)) else float(self._start)
            start = start / 2 if group.startswith(GROWING) else start
            is_poor = group.startswith((USERS, COMMENTS, ORDERS)) and not group.endswith(_PARTS)
            start = start / 4 if is_poor else start
            credit = self._credits[group] = _Credit(start, self._pages)
        credit.left = min(self._start, credit.left + (self._pages - credit.at) / self._again)
        credit.at = self._pages
        return credit


def _host(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:  # a bracket that is not an IPv6 address
        return ""
