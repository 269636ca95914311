from __future__ import annotations

import asyncio
import threading
import time
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from servers.corpora import opened

from topiccrawl.errors import DatabaseAwayError, RowRefusedError, StorageError
from topiccrawl.storage import group_commit
from topiccrawl.storage.frontier.contract import Counts, Entry
from topiccrawl.storage.frontier.sqlite.frontier import SqliteFrontier
from topiccrawl.storage.pages.batch_writer import BatchWriter
from topiccrawl.storage.records import DropRecord, PageRecord


class Memory:
    """A store in memory that is away, slow or choosy as a test wants."""

    writer = None

    def __init__(self, away=0, refuses=(), delay=0.0, fault=None):
        self.away, self.refuses, self.delay, self.fault = away, set(refuses), delay, fault
        self.calls = []
        self.urls = []

    def write(self, records):
        self.calls.append(len(records))
        time.sleep(self.delay)
        if self.fault is not None:
            raise self.fault
        if self.away > 0:
            self.away -= 1
            raise DatabaseAwayError("away")
        new = [record.url for record in records]
        if bad := self.refuses.intersection(new):
            raise RowRefusedError(f"refused {sorted(bad)}")
        self.urls += new
        return {}


def make_page(number, **values):
    own = {"topic": "样例", "url": f"http://127.0.0.1/{number}", "run_id": 1, "fetched_at": datetime.now(UTC)}
    return PageRecord(**own | values)


def make_drop(number):
    return DropRecord(
        topic="样例",
        url=f"http://127.0.0.1/{number}",
        stage="s",
        reason="r",
        run_id=1,
        dropped_at=datetime.now(UTC),
    )


async def add_all(writer, records):
    return await asyncio.gather(*map(writer.add, records), return_exceptions=True)


def stored(url, table="pages"):
    """Addresses as another program sees them."""
    from sqlalchemy import create_engine

    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            return [row[0] for row in connection.exec_driver_sql(f"SELECT url FROM {table} ORDER BY id")]
    finally:
        engine.dispose()


class TestBatches:
    def test_rows_that_arrive_together_are_committed_together(self):
        async def run():
            # A batch is due when it is full, or at the end: however slow the machine is.
            writer = BatchWriter(memory := Memory(), max_rows=100, max_wait=600.0)
            adding = asyncio.ensure_future(add_all(writer, map(make_page, range(250))))
            while len(memory.calls) < 2:
                await asyncio.sleep(0.01)
            await writer.close()
            assert await adding == [None] * 250
            return memory

        memory = asyncio.run(run())
        assert memory.calls == [100, 100, 50]
        assert memory.urls == [f"http://127.0.0.1/{n}" for n in range(250)]

    def test_a_lonely_row_waits_no_longer_than_max_wait(self):
        async def run():
            writer = BatchWriter(Memory(), max_wait=0.1)
            start = time.monotonic()
            await writer.add(make_page(1))
            waited = time.monotonic() - start
            await writer.close()
            return waited

        assert 0.09 <= asyncio.run(run()) < 10.0  # without a limit it would wait for ever

    def test_rows_are_committed_at_once_when_nothing_else_goes_on(self):
        async def run():
            fetched: list[str] = ["a page"]
            writer = BatchWriter(memory := Memory(), max_wait=600.0, is_idle=lambda: not fetched)
            first = asyncio.ensure_future(writer.add(make_page(1)))
            await asyncio.sleep(0.05)
            assert not first.done()
            fetched.clear()
            await asyncio.wait_for(asyncio.gather(first, writer.add(make_page(2))), 60)
            assert writer.add_nowait(make_drop(3))
            await asyncio.sleep(0.05)
            written = writer.written
            await writer.close()
            return memory.calls, written

        assert asyncio.run(run()) == ([2, 1], 2)  # nobody waits for the drop

    def test_the_loop_runs_on_while_the_database_is_slow(self):
        async def run():
            writer = BatchWriter(Memory(delay=0.5), max_wait=0.0)
            waiting = asyncio.ensure_future(writer.add(make_page(1)))
            turns = 0
            while not waiting.done():
                await asyncio.sleep(0.01)
                turns += 1
            await writer.close()
            return turns

        assert asyncio.run(run()) > 5

    def test_close_writes_what_waits_at_once(self):
        async def run():
            writer = BatchWriter(memory := Memory(), max_wait=60.0)
            waiting = asyncio.ensure_future(writer.add(make_page(1)))
            await asyncio.sleep(0)
            assert writer.add_nowait(make_drop(2))
            await writer.close()
            await waiting
            with pytest.raises(StorageError, match="closed"):
                await writer.add(make_page(3))
            with pytest.raises(StorageError, match="closed"):
                writer.add_nowait(make_drop(3))
            await writer.close()
            return memory.urls, writer.lost

        assert asyncio.run(run()) == (["http://127.0.0.1/1", "http://127.0.0.1/2"], 0)

    def test_rows_that_nobody_waits_for_are_bounded_and_counted(self):
        async def run():
            writer = BatchWriter(memory := Memory(), max_unawaited=3)
            taken = [writer.add_nowait(make_drop(n)) for n in range(5)]
            await writer.add(make_page("x"))
            assert writer.add_nowait(make_drop(9))  # there is room again
            await writer.close()
            return taken, writer.lost, len(memory.urls)

        assert asyncio.run(run()) == ([True, True, True, False, False], 2, 5)

    def test_a_page_whose_waiter_is_cancelled_is_still_stored(self):
        async def run():
            writer = BatchWriter(memory := Memory())
            waiting = asyncio.ensure_future(writer.add(make_page(1)))
            await asyncio.sleep(0)
            waiting.cancel()
            await writer.add(make_page(2))
            await writer.close()
            return memory.urls

        assert asyncio.run(run()) == ["http://127.0.0.1/1", "http://127.0.0.1/2"]


