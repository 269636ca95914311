from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from servers.corpora import opened

from topiccrawl.priority.sections import Section
from topiccrawl.storage.records import VisitRecord
from topiccrawl.storage.rows.sampled.urls import sample_visited
from topiccrawl.storage.rows.sections import read_sections

GN, TV = Section("a.test", "gn"), Section("a.test", "tv")


def visits(section: Section, count: int, accepted: bool, topic: str = "党建") -> list[VisitRecord]:
    url = f"http://{section.host}/{section.directory}/1.html"
    return [VisitRecord(topic=topic, url=url, accepted=accepted)] * count


def test_visits_add_up_over_batches_and_restarts(store, database_url):
    store.write(visits(GN, 2, True) + visits(GN, 1, False) + visits(TV, 1, False))
    store.write(visits(GN, 1, False) + visits(GN, 1, True, topic="侨情"))
    store.close()
    again = opened(database_url)
    assert again.read(read_sections, "党建", 9) == [(GN, (2, 4)), (TV, (0, 1))]
    assert again.read(read_sections, "党建", 1) == [(GN, (2, 4))]
    assert again.read(read_sections, "侨情", 9) == [(GN, (1, 1))]
    assert again.read(read_sections, "没有", 9) == []
    again.close()


def test_workers_add_to_each_others_counts(store, database_url):
    def work(section):
        own = opened(database_url)
        for _ in range(20):
            own.write(visits(section, 1, True) + visits(GN, 1, False))
        own.close()

    store.close()
    with ThreadPoolExecutor(2) as workers:
        list(workers.map(work, [GN, TV]))
    store.open()
    assert dict(store.read(read_sections, "党建", 9)) == {GN: (20, 60), TV: (20, 20)}


def test_directories_in_chinese_and_hosts_in_unicode(store):
    store.write(visits(Section("党.test", "要闻"), 1, True))
    ((section, counts),) = store.read(read_sections, "党建", 9)
    assert (section.directory, counts) == ("要闻", (1, 1))


def test_visited_pages_are_drawn_from_kept_and_dropped_ones(store, page, drop):
    kept = [page(n) for n in range(30)]
    dropped = [
        drop("off", stage="verdict", reason="off_topic"),
        drop("empty", stage="cleaning", reason="empty"),
        drop("gate", stage="gate", reason="description"),
        drop("weak", stage="frontier", reason="priority"),
        drop("gone", stage="gate", reason="status_404"),
        drop("other", stage="verdict", reason="off_topic", topic="别的"),
    ]
    store.write([*kept, *dropped])
    count, urls = store.read(sample_visited, "样例", 100)
    assert count == 33
    judged = {f"http://127.0.0.1/{name}" for name in ("off", "empty", "gate")}
    assert set(urls) == {one.url for one in kept} | judged
    count, urls = store.read(sample_visited, "样例", 11)
    assert (count, len(set(urls)), len(judged & set(urls))) == (33, 11, 1)
