"""URLs of lists that are asked for by POST.

Two parts of such a list have one address and differ in their bodies, so the fields that tell them apart stand in the
fragment of the URL: it is never sent, and names the part in the frontier, in rows and in explanations.
"""

from __future__ import annotations

import json
from urllib.parse import parse_qsl, quote, unquote, urlencode

_MARK = "#POST:"
_LONGEST_VALUE = 64
"""Characters of a value that names a part of a list; longer ones hold the state of a form."""
_SECRET = ("csrf", "token", "nonce", "__viewstate", "__eventvalidation", "__requestverification")


def posted_url(url: str, body: str) -> str:
    """Return the URL that names a POST request; the URL itself if there is no body.

    Args:
        url: the address.
        body: fields of a form, or a JSON object.

    >>> posted_url("http://a.cn/list.do", "page=2&cid=7")
    'http://a.cn/list.do#POST:cid=7&page=2'
    """
    if not body:
        return url
    if is_json(body):
        return f"{url_of_post(url)}{_MARK}{quote(json.dumps(json.loads(body), sort_keys=True))}"
    fields = [
        (name, value)
        for name, value in parse_qsl(body, keep_blank_values=True)
        if len(value) <= _LONGEST_VALUE and not name.lower().startswith(_SECRET)
    ]
    return f"{url_of_post(url)}{_MARK}{urlencode(sorted(fields))}"


def is_json(body: str) -> bool:
    """Return whether a body is a JSON object, not the fields of a form."""
    return body.startswith("{")


def is_posted(url: str) -> bool:
    """Return whether a URL names a POST request."""
    return _MARK in url


def url_of_post(url: str) -> str:
    """Return the URL that a request is sent to."""
    return url.split(_MARK, 1)[0]


def body_of_post(url: str) -> str:
    """Return the fields that tell the parts of a list apart, which are the whole body unless it holds a form's state."""
    body = url.partition(_MARK)[2]
    return unquote(body) if body.startswith("%7B") else body
