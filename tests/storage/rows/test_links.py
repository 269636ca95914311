from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from servers.corpora import opened
from sqlalchemy import select

from topiccrawl.errors import DatabaseAwayError, RowRefusedError
from topiccrawl.storage import schema
from topiccrawl.storage.database import connect, parse_url
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import LinkRecord


@pytest.fixture
def database_url(mariadb_url):
    """Only MariaDB keeps a record of links beside the frontier."""
    return mariadb_url


def link(number, host="www.example.test", **values):
    own = {
        "topic": "样例",
        "key": number.to_bytes(20, "big"),
        "host": host,
        "state": State.DONE,
        "score": number / 10,
        "url": f"http://{host}/{number}",
        "why": json.dumps({"anchor": "党建要闻"}, ensure_ascii=False),
    }
    return LinkRecord(**own | values)


def stored(url):
    engine = connect(parse_url(url), timeout=10.0, create=False)
    links, hosts = schema.links.c, schema.hosts.c
    query = (
        select(links.url, hosts.name, links.state, links.score, links.why, links.reason, links.payload)
        .join_from(schema.links, schema.hosts, hosts.id == links.host_id)
        .order_by(links.key)
    )
    with engine.connect() as connection:
        rows = [tuple(row) for row in connection.execute(query)]
    engine.dispose()
    return rows


def test_settled_links_are_one_row_each_with_the_latest_values(store, mariadb_url):
    why = link(1).why
    store.write([link(1), link(2, "other.test")])
    store.write([link(1), link(3, state=State.DEAD, reason="download: 超时")])
    store.write([replace(link(2, "other.test"), score=0.9, url="http://other.test/二")])
    assert stored(mariadb_url) == [
        ("http://www.example.test/1", "www.example.test", State.DONE, 0.1, why, None, None),
        ("http://other.test/二", "other.test", State.DONE, 0.9, why, None, None),
        ("http://www.example.test/3", "www.example.test", State.DEAD, 0.3, why, "download: 超时", None),
    ]


def test_workers_that_settle_links_of_the_same_new_hosts_agree_on_them(store, mariadb_url):
    stores = [CorpusStore(mariadb_url) for _ in range(4)]

    def write(worker):
        stores[worker].open()
        for first in range(0, 200, 10):
            links = [
                link(1000 * worker + number, f"host-{number % 37}.test")
                for number in range(first, first + 10)
            ]
            while True:
                try:
                    stores[worker].write(links)
                    break
                except DatabaseAwayError:  # a deadlock: what the batch writer does
                    continue

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write, range(4)))
    for one in stores:
        one.close()
    rows = stored(mariadb_url)
    assert len(rows) == 800
    assert all(url.startswith(f"http://{host}/") for url, host, *_ in rows)
    engine = connect(parse_url(mariadb_url), timeout=10.0, create=False)
    with engine.connect() as connection:
        assert len(connection.execute(select(schema.hosts.c.id)).all()) == 37
    engine.dispose()


def test_a_key_that_no_column_takes_is_refused(store):
    with pytest.raises(RowRefusedError, match="65 bytes"):
        store.write([link(1, key=b"k" * 65)])


def test_sqlite_is_left_to_the_frontier(tmp_path):
    store = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
    store.write([link(1)])
    store.close()
    assert stored(f"sqlite:///{tmp_path / 'corpus.db'}") == []
