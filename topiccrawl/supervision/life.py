"""What a worker is told of the workers before it."""

from __future__ import annotations

from dataclasses import dataclass, field

from topiccrawl.storage.frontier import Inheritance
from topiccrawl.supervision.stopwatch import Frozen


@dataclass(frozen=True, slots=True)
class Life:
    """One worker of a crawl, the first or one that goes on for one that died.

    Attributes:
        number: 1 for the first worker.
        inherited: what its frontier has to know.
        frozen: pages that froze a worker and that no frontier was told of yet.
        resumed: whether the frontier of this crawl was opened before: it must not be emptied again.
        responses: responses of the workers before.
        items: items that they stored.
        seconds: since the crawl began.
    """

    number: int = 1
    inherited: Inheritance = field(default_factory=Inheritance)
    frozen: tuple[Frozen, ...] = ()
    resumed: bool = False
    responses: int = 0
    items: int = 0
    seconds: float = 0.0
