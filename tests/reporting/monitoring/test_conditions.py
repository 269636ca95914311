"""Which states of a crawl are worth an alert."""

from __future__ import annotations

from topiccrawl.priority.budgets.credit import TrapBudgets
from topiccrawl.reporting.monitoring.conditions import Alert, Conditions, Repetition
from topiccrawl.reporting.monitoring.snapshot import Snapshot


def pages(fetched: int, kept: int) -> Snapshot:
    return Snapshot(
        "党建",
        {
            "topiccrawl/pages/html": fetched,
            "topiccrawl/pages/kept": kept,
            "topiccrawl/drops/verdict/relevance": fetched - kept,
        },
    )


def harvest_alerts(*counts: tuple[int, int]) -> list[str]:
    conditions = Conditions(0)
    return [alert.text for fetched, kept in counts for alert in conditions.alerts(pages(fetched, kept))]


def test_a_harvest_that_collapses() -> None:
    steady = [(number * 50, number * 25) for number in range(1, 9)]
    assert harvest_alerts(*steady) == []
    (text,) = harvest_alerts(*steady, (450, 201), (500, 203), (550, 205), (600, 208))
    assert text == "of the last 200 pages 4.0% were on the topic, of those before 50.0%"


def test_a_harvest_that_was_never_good_does_not_collapse() -> None:
    assert harvest_alerts(*((number * 50, number // 3) for number in range(1, 30))) == []


def test_a_disk_a_host_and_a_trap() -> None:
    now = Snapshot("党建", disk_free=999_000_000, hosts_given_up=("a.test",), traps=("calendar",))
    assert [alert.event for alert in Conditions(1_000_000_000).alerts(now)] == ["blocked", "trap", "disk"]
    assert [alert.event for alert in Conditions(0).alerts(now)] == ["blocked", "trap"]


def test_an_alert_is_repeated_after_a_while() -> None:
    repetition, alert = Repetition(60.0), Alert("blocked", "a.test", "")
    assert [repetition.is_due(alert, now) for now in (0.0, 59.0, 60.0)] == [True, False, True]
    assert repetition.is_due(Alert("blocked", "b.test", ""), 61.0)


def test_parked_traps_are_the_groups_that_were_refused() -> None:
    budgets = TrapBudgets(start=2)
    url = "http://a.test/calendar/2026/{:02}/"
    assert [budgets.take(url.format(month)) for month in (1, 2, 3)] == [True, True, False]
    (group,) = budgets.parked()
    assert "a.test" in group
    budgets.kept(url.format(1))
    assert budgets.parked() == []
