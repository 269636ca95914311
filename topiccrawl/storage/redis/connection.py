"""Connections to Redis, and its errors translated into those of `topiccrawl.errors`.

Connections are made by scrapy-redis with its parameters. Only time-outs are shorter: a server that does not
answer is given up after seconds, since the frontier can wait without blocking.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pkgutil import resolve_name
from typing import Any, TypeVar

import redis
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.retry import Retry
from scrapy_redis import connection, defaults

from topiccrawl.errors import DatabaseAwayError, FrontierLostError, StorageError
from topiccrawl.messages import Message, message

Result = TypeVar("Result")

ANSWER_SECONDS = 3.0
"""Longest wait for an answer, and for a connection."""

_FORMS = "redis://HOST:PORT/NUMBER, rediss://... or unix://PATH"

_LOST = "LOST "
"""Start of the scripts' own error: keys of the frontier are gone."""
_PASSING = re.compile(
    r"\b(OOM|MISCONF|LOADING|READONLY|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|MOVED|UNBLOCKED)\b"
)
"""Errors that pass when the server has memory, a disk, its data or a master again."""


def connect(url: str, params: Mapping[str, Any] | None = None) -> redis.Redis:
    """Return a client of a server; nothing is sent yet.

    Args:
        url: such as `redis://:password@host:6379/0`, `rediss://` or `unix://`.
        params: scrapy-redis's `REDIS_PARAMS`; they override everything but `decode_responses`.

    Raises:
        StorageError: the URL is not one of Redis, or a parameter is unknown.
    """
    given = dict(params or {})
    if given.pop("decode_responses", False):
        raise StorageError("REDIS_PARAMS: decode_responses must be off, as keys and payloads are bytes")
    if isinstance(cls := given.get("redis_cls"), str):
        given["redis_cls"] = resolve_name(cls)
    chosen = {name: value for name, value in defaults.REDIS_PARAMS.items() if name != "retry_on_timeout"}
    chosen |= {"socket_timeout": ANSWER_SECONDS, "socket_connect_timeout": ANSWER_SECONDS}
    chosen |= {"retry": Retry(NoBackoff(), 0), **given}
    try:
        parse_url(url)  # type: ignore[no-untyped-call]
    except ValueError:  # its message may quote a part of the password
        _, at, rest = url.partition("?")[0].rpartition("@")
        shown = f"***@{rest}" if at else rest
        raise StorageError("{shown}: not a Redis URL ({forms})", shown=shown, forms=_FORMS) from None
    try:
        client = connection.get_redis(url=url, **chosen)
        if not isinstance(client, redis.Redis):
            raise StorageError("REDIS_PARAMS: {kind} is not a redis.Redis", kind=type(client).__name__)
        client.connection_pool.make_connection()  # or an unknown parameter would show up later
    except (ValueError, TypeError) as error:
        raise StorageError("REDIS_PARAMS cannot be used: {error}", error=error) from None
    return client


def server_name(client: redis.Redis) -> str:
    """Return a server's name for messages: its URL without user and password."""
    options = client.connection_pool.connection_kwargs
    if "path" in options:
        return f"unix://{options['path']}?db={options.get('db') or 0}"
    return f"redis://{options.get('host', 'localhost')}:{options.get('port', 6379)}/{options.get('db') or 0}"


def call_redis(client: redis.Redis, call: Callable[[], Result]) -> Result:
    """Return the result of a call of the client.

    Raises:
        DatabaseAwayError: the server does not answer, or not now; the command may have been executed.
        FrontierLostError: keys of a crawl are gone.
        StorageError: the server refuses the command.
    """
    try:
        return call()
    except (redis.RedisError, OSError) as error:
        text = f"{server_name(client)}: {' '.join(str(error).split()) or type(error).__name__}"
        said = str(error)
        if said.startswith(_LOST):
            raise FrontierLostError(_lost(server_name(client), said.removeprefix(_LOST))) from error
        if "WRONGTYPE" in text:
            text += " (keys of another program, such as plain scrapy-redis, use the crawl's prefix)"
        if isinstance(error, redis.AuthenticationError):
            text += " (with a password: redis://:PASSWORD@HOST:PORT/NUMBER)"
        raise (DatabaseAwayError if _may_pass(error) else StorageError)(text) from error


def server_info(client: redis.Redis, *section: str) -> Mapping[str, Any]:
    """Return what the server says of itself; nothing if the account may not ask.

    Raises:
        StorageError: the server does not answer.
    """
    try:
        found: Any = call_redis(client, lambda: client.info(*section))
    except StorageError as error:
        if isinstance(error.__cause__, redis.exceptions.NoPermissionError):
            return {}
        raise
    return found  # type: ignore[no-any-return]


def configuration_warnings(client: redis.Redis) -> list[str]:
    """Return warnings about unsafe server settings.

    Raises:
        StorageError: the server does not answer.
    """
    info, found = server_info(client), []
    policy = str(info.get("maxmemory_policy", ""))
    if info.get("maxmemory") and policy.startswith("allkeys"):
        found.append(f"deletes parts of the crawl when memory is short (maxmemory-policy {policy})")
    if info.get("aof_enabled") == 0:
        found.append("loses what was found since its last snapshot when it restarts (appendonly no)")
    return [f"{server_name(client)} {warning}" for warning in found]


def _lost(server: str, key: str) -> Message:
    return message(
        "{server}: the frontier lost what it held ({key}): the server was emptied, was restarted without "
        "persistence or deleted keys when memory was short. Set maxmemory-policy noeviction and appendonly "
        "yes, and start over: the same command with -a fresh=1. Stored pages stay.",
        server=server,
        key=key,
    )


def _may_pass(error: Exception) -> bool:
    if isinstance(error, (redis.AuthenticationError, redis.exceptions.AuthorizationError)):
        return False
    passing = (redis.ConnectionError, redis.TimeoutError, redis.ReadOnlyError, OSError)
    if isinstance(error, (*passing, redis.exceptions.OutOfMemoryError)):
        return True
    return isinstance(error, redis.ResponseError) and _PASSING.search(str(error)[:300]) is not None
