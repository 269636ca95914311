"""Durability under SIGKILL on one machine: real crawls into SQLite, killed at random moments and continued.

    python -m benchmarks.kills [often] [start] [twice] [export] [power] [torn] [killer]
        [--sites tree hubs] [--kills 20] [--repeat 10] [--seed 1]

often    a tree of 1,111 pages and a site of 5,000, killed at --kills moments spread over the crawl
start    --repeat kills 0 to 3 s after the start or after the imports, from the first start on, 300 pages
twice    --repeat times: a kill, another within a second, a third within a second of the first request
export   --repeat kills during `topiccrawl export`, half of them with an older file in place
power    --repeat times: SIGSTOP, copy of database and -wal, SIGKILL; the crawl continues on the copy
torn     the same with the -wal of the copy cut at a random length
killer   a page that kills its process whenever it arrives

Each crawl is a `scrapy crawl topic` process; the last one ends by itself. Then every page must be in the
corpus exactly once, byte by byte as served and not marked as a duplicate, and no link may wait in the
frontier. The server's log shows which pages were fetched more than once. Without names all sets run; only the
figures of the sets that ran are replaced in results/kills.json.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.kills.audit import COUNTED
from benchmarks.kills.trial import (
    Trial,
    killed_at_start,
    killed_often,
    killed_twice,
    killer_page,
    power_cut,
    trial,
    unkilled,
)
from benchmarks.measuring import add_sets, arguments, show_table, update_result, work_folder
from benchmarks.sites.server import SiteForm

SITES = {"tree": SiteForm("tree", 1111), "hubs": SiteForm("hubs", 5000)}
SMALL = SiteForm("hubs", 300)
_SHOWN = ("kills", "expected", *COUNTED, "seconds", "to_unkilled", "faultless")


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--sites", nargs="+", choices=sorted(SITES), default=sorted(SITES, reverse=True))
    parser.add_argument("--kills", type=int, default=20, help="kills of each crawl of the set 'often'")
    parser.add_argument("--repeat", type=int, default=10, help="repetitions in the other sets")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random moments")
    parser.add_argument("--work", type=Path, help="keep corpora and logs in this folder")
    args = parser.parse_args()
    with work_folder(args.work) as work:
        run(args, work)


def run(args: argparse.Namespace, work: Path) -> None:
    """Run the chosen sets, show and save their figures; exit with 1 if one has a fault."""
    faults = []
    for name in args.sets:
        print(f"== {name}", flush=True)
        rows = SETS[name](args, work / name, random.Random(f"{args.seed} {name}"))
        columns = [column for column in _SHOWN if any(column in row for row in rows)]
        show_table(["", *columns], [[row["trial"], *map(row.get, columns)] for row in rows])
        update_result("kills", {name: {"seed": args.seed, "trials": rows}})
        faults += [f"{name}, {row['trial']}: {row.get('faults')}" for row in rows if not row["faultless"]]
    if faults:
        sys.exit("FAULTS:\n" + "\n".join(faults))


def often(args: argparse.Namespace, work: Path, rng: random.Random) -> list[dict[str, Any]]:
    """Crawl both sites without and with kills."""
    rows = []
    for name in args.sites:
        rows.append({"trial": f"{name}, unkilled", **unkilled(SITES[name], work / f"{name}-unkilled")})
        seconds = rows[-1]["seconds"]
        found = killed_often(SITES[name], work / name, args.kills, rng, seconds)
        rows.append({"trial": f"{name}, killed", **found})
    return rows


def start(args: argparse.Namespace, work: Path, rng: random.Random) -> list[dict[str, Any]]:
    """Kill during the start-up."""
    return [{"trial": "in the start-up", **killed_at_start(SMALL, work, args.repeat, rng)}]


def twice(args: argparse.Namespace, work: Path, rng: random.Random) -> list[dict[str, Any]]:
    """Kill three times in a row."""
    return [{"trial": "within a second", **killed_twice(SMALL, work, args.repeat, rng)}]


def power(args: argparse.Namespace, work: Path, rng: random.Random) -> list[dict[str, Any]]:
    """Continue copies of the files as a power cut leaves them."""
    return _power_cuts(args.repeat, work, rng, torn=False)


def torn(args: argparse.Namespace, work: Path, rng: random.Random) -> list[dict[str, Any]]:
    """Continue copies whose write-ahead log lacks its end."""
    return _power_cuts(args.repeat, work, rng, torn=True)


def _power_cuts(repeat: int, work: Path, rng: random.Random, *, torn: bool) -> list[dict[str, Any]]:
    rows = []
    for number in range(1, repeat + 1):
        found = power_cut(SMALL, work / str(number), rng, torn=torn)
        cut = f"-wal {found['log_kept']} of {found['log_bytes']} bytes"
        rows.append({"trial": f"{number}: {cut}", **found})
        print(rows[-1]["trial"], "ok" if found["faultless"] else found["faults"], flush=True)
    return rows


def export(args: argparse.Namespace, work: Path, rng: random.Random) -> list[dict[str, Any]]:
    """Kill exports of a finished corpus."""
    with trial(SITES["tree"], work) as crawl:
        crawl.finish()
        whole = work / "whole.jsonl"
        arguments = _export(crawl, whole)
        full = crawl.processes.start(arguments, "export")
        if full.wait() or len(whole.read_bytes().splitlines()) != len(crawl.web.site):
            raise RuntimeError(f"the export is not whole:\n{full.output()[-2000:]}")
        crawl.processes.all.clear()
        found = [
            _killed_export(crawl, whole.read_bytes(), full.seconds, rng, older)
            for older in (False, True)
            for _ in range((args.repeat + older) // 2)
        ]
        counts = {name: found.count(name) for name in sorted({"absent", "older", "whole", *found})}
        ruined = counts.get("PARTLY", 0)
        figures = crawl.figures()
        leftover = len(list(work.glob(".*.part")))
        figures |= {"files": counts, "parts_left": leftover, "unkilled_seconds": round(full.seconds, 2)}
        figures["faultless"] = figures["faultless"] and not ruined
        print(f"files after the kills: {counts}, parts left beside them: {leftover}")
        return [{"trial": "export", **figures, "kills": len(found)}]


def _killed_export(crawl: Trial, whole: bytes, seconds: float, rng: random.Random, older: bool) -> str:
    """Return whether the file is absent, the older one or whole after an export was killed."""
    out, old = crawl.topic.parent / "out.jsonl", b"an older export\n"
    out.unlink(missing_ok=True)
    if older:
        out.write_bytes(old)
    process = crawl.processes.start(_export(crawl, out), "export")
    if rng.random() < 0.5:
        time.sleep(rng.uniform(0.3, 1.1) * seconds)  # before that, modules are being imported
    else:
        process.until(lambda: any(out.parent.glob(f".{out.name}.{process.popen.pid}-*.part")))
        time.sleep(rng.uniform(0, 0.2) * seconds)
    process.kill()
    content = out.read_bytes() if out.exists() else None
    return {None: "absent", old: "older", whole: "whole"}.get(content, "PARTLY")


def _export(crawl: Trial, out: Path) -> list[str]:
    options = ["--topic", crawl.topic.name, "--database", crawl.database, "--out", str(out)]
    return ["topiccrawl", "export", *options]


def killer(args: argparse.Namespace, work: Path, rng: random.Random) -> list[dict[str, Any]]:
    """Crawl a site with a page that kills its process."""
    found = killer_page(SMALL, work, rng)
    print(f"the page was fetched {found['tried']} times; dead letters: {found['dead_letters']}")
    return [{"trial": "killer page", **found}]


SETS: dict[str, Callable[[argparse.Namespace, Path, random.Random], list[dict[str, Any]]]] = {
    "often": often,
    "start": start,
    "twice": twice,
    "export": export,
    "power": power,
    "torn": torn,
    "killer": killer,
}


if __name__ == "__main__":
    main()
