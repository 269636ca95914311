"""Stories that workers of a shared crawl keep twice on a web full of reposts, with a kill in each crawl.

    python -m benchmarks.kills.stories [--rounds 20] [--workers 2] [--stories 60] [--copies 5] [--seed 1]

The pages of a story follow each other on different hosts, so that workers fetch them at the same time. In
each round a random worker is killed (SIGKILL) at a random moment and started again. At the end every page
must be in the corpus once, every story must have exactly one original, and every other page of the story
must be marked as a duplicate of it: these are the decisions of one worker. `both` is the number of stories
whose pages were stored by more than one process, and `kept` the number of stories with more than one
original. Writes results/kills-stories.json.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from benchmarks.kills.crew import Crew, crew
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.servers import Servers, running_servers
from benchmarks.sites.server import SiteForm
from benchmarks.sites.site import Site

_FAULTS = ("kept_twice", "kept_never", "wrong", "missing")
_COLUMNS = ("round", "pages", "stories", "both", *_FAULTS, "kills", "codes")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--stories", type=int, default=60)
    parser.add_argument("--copies", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", type=Path, help="keep logs in this folder")
    args = parser.parse_args()
    with work_folder(args.work) as work, running_servers() as servers:
        rounds = [crawl(number, args, work, servers) for number in range(args.rounds)]
    show_table(_COLUMNS, [[row[name] for name in _COLUMNS] for row in rounds])
    totals = {name: sum(row[name] for row in rounds) for name in _COLUMNS[1:-1]}
    save_result("kills-stories", {"workers": args.workers, "total": totals, "rounds": rounds})
    if any(totals[name] for name in _FAULTS):
        sys.exit("FAULTS")


def crawl(number: int, args: argparse.Namespace, work: Path, servers: Servers) -> dict[str, Any]:
    """Crawl once, with a kill; return what the database shows."""
    rng = random.Random(f"{args.seed} {number}")
    pages = args.stories * args.copies + 1
    form = SiteForm("star", pages, hosts=40, latency=0.2, copies=args.copies)
    settings = {"TOPICCRAWL_LEASE_SECONDS": "5", "CONCURRENT_REQUESTS_PER_DOMAIN": "2"}
    with crew(servers, work / f"round-{number}", settings, form) as workers:
        workers.start_all(args.workers)
        workers.reach(rng.randrange(pages // 10, pages))
        _kill_and_restart(workers, rng)
        codes = [process.wait() for process in workers.present]
        found = kept_stories(workers.database, workers.web.site)
        return {"round": number, **found, "kills": len(workers.killed), "codes": codes}


def _kill_and_restart(workers: Crew, rng: random.Random) -> None:
    name = rng.choice(sorted(workers.workers))
    workers.kill(name)
    if not workers.workers[name][-1].running:
        workers.start(name)


def kept_stories(database: str, site: Site) -> dict[str, int]:
    """Count stories by their originals, and pages that are marked wrongly or missing."""
    rows = _stored(database)
    story = {site.url(number): site.story(number) for number in range(len(site))}
    originals: dict[int, list[str]] = defaultdict(list)
    runs: dict[int, set[int]] = defaultdict(set)
    for url, (original, run) in rows.items():
        runs[story[url]].add(run)
        if original is None:
            originals[story[url]].append(url)
    return {
        "pages": len(rows),
        "stories": len(runs),
        "both": sum(len(found) > 1 for found in runs.values()),
        "kept_twice": sum(len(found) > 1 for found in originals.values()),
        "kept_never": sum(one not in originals for one in runs),
        "wrong": sum(
            original is not None and [original] != originals[story[url]]
            for url, (original, _) in rows.items()
        ),
        "missing": len(story.keys() - rows.keys()),
    }


def _stored(database: str) -> dict[str, tuple[str | None, int]]:
    """Return the original and the run of each stored page."""
    engine = create_engine(database)
    query = (
        "SELECT url, original_url, run_id FROM pages LEFT JOIN duplicates ON duplicates.page_id = pages.id"
    )
    try:
        with engine.connect() as connection:
            return {row.url: (row.original_url, row.run_id) for row in connection.execute(text(query))}
    finally:
        engine.dispose()


if __name__ == "__main__":
    main()
