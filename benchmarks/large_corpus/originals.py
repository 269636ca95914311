"""Cost of a decision about duplicates among a million originals in SQLite.

    python -m benchmarks.large_corpus.originals --corpus FILE --web FOLDER [--sizes 10000 100000 1000000]

FILE is a corpus of `benchmarks.large_corpus` (`--steps store --folder`), which is copied. Its sketches are
multiplied up to each size: a copy of an original has other hashes of its body, so that it is no candidate,
and the same words in its title, so that frequent words lead to more originals, as in a larger corpus. Then
batches of new pages are stored, with and without decisions in turn. Writes
results/large_corpus-originals.json.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from benchmarks.large_corpus.pages import PageMaker
from benchmarks.large_corpus.storing import RULE, page_record, stored_pages, stored_text
from benchmarks.live.web import ReplayWeb
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.storage.pages.store import CorpusStore

_FIRST_COPY = 10**10
"""Ids of copies are above those of all pages."""
_BATCH = 100
_BATCHES = 10
_TITLE_WORD = 8
"""The bit in `roles` of a hash of a title's word."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--web", type=Path, required=True)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    args = parser.parse_args()
    maker, rows = PageMaker(ReplayWeb(args.web, 0)), []
    before = _resident()
    with work_folder() as work:
        for size in sorted(args.sizes):
            file = work / "grown.db"
            shutil.copy(args.corpus, file)
            grown = grow(file, size)
            rows.append({"originals": grown, **measure(file, maker, before)})
            print(rows[-1], flush=True)
    show_table(tuple(rows[0]), [tuple(row.values()) for row in rows])
    save_result("large_corpus-originals", {"sqlite": rows})


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
        f"SELECT CASE WHEN roles & {_TITLE_WORD} THEN hash ELSE {other} END, {copied}, roles "
        "FROM before CROSS JOIN copies ORDER BY 1, 2"
    )
    database.execute("DROP TABLE before")


def measure(file: Path, maker: PageMaker, before: float) -> dict[str, Any]:
    """Store batches with and without decisions; return costs of a page and memory."""
    store = CorpusStore(f"sqlite:///{file}")
    store.open()
    number = first = stored_pages(store)
    made, spent, worked = 0.0, {True: 0.0, False: 0.0}, {True: 0.0, False: 0.0}
    for turn in range(2 * _BATCHES + 2):
        is_decided = turn % 2 == 0
        pages = list(maker.pages(number, number + _BATCH))
        began = time.process_time()
        prints = [fingerprint(page.title, stored_text(page, at)) for at, page in enumerate(pages, number)]
        fingerprints = time.process_time() - began
        records = [
            page_record(page, at, 1, RULE if is_decided else None, own)
            for at, (page, own) in enumerate(zip(pages, prints, strict=True), number)
        ]
        clock, processor = time.perf_counter(), time.process_time()
        store.write(records, [])
        if turn > 1:  # the first ones fill caches
            made += fingerprints
            spent[is_decided] += time.perf_counter() - clock
            worked[is_decided] += time.process_time() - processor
        number += _BATCH
    store.close()
    count = _BATCH * _BATCHES
    decision = worked[True] - worked[False]
    return {
        "pages": first,
        "fingerprint_us": round(1e6 * made / (2 * count)),
        "decision_us": round(1e6 * decision / count),
        "adds_a_processor_second": round(count / (made / 2 + decision)),
        "storing_and_commit_us": round(1e6 * worked[False] / count),
        "ms_a_page": round(1e3 * spent[True] / count, 2),
        "ms_without_decision": round(1e3 * spent[False] / count, 2),
        "resident_mb": round(_resident() - before),
        "file_mb": round(file.stat().st_size / 1e6),
    }


def _resident() -> float:
    """Return the resident memory of this process in MB."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 2**20


if __name__ == "__main__":
    main()
