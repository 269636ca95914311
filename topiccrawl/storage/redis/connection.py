"""Connections to Redis, and its errors in the kinds of `topiccrawl.storage.errors`.

Connections are scrapy-redis's own, with its parameters; only what would hold up a crawl is set otherwise: a
server that does not answer is given up after seconds, since the frontier knows how to wait without blocking.
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

from topiccrawl.errors import DatabaseAwayError, StorageError

Result = TypeVar("Result")

ANSWER_SECONDS = 3.0
"""Longest wait for an answer, and for a connection."""

_FORMS = "redis://HOST:PORT/NUMBER, rediss://... or unix://PATH"

_PASSING = re.compile(
    r"\b(OOM|MISCONF|LOADING|READONLY|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY|MOVED|UNBLOCKED)\b"
)
"""Answers of a server that works again when it has memory, a disk, its data or a master."""


def connect(url: str, params: Mapping[str, Any] | None = None) -> redis.Redis:
    """A client of a server; nothing is sent yet.

    Args:
        url: such as `redis://:password@host:6379/0`, `rediss://` or `unix://`.
        params: scrapy-redis's `REDIS_PARAMS`; they override everything but `decode_responses`.

    Raises:
        StorageError: the URL is none of Redis, or a parameter is unknown.
    """
    given = dict(params or {})
    if given.pop("decode_responses", False):
        raise StorageError("REDIS_PARAMS: decode_responses must be off, as addresses and payloads are bytes")
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
        raise StorageError(f"{shown}: no address of a Redis server ({_FORMS})") from None
    try:
        client = connection.get_redis(url=url, **chosen)
        if not isinstance(client, redis.Redis):
            raise StorageError(f"REDIS_PARAMS: {type(client).__name__} is no redis.Redis")
        client.connection_pool.make_connection()  # or an unknown parameter would show in mid-crawl
    except (ValueError, TypeError) as error:
        raise StorageError(f"REDIS_PARAMS cannot be used: {error}") from None
    return client


def server_name(client: redis.Redis) -> str:
    """What to call a server in messages: its address without user and password."""
    told = client.connection_pool.connection_kwargs
    if "path" in told:
        return f"unix://{told['path']}?db={told.get('db') or 0}"
    return f"redis://{told.get('host', 'localhost')}:{told.get('port', 6379)}/{told.get('db') or 0}"


def asked(client: redis.Redis, call: Callable[[], Result]) -> Result:
    """The answer to a call.

    Raises:
        DatabaseAwayError: the server does not answer, or not now; whether it did what it was asked is open.
        StorageError: it answers, but will not do this at any time.
    """
    try:
        return call()
    except (redis.RedisError, OSError) as error:
        text = f"{server_name(client)}: {' '.join(str(error).split()) or type(error).__name__}"
        if "WRONGTYPE" in text:
            text += " (keys of another program, such as plain scrapy-redis, stand under the crawl's name)"
        raise (DatabaseAwayError if _may_pass(error) else StorageError)(text) from error


def configuration_warnings(client: redis.Redis) -> list[str]:
    """Return warnings about unsafe server settings.

    Raises:
        StorageError: the server does not answer.
    """
    try:
        told: Any = asked(client, lambda: client.info())
    except StorageError as error:
        if isinstance(error.__cause__, redis.exceptions.NoPermissionError):
            return []
        raise
    found = []
    policy = str(told.get("maxmemory_policy", ""))
    if told.get("maxmemory") and policy.startswith("allkeys"):
        found.append(f"deletes parts of the crawl when memory is short (maxmemory-policy {policy})")
    if told.get("aof_enabled") == 0:
        found.append("loses what was found since its last snapshot when it restarts (appendonly no)")
    return [f"{server_name(client)} {warning}" for warning in found]


def _may_pass(error: Exception) -> bool:
    if isinstance(error, (redis.AuthenticationError, redis.exceptions.AuthorizationError)):
        return False
    passing = (redis.ConnectionError, redis.TimeoutError, redis.ReadOnlyError, OSError)
    if isinstance(error, (*passing, redis.exceptions.OutOfMemoryError)):
        return True
    return isinstance(error, redis.ResponseError) and _PASSING.search(str(error)[:300]) is not None
