"""Clusters of bodies in the database: every way that a sample and a clustering can end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from topiccrawl.errors import StorageError
from topiccrawl.extraction.clustering.clustering import default_model
from topiccrawl.extraction.clustering.growth import SharedClusters, Step
from topiccrawl.storage.pages.body_clusters import BodyClusters
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import SampleRecord

TOPIC, EXTRACTOR = "党建", "clustering"
ODD = (2400.0, 12.0, 40.0, 30.0, 4.0)
NOW = datetime(2024, 2, 29, 12, 0, tzinfo=UTC)


def sample(number: int, features: tuple[float, ...] = ODD) -> SampleRecord:
    url = f"http://a.test/{number}"
    return SampleRecord(topic=TOPIC, extractor=EXTRACTOR, url=url, features=features, sampled_at=NOW)


def write(store, numbers, features=ODD):
    store.write([sample(number, features) for number in numbers])


@pytest.fixture
def clusters(store):
    return BodyClusters(store, TOPIC, EXTRACTOR)


def growing(store):
    return SharedClusters(BodyClusters(store, TOPIC, EXTRACTOR), default_model(), capacity=5)


def test_buffer_and_clusters_are_there_after_a_restart(store, database_url):
    before = growing(store)
    write(store, range(6))
    assert before.step().clustered_again
    write(store, range(6, 9))
    store.close()
    again = CorpusStore(database_url)
    again.open()
    after = growing(again)
    assert after.step() == Step(waiting=3)
    assert after.model == BodyClusters(again, TOPIC, EXTRACTOR).newest().model
    assert after.model == before.model
    assert len(BodyClusters(again, TOPIC, EXTRACTOR).all_samples()) == 9
    again.close()


def test_a_page_fetched_again_waits_once_and_stays_where_it_has_joined(store, clusters):
    write(store, range(3))
    write(store, range(3), features=(100.0, 50.0, 0.0, 0.0, 2.0))
    waiting = clusters.waiting(10)
    assert len(waiting) == 3
    assert set(waiting.values()) == {(100.0, 50.0, 0.0, 0.0, 2.0)}
    clusters.join(list(waiting)[:2], 0)
    write(store, range(3))
    assert len(clusters.waiting(10)) == 1
    assert clusters.joined(10) == [ODD, ODD]


def test_topics_and_extractors_have_clusters_of_their_own(store, clusters):
    growing(store).load()
    write(store, range(3))
    for other in (BodyClusters(store, "侨情", EXTRACTOR), BodyClusters(store, TOPIC, "clustering:literal")):
        assert other.newest() is None
        assert other.waiting(10) == {}
        assert other.history() == []


def test_no_more_is_read_than_wanted(store, clusters):
    write(store, range(9))
    assert len(clusters.waiting(4)) == 4
    clusters.join(clusters.waiting(9), 0)
    assert len(clusters.joined(7)) == 7


def test_clusters_and_their_samples_are_written_together_or_not_at_all(store, clusters, monkeypatch):
    """A worker that dies before the commit leaves the buffer as it was, and the next step begins anew."""
    growing(store).load()
    write(store, range(6))

    def killed(*arguments):
        raise KeyError("killed")

    with monkeypatch.context() as patched:
        patched.setattr(BodyClusters, "_join", killed)
        with pytest.raises(Exception, match="killed"):
            clusters.add(1, default_model(), 335, list(clusters.waiting(10)))
    assert clusters.newest().number == 0
    assert len(clusters.waiting(10)) == 6
    assert growing(store).step().clustered_again
    assert (clusters.newest().number, clusters.waiting(10)) == (1, {})


def test_a_generation_is_written_once(store, clusters):
    growing(store).load()
    write(store, range(6))
    some = list(clusters.waiting(3))
    assert clusters.add(1, default_model(), 332, some)
    assert not clusters.add(1, default_model(), 335, list(clusters.waiting(10)))
    assert len(clusters.waiting(10)) == 3


def test_workers_that_cluster_again_at_once_leave_one_generation(store, database_url):
    growing(store).load()
    write(store, range(6))

    def work(number):
        own = CorpusStore(database_url)
        own.open()
        try:
            return growing(own).step().clustered_again
        finally:
            own.close()

    with ThreadPoolExecutor(3) as pool:
        again = list(pool.map(work, range(3)))
    clusters = BodyClusters(store, TOPIC, EXTRACTOR)
    assert sum(again) == 1
    assert [one.number for _, one in clusters.history()] == [0, 1]
    assert clusters.waiting(10) == {}


def test_workers_that_begin_at_once_begin_with_one_set_of_clusters(database_url, store):
    with ThreadPoolExecutor(4) as pool:
        models = list(pool.map(lambda number: growing(store).load().model, range(4)))
    assert models == [models[0]] * 4
    assert len(BodyClusters(store, TOPIC, EXTRACTOR).history()) == 1


def test_while_the_database_is_away_nothing_changes(store):
    clusters = growing(store)
    clusters.load()
    model = clusters.model
    store.close()
    with pytest.raises(StorageError):
        clusters.step()
    assert clusters.model == model


def test_damaged_clusters_are_named(store, clusters, database_url, query):
    growing(store).load()
    query(database_url, "UPDATE body_clusters SET model = '[]'")
    with pytest.raises(StorageError, match="body_clusters: no clusters of bodies"):
        clusters.newest()


def test_the_record_of_a_crawl_is_in_its_order(store, clusters):
    growing(store).load()
    late, early = sample(1), sample(2)
    early = SampleRecord(
        topic=TOPIC, extractor=EXTRACTOR, url=early.url, features=ODD, sampled_at=NOW.replace(hour=11)
    )
    store.write([late, early])
    assert [when.hour for when, _ in clusters.all_samples()] == [11, 12]
