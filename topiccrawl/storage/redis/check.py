"""Checks whether a crawl can use a Redis server, before it starts."""

from __future__ import annotations

from typing import Any

import redis
from redis.commands.core import Script

from topiccrawl.errors import StorageError
from topiccrawl.storage.redis.connection import call_redis, server_info, server_name
from topiccrawl.storage.redis.worker import script_text


def check_redis(client: redis.Redis, prefix: str, *, fresh: bool) -> None:
    """Check that the server answers and, with `fresh`, that the frontier could be emptied; change nothing.

    Args:
        client: of the server.
        prefix: of the crawl's keys.
        fresh: whether the crawl is to empty the frontier.

    Raises:
        StorageError: the server does not answer or refuses, or another worker holds leases of a frontier that
            is to be emptied.
    """
    call_redis(client, client.ping)
    _refuse_replica(client)
    if fresh:
        script = Script(client, script_text("frontier", "join"))
        reply: Any = call_redis(client, lambda: script([prefix], ["", 0, 0, 0, "look"]))
        refuse_while_held(prefix, *reply)


def _refuse_replica(client: redis.Redis) -> None:
    found = server_info(client, "replication")
    if found.get("role") == "slave" and found.get("slave_read_only"):
        raise StorageError(
            "{server} is a read-only replica; give the URL of its master, {host}:{port}",
            server=server_name(client),
            host=found.get("master_host"),
            port=found.get("master_port"),
        )


def refuse_while_held(prefix: str, holder: bytes, left: int) -> None:
    """Raise if a worker holds leases of a frontier that is to be emptied.

    Args:
        prefix: of the crawl's keys.
        holder: a worker that holds leases.
        left: milliseconds until they end if it is dead; 0: no worker holds any.

    Raises:
        StorageError: a worker does; the message names it.
    """
    if left:
        raise StorageError(
            "the frontier {prefix!r} cannot be emptied: worker {worker} holds leases "
            "of it. End that worker; if it was killed, wait {seconds:.0f} s.",
            prefix=prefix,
            worker=holder.decode(errors="replace"),
            seconds=left / 1000,
        )
