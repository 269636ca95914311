"""Cost of deduplication by the number of originals, in memory, in SQLite and in MariaDB; missed duplicates.

    python -m benchmarks.originals [memory] [peers] [sqlite] [mariadb] [exact] [--sizes 10000 100000]

memory   processor time of fingerprint and lookup for each page, and resident memory
peers    MinHash of datasketch and rensa on the same bodies, where these packages are installed
sqlite   pages stored per second with and without decisions about duplicates; the difference is their cost
mariadb  the same on a MariaDB server
exact    lookups against brute force: titles at several thresholds, and retouched bodies

A fifth of the pages are copies of earlier ones, half of these retouched. Only the figures of the sets that
ran are replaced in results/originals.json.
"""

from __future__ import annotations

import importlib
import random
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.measuring import add_sets, arguments, show_table, update_result, work_folder
from benchmarks.restart.corpus import articles
from benchmarks.servers import running_servers
from topiccrawl.dedup.fingerprint import Fingerprint, fingerprint, title_fingerprint
from topiccrawl.dedup.memory import MemoryOriginals
from topiccrawl.dedup.originals import Role
from topiccrawl.dedup.repeats import BODY_THRESHOLD, find_body, find_or_keep, find_title
from topiccrawl.dedup.rule import DedupRule
from topiccrawl.dedup.sketch import jaccard
from topiccrawl.dedup.title_vectors import cosine
from topiccrawl.storage.pages.sketch_catch_up import SketchCatchUp
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.records import PageRecord
from topiccrawl.text.normalise import simplify

TOPIC = "measured"
_BATCH = 100
_MEASURED = 1000
"""Pages that are measured at each size."""
_PEER_PAGES = 5000
_EXACT = 20_000
_THRESHOLDS = (0.5, 0.8, 0.8165)
_QUERIES = 1000


def pages(count: int) -> Iterator[tuple[str, str]]:
    """Yield titles and texts; a fifth are copies, half of these with another head and tail."""
    rng = random.Random(1)
    last: deque[tuple[str, str]] = deque(maxlen=2000)
    for title, text in articles(count):
        if last and rng.random() < 0.2:
            title, text = rng.choice(last)
            if rng.random() < 0.5:
                text = f"本网{rng.randrange(999)}日讯。{text[len(text) // 50 :]}编辑{rng.randrange(999)}。"
        else:
            title, text = simplify(title), simplify(text)
            last.append((title, text))
        yield title, text


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 100_000])
    args = parser.parse_args()
    for name in args.sets:
        rows = SETS[name](sorted(args.sizes))
        show_table(tuple(rows[0]), [tuple(row.values()) for row in rows])
        update_result("originals", {name: rows})


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


