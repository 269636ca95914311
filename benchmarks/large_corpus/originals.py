"""Cost of a decision about duplicates among a million originals in SQLite.

    python -m benchmarks.large_corpus.originals --corpus FILE --web FOLDER [--sizes 10000 100000 1000000]

FILE is a corpus of `benchmarks.large_corpus` (`--steps store --folder`), which is copied. Its sketches are
multiplied up to each size: a copy of an original has the same words in its title and the same shingles, so
that words and shingles lead to more originals in proportion, as in a larger corpus; only its text as a whole
is another one. Then batches of new pages are stored, with and without decisions in turn.

An add is the fingerprint of a page, the decision, and the writing of its sketch with the index; the words of
its title, for the idf, and the rest of storing with the commit stand apart. Times are of the processor, those
in the transaction of the thread that writes; `adds_a_second` is the same by the clock, which says little on a
busy machine. Writes results/large_corpus-originals.json.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

from benchmarks.large_corpus.pages import PageMaker
from benchmarks.large_corpus.storing import RULE, page_record, stored_pages, stored_text
from benchmarks.live.web import ReplayWeb
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows import pages as rows
from topiccrawl.storage.sketches import decisions

_FIRST_COPY = 10**10
"""Ids of copies are above those of all pages."""
_BATCH = 100
_BATCHES = 10
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
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--web", type=Path, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    args = parser.parse_args()
    maker, table = PageMaker(ReplayWeb(args.web, 0)), []
    before = _resident()
    with work_folder() as work:
        for size in sorted(args.sizes):
            file = work / "grown.db"
            shutil.copy(args.corpus, file)
            grown = grow(file, size)
            table.append({"originals": grown, **measure(file, maker, before)})
            print(table[-1], flush=True)
            save_result("large_corpus-originals", {"sqlite": table})
    show_table(tuple(table[0]), [tuple(row.values()) for row in table])


def grow(file: Path, size: int) -> int:
    """Leave so many sketches in a corpus, or multiply them; return their number."""
    rng = random.Random(1)
    with closing(sqlite3.connect(file)) as database:
        (count,) = database.execute("SELECT count(*) FROM sketches").fetchone()
        if size < count:
            (last,) = database.execute(
                "SELECT page_id FROM sketches ORDER BY page_id LIMIT 1 OFFSET ?", (size,)
            ).fetchone()
            for table, column in (
                *((name, "page_id") for name in ("sketches", "sketch_hashes", "duplicates", "sources")),
                ("pages", "id"),
            ):
                database.execute(f"DELETE FROM {table} WHERE {column} >= ?", (last,))
        else:
            masks = [(number, rng.getrandbits(63)) for number in range(1, -(-size // count))]
            database.execute("CREATE TEMP TABLE copies (number INTEGER, mask INTEGER)")
            database.executemany("INSERT INTO copies VALUES (?, ?)", masks)
            _multiply(database)
        database.commit()
        (count,) = database.execute("SELECT count(*) FROM sketches").fetchone()
    return int(count)


def _multiply(database: sqlite3.Connection) -> None:
    copied = f"page_id + number * {_FIRST_COPY}"
    database.execute(
        f"INSERT INTO sketches SELECT {copied}, roles, title_words, digest, shingles, body_hashes "
        "FROM copies CROSS JOIN sketches"
    )
    (made,) = database.execute("SELECT sql FROM sqlite_master WHERE name = 'sketch_hashes'").fetchone()
    database.execute("ALTER TABLE sketch_hashes RENAME TO before")
    database.execute(made)
    other = "(hash | mask) - (hash & mask)"  # exclusive or
    database.execute(
        "INSERT INTO sketch_hashes SELECT hash, page_id, roles FROM before UNION ALL "
        f"SELECT CASE WHEN roles & {_SAME_BODY} THEN {other} ELSE hash END, {copied}, roles "
        "FROM before CROSS JOIN copies ORDER BY 1, 2"
    )
    database.execute("DROP TABLE before")


def measure(file: Path, maker: PageMaker, before: float) -> dict[str, Any]:
    """Store batches with and without decisions; return costs of a page and memory."""
    store = CorpusStore(f"sqlite:///{file}")
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
            store.write(records, [])
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
        "file_mb": round(file.stat().st_size / 1e6),
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
