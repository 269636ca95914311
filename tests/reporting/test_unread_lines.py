from __future__ import annotations

import re
from dataclasses import replace

import pytest
from reporting.test_outcome import GOOD

from topiccrawl.page.unread.counts import NotRead
from topiccrawl.page.unread.reasons import Unread
from topiccrawl.reporting.completeness import is_complete, left_unvisited
from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.outcome import outcome_of
from topiccrawl.reporting.unread_lines import unread_lines
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.run_totals import CrawlTotals

SITES = {f"h{number}.cn": 9 - number for number in range(7)}
DONE = Counts(done=12)


@pytest.mark.parametrize("reason", Unread)
def test_each_reason_has_its_words_in_english_and_chinese(
    reason: Unread, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [NotRead(reason, 1, 1, {"甲.cn": 1}), NotRead(reason, 1200, 1200, {"甲.cn": 1200})]
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    one, many = unread_lines(some)
    assert one.startswith("1 ")
    assert many.startswith("1,200 ")
    assert one.endswith("; 甲.cn 1")
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    for line in unread_lines(some):
        words = set(re.findall(r"(?<![\w/.:=-])[a-z]{2,}(?![\w/.:=])", line))
        assert not words - {"files"}, line
        assert "；甲.cn 1" in line


def test_five_sites_are_named_and_the_others_counted() -> None:
    (line,) = unread_lines([NotRead(Unread.FORM, 300, 60, SITES)])
    assert line.startswith("300 forms that we do not send continue lists: ")
    assert line.endswith("; h0.cn 9, h1.cn 8, h2.cn 7, h3.cn 6, h4.cn 5, and 55 more")


def test_challenges_are_counted_by_host_with_their_statuses() -> None:
    found = NotRead(Unread.CHALLENGE, 40, 2, {"a.cn": 30, "b.cn": 10}, {"521": 20, "412": 15, "202": 5})
    assert unread_lines([found])[0].startswith("2 hosts answered a challenge page (521, 412, 202): ")


def test_the_rows_stand_under_one_name_behind_the_failures() -> None:
    unread = (NotRead(Unread.FILE_TEXT, 9, 1, {"a.cn": 9}), NotRead(Unread.FORM, 4, 1, {"a.cn": 4}))
    outcome = outcome_of(replace(GOOD, unread=unread))
    assert outcome.headline.endswith("no link waits, but not everything could be read.")
    names = [name for name, _ in outcome.rows]
    assert names[names.index("failed") : names.index("seeds")] == ["failed", "unread", ""]


def test_a_web_that_could_not_be_read_is_not_said_to_be_off_the_topic() -> None:
    nothing = replace(GOOD, totals=CrawlTotals(0), links=DONE, figures=Figures(2, lists=2))
    unread = (NotRead(Unread.SCRIPT_LIST, 1, 1, {"a.cn": 1}),)
    judged = Figures(5, lists=2, dropped={"description": 2, "off_topic": 1})
    for ended, said in (
        (replace(nothing, unread=unread), "no page with a text was read"),
        (replace(nothing, is_complete=True), "no page with a text was read"),
        (replace(nothing, figures=judged, unread=unread), "no page that was read was about the topic"),
        (replace(nothing, figures=judged), "no page that was read was about the topic"),
        (replace(nothing, figures=judged, is_complete=True), "other seeds; no page was about the topic"),
    ):
        assert outcome_of(ended).rows[-1][1].endswith(f"{said})"), said


def test_all_is_visited_only_when_that_is_known() -> None:
    judged = {
        "topiccrawl/drops/verdict/off_topic": 3,
        "topiccrawl/drops/gate/description": 2,
        "topiccrawl/drops/gate/status_404": 1,
        "topiccrawl/drops/frontier/priority": 50,
        "topiccrawl/drops/links/nofollow": 4,
    }
    assert is_complete(judged, DONE)
    assert not is_complete({"topiccrawl/pages/html": 2, "topiccrawl/pages/list": 2}, DONE), "nothing was read"
    for name in ("frontier/trap", "frontier/poor", "frontier/host_pages", "gate/too_complex", "watch/frozen"):
        assert left_unvisited(judged | {f"topiccrawl/drops/{name}": 2}) == 2
        assert not is_complete(judged | {f"topiccrawl/drops/{name}": 2}, DONE)
    assert not is_complete(judged | {"topiccrawl/unread/form": 1}, DONE)
    assert not is_complete(judged | {"topiccrawl/frontier/resumed": 7}, DONE)
    for links in (None, Counts(waiting=1), Counts(leased=1), Counts(dead=1)):
        assert not is_complete(judged, links)
