"""Good news and bad news by words of praise and blame, and their counts."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest
from corpus.analysis.conftest import FETCHED, TOPIC

from topiccrawl.newsroom.analysis.periods import Period
from topiccrawl.newsroom.analysis.sentiment import sentence_score, sentence_tone, tone_of
from topiccrawl.newsroom.analysis.tones import count_tones
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

FIRST = date(2024, 4, 1)
TEXTS = {
    "positive": ("山村通车乡亲欢喜", "公路通车后，村民收入明显增加，大家十分高兴。"),
    "negative": ("化工厂爆炸致三人死亡", "事故造成重大损失，居民十分愤怒。"),
    "neutral": ("书法班下周开课", "课程每周两次，地点在文化馆二楼。"),
}


@pytest.mark.parametrize(
    ("sentence", "tone"),
    [
        ("乡亲们对新路很满意。", "positive"),
        ("乡亲们对新路并不满意。", "negative"),
        ("这里的乡亲不能不佩服他。", "positive"),
        ("工程质量没有任何问题。", "neutral"),
        ("剧团排演话剧《灾难》，片中插曲《欢乐的歌》同日发布。", "neutral"),
        ("话剧《灾难》大获成功。", "positive"),
        ("今年合作社的收入又增加了。", "positive"),
        ("今年合作社的收入又减少了。", "negative"),
        ("河水的污染明显减少。", "positive"),
        ("虽然条件艰苦，但工程进展顺利。", "positive"),
        ("虽然进展顺利，但质量令人担忧。", "negative"),
        ("会议定于下周三举行。", "neutral"),
        ("", "neutral"),
    ],
)
def test_negation_degree_titles_and_movements(sentence: str, tone: str) -> None:
    assert sentence_tone(sentence) == tone


def test_words_of_degree_weigh_more_or_less() -> None:
    assert 0 < sentence_score("他有些高兴") < sentence_score("他高兴") < sentence_score("他非常高兴")
    assert sentence_score("他非常不高兴") < 0


def test_the_headline_counts_more_than_the_text() -> None:
    for tone, (title, text) in TEXTS.items():
        assert tone_of(title, text) == tone
    assert tone_of("村民喜获丰收", "去年这里曾发生事故。") == "positive"
    assert tone_of("", "") == "neutral"


@pytest.fixture(scope="module")
def toned(tmp_path_factory: pytest.TempPathFactory):
    store = CorpusStore(f"sqlite:///{tmp_path_factory.mktemp('tones') / 'corpus.db'}")
    store.open()
    store.start_run(TOPIC, {})
    store.write([page(number) for number in range(60)])
    yield store
    store.close()


def page(number: int) -> PageRecord:
    title, text = list(TEXTS.values())[number % 7 % 3]
    copy = number % 10 == 9
    return PageRecord(
        topic=TOPIC, url=f"http://a.test/{number}.html", run_id=1, fetched_at=FETCHED,
        title=f"{title}（{number}）", text=text, relevance=0.5,
        published=str(FIRST + timedelta(days=number % 20)),
        duplicate_of=f"http://a.test/{number - 1}.html" if copy else None,
        duplicate_kind="title" if copy else None,
    )  # fmt: skip


def test_tones_of_a_period_equal_a_recount(toned: CorpusStore) -> None:
    period = Period(FIRST, FIRST + timedelta(days=12))
    copies = {row["page_id"] for row in toned.fetch(schema.duplicates.select())}
    expected = Counter(
        (row["published"][:10], tone_of(row["title"], row["text"]))
        for row in toned.fetch(schema.pages.select())
        if row["id"] not in copies and row["published"][:10] <= str(period.last)
    )
    with toned.reading() as connection:
        found = count_tones(connection, TOPIC, period, examples=3)
    counted = {(str(one.first), tone): getattr(one, tone) for one in found.steps for tone in TEXTS}
    assert {key: count for key, count in counted.items() if count} == expected
    assert found.read == found.pages == expected.total() > 30
    assert all(len(some) == 3 for some in found.examples.values())
    titles = {one.page: one.title for some in found.examples.values() for one in some}
    assert all(TEXTS[tone][0] in titles[one.page] for tone, some in found.examples.items() for one in some)


def test_of_many_pages_a_sample_over_the_whole_period_is_read(toned: CorpusStore) -> None:
    period = Period(FIRST, FIRST + timedelta(days=19))
    with toned.reading() as connection:
        found = count_tones(connection, TOPIC, period, read=20)
    assert found.pages == 54 and 10 < found.read <= 20
    days = [one.first for one in found.steps if one.positive + one.neutral + one.negative]
    assert min(days) < FIRST + timedelta(days=4) and max(days) > FIRST + timedelta(days=15)
