"""The answer of the frontier's script: URLs by state, and the hosts that come next."""

from __future__ import annotations

import math
import struct
import time
from bisect import insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from topiccrawl.storage.frontier.contract import Counts

_HEAD = struct.Struct(">diH")
_NUMBER_BYTES = 8
_NEWEST = b"\xff" * _NUMBER_BYTES


@dataclass(frozen=True, slots=True, order=True)
class HostHead:
    """The best waiting URL of a host.

    Attributes:
        rank: its negative score.
        number: its order among equal scores.
        host: the host.
        free_at: when the next request may be sent to the host, on `time.monotonic`'s clock; infinite while
            one of its fetches has to end first.
    """

    rank: float
    number: bytes
    host: str
    free_at: float = field(compare=False)


@dataclass(slots=True)
class Outlook:
    """The frontier as the server described it, and what this worker has found since.

    Attributes:
        generation: of the frontier; it changes when the frontier is emptied.
        repeats: URLs pushed with the call that the frontier knew already.
        counts: URLs by state.
        workers: number of workers, those included that died recently.
        given_up: number of hosts that refuse for so long that no worker asks them.
        refusing: number of hosts that have refused any worker since their last answer; some count twice.
        heads: the best hosts, best first.
        complete: whether these are all hosts with waiting URLs that this worker may lease.
        seen_at: time of the answer, on `time.monotonic`'s clock.
    """

    generation: bytes
    repeats: int
    counts: Counts
    workers: int
    given_up: int
    refusing: int
    heads: list[HostHead]
    complete: bool
    seen_at: float

    @classmethod
    def of(cls, reply: Sequence[Any], depth: int) -> Outlook:
        """Read the answer of a script that was asked for `depth` hosts."""
        now = time.monotonic()
        repeats, waiting, leased, done, dead, workers, given_up, refusing = map(int, reply[1].split())
        heads = _heads(reply[2], now)
        on_probation = _heads(reply[3], now)
        complete = max(len(heads), len(on_probation)) < depth
        if on_probation:
            best: dict[str, HostHead] = {}
            for head in sorted(heads + on_probation):
                best.setdefault(head.host, head)
            heads = list(best.values())
        counts = Counts(waiting, leased, done, dead)
        return cls(reply[0], repeats, counts, workers, given_up, refusing, heads, complete, now)

    def add(self, host: str, score: float) -> None:
        """Note a URL that this worker has found; it may become the best of its host."""
        rank, free_at = -score, 0.0
        for place, head in enumerate(self.heads):
            if head.host == host:
                if head.rank <= rank:
                    return
                free_at = head.free_at
                del self.heads[place]
                break
        else:
            if not self.complete and self.heads and self.heads[-1].rank <= rank:
                return  # beyond the hosts of the answer
        insort(self.heads, HostHead(rank, _NEWEST, host, free_at))

    def free(self, host: str) -> None:
        """Note that a fetch has ended: the host may have room."""
        for place, head in enumerate(self.heads):
            if head.host == host and head.free_at == math.inf:
                self.heads[place] = HostHead(head.rank, head.number, host, 0.0)


def _heads(packed: bytes, now: float) -> list[HostHead]:
    heads = []
    place = 0
    while place < len(packed):
        rank, wait, length = _HEAD.unpack_from(packed, place)
        start = place + _HEAD.size + _NUMBER_BYTES
        place += _HEAD.size + length
        free_at = math.inf if wait < 0 else now + wait / 1000
        heads.append(
            HostHead(rank, packed[start - _NUMBER_BYTES : start], packed[start:place].decode(), free_at)
        )
    return heads
