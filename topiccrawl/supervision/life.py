"""What a worker is told of the workers before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from topiccrawl.storage.frontier.contract import Inheritance
from topiccrawl.supervision.stopwatch import Frozen


@dataclass(frozen=True, slots=True)
class Life:
    """One worker of a crawl, the first or one that goes on for one that died.

    Attributes:
        number: 1 for the first worker.
        inherited: what its frontier has to know.
        blamed: keys of all pages that froze a worker of this crawl, with the reasons: a frontier whose links
            were not written when its worker was killed finds them anew.
        frozen: pages that froze a worker and that no frontier was told of yet.
        resumed: whether the frontier of this crawl was opened before: it must not be emptied again.
        responses: responses of the workers before.
        items: items that they stored.
        seconds: since the crawl began.
    """

    number: int = 1
    inherited: Inheritance = field(default_factory=Inheritance)
    blamed: Mapping[bytes, str] = field(default_factory=dict)
    frozen: tuple[Frozen, ...] = ()
    resumed: bool = False
    responses: int = 0
    items: int = 0
    seconds: float = 0.0
