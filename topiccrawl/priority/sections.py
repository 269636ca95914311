"""How many pages were visited and accepted in each section of a host, as bounded counts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import nsmallest
from typing import NamedTuple
from urllib.parse import urlsplit

SECTIONS = 5000
"""Maximum number of sections that are counted."""
HOST_LENGTH = 255
"""Maximum number of characters of a host; longer ones are cut."""
DIRECTORY_LENGTH = 64
"""Maximum number of characters of a directory; longer ones are cut."""

_DIGITS = re.compile("[0-9]+")
_KEPT_WHEN_FULL = 0.9


class Section(NamedTuple):
    """A host and the first directory of a path on it, where a site keeps pages of one kind.

    Attributes:
        host: the host, in lower case.
        directory: the first directory with each run of digits as one 0; empty for pages beside the home page.
    """

    host: str
    directory: str


class VisitCounts(NamedTuple):
    """Numbers of pages.

    Attributes:
        accepted: pages that were accepted into the corpus.
        visited: pages that were judged, accepted ones included.
    """

    accepted: int
    visited: int


@lru_cache(maxsize=4096)
def section_of(url: str) -> Section:
    """Return the section of a URL.

    >>> section_of("http://news.example.cn/dangjian/2021/0701/1.html")
    Section(host='news.example.cn', directory='dangjian')
    >>> section_of("http://news.example.cn/20210701/1.html")
    Section(host='news.example.cn', directory='0')
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").rstrip(".")
    except ValueError:  # a bracket that is not an IPv6 address
        return Section("", "")
    first, slash, _ = parts.path.lstrip("/").partition("/")
    # Dates are directories on many sites. As directories of their own they would never be seen twice.
    directory = _DIGITS.sub("0", first) if slash else ""
    host = host.encode("ascii", "backslashreplace").decode()
    directory = directory.encode("utf-8", "replace").decode()
    return Section(host[:HOST_LENGTH], directory[:DIRECTORY_LENGTH])


class SectionCounts:
    """Pages visited and accepted, by section and by host.

    When there are too many sections, a tenth of them is dropped: those with the fewest visits.

    Args:
        capacity: maximum number of sections.
    """

    def __init__(self, capacity: int = SECTIONS) -> None:
        self._capacity = capacity
        self._sections: dict[Section, VisitCounts] = {}
        self._hosts: dict[str, VisitCounts] = {}
        self.total = VisitCounts(0, 0)

    def __len__(self) -> int:
        return len(self._sections)

    def __iter__(self) -> Iterator[tuple[Section, VisitCounts]]:
        return iter(self._sections.items())

    def add(self, section: Section, counts: VisitCounts) -> None:
        """Add pages of a section."""
        self._sections[section] = _sum(self.of_section(section), counts)
        self._hosts[section.host] = _sum(self.of_host(section.host), counts)
        self.total = _sum(self.total, counts)
        if len(self._sections) > self._capacity:
            surplus = len(self._sections) - int(_KEPT_WHEN_FULL * self._capacity)
            for rare, _ in nsmallest(surplus, self._sections.items(), key=lambda item: item[1].visited):
                self._drop(rare)

    def update(self, counts: Iterable[tuple[Section, VisitCounts]]) -> None:
        """Add pages of several sections."""
        for section, more in counts:
            self.add(section, more)

    def of_section(self, section: Section) -> VisitCounts:
        """Return the pages of a section."""
        return self._sections.get(section, VisitCounts(0, 0))

    def of_host(self, host: str) -> VisitCounts:
        """Return the pages of a host."""
        return self._hosts.get(host, VisitCounts(0, 0))

    def _drop(self, section: Section) -> None:
        dropped = self._sections.pop(section)
        negative = VisitCounts(-dropped.accepted, -dropped.visited)
        self.total = _sum(self.total, negative)
        self._hosts[section.host] = _sum(self._hosts[section.host], negative)
        if not self._hosts[section.host].visited:
            del self._hosts[section.host]


def _sum(one: VisitCounts, other: VisitCounts) -> VisitCounts:
    return VisitCounts(one.accepted + other.accepted, one.visited + other.visited)