def peers(sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Measure MinHash indexes of other packages, and ours, on the same bodies."""
    made = list(pages(_PEER_PAGES))
    runs: dict[str, Callable[[list[tuple[str, str]]], int]] = {
        "topiccrawl": _ours,
        "datasketch": _datasketch,
        "rensa": _rensa,
    }
    rows = []
    for name, run in runs.items():
        try:
            start = time.process_time()
            found = run(made)
        except ImportError:
            continue
        spent = time.process_time() - start
        rows.append(
            {"index": name, "pages": len(made), "found": found, "adds_per_second": round(len(made) / spent)}
        )
    return rows


def _ours(made: list[tuple[str, str]]) -> int:
    index = MemoryOriginals()
    return sum(
        find_or_keep(fingerprint(title, text), str(number), index, 0.8) is not None
        for number, (title, text) in enumerate(made)
    )


def _datasketch(made: list[tuple[str, str]]) -> int:
    module = importlib.import_module("datasketch")
    index, found = module.MinHashLSH(threshold=0.8, num_perm=128), 0
    for number, (_, text) in enumerate(made):
        own = module.MinHash(num_perm=128)
        own.update_batch([one.encode() for one in _shingles(text)])
        if index.query(own):
            found += 1
        else:
            index.insert(number, own)
    return found


def _rensa(made: list[tuple[str, str]]) -> int:
    module = importlib.import_module("rensa")
    index, found = module.RMinHashLSH(threshold=0.8, num_perm=128, num_bands=16), 0
    for number, (_, text) in enumerate(made):
        own = module.RMinHash(num_perm=128, seed=1)
        own.update(list(_shingles(text)))
        if index.query(own):
            found += 1
        else:
            index.insert(number, own)
    return found


def _shingles(text: str) -> set[str]:
    return {text[at : at + 4] for at in range(max(1, len(text) - 3))}


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
    store.write(records, [])
    return time.perf_counter() - start, time.process_time() - worked


def exact(sizes: Sequence[int]) -> list[dict[str, Any]]:
    """Compare lookups with brute force."""
    made = list(pages(_EXACT))
    return [*_exact_titles(made), _exact_bodies(made)]


def _exact_titles(made: list[tuple[str, str]]) -> Iterator[dict[str, Any]]:
    """Compare each title with all earlier ones, by a matrix."""
    rng = random.Random(2)
    headlines = [title for title, _ in made[: _EXACT // 2]]
    for _ in range(_EXACT - len(headlines)):  # longer, shorter and mixed ones
        title = rng.choice(headlines)
        headlines.append(title[: rng.randint(len(title) // 2, len(title))] + rng.choice(headlines)[:6])
    vectors = [title_fingerprint(title).title for title in headlines]
    for threshold in _THRESHOLDS:
        index, differ, found = MemoryOriginals(threshold), 0, 0
        postings: dict[int, list[int]] = {}
        for number, vector in enumerate(vectors):
            own = Fingerprint(vector)
            with index.candidates(own) as candidates:
                one = find_title(own, candidates, threshold)
            shared = {other for word in vector for other in postings.get(word, ())}
            best = max((round(cosine(vector, vectors[other]), 9) for other in shared), default=0.0)
            is_found = best >= threshold - 1e-9
            differ += (one is None) == is_found or (one is not None and abs(one.similarity - best) > 2e-9)
            found += is_found
            if one is None:
                index.keep(own, str(number), Role.TITLE)
                for word in vector:
                    postings.setdefault(word, []).append(number)
        yield {"compared": f"titles at {threshold}", "queries": _EXACT, "repeats": found, "different": differ}


def _exact_bodies(made: list[tuple[str, str]]) -> dict[str, Any]:
    """Look up retouched texts among the sketches of all others."""
    rng = random.Random(3)
    index = MemoryOriginals()
    prints = [fingerprint("", text) for _, text in made]
    bodies = [own.body for own in prints if own.near and own.body is not None]
    for number, own in enumerate(prints):
        index.keep(own, str(number), Role.NEAR | Role.SAME)
    hashes = np.concatenate([body.hashes for body in bodies])
    owner = np.repeat(np.arange(len(bodies)), [len(body.hashes) for body in bodies])
    found = missed = 0
    for _ in range(_QUERIES):
        text = rng.choice(made)[1]
        cut = rng.randrange(1, max(2, len(text) // 8))
        own = fingerprint("", text[cut:] + rng.choice(made)[1][: rng.randrange(1, max(2, len(text) // 12))])
        if not own.near or own.body is None:
            continue
        shared = np.bincount(owner[np.isin(hashes, own.body.hashes)], minlength=len(bodies))
        near = [jaccard(own.body, bodies[one]) for one in np.flatnonzero(shared > 20)]
        if max(near, default=0.0) >= BODY_THRESHOLD:
            with index.candidates(own) as candidates:
                missed += find_body(own, candidates, BODY_THRESHOLD) is None
            found += 1
    return {"compared": "retouched bodies", "queries": _QUERIES, "repeats": found, "different": missed}


def _resident() -> float:
    """Return the resident memory of this process in MB."""
    pages_used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages_used * 4096 / 2**20


SETS: dict[str, Callable[[Sequence[int]], list[dict[str, Any]]]] = {
    "memory": memory,
    "peers": peers,
    "sqlite": sqlite,
    "mariadb": mariadb,
    "exact": exact,
}


if __name__ == "__main__":
    main()
