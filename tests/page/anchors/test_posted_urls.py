"""URLs that name the parts of lists which are asked for by POST."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.anchors.posted_urls import body_of_post, is_json, is_posted, posted_url, url_of_post
from topiccrawl.page.canonical_url import canonical_url, url_key

LIST = "http://a.cn/list.do?x=1"


def test_parts_of_a_list_have_keys_of_their_own_whatever_the_order_of_their_fields() -> None:
    two, same, three = (posted_url(LIST, body) for body in ("page=2&cid=7", "cid=7&page=2", "page=3&cid=7"))
    assert url_key(two) == url_key(same) != url_key(three)
    assert url_key(two) != url_key(LIST)
    assert url_of_post(two) == LIST and body_of_post(two) == "cid=7&page=2"


def test_so_have_those_with_json() -> None:
    two, same = (posted_url(LIST, body) for body in ('{"page": 2, "cid": "7"}', '{"cid":"7","page":2}'))
    assert url_key(two) == url_key(same) != url_key(posted_url(LIST, '{"page": 3, "cid": "7"}'))
    assert body_of_post(two) == '{"cid": "7", "page": 2}'


def test_without_a_body_it_is_the_url() -> None:
    assert posted_url(LIST, "") == LIST and not is_posted(LIST) and is_posted(posted_url(LIST, "page=2"))


@pytest.mark.parametrize(
    "name",
    "__VIEWSTATE __EVENTVALIDATION __RequestVerificationToken _csrf csrf_token csrfmiddlewaretoken token access_token X-XSRF"
    " nonce sessionId jsessionid ticket signature password".split(),
)
def test_secrets_and_state_never_stand_in_a_url(name: str) -> None:
    assert posted_url(LIST, f"{name}=geheim&page=2") == posted_url(LIST, "page=2")
    assert posted_url(LIST, f'{{"{name}": "geheim", "page": 2}}') == posted_url(LIST, '{"page": 2}')
    assert "geheim" not in posted_url(LIST, f'page=2&params={{"{name}":"geheim"}}')


def test_a_body_that_is_nothing_but_state_has_a_key_of_its_own() -> None:
    first, second = (posted_url(LIST, f"token={token}") for token in ("abc", "xyz"))
    assert url_key(LIST) != url_key(first) != url_key(second) and "abc" not in first
    assert canonical_url(first) == first
    assert posted_url(LIST, "&") == LIST  # nothing at all


def test_nor_do_long_values() -> None:
    assert posted_url(LIST, f"state={'x' * 65}&page=2") == posted_url(LIST, "page=2")
    assert posted_url(LIST, f'{{"state": "{"x" * 65}", "page": 2}}') == posted_url(LIST, '{"page": 2}')


def test_what_only_begins_as_json_is_a_form() -> None:
    assert not is_json("{broken") and not is_json("[1]") and not is_json("{" * 100_000) and is_json("{}")
    assert canonical_url("http://a.cn/#POST:%7Bbroken") == canonical_url(
        canonical_url("http://a.cn/#POST:%7Bbroken")
    )


@given(st.text(st.sampled_from('{}[]":,%7B=&a1党#'), max_size=20))
def test_normal_forms_are_stable_and_nothing_raises(body: str) -> None:
    url = canonical_url(posted_url(LIST, body))
    assert canonical_url(url) == url
    assert canonical_url(f"{LIST}#POST:{body}") == canonical_url(canonical_url(f"{LIST}#POST:{body}"))
