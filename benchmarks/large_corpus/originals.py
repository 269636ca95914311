"""Cost of a decision about duplicates among a million originals, in SQLite and in MariaDB.

    python -m benchmarks.large_corpus.originals --web FOLDER [--databases sqlite mariadb]
        [--sizes 10000 100000 1000000]

Pages of `benchmarks.large_corpus` are stored, as many as the smallest size. Their sketches are multiplied up
to each size: a copy of an original has the same words in its title and the same shingles, so that words and
shingles lead to more originals in proportion, as in a larger corpus; only its text as a whole is another one.
Then batches of new pages are stored, with and without decisions in turn.

An add is the fingerprint of a page, the decision, and the writing of its sketch with the index; the words of
its title, for the idf, and the rest of storing with the commit stand apart. Times are of the processor, those
in the transaction of the thread that writes, without a server's; `adds_a_second` is the same by the clock,
with the server, which says little on a busy machine. MariaDB has a buffer pool of 1 GB. Replaces the figures
of the databases that were measured in results/large_corpus-originals.json.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from sqlalchemy import Connection, create_engine, text

from benchmarks.large_corpus import storing
from benchmarks.large_corpus.pages import PageMaker
from benchmarks.large_corpus.storing import RULE, page_record, stored_pages, stored_text
from benchmarks.live.web import ReplayWeb
from benchmarks.measuring import arguments, show_table, update_result, work_folder
from benchmarks.servers import MariaDB, running
from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows import pages as rows
from topiccrawl.storage.sketches import decisions

_FIRST_COPY = 10**10
"""Ids of copies are above those of all pages."""
_BATCH = 100
_BATCHES = 10
_TIMEOUT = 120.0
"""A server that has just written a million rows may be slow."""
_SAME_BODY = 4
"""The bit in `roles` of a hash of a whole body."""
_PARTS = (
    ("decision_us", decisions.Decisions, "compare"),
    ("index_us", rows, "write_sketches"),
    ("title_words_us", rows, "write_title_words"),
)
"""Functions whose time in the transaction is measured."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--web", type=Path, required=True, help="a built web whose articles are used")
    parser.add_argument("--databases", nargs="+", choices=("sqlite", "mariadb"), default=["sqlite"])
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    args = parser.parse_args()
    sizes = sorted(args.sizes)
    maker = PageMaker(ReplayWeb(args.web, 0))
    for kind in args.databases:
        table: list[dict[str, Any]] = []
        before = _resident()
        with database(kind) as url:
            storing.main(url, str(args.web), str(sizes[0]))
            for size in sizes:
                grown = grow(url, size)
                table.append({"originals": grown, **measure(url, maker, before)})
                print(kind, table[-1], flush=True)
                update_result("large_corpus-originals", {kind: table})
        show_table(tuple(table[0]), [tuple(row.values()) for row in table])


@contextmanager
def database(kind: str) -> Iterator[str]:
    """Yield the URL of an empty database."""
    if kind == "sqlite":
        with work_folder() as folder:
            yield f"sqlite:///{folder / 'corpus.db'}"
        return
    with running(MariaDB("--innodb-buffer-pool-size=1G")) as server, server.fresh_database() as url:
        yield url


