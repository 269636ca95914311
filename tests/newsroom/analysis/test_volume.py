"""Counts over time, sites and places equal a recount of all rows."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import get_args

import pytest
from newsroom.analysis.conftest import PLACES, TOPIC

from topiccrawl.newsroom.analysis.periods import Period, Step, fitting_step, parse_period, step_of, steps
from topiccrawl.newsroom.analysis.places import LEVELS, count_places, province_tiles, summed
from topiccrawl.newsroom.analysis.volume import count_sites, count_volume, moving_mean, newest_day
from topiccrawl.newsroom.stories.entities.places import gazetteer
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore

PERIOD = Period(date(2024, 4, 25), date(2024, 5, 20))


def rows(store: CorpusStore) -> list[tuple[int, str, str]]:
    """Id, host and date of the topic's pages."""
    return [
        (row["page_id"], row["host"], row["day"])
        for row in store.fetch(schema.page_index.select())
        if row["topic"] == TOPIC
    ]


def of_period(store: CorpusStore, period: Period = PERIOD) -> list[tuple[int, str, date]]:
    days = [(number, host, date.fromisoformat(day)) for number, host, day in rows(store) if len(day) == 10]
    return [one for one in days if period.first <= one[2] <= period.last]


@pytest.mark.parametrize("step", get_args(Step))
def test_volume_equals_a_recount(store: CorpusStore, step: Step) -> None:
    with store.reading() as connection:
        volume = count_volume(connection, TOPIC, PERIOD, step)
    copies = {row["page_id"] for row in store.fetch(schema.duplicates.select())}
    pages = of_period(store)
    assert {one.first: one.pages for one in volume.steps if one.pages} == Counter(
        step_of(day, step) for _, _, day in pages
    )
    assert {one.first: one.copies for one in volume.steps if one.copies} == Counter(
        step_of(day, step) for number, _, day in pages if number in copies
    )
    assert [one.first for one in volume.steps] == steps(PERIOD, step)
    assert volume.pages == len(pages) > 20
    assert volume.before == len(of_period(store, PERIOD.before())) > 20
    assert volume.vague == 2  # 2024-04 and 2024
    assert volume.change == pytest.approx(len(pages) / volume.before - 1)


def test_the_table_of_sites_equals_a_recount(store: CorpusStore) -> None:
    here = Counter(host for _, host, _ in of_period(store))
    before = Counter(host for _, host, _ in of_period(store, PERIOD.before()))
    with store.reading() as connection:
        sites = count_sites(connection, TOPIC, PERIOD)
    assert {one.host: (one.pages, one.before) for one in sites} == {
        host: (pages, before[host]) for host, pages in here.items()
    }
    assert [one.pages for one in sites] == sorted(here.values(), reverse=True)


def test_places_and_categories_equal_a_recount(store: CorpusStore) -> None:
    with store.reading() as connection:
        found = count_places(connection, TOPIC, PERIOD)
    expected: Counter[tuple[str, ...]] = Counter()
    events: dict[tuple[str, ...], set[int]] = {}
    for number, _, _ in of_period(store):
        event = number % 12 + 1 if number % 5 else 0
        place = PLACES[event % len(PLACES)] if event else (None, None, None)
        key = tuple(part or "" for part in place)
        expected[key] += 1
        events.setdefault(key, set()).update({event} - {0})
    assert {(one.country, one.province, one.category): one.pages for one in found} == expected
    assert {(one.country, one.province, one.category): one.events for one in found} == {
        key: len(numbers) for key, numbers in events.items()
    }
    assert sum(pages for _, pages in summed(found, by=("country",)).values()) == len(of_period(store))
    by_category = summed(found, by=("category",))
    assert by_category[("体育",)][1] == expected["日本", "", "体育"]


def test_the_grid_has_each_province_once_and_at_a_place_of_its_own() -> None:
    pages = {"福建省": 100, "北京市": 1, "西藏自治区": 30}
    tiles = province_tiles(pages)
    assert {tile.province for tile in tiles} == {
        place.province for place in gazetteer().values() if place.province
    }
    assert len({(tile.column, tile.row) for tile in tiles}) == len(tiles) == 34
    assert {tile.province: tile.pages for tile in tiles if tile.pages} == pages
    levels = {tile.province: tile.level for tile in tiles if tile.level}
    assert levels == {"福建省": LEVELS, "北京市": 1, "西藏自治区": 3}
    assert {tile.level for tile in province_tiles({})} == {0}


@pytest.mark.parametrize(
    ("since", "until", "expected"),
    [
        ("2024-05-03", "2024-05-05", "2024-05-03 – 2024-05-05"),
        ("2023", "2023", "2023-01-01 – 2023-12-31"),
        ("", "2024-03-02", "2024-02-02 – 2024-03-02"),
        ("", "", "2024-05-02 – 2024-05-31"),
        ("2024-05-05", "2024-05-03", "2024-05-03 – 2024-05-05"),
        ("1000", "2024-01", "1900-01-01 – 2024-01-31"),
        ("gestern", "2024-13-01", "2024-05-02 – 2024-05-31"),
        ("9999", "0001-01-01", "1900-01-01 – 1900-01-01"),
    ],
)
def test_periods_of_forms(since: str, until: str, expected: str) -> None:
    assert str(parse_period(since, until, date(2024, 5, 31))) == expected


def test_a_period_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(ValueError, match="before it begins"):
        Period(date(2024, 5, 2), date(2024, 5, 1))


def test_long_periods_have_long_steps() -> None:
    days = (30, 365, 2000, 20000)
    found = [
        fitting_step(Period(date(1960, 1, 1), date.fromordinal(date(1960, 1, 1).toordinal() + d)))
        for d in days
    ]
    assert found == ["day", "week", "year", "year"]


def test_the_newest_day_is_never_in_the_future(store: CorpusStore) -> None:
    with store.reading() as connection:
        assert newest_day(connection, TOPIC, date(2024, 5, 3)) <= date(2024, 5, 3)
        assert newest_day(connection, TOPIC, date(2025, 1, 1)) == date(2024, 6, 1)
        assert newest_day(connection, "无", date(2025, 1, 1)) == date(2025, 1, 1)
    assert moving_mean([3, 0, 0, 3], 3) == [3, 1.5, 1, 1]
