"""Encoding of requests for a frontier, and back.

The encoding is JSON and never pickle: write access to the database or to Redis must not allow to run code. A
request that cannot be encoded raises `ValueError`, and the scheduler keeps it in memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from scrapy import Request, Spider
from scrapy.utils.misc import load_object

from topiccrawl.crawl.request_meta import (
    COMPACT,
    LINK_KEY,
    LISTED_KEY,
    PRIORITY_KEY,
    VISIT_KEY,
    decode_link_context,
)

_OWN_META = frozenset((LINK_KEY, LISTED_KEY, PRIORITY_KEY, VISIT_KEY))
_METHODS = ("callback", "errback")
_APART = frozenset(("url", "meta", *_METHODS))
_DEFAULTS: dict[str, Any] = {
    name: getattr(Request("http://plain.invalid/"), name) for name in Request.attributes if name not in _APART
}
"""Default values of request attributes."""


def encode_request(request: Request, spider: Spider | None) -> bytes:
    """Encode a request, without its URL and without what `encode_link_context` holds.

    Raises:
        ValueError: a callback is not a method of the spider, or a value cannot be encoded.
    """
    form: dict[str, Any] = {}
    if type(request) is not Request:
        form["class"] = f"{type(request).__module__}.{type(request).__qualname__}"
    for name in _METHODS:
        if (method := getattr(request, name)) is not None:
            form[name] = _method_name(method, spider)
    for name in request.attributes:
        if name not in _APART and (value := getattr(request, name)) != _DEFAULTS.get(name):
            form[name] = _encoded(dict(value) if name == "headers" else value)
    if meta := {key: value for key, value in request.meta.items() if key not in _OWN_META}:
        form["meta"] = _encoded(meta)
    return COMPACT.encode(form).encode()


def decode_request(url: str, payload: bytes, why: str, spider: Spider | None) -> Request:
    """Decode a request.

    Args:
        url: URL of the request.
        payload: from `encode_request`.
        why: from `encode_link_context`.
        spider: has the callbacks as methods.

    Raises:
        ValueError: the payload is invalid, or the spider has no such method.
    """
    try:
        form = json.loads(payload)
        cls = load_object(form.pop("class")) if "class" in form else Request
        if not (isinstance(cls, type) and issubclass(cls, Request)):
            raise ValueError(f"{cls!r} is not a request")
        for name in _METHODS:
            if name in form:
                form[name] = _method(form[name], spider)
        arguments = {name: _decoded(value) for name, value in form.items()}
        meta = arguments.setdefault("meta", {})
        if why:
            meta |= decode_link_context(why)
        return cls(url, **arguments)
    except (TypeError, KeyError, NameError, ImportError, AttributeError) as error:
        raise ValueError(f"{url[:200]}: the stored request cannot be decoded: {error}") from error


def _method_name(method: Callable[..., Any], spider: Spider | None) -> str:
    name = getattr(method, "__name__", "")
    if spider is None or getattr(spider, name, None) != method:
        raise ValueError(f"{method!r} is not a method of {spider!r}")
    return name


def _method(name: str, spider: Spider | None) -> Any:
    if spider is None or not callable(method := getattr(spider, name, None)):
        raise ValueError(f"{spider!r} has no method {name!r}")
    return method


def _encoded(value: Any) -> Any:
    """Return a value in a form that JSON can hold; bytes, tuples and other dicts are marked by an empty key.

    Raises:
        ValueError: the value is of another type.
    """
    kind = type(value)
    if value is None or kind in (str, int, float, bool):
        return value
    if kind is list:
        return [_encoded(one) for one in value]
    if kind is bytes:
        return {"": "bytes", "is": value.decode("latin-1")}
    if kind is tuple:
        return {"": "tuple", "is": [_encoded(one) for one in value]}
    if kind is dict:
        if all(type(key) is str and key for key in value):
            return {key: _encoded(one) for key, one in value.items()}
        return {"": "dict", "is": [[_encoded(key), _encoded(one)] for key, one in value.items()]}
    raise ValueError(f"a {kind.__name__} in a request cannot be stored")


def _decoded(value: Any) -> Any:
    if isinstance(value, list):
        return [_decoded(one) for one in value]
    if not isinstance(value, dict):
        return value
    kind = value.get("")
    if kind is None:
        return {key: _decoded(one) for key, one in value.items()}
    inner = value["is"]
    if kind == "bytes":
        return inner.encode("latin-1")
    if kind == "tuple":
        return tuple(_decoded(one) for one in inner)
    return {_decoded(key): _decoded(one) for key, one in inner}
