from __future__ import annotations

import pytest

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.sites.list_dates import is_wholly_older
from topiccrawl.page.sites.rules import IN_LIST

TITLE = "青山县召开党建工作会议"


def entry(day: str, found: str = "") -> Link:
    return Link("http://a.test/1.html", TITLE, f"{TITLE} {day}", found=found)


@pytest.mark.parametrize(
    ("links", "older"),
    [
        ([entry("2019-12-30"), entry("2018年5月1日")], True),
        ([entry("2019-12-30"), entry("2020-01-01")], False),
        ([Link("http://a.test/2019/12/30/1.html", TITLE)], True),
        ([], False),
        ([entry(""), entry(""), entry("2019-12-30")], False),
        ([entry("2019-12-30"), Link("http://a.test/", "首页")], True),
        ([entry("2019-12-30"), entry("2021-01-01")._replace(navigation=True)], True),
        # The entries of a list that the file names count alone, however short they are.
        ([entry("2021-01-01"), Link("http://a.test/2", "通知", "通知 2019-01-01", found=IN_LIST)], True),
    ],
)
def test_a_list_is_older_if_all_its_entries_are(links: list[Link], older: bool) -> None:
    assert is_wholly_older(links, "2020-01-01") is older
    assert not is_wholly_older(links, "")
