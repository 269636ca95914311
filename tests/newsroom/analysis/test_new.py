"""What is new in a period, and warnings of rises."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from newsroom.indexed_texts import indexed
from servers.corpora import opened
from sqlalchemy import insert

from topiccrawl.admin.lists.notes import Notes
from topiccrawl.newsroom.analysis.early_warning import BASELINE, REST, find_rises, find_warnings, unsent
from topiccrawl.newsroom.analysis.new_words import find_new_words
from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.rule import Rule
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.storage.rows.admin.page_marks import refresh_marks
from topiccrawl.topics.words.keyness import contrast

TOPIC = "样例"
FIRST = date(2024, 3, 1)
DAYS = 70
SPIKE = FIRST + timedelta(days=50)
STORY = "龙舟赛开幕"
STORY_PAGES = 20


def pages() -> Iterator[PageRecord]:
    """Three pages a day, and on one day a story in 20 more, one of them a copy."""
    for at in range(DAYS):
        day = FIRST + timedelta(days=at)
        titles = [f"侨联召开工作会议（{at}）", f"华商投资项目签约（{at}）", f"华文学校举行典礼（{at}）"]
        titles += [f"{STORY}（{number}）" for number in range(STORY_PAGES)] if day == SPIKE else []
        for number, title in enumerate(titles):
            url = f"http://a.test/{at}/{number}"
            copy_of = f"http://a.test/{at}/3" if number == 11 else None
            yield PageRecord(
                topic=TOPIC, url=url, run_id=1, fetched_at=datetime(2024, 6, 1, tzinfo=UTC), title=title,
                text="龙舟" if number > 2 else "会议", published=str(day),
                duplicate_of=copy_of, duplicate_kind="title" if copy_of else None,
            )  # fmt: skip


@pytest.fixture(scope="module", params=["sqlite", "mariadb"])
def corpus(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[CorpusStore]:
    if request.param == "sqlite":
        yield from filled(f"sqlite:///{tmp_path_factory.mktemp('new') / 'corpus.db'}")
    else:
        with request.getfixturevalue("mariadb_server").fresh_database() as url:
            yield from filled(url)


def filled(url: str) -> Iterator[CorpusStore]:
    store = opened(url)
    store.start_run(TOPIC, {})
    store.write(list(pages()))
    with store.reading() as connection:
        connection.execute(
            insert(schema.events),
            [{"id": 7, "topic": TOPIC, "name": STORY}, {"id": 8, "topic": TOPIC, "name": "其他"}],
        )
        rows = connection.execute(schema.page_index.select()).all()
        links = [{"event_id": 7 if STORY in row.title else 8, "page_id": row.page_id} for row in rows]
        connection.execute(insert(schema.event_pages), links)
        refresh_marks(connection, [row.page_id for row in rows])
        connection.commit()
    yield store
    store.close()


def test_new_words_are_those_of_the_period_and_not_the_usual_ones(corpus: CorpusStore) -> None:
    week = Period(SPIKE - timedelta(days=3), SPIKE + timedelta(days=3))
    with corpus.reading() as connection:
        found = find_new_words(connection, TOPIC, week)
        calm = find_new_words(connection, TOPIC, week.before())
    assert (found.pages, found.before) == (7 * 3 + 19, 7 * 3)
    by_word = {one.word: one for one in found.words}
    assert "龙舟" in "".join(by_word) and not {"会议", "侨联", "华商"} & by_word.keys()
    for one in by_word.values():
        assert (one.pages, one.before) == (19, 0)
        assert one.g2 == pytest.approx(contrast(19, 40, 0, 21))
    assert calm.words == ()


def test_a_planted_spike_warns_once_for_the_word_and_once_for_the_story(corpus: CorpusStore) -> None:
    period = Period(FIRST + timedelta(days=BASELINE + REST), FIRST + timedelta(days=DAYS - 1))
    rules = [Rule("word", "龙舟"), Rule("word", "侨联"), Rule("story")]
    with corpus.reading() as connection, indexed(corpus) as index:
        found = find_warnings(connection, index, TOPIC, rules, period)
        later = find_warnings(connection, index, TOPIC, rules, Period(SPIKE + timedelta(days=1), period.last))
    assert {(one.subject, one.day, one.count) for one in found} == {
        ("word:龙舟", SPIKE, 19),
        ("story:7", SPIKE, 20),
    }
    assert len(found) == 2 and later == []
    assert STORY in " ".join(one.text for one in found)


def test_a_warning_is_sent_once_also_when_its_first_day_moves(corpus: CorpusStore, tmp_path: Path) -> None:
    with corpus.reading() as connection, indexed(corpus) as index:
        (found,) = find_warnings(connection, index, TOPIC, [Rule("word", "龙舟")], Period(SPIKE, SPIKE))
    notes = Notes(f"sqlite:///{tmp_path / 'corpus.db'}")
    assert list(unsent([found, found], notes.sent(TOPIC))) == [found]
    notes.mark_sent(TOPIC, found.subject, found.day + timedelta(days=1))
    assert list(unsent([found], notes.sent(TOPIC))) == []
    assert list(unsent([found], notes.sent("别的"))) == [found]
    notes.close()


@pytest.mark.parametrize("mean", [0.2, 1, 5, 20, 80])
def test_noise_over_60_days_warns_at_most_twice(mean: float) -> None:
    for seed in range(20):
        chance = random.Random(seed)
        # Arrivals in 100 moments of a day; weekends have half as many.
        counts = [
            sum(chance.random() < mean / 100 * (0.5 if day % 7 > 4 else 1) for _ in range(100))
            for day in range(BASELINE + 60)
        ]
        assert len(find_rises(counts)) <= 2
        spiked = counts[:70] + [int(mean * 4) + 10] * 3 + counts[73:]
        assert len([one for one in find_rises(spiked) if 70 - REST <= one.at < 73]) == 1


def test_a_rise_by_hand() -> None:
    assert find_rises([0] * BASELINE + [4]) == []
    (rise,) = find_rises([2, 0] * (BASELINE // 2) + [5, 9, 9])
    assert (rise.at, rise.count, rise.mean) == (BASELINE, 5, 1.0)
    assert rise.deviation == pytest.approx((BASELINE / (BASELINE - 1)) ** 0.5)
    again = find_rises([0] * BASELINE + [9] + [0] * REST + [30])
    assert [one.at for one in again] == [BASELINE, BASELINE + REST + 1]


def test_rules_and_tags_are_kept_replaced_and_removed(tmp_path: Path, database_url: str) -> None:
    if not database_url.startswith("sqlite"):
        store = opened(database_url)
        store.close()
    notes = Notes(database_url)
    rule = {"topic": TOPIC, "kind": "word", "word": "龙舟", "sigma": 3.0, "least": 5}
    notes.add_rule(rule)
    notes.add_rule(rule | {"sigma": 4.0})
    notes.add_rule(rule | {"kind": "story", "word": ""})
    kept = notes.rules(TOPIC)
    assert [Rule.of(row) for row in kept] == [Rule("word", "龙舟", 4.0, 5), Rule("story")]
    notes.remove_rule("别的", kept[0]["id"])
    assert len(notes.rules(TOPIC)) == 2
    notes.remove_rule(TOPIC, kept[0]["id"])
    assert [row["kind"] for row in notes.rules(TOPIC)] == ["story"]
    tag = notes.set_tag(TOPIC, "重点")
    for page in (3, 5, 5):
        notes.tag_page(tag, page, on=True)
    notes.tag_page(tag, 3, on=False)
    assert notes.set_tag(TOPIC, "重点") == tag and notes.tagged(tag) == [5] and notes.tags_of(5) == [tag]
    notes.set_tag(TOPIC, "重点", "龙舟")
    assert notes.tagged(tag) == [] and [row["words"] for row in notes.tags(TOPIC)] == ["龙舟"]
    notes.remove_tag("别的", tag)
    assert len(notes.tags(TOPIC)) == 1
    notes.remove_tag(TOPIC, tag)
    assert notes.tags(TOPIC) == []
    notes.close()
