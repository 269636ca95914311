"""Parser of the lines of a Redis start-URL key: a URL, or JSON with `url`, `meta`, `method`, form data."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from topiccrawl.page.canonical_url import is_http_url

LONGEST_LINE = 1_000_000
"""Maximum number of bytes in a line."""
DEEPEST = 20
"""Maximum nesting of objects and lists in a line; far below Python's recursion limit."""
_METHOD = re.compile(r"[A-Za-z]{1,20}")
_RESERVED_META = ("redirect_urls", "redirect_times", "redirect_reasons", "retry_times", "depth")
"""Keys of `meta` that only the crawl itself sets."""


@dataclass(frozen=True)
class SeedLine:
    """A seed request.

    Attributes:
        url: an http or https URL.
        method: HTTP method in capitals.
        meta: for `Request.meta`.
        form: form data, as text.
    """

    url: str
    method: str = "GET"
    meta: Mapping[str, Any] = field(default_factory=dict)
    form: Mapping[str, str] = field(default_factory=dict)


def parse_seed_line(line: bytes, encoding: str = "utf-8") -> SeedLine:
    """Parse a line.

    Raises:
        ValueError: the line is neither a URL nor JSON with a URL; the message says why.

    >>> parse_seed_line(b'{"url": "http://example.cn/", "method": "post", "q": 1}')
    SeedLine(url='http://example.cn/', method='POST', meta={}, form={'q': '1'})
    """
    if len(line) > LONGEST_LINE:
        raise ValueError(f"the line has {len(line)} bytes, more than {LONGEST_LINE}")
    text = line.decode(encoding).strip()
    text.encode()  # fails for lone surrogates, which some encodings allow and no database stores
    given = _json(text)
    if not isinstance(given, dict):
        return SeedLine(_url(text))
    _check_depth(given)
    url, method, meta = given.pop("url", None), given.pop("method", "GET"), given.pop("meta", None) or {}
    if not (isinstance(method, str) and _METHOD.fullmatch(method)):
        raise ValueError("`method` must be the name of an HTTP method")
    if not isinstance(meta, dict):
        raise ValueError("`meta` must be an object")
    _check_meta(meta)
    json.dumps([url, meta, given], ensure_ascii=False).encode()  # JSON can escape lone surrogates
    return SeedLine(_url(url), method.upper(), meta, {name: str(value) for name, value in given.items()})


def _json(text: str) -> Any:
    """Return the value of a JSON text; None for other texts."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(f"the line is nested deeper than {DEEPEST} levels") from None
    except ValueError:
        return None


def _url(url: Any) -> str:
    if not (isinstance(url, str) and is_http_url(url)):
        raise ValueError("not an http or https URL")
    return url


def _check_depth(given: Any) -> None:
    level = [given]
    for _ in range(DEEPEST):
        inner: list[Any] = []
        for one in level:
            inner += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        if not inner:
            return
        level = inner
    raise ValueError(f"the line is nested deeper than {DEEPEST} levels")


def _check_meta(meta: dict[str, Any]) -> None:
    """Refuse values that would make Scrapy's engine fail; it reads these keys outside of any request."""
    for name in _RESERVED_META:
        if name in meta:
            raise ValueError(f"`meta.{name}` is reserved")
    for name in ("download_slot", "proxy"):
        if not isinstance(meta.get(name), str | None):
            raise ValueError(f"`meta.{name}` must be text")
    timeout = meta.get("download_timeout", 1)
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 < timeout < math.inf:
        raise ValueError("`meta.download_timeout` must be a number of seconds above 0")
