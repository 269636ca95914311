"""Site memory: remove lines that repeat on many pages of a site, its furniture.

From the third page of a host on, lines at the edges of a body are removed if pages with other headlines have
them too, and lines inside a body if nearly every page has them. Formulas (特此通知) are rarely on so many
pages, and a repeated story is recognised by the lines around: both stay.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Protocol

from topiccrawl.extraction.host_lines import HostLines, PageLines, line_hash, page_lines
from topiccrawl.extraction.host_sentences import Woven

logger = logging.getLogger(__name__)

MIN_COUNT = 2
"""Minimum number of other pages with a line for it to be furniture."""

EDGE_SHARE = 0.2
"""Minimum share of a host's pages with a line for it to be furniture at the edge of a body."""

INSIDE_COUNT, INSIDE_SHARE = 6, 0.5
"""Minimum number and share of pages with a line for it to be furniture inside a body."""

SURE_COUNT = 6
"""More than half of a body is removed only if each removed line is on at least this number of other pages."""

MAX_HOSTS = 256
"""Maximum number of hosts in memory, up to about 200 KB each."""

SAVE_EVERY = 16
"""Number of pages of a host after which its counts are saved."""

MOST_UNSAVED = 64
"""Maximum number of unsaved pages of a host while the store is unavailable; older ones are dropped."""


class StoreAwayError(Exception):
    """The store of the counts is temporarily unavailable."""


class SiteMemoryStore(Protocol):
    """Store of the counts of all hosts, shared by processes and kept over restarts.

    Both methods raise `StoreAwayError` while the store is unavailable.
    """

    def load(self, host: str) -> bytes | None:
        """Return the stored counts of a host, None when there are none."""

    def update(self, host: str, change: Callable[[bytes | None], bytes]) -> bytes:
        """Replace the stored counts by `change` of them, atomically, and return the new ones.

        `change` has no side effects; it is called again when another process was faster.
        """


class MemoryStore:
    """Store of counts in memory."""

    def __init__(self) -> None:
        self._stored: dict[str, bytes] = {}

    def load(self, host: str) -> bytes | None:
        """Return the counts of a host, see `SiteMemoryStore`."""
        return self._stored.get(host)

    def update(self, host: str, change: Callable[[bytes | None], bytes]) -> bytes:
        """Change the counts of a host, see `SiteMemoryStore`."""
        self._stored[host] = change(self._stored.get(host))
        return self._stored[host]


