"""URLs that look like a trap, and what each group of them may cost."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from topiccrawl.priority.budgets.credit import TrapBudgets
from topiccrawl.priority.budgets.traps import trap_group


@pytest.mark.parametrize(
    "url",
    [
        "http://www.a.cn/",
        "http://www.a.cn/n1/2018/0102/c64094-29738.html",
        "http://www.a.cn/zt/2019/01/01/index.html",
        "http://www.a.cn/html/2018-01/02/nbs.D110000renmrb_01.htm",
        "http://www.a.cn/dj/202101/t20210115_875251.htm",
        "http://www.a.cn/a/20180102/5a4ae1b2c3d4e5f6.shtml",
        "http://www.a.cn/article/?id=123&page=2",
        "http://www.a.cn/zhuanti/zhuanti2020/a.html",
        "http://www.a.cn/dj/xx/dj/1.html",
        "http://www.a.cn/year/1.html",
        "http://www.a.cn/article/20449",
        "http://www.a.cn/forum.php?mod=viewthread&tid=7",
        "http://www.a.cn/thread-7-1-1.html",
        "http://www.a.cn/info/1.html?uuid=7",
        "http://www.a.cn/article/20441231",
        "http://[::1",
        "http://a.cn/(S(abc123def))/dj/1.aspx",  # the key of the page has no session
        "http://a.cn/l.aspx?id=8f14e45fceea&page=2",
        "http://a.cn/l.aspx?y=2031&m=13",
        "http://a.cn/l.aspx?t=1700000000",
    ],
)
def test_pages_of_articles_and_lists_are_no_traps(url: str) -> None:
    assert trap_group(url) == ""


def test_urls_by_the_conventions_of_chinese_sites_are_no_traps() -> None:
    with (Path(__file__).parents[1] / "learning" / "url_forms.tsv").open(encoding="utf-8") as table:
        found = {row["url"]: trap_group(row["url"]) for row in csv.DictReader(table, delimiter="\t")}
    assert len(found) == 300
    assert {url: group for url, group in found.items() if group} == {}


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("http://a.cn/s/8f14e45f/3.html", "http://a.cn/s/0cc175b9/4.html"),
        ("http://a.cn/l.aspx?id=7&vid=8f14e45fceea", "http://a.cn/l.aspx?id=9&vid=0cc175b9c0f1"),
        ("http://a.cn/l.aspx?id=7&t=1700000000", "http://a.cn/l.aspx?id=9&t=1700000001"),
        ("http://a.cn/hd.do?nian=2031&yue=5", "http://a.cn/hd.do?nian=1901&yue=6"),
        ("http://a.cn/rili.php?d=5", "http://a.cn/rili.php?d=6"),
        (
            "http://a.cn/3f2504e0-4f89-11d3-9a0c-0305e82c3301/a.html",
            "http://a.cn/00112233-4455-6677-8899-aabbccddeeff/a.html",
        ),
        ("http://a.cn/a/b/a/b/", "http://a.cn/x/y/x/y/x.html"),
        ("http://a.cn/search?q=党建&page=1", "http://a.cn/search?q=学习&page=9"),
        ("http://a.cn/list.php?sort=date&order=asc", "http://a.cn/list.php?order=desc"),
        ("http://a.cn/rili/2031/05/", "http://a.cn/rili/2031/06/"),
        ("http://a.cn/home.php?mod=space&uid=7", "http://a.cn/space-uid-9.html"),
        ("http://a.cn/u.php?username=yucun", "http://a.cn/author/yucun/"),
        (
            "http://a.cn/i.php?m=member&a=login&back=%2F7.html",
            "http://a.cn/wp-login.php?redirect_to=%2F9.html",
        ),
        ("http://a.cn/forum.php?mod=post&action=reply&tid=7", "http://a.cn/forum.php?tid=9&goto=lastpost"),
        ("http://a.cn/read-htm-tid-7-page-e.html", "http://a.cn/read.php?tid=9&page=e"),
    ],
)
def test_urls_of_one_trap_are_one_group(one: str, another: str) -> None:
    assert trap_group(one) == trap_group(another) != ""


@pytest.mark.parametrize("path", ["space/58.html", "member/2031/05/7.html", "user/guide/3.html", "authors/"])
def test_columns_that_are_called_as_users_are_no_traps(path: str) -> None:
    assert trap_group(f"http://a.cn/{path}") == ""


def session(number: int) -> str:
    return f"http://a.cn/s/{number:07x}a0/{number}.html"


def test_a_trap_costs_a_few_pages() -> None:
    budgets = TrapBudgets(start=10, again=100)
    fetched = [number for number in range(400) if budgets.take(session(number))]
    assert fetched == list(range(10))
    assert all(budgets.take(f"http://a.cn/dj/{number}.html") for number in range(400))


def test_users_and_forms_of_a_forum_cost_fewer_unless_they_lead_to_articles() -> None:
    budgets = TrapBudgets(start=8)
    for page in ("u.php?uid={}", "read-htm-tid-{}-page-e.html"):
        urls = [f"http://a.cn/{page.format(number)}" for number in range(40)]
        assert [budgets.take(url) for url in urls] == [True] * 2 + [False] * 38
    article, user = "http://a.cn/dj/7.html", "http://a.cn/u.php?uid=3"
    assert budgets.take(article, user)
    budgets.kept(article)
    assert [budgets.take(f"http://a.cn/u.php?uid={number}") for number in range(50, 53)] == [
        True,
        True,
        False,
    ]


def test_other_orders_of_a_forum_cost_few_but_their_own_parts_none_of_it() -> None:
    budgets = TrapBudgets(start=8)
    fields = ["orderby=dateline", "filter=digest&digest=1", "orderway=hits", "filter=hot", "ordertype=1"]
    lists = [f"http://a.cn/luntan.php?fid=9&{field}" for field in fields]
    assert [budgets.take(url) for url in lists] == [True] * 2 + [False] * 3
    assert all(budgets.take(f"{lists[0]}&page={number}", part=True) for number in range(2, 10))
    article = "http://a.cn/luntan.php?tid=71"
    assert budgets.take(article, lists[0])
    budgets.kept(article)
    assert not budgets.take(lists[2])  # the board itself leads there, too


def test_columns_whose_addresses_name_an_order_are_lists_as_searches_are() -> None:
    budgets = TrapBudgets(start=8)
    assert all(budgets.take(f"http://a.cn/list.jsp?id={number}&orderby=time") for number in range(8))


def visit(article: int, number: int) -> str:
    return f"http://a.cn/dj/show.do?id={article}&vid={number:012x}f&time={number}"


def test_copies_of_kept_pages_do_not_use_up_the_credit_of_new_ones() -> None:
    """Each page links to the first three articles under the session of its own visit."""
    budgets = TrapBudgets(start=8)
    number, fetched = 0, {0: 1, 1: 1, 2: 1}
    for article in fetched:
        assert budgets.take(visit(article, 0))
        budgets.kept(visit(article, 0))
    for article in (0, 1, 2) * 20 + tuple(range(3, 40)):
        number += 1
        if not budgets.take(visit(article, number)):
            continue
        fetched[article] = fetched.get(article, 0) + 1
        if fetched[article] > 1:
            budgets.copied(visit(article, number), visit(article, 0))
        else:
            budgets.kept(visit(article, number))
    assert sum(fetched.values()) == len(fetched) + 2 == 42


def test_sessions_that_are_the_ids_of_articles_are_no_copies() -> None:
    budgets = TrapBudgets(start=8)
    for number in range(40):
        url = f"http://a.cn/show?c=3&t={number:012x}a1f"
        assert budgets.take(url)
        budgets.kept(url)


def test_a_group_that_is_worth_it_goes_on() -> None:
    budgets = TrapBudgets(start=10, again=10**6)
    fetched = 0
    for number in range(400):
        if budgets.take(session(number)):
            fetched += 1
            if number % 2 == 0:
                budgets.kept(session(number))
    assert fetched == 400


def test_pages_that_a_search_leads_to_pay_for_it() -> None:
    budgets = TrapBudgets(start=3, again=10**6)
    for number in range(50):
        search, article = f"http://a.cn/search?q={number}", f"http://a.cn/dj/{number}.html"
        assert budgets.take(search)
        assert budgets.take(article, search)
        budgets.kept(article)


def test_a_group_without_credit_gets_another_chance() -> None:
    budgets = TrapBudgets(start=2, again=100)
    taken = 0
    for number in range(1000):
        budgets.finished()
        taken += budgets.take(session(number))
    assert 11 <= taken <= 12  # two at first, then one of a hundred pages


def test_without_a_start_nothing_is_limited() -> None:
    budgets = TrapBudgets(start=0)
    assert all(budgets.take(session(number)) for number in range(50))


def fetched(budgets: TrapBudgets, url: str) -> bool:
    taken = budgets.take(url)
    budgets.finished(url)
    return taken


def days(form: str, number: int = 100) -> list[str]:
    return [f"http://a.cn{form.format(y=2024, m=n // 28 % 12 + 1, d=n % 28 + 1)}" for n in range(number)]


DAYS = [
    "/hd/{y}/{m:02}/{d:02}/",
    "/hd/{y}-{m}-{d}",
    "/hd/{y}{m:02}{d:02}.html",
    "/hd.jsp?d={y}-{m:02}-{d:02}",
    "/l-{m}-0-{d}.html",
    "/tag/党课{m}月{d}日/",
    "/list?tag={m}-{d}",
]


@pytest.mark.parametrize("form", DAYS)
def test_a_calendar_without_anything_is_left(form: str) -> None:
    budgets = TrapBudgets(start=8, again=10**6)
    left = [url for url in days(form) if fetched(budgets, url) and not budgets.is_barren(url)]
    assert len(left) == 8
    assert fetched(budgets, "http://b.cn/hd/2024/05/06/") and fetched(budgets, "http://a.cn/xw/2024/05/06/")


@pytest.mark.parametrize("form", DAYS)
def test_an_archive_whose_days_have_a_text_or_headlines_now_and_then_is_not(form: str) -> None:
    for link in ("", "http://a.cn/art/{}.html"):
        budgets = TrapBudgets(start=8, again=10**6)
        for n, url in enumerate(days(form)):
            assert fetched(budgets, url)
            if n % (4 if link else 2):
                budgets.is_barren(url)
            else:
                budgets.bears(url, link.format(n))


def test_ids_in_hexadecimal_digits_are_no_days() -> None:
    budgets = TrapBudgets(start=8, again=10**6)
    for number in range(20):
        url = f"http://a.cn/look?id=f3{number:02d}7c2100"
        assert fetched(budgets, url)
        budgets.is_barren(url)


def test_days_that_lead_to_days_or_to_the_same_page_bring_nothing() -> None:
    budgets = TrapBudgets(start=8, again=10**6)
    for url in days(DAYS[0], 17):
        budgets.is_barren(url)
        budgets.bears(url, "http://a.cn/hd/2031/01/")
        budgets.bears(url, "http://b.cn/")
    assert not fetched(budgets, "http://a.cn/hd/2031/01/")


def test_an_archive_that_leads_down_to_its_days_is_read_but_no_months_that_lead_to_months() -> None:
    for parent, most in (("http://a.cn/hd/2024/", 40), ("http://a.cn/hd/2023/12/", 8)):
        budgets = TrapBudgets(start=8, again=10**6)
        taken = 0
        for month in (f"http://a.cn/hd/{2000 + n // 12}/{n % 12 + 1:02}/" for n in range(40)):
            taken += fetched(budgets, month)
            budgets.is_barren(month)
            for day in (1, 2):
                budgets.bears(month, f"{month}{day:02}/", parent)
        assert taken == most


def test_the_parts_of_a_filtered_list_do_not_pay_for_its_filters() -> None:
    budgets = TrapBudgets(start=2)
    seed = "http://a.cn/search/list?lm=3"
    filters = [f"{seed}&nian={year}" for year in (2021, 2022, 2023)]
    assert [budgets.take(url, seed) for url in filters] == [True, True, False]
    parts = [f"{seed}&page={n}" for n in (2, 3, 4, 5)]
    assert [budgets.take(url, seed, part=True) for url in parts[:3]] == [True, True, False]
    budgets.take(article := "http://a.cn/art/7.html", parts[1])
    budgets.kept(article)
    assert budgets.take(parts[3], parts[1], part=True)


def test_the_parts_of_a_calendar_pay_as_its_other_pages_do() -> None:
    budgets = TrapBudgets(start=2)
    months = [f"http://a.cn/rili?year=2031&month={n}" for n in (1, 2, 3)]
    assert [budgets.take(url, part=True) for url in months] == [True, True, False]
