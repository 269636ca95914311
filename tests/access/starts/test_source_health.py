"""Verdicts on sources: each trouble is named, and nothing else."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from servers.corpora import opened

from topiccrawl.access.starts.change_rate import least_worth
from topiccrawl.access.starts.source_health import SourceHealth, source_health
from topiccrawl.reporting.monitoring.sources import silence_report, source_sentence
from topiccrawl.storage.rows.starts.source_visits import SourceVisit, read_source_visits, write_source_visits
from topiccrawl.text.language import localized

BEGIN = datetime(2024, 5, 5, 16, tzinfo=UTC)  # midnight in China before a Monday
Rate = Callable[[int, int], float]


def office(day: int, hour: int) -> float:
    """Six articles a working day, from eight to six."""
    return 0.6 if day % 7 < 5 and 8 <= hour < 18 else 0.0


def visits(rate: Rate, days: float, seed: int = 1, **values: object) -> list[SourceVisit]:
    """Hourly visits of a source."""
    chance, found = random.Random(seed), []
    for number in range(round(days * 24)):
        mean = rate(number // 24, number % 24)
        fresh, left = 0, chance.random()
        while left > math.exp(-mean):
            left *= chance.random()
            fresh += 1
        at = BEGIN + timedelta(hours=number + 1)
        own = {
            "lists": 1,
            "answered": 1,
            "lists_read": 1,
            "links": 20,
            "fresh": fresh,
            "texts": fresh,
            "textless": 0,
        }
        found.append(SourceVisit(at, **own | values))  # type: ignore[arg-type]
    return found


def verdict(some: list[SourceVisit], later: timedelta = timedelta(0)) -> SourceHealth:
    (one,) = source_health({"a.test": some}, some[-1].at + later)
    return one


def until(rate: Rate, last: int) -> Rate:
    return lambda day, hour: rate(day, hour) if day < last else 0.0


def test_a_source_that_stops_is_silent_after_days_and_not_after_a_weekend() -> None:
    whole = visits(until(office, 16), 23)
    found = [verdict(whole[: 24 * day]) for day in range(8, 24)]
    assert [one.verdict for one in found[:9]] == ["steady"] * 9  # two weekends among them
    first = next(at for at, one in enumerate(found) if one.verdict == "silent")
    assert 17 <= 8 + first <= 20
    assert all(one.verdict == "silent" for one in found[first:])
    assert found[-1].per_day == pytest.approx(4.3, abs=1) and found[-1].days > 5


def test_it_is_said_from_when_on_a_silence_shows() -> None:
    whole = visits(until(office, 16), 23)
    last = max(at for at, one in enumerate(whole) if one.fresh)
    told = verdict(whole[: last + 9]).tells
    assert told is not None
    first = next(
        one.at for at, one in enumerate(whole) if at > last and verdict(whole[: at + 1]).verdict == "silent"
    )
    assert timedelta(0) <= first - told < timedelta(hours=1)  # at the first visit after that


def test_a_rare_source_keeps_its_rhythm_until_its_silence_is_told(tmp_path: Path) -> None:
    def rare(day: int, hour: int) -> float:
        return 0.5 if hour == 9 and day < 40 else 0.0  # one in two days, none from the 40th on

    store = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
    told = []
    daily = visits(rare, 120)[23::24]
    fresh = [sum(one.fresh for one in visits(rare, 120)[24 * day : 24 * day + 24]) for day in range(120)]
    for run, (row, new) in enumerate(zip(daily, fresh, strict=True)):
        own = {"rare.test": row._replace(fresh=new)} | ({"left.test": row} if run < 50 else {})
        store.transact(lambda connection, n=run, o=own: write_source_visits(connection, "样例", n, o))
        if run == 60:
            assert "left.test" in store.read(read_source_visits, "样例")
        if run >= 39:
            (one,) = source_health({"rare.test": store.read(read_source_visits, "样例")["rare.test"]}, row.at)
            told.append(one.verdict)
    kept = store.read(read_source_visits, "样例")
    store.close()
    first = told.index("silent")
    assert first > 15 and set(told[:first]) == {"steady"} and set(told[first:]) == {"silent"}
    assert [*kept] == ["rare.test"] and 60 < len(kept["rare.test"]) <= 72  # five weeks twice


def test_a_source_that_publishes_too_rarely_is_not_called_steady() -> None:
    def column(day: int, hour: int) -> float:
        return 50.0 if day % 7 == 3 and hour == 9 else 0.0

    whole = [row._replace(fresh=min(1, row.fresh)) for row in visits(column, 35)]
    assert [verdict(whole[: 24 * days]).verdict for days in (14, 27, 28, 35)] == [
        "new",
        "new",
        "rare",
        "rare",
    ]
    one = verdict(whole)
    assert one.per_day == 5 and one.days == pytest.approx(35, abs=0.5) and one.tells is None
    assert silence_report([one, verdict(whole[:200])])[0].endswith(": a.test, a.test")
    assert "5 new articles in 35 days" in localized(source_sentence(one))


def test_steady_sources_raise_no_alarm() -> None:
    def daily(day: int, hour: int) -> float:
        return 0.5 if hour >= 7 else 0.05

    some = {
        f"{kind}{n}.test": visits(rate, 21, n)
        for n in range(10)
        for kind, rate in (("o", office), ("d", daily))
    }
    for day in range(8, 22):
        cut = {host: rows[: 24 * day] for host, rows in some.items()}
        assert {one.verdict for one in source_health(cut, BEGIN + timedelta(days=day))} == {"steady"}, day


def test_a_holiday_of_all_is_no_silence() -> None:
    def holiday(day: int, hour: int) -> float:
        return 0.02 if 14 <= day < 19 else office(day, hour)

    some = {f"{n}.test": visits(holiday, 19, n) for n in range(30)}
    assert {one.verdict for one in source_health(some, BEGIN + timedelta(days=19))} == {"steady"}
    assert "silent" in {verdict(rows).verdict for rows in some.values()}  # alone each would be


def test_on_a_holiday_offices_rest_and_others_go_on() -> None:
    def closed(day: int, hour: int) -> float:
        return 0.0 if 14 <= day < 19 else office(day, hour)

    def open_daily(day: int, hour: int) -> float:
        return 0.3

    some = {f"o{n}.test": visits(closed, 19, n) for n in range(12)}
    some |= {f"d{n}.test": visits(open_daily, 19, n) for n in range(12)}
    for hours in range(14 * 24 + 12, 19 * 24, 12):
        cut = {host: rows[:hours] for host, rows in some.items()}
        assert {one.verdict for one in source_health(cut, BEGIN + timedelta(hours=hours))} == {"steady"}, (
            hours
        )
    silent = some | {"o0.test": visits(until(office, 7), 19)}
    named = [one.host for one in source_health(silent, BEGIN + timedelta(days=19)) if one.verdict == "silent"]
    assert named == ["o0.test"]


def test_a_source_that_is_long_silent_does_not_delay_the_others() -> None:
    some = {f"{n}.test": visits(until(office, 4 if n < 3 else 99), 35, n) for n in range(9)}
    found = {one.host: one for one in source_health(some, BEGIN + timedelta(days=35))}
    alone = {host: rows for host, rows in some.items() if int(host[0]) >= 3}
    later = []
    for one in source_health(alone, BEGIN + timedelta(days=35)):
        told = found[one.host].tells
        assert one.tells is not None and told is not None
        later.append((told - one.tells) / timedelta(hours=1))
    assert sum(later) / len(later) < 12


def test_who_was_not_asked_is_not_silent() -> None:
    one = verdict(visits(office, 14), timedelta(days=6))
    assert one.verdict == "not asked" and one.days == pytest.approx(6)
    unanswered = visits(office, 14) + [
        row._replace(at=row.at + timedelta(days=14), answered=0, fresh=0, problem="failed", place="503")
        for row in visits(office, 5)
    ]
    assert verdict(unanswered).verdict == "failed"
    assert verdict(unanswered[: 14 * 24 + 2]).verdict == "steady"


@pytest.mark.parametrize(("problem", "place"), [("moved", "new.a.test"), ("gone", "404")])
def test_a_source_that_moves_is_named_at_once(problem: str, place: str) -> None:
    rows = visits(office, 10)
    rows[-1] = rows[-1]._replace(problem=problem, place=place, answered=int(problem == "moved"))
    one = verdict(rows)
    assert (one.verdict, one.place) == (problem, place)
    always = [row._replace(problem=problem, place=place) for row in rows]
    assert verdict(always).verdict == ("steady" if problem == "moved" else "gone")


def test_a_list_without_its_links_has_another_template() -> None:
    rows = visits(office, 4)
    broken = [row._replace(links=0, fresh=0) for row in rows[-5:]]
    for number in range(1, 6):
        one = verdict(rows[:-5] + broken[:number])
        assert (one.verdict, one.links, one.before) == ("links", 0, 20)
    unread = [row._replace(lists_read=0, links=0) for row in broken]
    assert verdict(rows[:-5] + unread).verdict == "new"
    assert verdict([*rows[:-5], *broken, rows[-1]]).verdict == "new"


def test_articles_without_their_texts_have_another_template() -> None:
    rows = [row._replace(texts=1) for row in visits(office, 4)]
    lost = [row._replace(texts=0, textless=1) for row in rows]
    assert verdict(rows + lost[:1]).verdict == "new"
    assert verdict(rows + lost[:3]).verdict == "texts"
    # Of others it is known that their articles have texts, so that two of one without are enough.
    others = {f"{n}.test": [row._replace(texts=9) for row in rows] for n in range(9)}
    for count, found in ((1, "new"), (2, "texts")):
        everything = {"a.test": rows[:6] + lost[6 : 6 + count], **others}
        assert source_health(everything, rows[6 + count].at)[-1].verdict == found
    # A source whose articles seldom have texts may have some without.
    poor = [row._replace(texts=int(at % 3 == 0), textless=1) for at, row in enumerate(rows)]
    assert verdict(poor + lost[:5]).verdict == "new"


def test_requests_go_to_the_pages_and_hours_that_have_the_most() -> None:
    shares = [0.0] * 8 + [0.1] * 10 + [0.0] * 6
    least = least_worth([20.0] * 10 + [0.1] * 10, shares)
    assert 0.1 * 0.1 < least <= 20 * 0.1
    assert least_worth([1.0] * 5, [1 / 24] * 24) == pytest.approx(1 / 24)
    assert least_worth([], shares) == 0.0