def grow(url: str, size: int) -> int:
    """Multiply the sketches of the pages of a corpus to so many at least; return their number."""
    rng = random.Random(1)
    engine = create_engine(url)
    with engine.begin() as connection:
        if connection.dialect.name != "sqlite":  # copies of sketches have no pages
            connection.execute(text("SET FOREIGN_KEY_CHECKS = 0"))
        connection.execute(text(f"DELETE FROM sketches WHERE page_id >= {_FIRST_COPY}"))
        count = connection.scalar(text("SELECT count(*) FROM sketches"))
        masks = [{"number": one, "mask": rng.getrandbits(63)} for one in range(1, -(-size // count))]
        connection.execute(text("CREATE TEMPORARY TABLE copies (number BIGINT, mask BIGINT)"))
        if masks:
            connection.execute(text("INSERT INTO copies VALUES (:number, :mask)"), masks)
        _multiply(connection)
        count = connection.scalar(text("SELECT count(*) FROM sketches"))
    engine.dispose()
    return int(count)


def _multiply(connection: Connection) -> None:
    copied = f"page_id + number * {_FIRST_COPY}"
    other = "(hash | mask) - (hash & mask)"  # SQLite has no exclusive or
    if connection.dialect.name != "sqlite":
        other = "CAST(hash ^ mask AS SIGNED)"
    columns = ", ".join(column.name for column in schema.sketches.columns if column.name != "page_id")
    for statement in (
        f"INSERT INTO sketches (page_id, {columns}) SELECT {copied}, {columns} "
        f"FROM copies CROSS JOIN sketches WHERE page_id < {_FIRST_COPY}",
        "ALTER TABLE sketch_hashes RENAME TO hashes_before",
    ):
        connection.execute(text(statement))
    schema.sketch_hashes.create(connection)
    connection.execute(
        text(
            "INSERT INTO sketch_hashes (hash, page_id, roles) "
            f"SELECT hash, page_id, roles FROM hashes_before WHERE page_id < {_FIRST_COPY} UNION ALL "
            f"SELECT CASE WHEN roles & {_SAME_BODY} THEN {other} ELSE hash END, {copied}, roles "
            f"FROM hashes_before CROSS JOIN copies WHERE page_id < {_FIRST_COPY} ORDER BY 1, 2"
        )
    )
    connection.execute(text("DROP TABLE hashes_before"))


def measure(url: str, maker: PageMaker, before: float) -> dict[str, Any]:
    """Store batches with and without decisions; return costs of a page and memory."""
    store = CorpusStore(url, timeout=_TIMEOUT)
    store.open()
    number = first = stored_pages(store)
    made, clocked, spent, worked = 0.0, 0.0, {True: 0.0, False: 0.0}, {True: 0.0, False: 0.0}
    parts: dict[str, float] = {name: 0.0 for name, _, _ in _PARTS}
    for turn in range(2 * _BATCHES + 2):
        is_decided = turn % 2 == 0
        pages = list(maker.pages(number, number + _BATCH))
        began, clock = time.process_time(), time.perf_counter()
        prints = [fingerprint(page.title, stored_text(page, at)) for at, page in enumerate(pages, number)]
        fingerprints, seconds = time.process_time() - began, time.perf_counter() - clock
        records = [
            page_record(page, at, 1, RULE if is_decided else None, own)
            for at, (page, own) in enumerate(zip(pages, prints, strict=True), number)
        ]
        measured: dict[str, float] = dict.fromkeys((*parts, "clock"), 0.0)
        clock, processor = time.perf_counter(), time.process_time()
        with ExitStack() as stack:
            for name, place, function in _PARTS:
                stack.enter_context(patch.object(place, function, _timed(place, function, measured, name)))
            store.write(records)
        if turn > 1:  # the first ones fill caches
            made += fingerprints
            spent[is_decided] += time.perf_counter() - clock
            worked[is_decided] += time.process_time() - processor
            if is_decided:
                parts = {name: parts[name] + measured[name] for name in parts}
                clocked += seconds + measured["clock"]
        number += _BATCH
    store.close()
    count = _BATCH * _BATCHES
    added = made / 2 + parts["decision_us"] + parts["index_us"]
    return {
        "pages": first,
        "fingerprint_us": round(1e6 * made / (2 * count)),
        **{name: round(1e6 * parts[name] / count) for name, _, _ in _PARTS},
        "adds_a_processor_second": round(count / added),
        "adds_a_second": round(count / clocked),
        "storing_and_commit_us": round(1e6 * (worked[True] - sum(parts.values())) / count),
        "us_a_page": round(1e6 * worked[True] / count),
        "us_without_decision": round(1e6 * worked[False] / count),
        "ms_a_page": round(1e3 * spent[True] / count, 2),
        "ms_without_decision": round(1e3 * spent[False] / count, 2),
        "resident_mb": round(_resident() - before),
    }


def _timed(place: Any, name: str, measured: dict[str, float], part: str) -> Callable[..., Any]:
    """Return a function that adds up its processor time, and by the clock all but words of titles."""
    function = getattr(place, name)

    def timed(*args: Any) -> Any:
        began, clock = time.thread_time(), time.perf_counter()
        try:
            return function(*args)
        finally:
            measured[part] += time.thread_time() - began
            if part != "title_words_us":
                measured["clock"] += time.perf_counter() - clock

    return timed


def _resident() -> float:
    """Return the resident memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 2**20


if __name__ == "__main__":
    main()
