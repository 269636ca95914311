"""Cost of deduplication by the number of originals: in memory, in SQLite and in MariaDB; and what it misses.

    python -m benchmarks.originals [memory] [peers] [sqlite] [mariadb] [exact] [--sizes 10000 100000]

memory   processor time of fingerprint and lookup for each page, and resident memory
peers    MinHash of datasketch and rensa on the same bodies, where these packages are installed; each in a
         process of its own (PYTHONPATH may name a folder of `pip install --target FOLDER datasketch rensa`)
sqlite   pages stored per second with and without decisions about duplicates; the difference is their cost
mariadb  the same on a MariaDB server
exact    decisions against brute force: titles at several thresholds; pages of series with one title form, in
         memory and through the transactions of a SQLite corpus

A fifth of the pages are copies of earlier ones, half of these retouched. Only the figures of the sets that
ran are replaced in results/originals.json.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.measuring import add_sets, arguments, show_table, update_result, work_folder
from benchmarks.originals.exact import exact as against_brute_force
from benchmarks.originals.pages import pages
from benchmarks.originals.peers import peers as beside_peers
from benchmarks.servers import running_servers
from topiccrawl.dedup.fingerprint import fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.repeats import find_or_keep
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord

TOPIC = "measured"
_BATCH = 100
_MEASURED = 1000
"""Pages that are measured at each size."""


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    args = parser.parse_args()
    for name in args.sets:
        rows = []
        for row in SETS[name](sorted(args.sizes)):
            print(row, flush=True)
            rows.append(row)
            update_result("originals", {name: rows})
        show_table(tuple(rows[-1]), [tuple(row.get(one) for one in rows[-1]) for row in rows])


def memory(sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Measure the index in memory around each size."""
    index, before, rows = MemoryOriginals(), _resident(), []
    made = lookup = 0.0
    for number, (title, text) in enumerate(pages(sizes[-1] + 1), 1):
        start = time.process_time()
        own = fingerprint(title, text)
        middle = time.process_time()
        find_or_keep(own, f"http://h{number % 1000}.invalid/{number}.html", index, 0.8)
        if any(size - _MEASURED < number <= size for size in sizes):
            made, lookup = made + middle - start, lookup + time.process_time() - middle
        if number in sizes:
            rows.append(
                {
                    "pages": number,
                    "fingerprint_us": round(1e6 * made / _MEASURED),
                    "lookup_us": round(1e6 * lookup / _MEASURED),
                    "adds_per_second": round(_MEASURED / (made + lookup)),
                    "resident_mb": round(_resident() - before),
                }
            )
            made = lookup = 0.0
    return rows


def peers(sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Measure indexes of other packages, and ours, on the same bodies."""
    return beside_peers(sizes)


def sqlite(sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Measure pages stored in a SQLite file."""
    with work_folder() as work:
        return _stored(f"sqlite:///{work / 'corpus.db'}", sizes)


def mariadb(sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Measure pages stored in MariaDB."""
    with running_servers() as servers, servers.mariadb.fresh_database() as database:
        return _stored(database, sizes)


def _stored(database: str, sizes: Sequence[int]) -> list[dict[str, Any]]:
    store = CorpusStore(database)
    store.open()
    rule = DedupRule()
    SketchCatchUp(store, TOPIC, rule).step()
    before, rows, number = _resident(), [], 0
    source = pages(sizes[-1] + 2 * _MEASURED * len(sizes))
    for size in sizes:
        while number < size - _MEASURED:
            _write(store, source, number, None)
            number += _BATCH
        spent, worked = {True: 0.0, False: 0.0}, {True: 0.0, False: 0.0}
        for _ in range(_MEASURED // _BATCH):
            for decided in (True, False):  # in turn, so that both meet the same load
                seconds, processor = _write(store, source, number, rule if decided else None)
                spent[decided] += seconds
                worked[decided] += processor
                number += _BATCH
        rows.append(
            {
                "pages": size,
                "ms_a_page": round(1e3 * spent[True] / _MEASURED, 2),
                "without_decision_ms": round(1e3 * spent[False] / _MEASURED, 2),
                "processor_ms": round(1e3 * worked[True] / _MEASURED, 2),
                "processor_ms_of_decision": round(1e3 * (worked[True] - worked[False]) / _MEASURED, 2),
                "pages_per_second": round(_MEASURED / spent[True]),
                "resident_mb": round(_resident() - before),
            }
        )
        print(rows[-1], flush=True)
    store.close()
    return rows


def _write(
    store: CorpusStore, source: Iterator[tuple[str, str]], first: int, rule: DedupRule | None
) -> tuple[float, float]:
    """Store a batch; return seconds and those of the processor, without its fingerprints."""
    records = []
    for number in range(first, first + _BATCH):
        title, text = next(source)
        records.append(
            PageRecord(
                topic=TOPIC,
                url=f"http://h{number % 1000}.invalid/{number}.html",
                run_id=1,
                fetched_at=datetime.now(UTC),
                title=title,
                raw_title=title,
                text=text,
                raw_html=text.encode(),
                fingerprint=fingerprint(title, text),
                dedup=rule,
            )
        )
    start, worked = time.perf_counter(), time.process_time()
    store.write(records)
    return time.perf_counter() - start, time.process_time() - worked


def exact(sizes: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Compare lookups with brute force."""
    return against_brute_force()


def _resident() -> float:
    """Return the resident memory of this process in MB."""
    pages_used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages_used * 4096 / 2**20


SETS: dict[str, Callable[[Sequence[int]], Iterable[dict[str, Any]]]] = {
    "memory": memory,
    "peers": peers,
    "sqlite": sqlite,
    "mariadb": mariadb,
    "exact": exact,
}


if __name__ == "__main__":
    main()
