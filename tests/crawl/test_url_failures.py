from __future__ import annotations

import pytest

from topiccrawl.crawl.url_failures import unread_reason
from topiccrawl.page.unread.reasons import Unread


@pytest.mark.parametrize(
    ("stage", "reason", "unread"),
    [
        ("gate", "challenge", Unread.CHALLENGE),
        ("gate", "script_list", Unread.SCRIPT_LIST),
        ("gate", "status_401", Unread.LOGIN),
        ("download", "login_failed", Unread.LOGIN),
        ("download", "robots", Unread.ROBOTS),
        ("gate", "status_429", Unread.REFUSED),
        ("download", "host_refuses", Unread.REFUSED),
        ("download", "refused", Unread.UNREACHABLE),  # the connection, not the page
        ("gate", "status_502", Unread.UNREACHABLE),
        ("download", "certificate_expired", Unread.UNREACHABLE),
        ("gate", "status_404", None),
        ("gate", "not_html", None),
        ("frontier", "priority", None),
        ("download", "private_address", None),
        ("verdict", "off_topic", None),
    ],
)
def test_which_drops_are_of_pages_that_were_not_read(stage: str, reason: str, unread: Unread | None) -> None:
    assert unread_reason(stage, reason) is unread
