from __future__ import annotations

import re
from dataclasses import replace

import pytest
from rich.cells import cell_len

from topiccrawl.reporting.figures import Figures
from topiccrawl.reporting.outcome import Commands, CrawlOutcome, Ended, Seeds, outcome_of, row_head
from topiccrawl.storage.frontier.contract import Counts
from topiccrawl.storage.run_totals import CrawlTotals

GOOD = Ended(
    topic="党建",
    reason="finished",
    seconds=252.0,
    figures=Figures(10, 4, 1, 2, {"off_topic": 3}, {"status_404": 2}),
    seeds=Seeds(2, {"http://a.cn/": "timeout"}),
    resumed=0,
    links=Counts(waiting=0, done=12, dead=1),
    totals=CrawlTotals(20),
    database="sqlite:///corpus.db",
    proxy="",
    commands=Commands("EXPORT", "DEAD", "REQUEUE"),
)


def _without_seeds(reason: str, **changes: object) -> Ended:
    ended = replace(
        GOOD,
        figures=Figures(failed={reason: 2}),
        seeds=Seeds(0, {"http://a.cn/": reason, "http://b.cn/": reason}),
        totals=CrawlTotals(0),
        links=Counts(dead=2),
    )
    return replace(ended, **changes)  # type: ignore[arg-type]


def _next(outcome: CrawlOutcome) -> list[str]:
    names = [name for name, _ in outcome.rows]
    return [text for _, text in outcome.rows[names.index("next") :]]


def test_a_crawl_that_ran_dry_says_how_to_go_on() -> None:
    outcome = outcome_of(replace(GOOD, reason="dry", links=Counts(waiting=7, done=12)))
    assert "almost none was new" in outcome.headline
    assert _next(outcome)[:2] == [
        "the same command again   (the crawl continues)",
        "the same with -s TOPICCRAWL_DRY_PAGES=0   (the crawl continues until no link waits)",
    ]
    assert outcome.exit_code == 0


def test_servers_that_were_not_verified_and_frames_without_a_text_are_told_of() -> None:
    rows = dict(outcome_of(replace(GOOD, unverified={"expired": 1200, "old_protocol": 3})).rows)
    assert rows["servers"] == (
        "some were not verified, and their pages are marked; responses: expired 1,200, old_protocol 3"
    )
    assert "servers" not in dict(outcome_of(GOOD).rows)
    frames = outcome_of(replace(GOOD, parts={"failed/timeout": 5})).rows
    assert "frames without a text: timeout 5" in dict(frames).values()
    refused = outcome_of(_without_seeds("certificate_expired"))
    assert "the certificates could not be verified" in refused.headline


def test_questions_about_groups_and_what_grades_say_of_the_harvest() -> None:
    question = "1. 41 pages speak of NBA 季后赛 湖人: wanted?"
    commands = replace(GOOD.commands, groups="GROUPS")
    outcome = outcome_of(replace(GOOD, groups=(question,), grades=(20, 12), commands=commands))
    assert ("groups", question) in outcome.rows
    assert ("", "GROUPS   (numbers of groups)") in outcome.rows
    assert "verdict; of 20 graded pages 12 are on the topic" in dict(outcome.rows)["pages"]


@pytest.mark.parametrize(
    ("reason", "proxy", "said"),
    [
        ("dns", "", "no host name could be resolved. Is this machine online?"),
        ("dns", "http://p:1", "Requests go through the proxy http://p:1"),
        ("refused", "", "no server could be reached. Is this machine online?"),
        ("refused", "http://p:1", "the proxy http://p:1 does not answer"),
        ("timeout", "http://p:1", "no server could be reached. Requests go through the proxy http://p:1"),
        ("robots", "", "their robots.txt forbids it"),
        ("private_address", "", "-s TOPICCRAWL_ALLOW_PRIVATE=True"),
        ("status_407", "http://p:1", "the proxy http://p:1 refuses"),
        ("status_502", "http://p:1", "the servers answer 502. Answers come through the proxy http://p:1."),
        ("tls", "", "open a seed in a browser"),
    ],
)
def test_the_likely_cause_when_no_seed_gave_a_page(reason: str, proxy: str, said: str) -> None:
    outcome = outcome_of(_without_seeds(reason, proxy=proxy))
    assert outcome.exit_code == 1
    assert outcome.headline.startswith(f"None of the 2 seeds gave a page ({reason} 2): ")
    assert said in outcome.headline
    assert _next(outcome)[0].startswith("REQUEUE")
    assert "-a fresh=1" in _next(outcome)[1]


def test_seeds_that_are_no_dead_letters_need_a_fresh_start() -> None:
    assert _next(outcome_of(_without_seeds("robots", links=Counts(done=2)))) == [
        "start over: the same command with -a fresh=1"
    ]


@pytest.mark.parametrize(
    ("reason", "said", "code"),
    [
        ("database_unavailable", "ended after 4 min 12 s: the database went away", 1),
        ("shutdown", "stopped from outside (Ctrl-C or SIGTERM)", 0),
        ("closespider_pagecount", "limit CLOSESPIDER_PAGECOUNT was reached", 0),
        ("自己的原因", "ended after 4 min 12 s: 自己的原因.", 0),
    ],
)
def test_a_crawl_that_ended_early_goes_on_with_the_same_command(reason: str, said: str, code: int) -> None:
    outcome = outcome_of(replace(GOOD, reason=reason, totals=None))
    assert said in outcome.headline
    assert outcome.exit_code == code
    assert _next(outcome)[0] == "the same command again   (the crawl continues)"
    assert ("corpus", "sqlite:///corpus.db; number of pages unknown") in outcome.rows


def test_seeds_that_fail_before_a_stop_are_no_verdict_on_all_of_them() -> None:
    stopped = outcome_of(replace(_without_seeds("timeout"), reason="closespider_timeout"))
    assert stopped.headline.startswith("党建: ended after")
    assert stopped.exit_code == 1  # no seed gave a page all the same


def test_many_failed_seeds_are_a_line() -> None:
    failed = {f"http://h{number}.cn/": "dns" for number in range(50)}
    seeds = dict(outcome_of(replace(GOOD, seeds=Seeds(1, failed))).rows)["seeds"]
    assert seeds.startswith("50 of 51 gave no page: http://h0.cn/ (dns), ")
    assert seeds.endswith(", 45 more")


@pytest.mark.parametrize(
    "ended",
    [
        GOOD,
        replace(
            GOOD, reason="dry", totals=CrawlTotals(20, 2, 9, 4), links=Counts(waiting=7, leased=2), resumed=3
        ),
        replace(GOOD, reason="closespider_pagecount", totals=None, traps={"a.cn/日历": 4}, seconds=7400.0),
        replace(GOOD, figures=Figures(), seeds=Seeds(), totals=CrawlTotals(0)),
        _without_seeds("dns"),
        _without_seeds("status_407", proxy="http://p.cn:1"),
        _without_seeds("robots"),
        _without_seeds("timeout"),
    ],
)
def test_in_a_chinese_locale_no_sentence_is_english(ended: Ended, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    outcome = outcome_of(ended)
    for line in outcome.lines():
        # What is typed or looked up stays: commands, URLs, reasons and settings.
        words = re.findall(r"(?<![\w/.:=-])[a-z]{2,}(?![\w/.:=])", line)
        assert set(words) <= {"off_topic", "dns", "robots", "timeout", "seeds", "fresh"}, line
    names = [cell_len(row_head(name)) for name, _ in outcome.rows]
    assert set(names) == {12}