class TestTrouble:
    def test_waiting_is_logged(self, caplog, monkeypatch):
        monkeypatch.setattr(group_commit, "FIRST_PAUSE", 0.01)

        async def run():
            writer = BatchWriter(Memory(away=1))
            await writer.add(make_page(1))
            await writer.close()

        asyncio.run(run())
        assert "the database is away" in caplog.text

    def test_patience_ends(self):
        async def run():
            writer = BatchWriter(memory := Memory(away=10**9), patience=0.5, max_rows=4)
            writer.add_nowait(make_drop("drop"))
            start = time.monotonic()
            answers = await add_all(writer, map(make_page, range(10)))
            waited = time.monotonic() - start
            assert "gave up" in str(writer.broken)
            with pytest.raises(StorageError, match="gave up"):
                await writer.add(make_page("late"))
            with pytest.raises(StorageError, match="gave up"):
                writer.add_nowait(make_drop("late"))
            await writer.close()
            return memory.urls, answers, waited, writer.lost

        urls, answers, waited, lost = asyncio.run(run())
        assert urls == []
        assert all(isinstance(answer, StorageError) for answer in answers)
        assert 0.5 <= waited < 20
        assert lost == 1

    @pytest.mark.parametrize(
        "fault", [StorageError("disk gone"), ZeroDivisionError("ours")], ids=["store", "fault"]
    )
    def test_any_other_failure_answers_every_row_and_breaks_the_writer(self, fault):
        async def run():
            writer = BatchWriter(Memory(fault=fault), max_rows=2)
            answers = await asyncio.wait_for(add_all(writer, map(make_page, range(5))), 10)
            with pytest.raises(StorageError, match=str(fault)):
                await writer.add(make_page("late"))
            await writer.close()
            return answers

        for answer in asyncio.run(run()):
            assert isinstance(answer, StorageError)
            assert str(fault) in str(answer)

    def test_a_loop_that_ends_before_the_commit_disturbs_nothing(self, caplog):
        memory = Memory(delay=0.2)

        async def run():
            BatchWriter(memory, max_wait=0.0).add_nowait(make_drop(1))

        asyncio.run(run())
        deadline = time.monotonic() + 10
        while not memory.urls and time.monotonic() < deadline:
            time.sleep(0.01)
        assert memory.urls == ["http://127.0.0.1/1"]
        assert not caplog.records


@settings(max_examples=40, deadline=None)
@given(
    count=st.integers(1, 30),
    bad=st.sets(st.integers(0, 29)),
    away=st.integers(0, 3),
    max_rows=st.integers(1, 10),
    unawaited=st.sets(st.integers(0, 29)),
)
def test_what_is_acknowledged_is_stored_once_and_nothing_else(count, bad, away, max_rows, unawaited):
    async def run():
        memory = Memory(away=away, refuses=[f"http://127.0.0.1/{n}" for n in bad])
        writer = BatchWriter(memory, max_rows=max_rows, max_wait=0.0)
        awaited = [n for n in range(count) if n not in unawaited]
        for n in range(count):
            if n in unawaited:
                writer.add_nowait(make_drop(n))
        answers = await add_all(writer, map(make_page, awaited))
        await writer.close()
        return memory, dict(zip(awaited, answers, strict=True)), writer.lost

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(group_commit, "FIRST_PAUSE", 0.001)
        memory, answers, lost = asyncio.run(run())
    good = [n for n in range(count) if n not in bad]
    assert sorted(memory.urls) == sorted(f"http://127.0.0.1/{n}" for n in good)
    assert max(memory.calls) <= max_rows
    assert {n for n, answer in answers.items() if answer is None} == set(good) - unawaited
    assert lost == len(bad & unawaited & set(range(count)))