class SiteMemory:
    """Counts the lines of a crawl's pages by host and removes repeated ones.

    A worker counts its own pages at once, and those of other workers when it saves a host: after `SAVE_EVERY`
    pages, or when more than `max_hosts` hosts are in memory. A killed process loses the counts of the few
    pages it had not saved. While the store is unavailable, counts stay in memory.

    Args:
        store: store of the counts.
        max_hosts: maximum number of hosts in memory.
    """

    def __init__(self, store: SiteMemoryStore, max_hosts: int = MAX_HOSTS) -> None:
        self._store = store
        self._max_hosts = max_hosts
        self._hosts: OrderedDict[str, HostLines] = OrderedDict()
        self._unsaved: dict[str, list[PageLines]] = {}
        self._stored: dict[str, int] = {}  # hash of what was last read or saved of each host

    def strip(self, host: str, title: str, text: str) -> str:
        """Return a body without the lines repeated on pages of its host; see `read`."""
        return self.read(host, title, text)[0]

    def read(self, host: str, title: str, text: str) -> tuple[str, Woven]:
        """Return a body without the lines repeated on pages of its host, and count its lines and sentences.

        Whether the body is woven from sentences of other pages of its host is returned, too.

        Args:
            host: host of the page.
            title: headline of the page.
            text: body of the page, one paragraph per line.
        """
        lines = text.splitlines()
        page = page_lines(title, lines)
        if not page.lines:
            return text, Woven.NO
        known = self._known(host)
        taken = repeated_lines(known, page.story, lines)
        woven = known.add(page)
        self._unsaved.setdefault(host, []).append(page)
        if len(self._unsaved[host]) >= SAVE_EVERY:
            self._save(host)
        if any(taken):
            text = "\n".join(line for line, off in zip(lines, taken, strict=True) if not off)
        return text, woven

    def asks_store(self, host: str) -> bool:
        """Return whether `read` will load or save the counts of a host."""
        return host not in self._hosts or len(self._unsaved.get(host, ())) + 1 >= SAVE_EVERY

    def save(self) -> None:
        """Save all unsaved counts, as at the end of a crawl."""
        for host in list(self._unsaved):
            self._save(host)

    def _known(self, host: str) -> HostLines:
        if host not in self._hosts:
            self._hosts[host] = self._loaded(host)
            if len(self._hosts) > self._max_hosts:
                oldest = next(iter(self._hosts))
                self._save(oldest)
                del self._hosts[oldest]
                self._stored.pop(oldest, None)
        self._hosts.move_to_end(host)
        return self._hosts[host]

    def _loaded(self, host: str) -> HostLines:
        try:
            stored = self._store.load(host)
        except StoreAwayError as error:
            logger.warning("the site memory of %s cannot be read: %s", host, error)
            return HostLines()
        self._stored[host] = hash(stored)
        return _read(host, stored)

    def _save(self, host: str) -> None:
        pages = self._unsaved.pop(host, [])
        if not pages:
            return

        known = lines = self._hosts[host]

        def with_own_pages(stored: bytes | None) -> bytes:
            nonlocal lines
            if hash(stored) == self._stored.get(host):  # no other process saved since: the pages are counted
                lines = known
            else:
                lines = _read(host, stored)
                for page in pages:
                    lines.add(page)
            return lines.to_bytes()

        try:
            stored = self._store.update(host, with_own_pages)
        except StoreAwayError as error:
            logger.warning("the site memory of %s cannot be saved now: %s", host, error)
            self._unsaved[host] = pages[-MOST_UNSAVED:]
        else:
            self._hosts[host], self._stored[host] = lines, hash(stored)


def repeated_lines(known: HostLines, story: int, lines: Sequence[str]) -> list[bool]:
    """Return for each line of a body whether it is furniture of the host.

    Args:
        known: counts of the lines of other pages of the host.
        story: hash of the page's title, as in `PageLines`.
        lines: lines of the body.
    """
    from topiccrawl.extraction.article import furniture  # here: a crawl starts without it

    squeezed = [furniture.squeeze(line) for line in lines]
    taken = [False] * len(lines)
    if known.pages < MIN_COUNT:
        return taken
    counts = [known.count(line_hash(line), story) if line else 0 for line in squeezed]
    edge = max(MIN_COUNT, EDGE_SHARE * known.pages)
    inside = max(INSIDE_COUNT, INSIDE_SHARE * known.pages)
    for order in (range(len(lines)), range(len(lines) - 1, -1, -1)):
        for index in order:
            if counts[index] >= edge:
                taken[index] = True
            elif not furniture.is_template(squeezed[index]):  # `clean` removes these anyway
                break
    taken = [off or count >= inside for off, count in zip(taken, counts, strict=True)]
    off = [index for index, gone in enumerate(taken) if gone]
    most = 2 * sum(len(squeezed[index]) for index in off) > sum(map(len, squeezed))
    if most and any(counts[index] < SURE_COUNT for index in off):
        return [False] * len(lines)
    return taken


def _read(host: str, stored: bytes | None) -> HostLines:
    """Return the counts of a host; empty when there are none, or when they are damaged."""
    if stored is None:
        return HostLines()
    try:
        return HostLines.from_bytes(stored)
    except ValueError as error:  # new pages restore the counts
        logger.warning("the site memory of %s is damaged and starts again: %s", host, error)
        return HostLines()
