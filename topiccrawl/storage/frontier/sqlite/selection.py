"""Selects the links of a frontier to score again, without reading all of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from topiccrawl.storage.frontier.sqlite.batch import StoredLink
from topiccrawl.storage.frontier.sqlite.heads import Host
from topiccrawl.storage.frontier.sqlite.reader import FrontierReader


@dataclass(frozen=True)
class Selection:
    """Conditions that all hold; build with `Selection.of`.

    Attributes:
        host: only links of this host.
        prefix: only links whose URL begins so.
        model_before: only links scored by an older version of the link model than this.
    """

    host: str | None
    prefix: str | None
    model_before: int | None

    @classmethod
    def of(cls, host: str | None, prefix: str | None, model_before: int | None) -> Self:
        """Build conditions of which some may be None; the host may be taken from the prefix.

        Raises:
            ValueError: no condition is given for which there is an index.
        """
        if host is None and prefix is None and model_before is None:
            raise ValueError("to score again: which host, prefix or model version?")
        if host is None and prefix is not None and (host := urlsplit(prefix).hostname) is None:
            raise ValueError(f"{prefix!r} names no host: to score again by a prefix, say which host")
        return cls(host, prefix, model_before)

    def numbers(
        self, reader: FrontierReader, hosts: Mapping[str, Host], chunk: int
    ) -> Iterator[Sequence[int]]:
        """Yield ids of stored links that include all that fit, at most `chunk` at a time."""
        if self.host is None:
            assert self.model_before is not None  # or there would be no condition
            yield from reader.of_older_model(self.model_before, chunk)
        elif self.host in hosts:
            numbers = reader.of_host(hosts[self.host].number)
            for start in range(0, len(numbers), chunk):
                yield numbers[start : start + chunk]

    def fits(self, link: StoredLink) -> bool:
        """Return whether the conditions hold that `numbers` does not check."""
        return (self.prefix is None or link.url.startswith(self.prefix)) and (
            self.model_before is None or link.model < self.model_before
        )
