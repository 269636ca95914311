"""Whether a crawl may use a Redis server, asked before anything of it starts."""

from __future__ import annotations

from typing import Any

import redis
from redis.commands.core import Script

from topiccrawl.errors import StorageError
from topiccrawl.storage.redis.connection import asked
from topiccrawl.storage.redis.link import script_text


def check_redis(client: redis.Redis, prefix: str, *, fresh: bool) -> None:
    """See that the server answers, and that its frontier could be emptied if it is to be; changes nothing.

    Args:
        client: of the server.
        prefix: of the crawl's keys.
        fresh: whether the crawl is to forget what the frontier holds.

    Raises:
        StorageError: it does not answer or refuses, or another worker holds leases of what is to be emptied.
    """
    asked(client, client.ping)
    if fresh:
        script = Script(client, script_text("frontier", "join"))
        told: Any = asked(client, lambda: script([prefix], ["", 0, 0, 0, "look"]))
        refuse_while_held(prefix, *told)


def refuse_while_held(prefix: str, holder: bytes, left: int) -> None:
    """Say who keeps a frontier from being emptied; nothing happens where nobody does.

    Args:
        prefix: of the crawl's keys.
        holder: a worker that holds leases.
        left: milliseconds until they end if it is dead; 0: nobody holds any.

    Raises:
        StorageError: somebody does.
    """
    if left:
        raise StorageError(
            f"the frontier {prefix!r} cannot be emptied: worker {holder.decode(errors='replace')} holds "
            f"leases of it. End that worker; if it was killed, wait {left / 1000:.0f} s."
        )
