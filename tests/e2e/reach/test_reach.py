"""Lists that go on by other ways than plain links are crawled to their ends; what must be left alone is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from e2e.crawling import Crawl, crawl
from e2e.reach import gates, limits, lists, more_lists, papers
from e2e.reach.limits import FOREIGN
from e2e.reach.lists import ALL, EACH, PAGES, host_of, urls
from e2e.reach.living_web import Asked, LivingWeb, Site

from topiccrawl.page.unread.counts import read_unread
from topiccrawl.page.unread.reasons import Unread

SITES = lists.SITES | more_lists.SITES
OTHERS = limits.SITES | gates.SITES | papers.SITES
SEEDED = [*SITES, *(host for host in OTHERS if host != FOREIGN)]


@dataclass(frozen=True)
class Crawled:
    """What a crawl of all sites has left, and asked for."""

    crawl: Crawl
    web: LivingWeb

    def kept(self, host: str) -> set[str]:
        """Return the URLs of a site that are kept."""
        return {url for url in self.crawl.kept if host_of(url) == host}

    def asked(self, host: str) -> list[Asked]:
        """Return what a site was asked for."""
        return self.web.of(host)


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Crawled]:
    """One crawl of all sites; what leads on is followed by every strategy (priority/strategies/test_rated.py)."""
    with LivingWeb(SITES | OTHERS) as web:
        seeds = [f"http://{host}/" for host in SEEDED]
        done = crawl(tmp_path_factory.mktemp("reach"), seeds, proxy=web.address)
        assert done.code == 0 and "Traceback" not in done.log
        yield Crawled(done, web)


def test_every_article_of_every_kind_of_list_is_kept_and_nothing_else(crawled: Crawled) -> None:
    wanting = {host: sorted(urls(host) ^ crawled.kept(host)) for host in SITES}
    assert {host: found for host, found in wanting.items() if found} == {}


def test_what_lies_behind_a_gate_or_on_later_pages_of_a_paper_is_kept(crawled: Crawled) -> None:
    hosts = gates.SITES | papers.SITES
    assert {host: len(urls(host) - crawled.kept(host)) for host in hosts} == dict.fromkeys(hosts, 0)
    for host in papers.SITES:
        assert crawled.kept(host) == urls(host)


@pytest.mark.parametrize("host", ["shells.gate.test", "filed.gate.test"])
def test_shells_whose_articles_are_read_are_not_called_unread(crawled: Crawled, host: str) -> None:
    drops = [drop for url, told in crawled.crawl.drops.items() if host_of(url) == host for drop in told]
    assert ("unread", "script_list") not in drops


def test_no_second_home_page_is_guessed(crawled: Crawled) -> None:
    paths = {asked.path for asked in crawled.asked("numbered.gate.test")}
    assert "/index1.html" in paths and "/index2.html" not in paths


def test_each_page_of_an_issue_is_asked_for_once(crawled: Crawled) -> None:
    for host in papers.SITES:
        asked = [one.url for one in crawled.asked(host) if "/art/" not in one.url and "/w/" not in one.url]
        assert len(set(asked)) == len(asked)
        assert len(asked) <= 1 + papers.EDITIONS + 1  # the home page, and robots.txt


def test_it_takes_few_requests(crawled: Crawled) -> None:
    asked = {host: len(crawled.asked(host)) for host in SITES}
    # The shell, the menu in its other frame, and one part behind the last; without these three a page of a
    # list for each of its pages.
    assert {host: number for host, number in asked.items() if number > len(ALL) + PAGES + 3} == {}
    assert sum(asked.values()) <= 1.5 * len(SITES) * (len(ALL) + PAGES)


@pytest.mark.parametrize("host", ["nodata.test", "closeddata.test"])
def test_a_page_whose_data_has_no_records_or_never_comes_is_called_unread(
    crawled: Crawled, host: str
) -> None:
    assert ("unread", "script_list") in crawled.crawl.drops[f"http://{host}/"]


@pytest.mark.parametrize("host", ["byid.test", "jsonpath.test", "postapi.test", "bundle.test"])
def test_a_list_that_is_read_from_its_data_is_not_called_unread(crawled: Crawled, host: str) -> None:
    reasons = [found for url, found in crawled.crawl.drops.items() if host_of(url) == host]
    assert not any(("unread", "script_list") in found for found in reasons)


def test_no_page_is_asked_for_twice(crawled: Crawled) -> None:
    for host in SITES:
        asked = crawled.asked(host)
        assert len(set(asked)) == len(asked), host


@pytest.mark.parametrize("host", [f"{name}.test" for name in limits.ENDLESS])
def test_lists_without_an_end_are_left(crawled: Crawled, host: str) -> None:
    assert crawled.kept(host) == urls(host)
    assert len(crawled.asked(host)) <= len(ALL) + 40


@pytest.mark.parametrize(
    ("host", "parts"), [("repeating.test", 2), ("inventing.test", 4), ("revolving.test", 5)]
)
def test_most_of_them_after_a_few_parts(crawled: Crawled, host: str, parts: int) -> None:
    lists_asked = [
        one for one in crawled.asked(host) if "/art/" not in one.url and one.url != f"http://{host}/"
    ]
    assert 1 <= len(lists_asked) <= parts


def test_sessions_in_paths_are_left(crawled: Crawled) -> None:
    titles = {row["title"] for url, row in crawled.crawl.pages.items() if host_of(url) == "sessions.test"}
    assert 1 <= len(titles) <= len(ALL)
    assert len(crawled.asked("sessions.test")) <= 40


@pytest.mark.parametrize("host", ["robots.test", "forms.test", "leaving.test"])
def test_only_plain_articles_are_asked_for_where_the_rest_must_be_left_alone(
    crawled: Crawled, host: str
) -> None:
    assert crawled.kept(host) == urls(host)
    assert sorted(one.url for one in crawled.asked(host)) == sorted([f"http://{host}/", *urls(host)])
    assert {one.method for one in crawled.asked(host)} == {"GET"}


@pytest.mark.parametrize("host", ["nofollow.test", "header.test"])
def test_sources_of_a_page_that_asks_not_to_follow_are_left(crawled: Crawled, host: str) -> None:
    assert [one.url for one in crawled.asked(host)] == [f"http://{host}/"]


def test_a_list_that_moved_to_another_host_is_not_sent_there(crawled: Crawled) -> None:
    assert [one.url for one in crawled.asked("moved.test") if one.method == "POST"] == [
        "http://moved.test/list.do"
    ]
    assert crawled.crawl.drops[f"http://{FOREIGN}/list.do#POST:page=2"] == {("download", "post_redirect")}
    assert crawled.kept("moved.test") == urls("moved.test")


def test_hidden_links_to_other_sites_are_not_followed(crawled: Crawled) -> None:
    assert crawled.asked(FOREIGN) == []


def test_only_fields_of_paging_are_sent_and_state_stands_in_no_row(crawled: Crawled) -> None:
    posted = {one.host: one for one in crawled.web.asked if one.method == "POST"}
    assert sorted(posted) == ["moved.test", "postapi.test", "postback.test", "postform.test"]
    assert posted["postform.test"].fields.keys() == {"cid", "pageNo"}
    assert posted["postapi.test"].fields.keys() == {"pageNo", "pageSize", "channelId"}
    assert lists.STATE in posted["postback.test"].fields["__VIEWSTATE"]
    for table in ("drops", "pages", "links"):
        assert lists.STATE not in str(list(crawled.crawl.rows(f"SELECT url FROM {table}")))


class HangsUp(LivingWeb):
    """Keeps connections open, but closes each one when the next request comes on it."""

    def __init__(self, sites: Mapping[str, Site]) -> None:
        super().__init__(sites)
        once: Any = self._http.RequestHandlerClass

        class Handler(once):  # type: ignore[misc]
            protocol_version = "HTTP/1.1"

            def handle(self) -> None:
                self.handle_one_request()
                self.connection.recv(1)

        self._http.RequestHandlerClass = Handler


def test_a_list_by_post_is_asked_for_on_a_new_connection(tmp_path: Path) -> None:
    host = "postback.test"
    with HangsUp({host: SITES[host]}) as web:
        done = crawl(tmp_path, [f"http://{host}/"], proxy=web.address, settings={"CONCURRENT_REQUESTS": "1"})
    assert done.kept == urls(host)


def test_data_and_lists_are_no_pages_of_the_corpus(crawled: Crawled) -> None:
    assert all("/art/" in url for url in crawled.crawl.pages)


def test_a_pager_that_cannot_be_read_is_told(crawled: Crawled) -> None:
    assert len(crawled.kept("mute.test")) == EACH
    assert "write `next` in sites/<host>.toml" in crawled.crawl.log
    (pager,) = [one for one in read_unread(crawled.crawl.stats) if one.reason is Unread.PAGER]
    assert pager.hosts["mute.test"] == pager.hosts["firstdata.test"] == 1
    assert pager.hosts["misnamed.test"] == 1  # its parts have other names than those that were tried
    assert pager.hosts["unturned.test"] >= 1
    assert SITES.keys().isdisjoint(pager.hosts)
    assert "every link worth a visit is visited" not in crawled.crawl.log


def test_a_whole_page_with_status_404_is_told(crawled: Crawled) -> None:
    (found,) = [one for one in read_unread(crawled.crawl.stats) if one.reason is Unread.UNREACHABLE]
    assert found.hosts["wrongstatus.test"] == 1  # not for the page that says that it is gone
    assert {"/dj/", "/gone/"} <= {one.path for one in crawled.asked("wrongstatus.test")}


BY_POST = ["postform.test", "postapi.test", "postback.test"]


def test_lists_by_post_can_be_left_out(tmp_path: Path) -> None:
    with LivingWeb(SITES) as web:
        seeds = [f"http://{host}/" for host in BY_POST]
        done = crawl(tmp_path, seeds, proxy=web.address, settings={"TOPICCRAWL_POST_LISTS": "False"})
        assert {one.method for one in web.asked} == {"GET"}
    first = {
        f"http://{host}{lists.address(number)}"
        for host in ("postform.test", "postback.test")
        for number in ALL[:EACH]
    }
    assert done.kept == first


def test_a_crawl_that_was_stopped_goes_on_in_the_middle_of_its_lists(tmp_path: Path) -> None:
    """The number of a page, its body and how many parts were dry are carried by the link."""
    hosts = ["postapi.test", "postback.test", "cursor.test"]
    with LivingWeb(SITES | {"dry.test": limits.dry_site}) as web:
        seeds = [f"http://{host}/" for host in (*hosts, "dry.test")]
        runs = 0
        for _ in range(6):
            one_by_one = {"CONCURRENT_REQUESTS": "1", "CLOSESPIDER_PAGECOUNT": "18"}
            done = crawl(tmp_path, seeds, proxy=web.address, settings=one_by_one)
            runs += 1
            if "closespider_pagecount" not in done.log:
                break
        assert 2 <= runs < 6
        assert {host: urls(host) - done.kept for host in hosts} == {host: set() for host in hosts}
        assert (
            sum("/art/" not in one.url for one in web.of("dry.test")) == 4
        )  # three of them in a row are dry
        seen = [one for one in web.asked if "/art/" not in one.url and one.path != "/"]
        assert len(set(seen)) == len(seen)
