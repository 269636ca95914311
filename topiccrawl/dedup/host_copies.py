"""Copies within a host: pages whose links were followed from another page of the same host."""

from __future__ import annotations

from urllib.parse import urlsplit

_REMEMBERED = 10_000
"""Number of latest pages of a crawl to compare with."""


class HostCopies:
    """Detects pages that are copies of a page of their own host.

    A trap, such as a path that grows with every click, shows the same text under one new URL after another.
    """

    def __init__(self) -> None:
        # By hash, and URLs as hashes: a description may have kilobytes.
        self._first_copies: dict[int, int] = {}  # of originals on other hosts
        self._described: dict[int, int] = {}  # first page of a host with a description
        self._hosts: set[str | None] = set()

    def may_be_copy(self, url: str, description: str) -> bool:
        """Return whether a page may turn out to be a copy of a page of its host.

        Its host had copies before, or a page with the same title and description.
        """
        return self._was_described(url, description) or urlsplit(url).hostname in self._hosts

    def is_copy(self, url: str, description: str, original: str | None) -> bool:
        """Return whether the links of a page of the same host with the same content were followed before.

        Args:
            url: URL of the page.
            description: its title and meta texts.
            original: URL of the page that it duplicates; None when it is new.
        """
        if original is None:
            return False
        found = self._is_copy_within_host(url, description, original)
        if found:
            self._hosts.add(urlsplit(url).hostname)
        return found

    def _is_copy_within_host(self, url: str, description: str, original: str) -> bool:
        host = urlsplit(url).hostname
        if urlsplit(original).hostname == host:
            return True
        # A copy of a page of another host: the first such page of this host counts as the original.
        return self._was_described(url, description) or _has_other(self._first_copies, (original, host), url)

    def _was_described(self, url: str, description: str) -> bool:
        """Return whether another page of the host had the same title and description."""
        return _has_other(self._described, (urlsplit(url).hostname, description), url)


def _has_other(known: dict[int, int], key: tuple[str | None, str | None], url: str) -> bool:
    """Return whether the first URL of a key is another one; the oldest keys are forgotten."""
    own = hash(url)
    first = known.setdefault(hash(key), own)
    if len(known) > _REMEMBERED:
        del known[next(iter(known))]
    return first != own
