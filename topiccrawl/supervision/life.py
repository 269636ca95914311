"""What a worker knows about the workers before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from topiccrawl.storage.frontier.contract import Inheritance
from topiccrawl.supervision.stopwatch import Frozen

MOST_FROZEN = 3
"""Pages of a host that may freeze workers of a crawl."""


@dataclass(frozen=True, slots=True)
class Life:
    """One worker of a crawl: the first, or one that replaces a dead worker.

    Attributes:
        number: 1 for the first worker.
        inherited: what its frontier must know about the dead worker.
        blamed: keys of all pages that froze a worker of this crawl, with the reasons; a link that was not
            written before its worker was killed may be found again.
        freezing: number of pages that froze a worker of this crawl, by host.
        frozen: pages that froze a worker and are not dead letters in the frontier yet.
        resumed: whether the frontier of this crawl was opened before and must not be emptied again.
        responses: responses that earlier workers received.
        items: items that they stored.
        errors: errors that their callbacks raised.
        seconds: since the start of the crawl.
    """

    number: int = 1
    inherited: Inheritance = field(default_factory=Inheritance)
    blamed: Mapping[bytes, str] = field(default_factory=dict)
    freezing: Mapping[str, int] = field(default_factory=dict)
    frozen: tuple[Frozen, ...] = ()
    resumed: bool = False
    responses: int = 0
    items: int = 0
    errors: int = 0
    seconds: float = 0.0

    def why_dead(self, key: bytes, host: str) -> str | None:
        """Return why a page is not requested any more: it, or several pages of its host, froze workers."""
        if self.freezing.get(host, 0) >= MOST_FROZEN:
            return self.blamed.get(key, f"{MOST_FROZEN} pages of its host froze workers")
        return self.blamed.get(key)
