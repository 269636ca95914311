"""Messages between a worker and the Redis server: steps that wait to be sent, answers, states of URLs."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from topiccrawl.errors import DatabaseAwayError
from topiccrawl.storage.frontier.contract import Counts, Entry, State
from topiccrawl.storage.frontier.known_keys import Known, KnownKeys, score_of_known, state_of_known
from topiccrawl.storage.redis.outlook import Outlook
from topiccrawl.storage.redis.worker import Argument, RedisWorker

Step = tuple[str, bytes, *tuple[Argument, ...]]
"""Name of a step of `step.lua`, the URL key (or host) it is about, and its other arguments."""

NO_GRANT = ("", 0, "")
"""Arguments of `step.lua` that ask for no lease."""

_STEPS_A_CALL = 300
_BYTES_A_CALL = 2**20
_STEPS_WAITING = 100
"""Steps that are sent without waiting for the next lease."""
_FRESH = 0.1
"""Seconds for which an answer needs no refreshing."""
_ENDS = frozenset(("done", "dead", "release", "again", "failed"))
"""Steps that end a lease."""


class Exchange:
    """Sends steps in the order in which they were added, and keeps the server's newest answer.

    States and scores of URLs come from the steps that wait to be sent, the worker's cache, or the server.

    Args:
        worker: this worker on the server.
        known: cache of the states of URLs; cleared when the server may have forgotten something.
        held: keys of the URLs that this worker holds; kept up to date by the caller.
        depth: hosts that the server describes in an answer.

    Attributes:
        outlook: the newest answer.
        depth: hosts that the server describes in an answer; may be changed.
        generation: of the frontier; it changes when the frontier is emptied.
        repeats: pushes that looked new here while another worker had made them already.
    """

    outlook: Outlook

    def __init__(self, worker: RedisWorker, known: KnownKeys, held: Collection[bytes], depth: int) -> None:
        self.depth = depth
        self.generation = b""
        self.repeats = 0
        self._worker = worker
        self._known = known
        self._held = held
        self._outbox: list[Step] = []
        self._new: dict[bytes, float] = {}
        self._missing: tuple[bytes, bytes] | None = None
        """Generation and key of the last URL that the server did not know."""
        self._interruptions = 0
        self._step()

    def __len__(self) -> int:
        """How many steps wait to be sent."""
        return len(self._outbox)

    @property
    def is_fresh(self) -> bool:
        """Whether the newest answer is recent and the server was not away since."""
        return (
            self._interruptions == self._worker.interruptions
            and time.monotonic() - self.outlook.seen_at < _FRESH
        )

    @property
    def counts(self) -> Counts:
        """URLs by state, with those that wait to be sent."""
        return self.outlook.counts + Counts(waiting=len(self._new))

    def new_score(self, key: bytes) -> float | None:
        """Return the score of a URL that waits to be sent and may be new to the server; None for others."""
        return self._new.get(key)

    def put(self, key: bytes, known: Known) -> None:
        """Remember the new state or score of a URL."""
        self._missing = None
        self._known.put(key, known)

    def local(self, key: bytes) -> Known | None:
        """Return what this worker knows of a URL; None when it would have to ask the server."""
        known = self._known.get(key)
        return self._new.get(key) if known is None else known

    def score(self, key: bytes) -> float | None:
        """Return the score of a URL that waits; None for others, and for what this worker does not know."""
        return score_of_known(self.local(key))

    def state(self, key: bytes) -> State | None:
        """Return the state of a URL; None if it is new, or if the server is needed and away."""
        known = self.local(key)
        if known is not None:
            return state_of_known(known)
        if self._knows_all or self._missing == (self.generation, key) or self._worker.is_away:
            return None
        try:
            known_keys = self._worker.key("dupefilter")
            record: Any = self._worker.ask(lambda: self._worker.client.hget(known_keys, key))
        except DatabaseAwayError:
            return None
        if record is None:
            # A scheduler asks for the state of a new URL and pushes it at once: one look-up serves both.
            self._missing = self.generation, key
            return None
        state, _, _, score, _ = record.split(b"|", 4)
        found = State(int(state))
        self._known.put(key, float(score) if found is State.WAITING else found)
        return found

    @property
    def _knows_all(self) -> bool:
        """Whether a URL that is not known here is new: this worker is alone and remembers all URLs."""
        counts = self.counts
        in_all = counts.waiting + counts.leased + counts.done + counts.dead
        return self.outlook.workers == 1 and not self._known.forgot and len(self._known) == in_all

    def add(self, step: Step, *, new_score: float | None = None) -> None:
        """Add a step to those that wait; `new_score` is that of a URL which may be new to the server."""
        self._outbox.append(step)
        if new_score is not None:
            self._new[step[1]] = new_score

    def rescore(self, key: bytes, score: float) -> None:
        """Add a step that gives a waiting URL a new score."""
        self._outbox.append(("rescore", key, repr(score)))
        self.outlook.seen_at = -math.inf  # the URL's host is not known here, nor its best URL now
        if key in self._new:
            self._new[key] = score

    def sync(self) -> bool:
        """Send what waits; return whether the server has all of it."""
        if not self._worker.is_away and self._outbox:
            with contextlib.suppress(DatabaseAwayError):
                self.send()
        return not self._outbox

    def sync_if_many(self) -> None:
        """Send what waits, if it is too much to wait for the next lease."""
        if len(self._outbox) >= _STEPS_WAITING:
            self.sync()

    def send(self, grant: tuple[str, int, str] = NO_GRANT) -> Sequence[Any]:
        """Send what waits, in calls of bounded size, and ask for a lease with the last one.

        Args:
            grant: host, milliseconds until its next fetch, and the rank that is expected there.

        Returns:
            What was granted.
        """
        if self._interruptions != self._worker.interruptions:
            self._repair()
        while True:
            steps = _steps_of_a_call(self._outbox)
            if steps == len(self._outbox):
                return self._step(steps, grant)
            self._step(steps)

    def _step(self, steps: int = 0, grant: tuple[str, int, str] = NO_GRANT) -> Sequence[Any]:
        """Send the first steps and read the answer; return what was granted."""
        arguments = (argument for step in self._outbox[:steps] for argument in step)
        reply = self._worker.run("step", self.depth, *grant, self.generation, *arguments)
        for _, key, *_ in self._outbox[:steps]:
            self._new.pop(key, None)
        del self._outbox[:steps]
        self.outlook = Outlook.of(reply, self.depth)
        self.repeats += self.outlook.repeats
        if self.outlook.generation != self.generation:
            self._known.clear()
            self.generation = self.outlook.generation
        granted: Sequence[Any] = reply[4]
        return granted

    def _repair(self) -> None:
        """Make up for what the server may have forgotten, and for answers that did not arrive.

        A server may come back as it was seconds ago, and then it does not know the links found since; their
        pages are still leased there, as it does not know the end of these leases either. Such leases are
        released, and the pages are fetched again. The same goes for leases that were granted when the
        connection broke.
        """
        seen = self._worker.interruptions
        leases = self._worker.key(f"leases:{self._worker.name}")
        there: Any = self._worker.ask(lambda: self._worker.client.hkeys(leases))
        settled = {step[1] for step in self._outbox if step[0] in _ENDS}
        self._outbox += [("release", key) for key in there if key not in self._held and key not in settled]
        self._known.clear()
        self._interruptions = seen


def entry_step(name: str, entry: Entry[bytes]) -> Step:
    """Return the step that sends an entry.

    Raises:
        ValueError: the entry cannot be sent; on the server it would hold up every later step.
    """
    if not math.isfinite(entry.score) or "\n" in entry.url:
        raise ValueError(f"no entry of a frontier: {entry.url[:200]!r} with score {entry.score}")
    link = f"{entry.url}\n{entry.why}".encode()
    return name, entry.key, entry.host.encode(), repr(float(entry.score)), entry.payload, link


def _steps_of_a_call(outbox: Iterable[Step]) -> int:
    """Return how many of the first steps go into one call."""
    size = count = 0
    for step in outbox:
        size += sum(len(part) for part in step if isinstance(part, (str, bytes)))
        if count and (count >= _STEPS_A_CALL or size > _BYTES_A_CALL):
            break
        count += 1
    return count
