"""Traps that their content gives away: soft 404s and mirrors; and faceted lists."""

from __future__ import annotations

import pytest

from topiccrawl.page.page import Page
from topiccrawl.priority.budgets.credit import TrapBudgets, Trust
from topiccrawl.priority.budgets.same_text import same_text_key
from topiccrawl.priority.budgets.traps import trap_group


def soft_404(number: int) -> str:
    page = Page.of(f"<title>页面不存在</title><p>您访问的页面 /x/{number}.html 不存在，请返回网站首页。</p>")
    return same_text_key(page)


def test_a_host_may_show_one_text_a_few_times() -> None:
    budgets = TrapBudgets(start=4, again=10**6)
    taken = [
        budgets.take_text(f"http://a.cn/{number}", "页面不存在", lambda number=number: soft_404(number))
        for number in range(30)
    ]
    assert taken == [True] * 8 + [False] * 22  # four before texts are compared, four of the group
    assert budgets.take_text("http://b.cn/1", "页面不存在", lambda: soft_404(1))
    assert sum(budgets.refused.values()) == 22


def test_pages_with_one_title_and_different_texts_are_no_trap() -> None:
    budgets = TrapBudgets(start=4, again=10**6)
    for number in range(100):
        text = "".join(chr(0x4E00 + number + step) for step in range(40))
        assert budgets.take_text(
            f"http://a.cn/{number}", "新闻中心", lambda text=text: same_text_key(Page.of(text))
        )


def test_shells_that_ask_for_different_data_are_no_trap() -> None:
    shell = Page.of(
        "<title>文章详情</title><div id=app>正在加载，请您稍候片刻</div><script src=/a.js></script>"
    )
    budgets = TrapBudgets(start=4, again=10**6)
    taken = [
        budgets.take_text(
            f"http://a.cn/x?id={n}", "文章详情", lambda n=n: same_text_key(shell, [f"http://a.cn/{n}.json"])
        )
        for n in range(30)
    ]
    assert all(taken)


def test_a_mirror_costs_a_few_pages_until_it_has_something_new() -> None:
    budgets = TrapBudgets(start=5, again=10**6)
    for number in range(5):
        assert budgets.take(f"http://mirror.cn/{number}.html")
        budgets.copied(f"http://mirror.cn/{number}.html", f"http://a.cn/{number}.html")
    fetched = sum(budgets.take(f"http://mirror.cn/{number}.html") for number in range(5, 100))
    assert fetched == 5
    budgets.kept("http://mirror.cn/new.html")
    assert budgets.take("http://mirror.cn/101.html")
    assert budgets.take("http://a.cn/101.html")


def test_of_two_hosts_that_repeat_each_other_one_is_the_mirror() -> None:
    budgets = TrapBudgets(start=5)
    for number in range(20):  # the pages of both arrive by turns
        hosts = ("a.cn", "b.cn") if number % 3 else ("b.cn", "a.cn")
        budgets.copied(*(f"http://{host}/{number}.html" for host in hosts))
    assert [budgets.group_of(f"http://{host}/99.html") for host in ("a.cn", "b.cn")] == ["mirror a.cn", ""]


def test_a_host_whose_mirror_was_found_becomes_none_of_it_later() -> None:
    budgets = TrapBudgets(start=5)
    for number in range(5):
        budgets.copied(f"http://b.cn/{number}.html", f"http://a.cn/{number}.html")
    refused = [number for number in range(5, 60) if not budgets.take(f"http://b.cn/{number}.html")]
    for number in range(5, 30):  # stored from the mirror before
        budgets.copied(f"http://a.cn/{number}.html", f"http://b.cn/{number}.html")
    assert len(refused) == 50
    assert all(budgets.take(f"http://a.cn/{number}.html") for number in refused)


@pytest.mark.parametrize(
    ("host", "other"), [("b.cn", "www.b.cn"), ("m.b.cn", "www.b.cn"), ("wap.b.cn", "b.cn")]
)
def test_names_of_one_site_are_no_mirrors_of_each_other(host: str, other: str) -> None:
    budgets = TrapBudgets(start=5)
    for number in range(20):
        budgets.copied(f"http://{host}/{number}.html", f"http://{other}/{number}.html")
    assert not budgets.group_of(f"http://{host}/99.html")


def test_reposts_under_other_paths_make_no_mirror() -> None:
    budgets = TrapBudgets(start=5)
    for number in range(50):
        budgets.copied(f"http://b.cn/repost/{number}.html", f"http://a.cn/{number}.html")
    assert budgets.group_of("http://b.cn/1.html") == ""


@pytest.mark.parametrize(
    ("url", "group"),
    [
        ("http://a.cn/list?brand=3&color=red&page=2", "facets a.cn/list"),
        ("http://a.cn/list?filter[a]=1&filter[b]=2", "facets a.cn/list"),
        ("http://a.cn/list?min_price=1&max-price=2", "facets a.cn/list"),
        ("http://a.cn/list?brand=3&page=2", ""),
        ("http://a.cn/forum.php?mod=viewthread&tid=1&extra=page%3D1", ""),
    ],
)
def test_combined_filters_are_a_group(url: str, group: str) -> None:
    assert trap_group(url) == group


def test_a_host_of_spam_is_left_after_two_pages_and_a_good_page_weighs_against_one() -> None:
    budgets = TrapBudgets(start=8, again=100)
    assert budgets.trust("spam.cn") is Trust.NEW
    for number in range(2):
        assert budgets.take(f"http://spam.cn/{number}.html")
        budgets.is_spam(f"http://spam.cn/{number}.html")
        budgets.finished(f"http://spam.cn/{number}.html", judged=True)
    assert budgets.trust("spam.cn") is Trust.SUSPECT
    assert not any(budgets.take(f"http://spam.cn/{number}.html") for number in range(2, 50))
    assert budgets.take("http://a.cn/1.html", parent_url="http://spam.cn/1.html")
    budgets.kept("http://a.cn/1.html")  # a spammer's links to others earn nothing
    assert not budgets.take("http://spam.cn/50.html")
    budgets.kept("http://spam.cn/0.html")  # a person has allowed it, or a page in flight was good
    assert budgets.take("http://spam.cn/51.html")
