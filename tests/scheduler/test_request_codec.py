from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy import FormRequest, Request, Spider

from topiccrawl.crawl.request_meta import LINK_KEY, PRIORITY_KEY, VISIT_KEY, encode_link_context
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority, link_priority
from topiccrawl.scheduler.request_codec import decode_request, encode_request


class Other(Spider):
    name = "other"

    def read(self, response: Any) -> None: ...

    def failed(self, failure: Any) -> None: ...


SPIDER = Other()
URL = "http://党建.example.cn/新闻?第=1"


def again(request: Request) -> Request:
    return decode_request(request.url, encode_request(request, SPIDER), encode_link_context(request), SPIDER)


def attributes(request: Request) -> dict[str, Any]:
    return {name: getattr(request, name) for name in request.attributes}


def test_a_request_comes_back_as_it_was() -> None:
    request = Request(
        URL,
        callback=SPIDER.read,
        errback=SPIDER.failed,
        method="POST",
        headers={"Referer": "http://a.test/", "X": ["1", "2"]},
        body="党课".encode("gb18030"),
        cookies={"甲": "乙"},
        meta={"depth": 3, "pair": (1, b"\xff"), "by number": {1: "一"}, "nothing": None},
        priority=7,
        dont_filter=True,
        flags=["cached"],
        cb_kwargs={"页": 2},
    )
    assert attributes(again(request)) == attributes(request)


def test_a_link_comes_back_with_why_it_is_there() -> None:
    context = LinkContext(
        anchor="支部党课", parent_url="http://a.test/", description=0.25, depth=2, picture=True
    )
    priority = link_priority(0.25, 0.75, 1.0, (0.2, 0.4, 0.15))
    request = Request(URL, meta={LINK_KEY: context, PRIORITY_KEY: priority, VISIT_KEY: object()})
    back = again(request)
    assert back.meta == {LINK_KEY: context, PRIORITY_KEY: priority}
    assert json.loads(encode_link_context(request))["anchor"] == "支部党课"
    assert b"anchor" not in encode_request(request, SPIDER)


def test_a_priority_of_other_parts_comes_back_too() -> None:
    priority = Priority(0.5, {"page": 0.25, "children": 0.75})
    request = Request(URL, meta={LINK_KEY: LinkContext(), PRIORITY_KEY: priority})
    assert again(request).meta[PRIORITY_KEY] == priority


def test_a_priority_of_an_older_version_is_read() -> None:
    back = decode_request(URL, b"{}", '{"priority": [0.5, 0.1, 0.7, 1.0]}', SPIDER)
    parts = {"description": 0.1, "anchor": 0.7, "structure": 1.0}
    assert back.meta[PRIORITY_KEY] == Priority(0.5, parts)


def test_a_seed_stays_a_seed_and_an_undescribed_link_one_without_context() -> None:
    assert again(Request(URL, meta={LINK_KEY: LinkContext(seed=True)})).meta[LINK_KEY].seed
    assert again(Request(URL, meta={LINK_KEY: LinkContext()})).meta[LINK_KEY] == LinkContext()
    assert LINK_KEY not in again(Request(URL)).meta


def test_the_class_of_a_request_is_kept() -> None:
    request = FormRequest(URL, formdata={"题": "党课"})
    back = again(request)
    assert type(back) is FormRequest
    assert attributes(back) == attributes(request)


@pytest.mark.parametrize(
    "request_",
    [
        Request(URL, callback=lambda response: None),
        Request(URL, meta={"connection": object()}),
        Request(URL, cb_kwargs={"names": {"甲"}}),
        Request(URL, errback=Other().failed),
    ],
)
def test_what_cannot_be_stored_is_refused(request_: Request) -> None:
    with pytest.raises(ValueError, match=r"not a method of|cannot be stored"):
        encode_request(request_, SPIDER)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"no json",
        b"[]",
        b'{"callback":"gone"}',
        b'{"class":"os.system"}',
        b'{"class":"no.such.module.Request"}',
        b'{"unknown":1}',
    ],
)
def test_what_is_no_request_is_said_to_be_none(payload: bytes) -> None:
    with pytest.raises(ValueError, match=r".+"):
        decode_request(URL, payload, "", SPIDER)


def test_half_a_surrogate_pair_of_a_broken_page_can_be_stored() -> None:
    request = Request(URL, meta={LINK_KEY: LinkContext(anchor="党\ud800课")})
    encode_link_context(request).encode()
    assert again(request).meta[LINK_KEY].anchor == "党?课"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(st.text() | st.integers() | st.booleans() | st.binary(), inner)
    ),
    max_leaves=8,
)


# Hypothesis also tries the names that it finds in the code, and some keys are topiccrawl's own.
@given(st.dictionaries(st.text().filter(lambda key: not key.startswith("topiccrawl_")), VALUES))
def test_any_plain_meta_comes_back(meta: dict[str, Any]) -> None:
    request = Request(URL, meta=meta)
    try:
        payload = encode_request(request, SPIDER)
    except UnicodeEncodeError:  # half a surrogate pair
        return
    back = decode_request(request.url, payload, "", SPIDER).meta
    assert back == meta
    assert repr(back) == repr(meta)
