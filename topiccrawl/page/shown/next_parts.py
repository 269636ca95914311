"""The next parts of lists that are data: a cursor, a URL or the last record of the answer names them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from topiccrawl.page.anchors.link import COUNTED, PAGER, Link
from topiccrawl.page.anchors.pagers import is_page_field
from topiccrawl.page.anchors.posted_urls import body_of_post, is_json, posted_url, url_of_post
from topiccrawl.page.hidden_links.records import answered, nodes, objects_in, title_of
from topiccrawl.page.hidden_links.urls import DATA
from topiccrawl.page.page import Page

_CURSOR = re.compile(r"next(?:_?(?:cursor|page_?token|token|max_?id|id|key))?|cursor", re.IGNORECASE)
_NEXT_URL = re.compile(r"next_?(?:page_?)?(?:url|link|href)?", re.IGNORECASE)
_CURSOR_FIELD = re.compile(
    r"([?&](?:cursor|next|page_?token|max_?id|after|last_?id)=)([^&#]*)", re.IGNORECASE
)


def next_link(page: Page, data: Any) -> str:
    """Return the anchor of the next part of a list that names it by a cursor or a URL; empty if none does."""
    for node in objects_in(data):
        for key, value in node.items():
            if url := _next_url(page.url, key, value):
                is_file = DATA.search(urlsplit(url).path) is not None  # which no anchor leads to
                name = "data-next" if is_file else "href"
                return f'<li><a {name}="{escape(url)}">下一页</a></li>'
    return ""


def _next_url(url: str, key: str, value: Any) -> str:
    """Return the URL of the next part of a list that a field names; empty if it names none."""
    if isinstance(value, str) and _NEXT_URL.fullmatch(key) and "/" in value:
        return value
    is_cursor = isinstance(value, str | int) and value not in (True, False, "") and _CURSOR.fullmatch(key)
    field = _CURSOR_FIELD.search(url) if is_cursor else None
    return url[: field.end(1)] + quote(str(value)) + url[field.end() :] if field else ""


def cursor_links(page: Page, requested: str) -> list[Link]:
    """Return the next part of a list whose answer gives the value of a field of its own request.

    Args:
        page: the response; `html` is the data.
        requested: URL of the request, see `posted_url`.

    >>> page = Page.of('{"hasNext": true, "startTime": 17, "list": []}', "http://a.cn/list")
    >>> cursor_links(page, posted_url("http://a.cn/list", '{"startTime": 0}'))[0].body
    '{"startTime": 17}'
    """
    address, body = url_of_post(requested), body_of_post(requested)
    text = body or urlsplit(address).query
    fields = json.loads(text) if is_json(text) else dict(parse_qsl(text, keep_blank_values=True))
    of_records = {name: key for name in fields if (key := _key_of_record(name))}
    if not of_records and not any(map(_may_be_cursor, fields)):
        return []
    rows: list[Mapping[str, Any]] = []
    for node in nodes(answered(page.html)):
        if isinstance(node, list) and of_records:
            rows = max(rows, [row for row in node if isinstance(row, dict) and title_of(row)], key=len)
        if not isinstance(node, Mapping) or title_of(node):
            continue
        if _ends(node):
            return []
        for name in node.keys() & fields.keys():
            value = node[name]
            if not _may_be_cursor(name) or not value or value is True or not isinstance(value, str | int):
                continue
            if str(value) == str(fields[name]):
                return []
            return [_changed(address, body, fields | {name: value})]
    last = rows[-1].items() if rows else ()
    known = {_squeezed(name): value for name, value in last if isinstance(value, str | int)}
    known["item"] = known.get(min((name for name in known if name.endswith("id")), key=len, default=""), "")
    given = {name: known[key] for name, key in of_records.items() if known.get(key)}
    if all(str(fields[name]) == str(value) for name, value in given.items()):
        return []
    return [_changed(address, body, fields | given)]


def row_links(page: Page, requested: str) -> list[Link]:
    """Return the next part of a list of markup whose request says behind which row it begins.

    Args:
        page: the response, with the value in an attribute of its last row.
        requested: URL of the request, see `posted_url`.

    >>> page = Page.of("<li data-id=9></li><li data-id=8></li>", "http://a.cn/more")
    >>> row_links(page, "http://a.cn/more?last_id=10")[0].url
    'http://a.cn/more?last_id=8'
    """
    address, body = url_of_post(requested), body_of_post(requested)
    fields = dict(parse_qsl(body or urlsplit(address).query, keep_blank_values=True))
    keys = {name: key for name in fields if (key := _key_of_record(name))}
    if not keys or is_json(body):
        return []
    last = {
        _squeezed(name.removeprefix("data-").replace("-", "")): value
        for element in page.tree.iter("*")
        for name, value in element.items()
        if name.startswith("data-")
    }
    given = {
        name: last.get(key) or (last.get("id") if key.endswith("id") else "") for name, key in keys.items()
    }
    if not all(given.values()) or given.items() <= fields.items():
        return []
    return [_changed(address, body, fields | given)]


def _changed(address: str, body: str, fields: Mapping[str, Any]) -> Link:
    """Return the next part of a list, by the fields of its request."""
    if body:
        body = json.dumps(fields) if is_json(body) else urlencode(fields)
        return Link(posted_url(address, body), "下一页", found=COUNTED, role=PAGER, body=body)
    return Link(f"{address.partition('?')[0]}?{urlencode(fields)}", "下一页", role=PAGER)


def _key_of_record(name: str) -> str:
    """Return the field of the last record that a field of a request names; empty if it names none.

    >>> _key_of_record("begin_msgid"), _key_of_record("lastNewsId"), _key_of_record("begin_date")
    ('msgid', 'newsid', '')
    """
    found = None if is_page_field(name) else _OF_RECORD.fullmatch(name)
    return _squeezed(found[1]) if found else ""


def _squeezed(name: str) -> str:
    return name.replace("_", "").lower()


_OF_RECORD = re.compile(
    r"(?:(?:begin|start|from|next|end|after)_?(?=\w*(?:id|idx|key|no|seq)$)|(?:last|max|min|before|since)_?)(\w{2,20})",
    re.IGNORECASE,
)
"""Fields of a request that say behind which record a part of a list begins."""


def _may_be_cursor(name: str) -> bool:
    return _CURSOR_NAME.fullmatch(name) is not None and not is_page_field(name)


_CURSOR_NAME = re.compile(
    r"(?:start|last|next|max|min|since|before|after|from|end)_?(?:[a-z]{2,10}_)?(?:time|id|key|score|date|stamp|token|cursor|sort\w*)"
    r"|\w*(?:cursor|stamp|page_?token|scroll_?id)",
    re.IGNORECASE,
)
_MORE = re.compile(r"has_?(?:next|more)(?:_?page)?|(?:can_?)?continue(?:_?flag)?", re.IGNORECASE)
_LAST = re.compile(r"is_?(?:last|end)(?:_?page)?|no_?more", re.IGNORECASE)


def _ends(node: Mapping[str, Any]) -> bool:
    """Return whether an answer says that it is the last part of its list."""
    return any(
        (_MORE.fullmatch(name) and value in (False, "false", "0"))
        or (_LAST.fullmatch(name) and value in (True, "true", "1"))
        for name, value in node.items()
        if isinstance(value, str | int)
    )
