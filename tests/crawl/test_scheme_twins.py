"""URLs that no server answers are tried under the other scheme, once."""

from __future__ import annotations

import pytest
from scrapy import Request

from topiccrawl.crawl.request_meta import LINK_KEY, context_of
from topiccrawl.crawl.scheme_twins import scheme_twin_request
from topiccrawl.crawl.url_failures import unread_reason
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.priority.link_context import LinkContext


def other(url: str, context: LinkContext, **meta: object) -> Request | None:
    """Return the request for the other scheme."""
    return scheme_twin_request(Request(url, meta={LINK_KEY: context, **meta}), "timeout")


LISTED = LinkContext(anchor="渔港村党支部清点旧渔网", parent_url="http://www.a.test/dj/")


def test_the_scheme_of_the_page_with_the_link_is_tried_with_its_context() -> None:
    found = other("https://www.a.test/dj/1.html", LISTED)
    assert found.url == "http://www.a.test/dj/1.html"
    assert context_of(found) == LISTED
    assert found.meta["redirect_urls"] == ["https://www.a.test/dj/1.html"]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_seed_has_either_scheme(scheme: str) -> None:
    found = other(f"{scheme}://www.a.test/dj/", LinkContext(seed=True))
    assert {found.url.partition(":")[0], scheme} == {"http", "https"}


def test_other_links_are_not_tried_again() -> None:
    assert other("http://www.a.test/dj/1.html", LISTED) is None
    assert other("https://www.b.test/dj/1.html", LISTED) is None
    assert other("https://www.a.test:8443/dj/1.html", LISTED) is None
    tried = ["http://www.a.test/dj/1.html"]
    assert other("https://www.a.test/dj/1.html", LISTED, redirect_urls=tried) is None


def test_a_list_whose_form_leads_elsewhere_is_an_unsent_form() -> None:
    assert unread_reason("download", "post_redirect") is Unread.FORM
