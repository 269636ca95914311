"""Algorithm 3: n samples against the whole history, in agreement and time, at 1,000 to 100,000 URLs.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.live.structure [--seed 2018] [--work FOLDER]

The history is drawn from the pages of a large web: a share of it from the section that has most pages, so
that some links are similar to more than half of it, the rest from all others. 60 links are judged, half of
them of the same section. Agreement is the share of links whose value by a sample is that by the whole
history; microseconds are the processor time of one value. The counts by section need no sample. Writes
results/live-structure.json.
"""

from __future__ import annotations

import random
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import arguments, data_folder, save_result, show_table, work_folder
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.sections import section_of
from topiccrawl.priority.structure import StructureParameters, structure_of
from topiccrawl.priority.url_structure import UrlStructureParameters, structure_score

SIZES = (1_000, 10_000, 100_000)
SAMPLES = (5, 10, 20, 50, 100)
SHARES = (0.9, 0.6)
"""Shares of the largest section in the history; the closer to one half, the harder it is for a sample."""
LINKS = 60
_WHOLE_LINKS = 10
"""Links that are compared with the whole history for its time."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seed", type=int, default=2018, help="web to build, by number")
    parser.add_argument("--work", type=Path, help="keep the web in this folder")
    args = parser.parse_args()
    data_folder("web")
    with work_folder(args.work) as work:
        sections = article_urls(build(args.seed, work, preset="large"))
    rows = []
    for size in SIZES:
        for share in SHARES:
            rows += measure(sections, size, share)
            print(rows[-1], flush=True)
    names = ("urls", "share", "compared with", "agreement", "microseconds")
    show_table(list(names), rows)
    save_result("live-structure", {"rows": [dict(zip(names, row, strict=True)) for row in rows]})


def article_urls(web: ReplayWeb) -> tuple[list[str], list[str]]:
    """Return the URLs of pages of the largest section without digits, and those of all others."""
    groups = defaultdict(list)
    with closing(sqlite3.connect(f"file:{web.folder / 'web.sqlite'}?mode=ro", uri=True)) as connection:
        for host, path in connection.execute("SELECT host, path FROM pages WHERE ctype LIKE 'text/html%'"):
            url = f"http://{host}{path}"
            groups[section_of(url)].append(url)
    # A directory of digits stands for many dates, between which algorithm 2 sees a difference.
    largest = max((urls for section, urls in groups.items() if "0" not in section.directory), key=len)
    return largest, [url for urls in groups.values() if urls is not largest for url in urls]


def measure(
    sections: tuple[list[str], list[str]], size: int, share: float
) -> list[tuple[int, float, str, float, float]]:
    """Return a row for each number of samples, for the whole history, and for the counts by section."""
    random.seed(size)
    own, others = sections
    history = random.choices(own, k=round(share * size)) + random.choices(others, k=round((1 - share) * size))
    links = random.choices(own, k=LINKS // 2) + random.choices(others, k=LINKS // 2)
    parameters = UrlStructureParameters()
    whole = [whole_value(url, history, parameters) for url in links]

    def by_samples(n: int) -> Callable[[str], float]:
        return lambda url: structure_score(url, random.sample(history, n), parameters)

    rows = []
    for n in SAMPLES:
        values, micro = timed(by_samples(n), links)
        rows.append((size, share, f"{n} samples", agreement(values, whole), micro))
    _, micro = timed(lambda url: whole_value(url, history, parameters), links[:: LINKS // _WHOLE_LINKS])
    rows.append((size, share, "the whole history", 1.0, micro))
    counted = UrlHistory()
    counted.update(history)
    by_counts = StructureParameters(value="similar", scope="all", rule="section")
    values, micro = timed(lambda url: structure_of(url, counted, by_counts, 0), links)
    rows.append((size, share, "counts by section", agreement(values, whole), micro))
    return rows


def whole_value(url: str, history: Sequence[str], parameters: UrlStructureParameters) -> float:
    """Return the value of a link by all URLs of the history."""
    return structure_score(url, history, parameters)


def timed(value: Callable[[str], float], links: Sequence[str]) -> tuple[list[float], float]:
    """Return the values of links, and the microseconds of processor time of one."""
    start = time.process_time()
    values = [value(url) for url in links]
    return values, round((time.process_time() - start) / len(links) * 1e6, 1)


def agreement(values: Sequence[float], whole: Sequence[float]) -> float:
    """Return the share of equal values."""
    return round(sum(a == b for a, b in zip(values, whole, strict=True)) / len(whole), 4)


if __name__ == "__main__":
    main()