class TestRealDatabases:
    def test_add_returns_after_the_commit(self, store, database_url):
        async def run():
            writer = BatchWriter(store)
            await asyncio.gather(writer.add(make_page(1)), writer.add(make_drop(2)))
            seen = stored(database_url), stored(database_url, "drops")
            await writer.close()
            return seen

        assert asyncio.run(run()) == (["http://127.0.0.1/1"], ["http://127.0.0.1/2"])

    def test_one_bad_row_fails_alone(self, store, database_url):
        async def run():
            writer = BatchWriter(store)
            records = [
                make_page(1),
                make_page("bad", title="坏\udce4"),
                make_drop(3),
                make_page(4, title=None),
            ]
            answers = await add_all(writer, [*records, make_page(5)])
            await writer.close()
            return answers

        answers = asyncio.run(run())
        assert [isinstance(answer, RowRefusedError) for answer in answers] == [
            False,
            True,
            False,
            True,
            False,
        ]
        assert stored(database_url) == ["http://127.0.0.1/1", "http://127.0.0.1/5"]
        assert stored(database_url, "drops") == ["http://127.0.0.1/3"]

    def test_two_writers_with_the_same_pages(self, store, database_url):
        other = opened(database_url)

        async def run():
            writers = BatchWriter(store, max_rows=20), BatchWriter(other, max_rows=20)
            answers = await asyncio.gather(
                add_all(writers[0], [make_page(n) for n in range(600)]),
                add_all(writers[1], [make_page(n) for n in reversed(range(600))]),
            )
            for writer in writers:
                await writer.close()
            return answers

        assert asyncio.run(run()) == [[None] * 600] * 2
        other.close()
        assert sorted(stored(database_url)) == sorted(f"http://127.0.0.1/{n}" for n in range(600))


class TestOneWriterOfAFile:
    """Pages and links go through the same writer of a SQLite file."""

    @pytest.fixture
    def store(self, tmp_path):
        store = opened(f"sqlite:///{tmp_path / 'corpus.db'}")
        yield store
        store.close()

    @pytest.fixture
    def frontier(self, store):
        frontier = SqliteFrontier(store.writer, "样例")
        yield frontier
        frontier.close()

    def push(self, frontier, number):
        frontier.push(Entry(str(number).encode(), "a.example.cn", 1.0, b"", f"http://a.example.cn/{number}"))

    def test_a_refused_page_takes_neither_links_nor_other_pages_with_it(self, store, frontier):
        async def run():
            writer = BatchWriter(store)
            self.push(frontier, 1)
            records = [make_page(1), make_page("bad", title="坏\udce4"), make_drop(2)]
            answers = asyncio.gather(*map(writer.add, records), return_exceptions=True)
            await asyncio.sleep(0)
            self.push(frontier, 2)
            found = await answers
            await writer.close()
            return found, writer.submitted, writer.written

        answers, submitted, written = asyncio.run(run())
        assert [type(answer) for answer in answers] == [type(None), RowRefusedError, type(None)]
        assert submitted == written == 3
        frontier.flush()
        assert frontier.counts() == Counts(waiting=2)
        assert stored(store.display_name) == ["http://127.0.0.1/1"]
        assert stored(store.display_name, "links") == ["http://a.example.cn/1", "http://a.example.cn/2"]

    def test_pages_that_cannot_be_stored_leave_the_frontier_as_it_is(self, store, frontier, query):
        query(store.display_name, "DROP TABLE sources")

        async def run():
            writer = BatchWriter(store)
            self.push(frontier, 1)
            answers = await add_all(writer, [make_page(1)])
            assert writer.broken is not None
            await writer.close()
            return answers, writer.written

        answers, written = asyncio.run(run())
        assert "sources" in str(answers[0])
        assert written == 0
        frontier.flush()
        assert store.writer.broken is None
        assert stored(store.display_name, "links") == ["http://a.example.cn/1"]


class TestMariaDBOutages:
    def test_a_server_killed_again_and_again_never_holds_half_a_batch(self, mariadb_server, mariadb_url):
        store = opened(mariadb_url, timeout=1.0)
        number, acknowledged = 0, set()
        for wait in (0.013, 0.029, 0.051):
            killer = threading.Timer(wait, mariadb_server.kill)
            killer.start()
            while True:
                numbers = range(number, number + 40)
                try:
                    store.write(
                        [
                            *[make_page(n, text="文" * 20_000) for n in numbers],
                            *[make_drop(n) for n in numbers],
                        ]
                    )
                except DatabaseAwayError:
                    break
                acknowledged.update(numbers)
                number += 40
            killer.join()
            number += 40
            mariadb_server.start()
            pages = {int(url.rpartition("/")[2]) for url in stored(mariadb_url)}
            assert pages == {int(url.rpartition("/")[2]) for url in stored(mariadb_url, "drops")}
            assert acknowledged <= pages
            assert all(n - n % 40 + i in pages for n in pages for i in (0, 39))
        store.close()
