"""URLs of lists that are asked for by POST.

Two parts of such a list have one address and differ in their bodies, so the fields that tell them apart stand
in the fragment of the URL: it is never sent, and names the part in the frontier, in rows and in explanations.
"""

from __future__ import annotations

import json
import re
from urllib.parse import parse_qsl, quote, unquote, urlencode
from zlib import crc32

_MARK = "#POST:"
_STATE = "_state"
_LONGEST_VALUE = 64
"""Characters of a value that names a part of a list; longer ones hold the state of a form."""
_LONGEST_OBJECT = 500
"""Characters of a value that is an object."""
_SECRET = re.compile(
    r"csrf|xsrf|token|nonce|viewstate|eventvalidation|requestverification|session|ticket|secret|signature|passw",
    re.IGNORECASE,
)


def posted_url(url: str, body: str, *, numbered: bool = True) -> str:
    """Return the URL that names a POST request; the URL itself if there is no body.

    Args:
        url: the address.
        body: fields of a form, or a JSON object.
        numbered: whether the body says which part of the list it asks for; otherwise only the state of its
            form does, and a check sum of it stands for it.

    >>> posted_url("http://a.cn/list.do", "page=2&cid=7")
    'http://a.cn/list.do#POST:cid=7&page=2'
    """
    if not body:
        return url
    if is_json(body):
        named = {name: value for name, value in json.loads(body).items() if _names_part(name, _text(value))}
        return f"{url_of_post(url)}{_MARK}{quote(json.dumps(named, sort_keys=True))}"
    sent = parse_qsl(body, keep_blank_values=True)
    if not sent:
        return url_of_post(url)
    fields = [(name, value) for name, value in sent if _names_part(name, value)]
    if len(fields) < len(sent) and not (numbered and fields):
        fields.append((_STATE, f"{crc32(body.encode(errors='replace')):08x}"))
    return f"{url_of_post(url)}{_MARK}{urlencode(sorted(fields))}" if fields else url_of_post(url)


def _names_part(name: str, value: str) -> bool:
    """Return whether a field may tell one part of a list from another, and may stand in rows and exports."""
    if not value:
        return True
    if value[0] in "{[":  # of which the number of the page is a part
        return len(value) <= _LONGEST_OBJECT and not _SECRET.search(f"{name} {value}")
    return len(value) <= _LONGEST_VALUE and not _SECRET.search(name)


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else str(value)


def is_json(body: str) -> bool:
    """Return whether a body is a JSON object, not the fields of a form."""
    if not body.startswith("{"):
        return False
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True


def is_posted(url: str) -> bool:
    """Return whether a URL names a POST request."""
    return _MARK in url


def url_of_post(url: str) -> str:
    """Return the URL that a request is sent to."""
    return url.split(_MARK, 1)[0]


def body_of_post(url: str) -> str:
    """Return the fields that tell the parts of a list apart: the whole body, but for the state of a form."""
    body = url.partition(_MARK)[2]
    return unquote(body) if body.startswith("%7B") else body
