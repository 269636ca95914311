"""A view of the frontier on a Redis server, also while a crawl runs."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import redis
from redis.commands.core import Script

from topiccrawl.errors import StorageError
from topiccrawl.storage.frontier.contract import WAITED_FOR, Counts, State
from topiccrawl.storage.frontier.view import FrontierLink, is_of_reason
from topiccrawl.storage.redis.connection import call_redis, server_name
from topiccrawl.storage.redis.worker import script_text

_PAGE = 100
_KEYS_A_CALL = 1000


class RedisFrontierView:
    """See `FrontierView`.

    Args:
        client: of the server; closed with the view.
        prefix: of the crawl's keys.

    Raises:
        StorageError: the server cannot be used, or has no such frontier.
    """

    def __init__(self, client: redis.Redis, prefix: str) -> None:
        self._client: Any = client
        self._prefix = prefix
        try:
            if not self._ask("EXISTS", self._key("counts")):
                raise StorageError(
                    "{server} has no frontier {prefix!r}", server=server_name(client), prefix=prefix
                )
        except StorageError:
            self.close()
            raise

    def counts(self) -> Counts:
        values = self._ask("HMGET", self._key("counts"), "waiting", "leased", "done", "dead")
        return Counts(*(int(value or 0) for value in values))

    def hosts(self, most: int) -> list[tuple[str, Counts]]:
        found: dict[str, list[int]] = {}
        for name, value in self._all("counts_of_hosts"):
            state, host = int(name[:1]), name[1:].decode()
            found.setdefault(host, [0] * len(State))[state] = int(value)
        best = heapq.nsmallest(most, found.items(), key=lambda one: (-one[1][State.WAITING], one[0]))
        return [(host, Counts(*counts)) for host, counts in best]

    def top(self, most: int) -> list[FrontierLink]:
        queues = [
            self._waiting(f"{queue}:{member[8:].decode()}")
            for queue in ("requests", "probation")
            for member in self._ask("ZRANGE", self._key(queue), 0, most - 1)
        ]
        best = islice(heapq.merge(*queues), most)
        return [link for _, link in self._links([member[8:] for _, member in best])]

    def newest(self, most: int) -> list[FrontierLink]:
        workers = self._ask("ZRANGE", self._key("workers"), 0, -1)
        held = [key for worker in workers for key, _ in self._all(f"leases:{worker.decode()}")]
        visited = [link for _, link in self._links(held[:most]) if link.state is State.LEASED]
        return [*visited, *self.top(most - len(visited))] if len(visited) < most else visited

    def dead(self, most: int, *, reason: str = "", host: str = "") -> list[FrontierLink]:
        found = [
            (number, link)
            for number, link in self._links(list(dict(self._all("dead"))))
            if is_of_reason(link, reason) and host in ("", link.host)
        ]
        return [link for _, link in sorted(found, key=lambda one: one[0])[:most]]

    def find(self, key: bytes) -> FrontierLink | None:
        for _, link in self._links([key]):
            return replace(link, payload=self._ask("HGET", self._key("payloads"), key))
        return None

    def requeue(self, keys: Iterable[bytes] | None = None) -> int:
        script = Script(self._client, script_text("frontier", "requeue"))
        chosen: tuple[str | bytes, ...] = ("all",) if keys is None else ("these", *keys)
        return int(call_redis(self._client, lambda: script([self._prefix], ["", 0, 0, 0, *chosen])))

    def close(self) -> None:
        self._client.close()

    def _key(self, name: str) -> str:
        return f"{self._prefix}:{name}"

    def _ask(self, *command: Any) -> Any:
        return call_redis(self._client, lambda: self._client.execute_command(*command))

    def _all(self, name: str) -> Iterator[tuple[bytes, bytes]]:
        """Yield the fields and values of a hash; one may come twice while the hash changes."""
        place: Any = 0
        while True:
            place, page = self._ask("HSCAN", self._key(name), place, "COUNT", _KEYS_A_CALL)
            yield from page.items()
            if int(place) == 0:
                return

    def _waiting(self, queue: str) -> Iterator[tuple[float, bytes]]:
        """Yield ranks and members of a host's queue, best first."""
        start = 0
        while page := self._ask("ZRANGE", self._key(queue), start, start + _PAGE - 1, "WITHSCORES"):
            # Pairs in the newer protocol of Redis, one flat list in the older one.
            flat = isinstance(page[0], bytes)
            for member, rank in zip(page[::2], page[1::2], strict=True) if flat else page:
                yield float(rank), member
            start += _PAGE

    def _links(self, keys: Sequence[bytes]) -> list[tuple[int, FrontierLink]]:
        """Return known URLs with their numbers; unknown ones are left out."""
        found = []
        for start in range(0, len(keys), _KEYS_A_CALL):
            some = keys[start : start + _KEYS_A_CALL]
            columns = [self._ask("HMGET", self._key(name), *some) for name in ("dupefilter", "links", "dead")]
            for key, record, link, reason in zip(some, *columns, strict=True):
                if record is None:
                    continue
                code, before, number, score, host = record.split(b"|", 4)
                url, _, why = (link or b"").decode().partition("\n")
                state, told = State(int(code)), None if reason is None else reason.decode()
                attempts = _attempts(float(before), state)
                one = FrontierLink(key, url, host.decode(), float(score), state, attempts, told, why=why)
                found.append((int(number), one))
        return found


def _attempts(before: float, state: State) -> float:
    """Return the attempts, plus what a crash during the present lease would count."""
    if state is not State.LEASED:
        return before
    return before + WAITED_FOR if before else 1.0
