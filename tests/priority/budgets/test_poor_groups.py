"""Hosts, directories and templates that bring nothing are parked, and get another chance."""

from __future__ import annotations

from topiccrawl.priority.budgets.poor_groups import PoorGroups

GOOD, ENDLESS = "http://news.test/dangjian/{}.html", "http://farm.test/wen/{}.html"


def crawl(groups: PoorGroups, pages: int, form: str = ENDLESS, kept: bool = False, first: int = 0) -> int:
    """Take and finish some pages; return how many were not refused."""
    taken = 0
    for number in range(first, first + pages):
        url = form.format(number)
        if not groups.take(url):
            taken += 1
            groups.finished(url, kept=kept)
    return taken


def test_endless_pages_that_bring_nothing_cost_little_and_good_ones_go_on() -> None:
    groups, endless = PoorGroups(10), 0
    for number in range(400):
        endless += crawl(groups, 1, first=number)
        assert crawl(groups, 1, GOOD, kept=True, first=number) == 1
    assert 10 <= endless <= 20  # with a chance for every hundred pages
    assert groups.parked() == ["host farm.test"]
    assert groups.refused["host farm.test"] == 400 - endless


def test_a_poor_directory_leaves_the_others_of_its_host_alone() -> None:
    groups = PoorGroups(10)
    for number in range(30):
        crawl(groups, 1, "http://news.test/yule/{}.html", first=number)
        crawl(groups, 1, GOOD, kept=True, first=number)
    assert groups.take("http://news.test/yule/99.html").startswith("directory news.test/yule")
    assert groups.take(GOOD.format(99)) == ""


def test_a_chance_that_is_worth_it_ends_the_poverty() -> None:
    groups = PoorGroups(10, again=5)
    crawl(groups, 20, GOOD, kept=True)
    assert crawl(groups, 30) == 10
    crawl(groups, 5, GOOD, kept=True, first=20)
    assert crawl(groups, 1, kept=True, first=30) == 1  # a text on the topic at last
    assert groups.parked() == []
    assert crawl(groups, 30, first=40) == 10


def test_lists_that_lead_to_good_pages_are_not_poor() -> None:
    groups = PoorGroups(10)
    for number in range(40):
        listing = f"http://news.test/list_{number}.html"
        assert groups.take(listing) == ""
        groups.finished(listing, kept=False)
        story = f"http://other.test/{number}.html"
        assert groups.take(story, listing) == ""
        groups.finished(story, kept=number % 5 == 0)
    assert not groups.refused


def test_where_good_pages_are_rare_more_pages_without_any_are_needed() -> None:
    groups = PoorGroups(10)
    for number in range(20):
        crawl(groups, 19, "http://host{}.test/", first=100 * number)
        crawl(groups, 1, "http://good{}.test/", kept=True, first=number)
    assert 60 <= crawl(groups, 90) <= 75  # of twenty pages one was good, and these make it less


def test_in_a_crawl_that_finds_nothing_no_group_is_poorer_than_the_rest() -> None:
    assert crawl(PoorGroups(10), 500) == 500


def test_without_a_number_of_pages_nothing_is_parked() -> None:
    groups = PoorGroups(0)
    crawl(groups, 20, GOOD, kept=True)
    assert crawl(groups, 100) == 100
