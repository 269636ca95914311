"""A request as bytes, and back: what a frontier keeps of it.

The form is JSON and never pickle: whoever can write to the database or to Redis must not be able to run code
here. A request that has no such form raises, and the scheduler keeps it in memory.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import astuple
from typing import Any

from scrapy import Request, Spider
from scrapy.utils.misc import load_object

from topiccrawl.crawl.visit import LINK_KEY, PRIORITY_KEY, VISIT_KEY
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority

_OWN_META = frozenset((LINK_KEY, PRIORITY_KEY, VISIT_KEY))
_METHODS = ("callback", "errback")
_APART = frozenset(("url", "meta", *_METHODS))
_PLAIN: dict[str, Any] = {
    name: getattr(Request("http://plain.invalid/"), name) for name in Request.attributes if name not in _APART
}
"""What a request says when nobody said anything."""


def payload_of(request: Request, spider: Spider | None) -> bytes:
    """What is needed to make the request again, without its address and without what `why_of` holds.

    Raises:
        ValueError: a callback is no method of the spider, or a value has no form in JSON.
    """
    form: dict[str, Any] = {}
    if type(request) is not Request:
        form["class"] = f"{type(request).__module__}.{type(request).__qualname__}"
    for name in _METHODS:
        if (method := getattr(request, name)) is not None:
            form[name] = _method_name(method, spider)
    for name in request.attributes:
        if name not in _APART and (value := getattr(request, name)) != _PLAIN.get(name):
            form[name] = _encoded(dict(value) if name == "headers" else value)
    if meta := {key: value for key, value in request.meta.items() if key not in _OWN_META}:
        form["meta"] = _encoded(meta)
    return _json(form).encode()


def why_of(request: Request) -> str:
    """Why the link is there, as JSON: its context and the parts of its priority; empty when nobody said."""
    context, priority = request.meta.get(LINK_KEY), request.meta.get(PRIORITY_KEY)
    why: dict[str, Any] = {}
    if isinstance(context, LinkContext):
        why |= _said(context, _NO_CONTEXT)
    if isinstance(priority, Priority):
        why["priority"] = [round(value, 6) for value in astuple(priority)]
    # Half a surrogate pair, as a broken page may have it in an anchor text, has no form in any database.
    return _json(why).encode(errors="replace").decode() if why or context is not None else ""


def request_of(url: str, payload: bytes, why: str, spider: Spider | None) -> Request:
    """The request again.

    Args:
        url: its address.
        payload: from `payload_of`.
        why: from `why_of`.
        spider: whose methods the callbacks are.

    Raises:
        ValueError: the payload is none of ours, or the spider has no such method.
    """
    try:
        form = json.loads(payload)
        cls = load_object(form.pop("class")) if "class" in form else Request
        if not (isinstance(cls, type) and issubclass(cls, Request)):
            raise ValueError(f"{cls!r} is no request")
        for name in _METHODS:
            if name in form:
                form[name] = _method(form[name], spider)
        arguments = {name: _decoded(value) for name, value in form.items()}
        meta = arguments.setdefault("meta", {})
        if why:
            said = json.loads(why)
            if priority := said.pop("priority", None):
                meta[PRIORITY_KEY] = Priority(*priority)
            meta[LINK_KEY] = LinkContext(**said)
        return cls(url, **arguments)
    except (TypeError, KeyError, NameError, ImportError, AttributeError) as error:
        raise ValueError(f"{url[:200]}: no request can be made of what is stored: {error}") from error


_NO_CONTEXT = {name: getattr(LinkContext(), name) for name in LinkContext.__slots__}


def _said(context: LinkContext, silent: dict[str, Any]) -> dict[str, Any]:
    """The fields of a context that say something."""
    return {name: value for name in silent if (value := getattr(context, name)) != silent[name]}


def _method_name(method: Callable[..., Any], spider: Spider | None) -> str:
    name = getattr(method, "__name__", "")
    if spider is None or getattr(spider, name, None) != method:
        raise ValueError(f"{method!r} is no method of {spider!r}")
    return name


def _method(name: str, spider: Spider | None) -> Any:
    if spider is None or not callable(method := getattr(spider, name, None)):
        raise ValueError(f"{spider!r} has no method {name!r}")
    return method


def _encoded(value: Any) -> Any:
    """A value as JSON knows it; bytes and tuples are written so that they come back as such.

    Raises:
        ValueError: of another type, which would not come back as it was.
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


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
