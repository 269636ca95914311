"""The pages that show what the corpus says."""

from __future__ import annotations

import re

from admin.conftest import ATTACK, Admin

from topiccrawl.admin.accounts.roles import Role


def cells(html: str) -> list[list[str]]:
    """The texts of the cells of all table rows."""
    rows = re.findall(r"<tr>(.*?)</tr>", html, re.DOTALL)
    return [
        [re.sub(r"<[^>]*>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)] for row in rows
    ]


def test_the_overview_counts_days_and_sites_and_links_to_their_pages(admin: Admin) -> None:
    browser = admin.as_(Role.VIEWER)
    html = browser.get("/analysis?topic=样例&since=2024-05-03&until=2024-05-05").text
    rows = cells(html)
    assert ["2024-05-03", "1", "0"] in rows and ["site2.test", "1", "1"] in rows
    assert ["不详", "", "0", "3"] in rows  # no events yet
    assert html.count('class="tile level0"') == 34
    link = re.search(r'href="(/pages\?topic=[^"]*since=2024-05-03&amp;until=2024-05-03)"', html)
    assert link
    assert ">党建工作第3期</a>" in browser.get(link[1].replace("&amp;", "&")).text


def test_without_a_period_the_last_days_with_pages_are_shown(admin: Admin) -> None:
    html = admin.as_(Role.VIEWER).get("/analysis?topic=样例&since=nothing&step=hour").text
    assert 'value="2024-04-13"' in html and 'value="2024-05-12"' in html
    assert ["2024-05-11", "1", "1"] in cells(html)
    assert ATTACK not in html


def test_an_empty_database_has_an_empty_analysis(make_admin) -> None:
    assert make_admin().as_(Role.VIEWER).get("/analysis").status_code == 200
