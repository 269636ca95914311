"""What survives SIGKILL on one machine: real crawls into SQLite, killed at random moments and gone on with.

    python -m benchmarks.kills [often] [start] [twice] [export] [power] [torn] [killer]
        [--sites tree hubs] [--kills 20] [--repeat 10] [--seed 1]

often    a tree of 1,111 pages and a site of 5,000, killed at --kills moments spread over the crawl
start    --repeat kills 0 to 3 s after the start or after the imports, from the first start on, 300 pages
twice    --repeat times: a kill, another within a second, a third within a second of the first request
export   --repeat kills during `topiccrawl export`, half of them over an older file
power    --repeat times: SIGSTOP, copy of database and -wal, SIGKILL; the copy is gone on with elsewhere
torn     the same with the -wal of the copy cut at a random length
killer   a page that kills its process whenever it arrives

Each crawl is `scrapy crawl topic` in a process of its own; the last life ends by itself. Then every page must
be in the corpus exactly once, byte by byte as served, none marked as a copy, and nothing may wait in the
frontier. The server's log says what was fetched more than once. Without names all sets run; the sets that ran
replace theirs in results/kills.json.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
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
from benchmarks.sites.server import SiteForm
from benchmarks.measuring import replace_results, show_table

SITES = {"tree": SiteForm("tree", 1111), "hubs": SiteForm("hubs", 5000)}
SMALL = SiteForm("hubs", 300)
_SHOWN = ("kills", "expected", *COUNTED, "seconds", "to_unkilled", "faultless")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; none: all")
    parser.add_argument("--sites", nargs="+", choices=sorted(SITES), default=sorted(SITES, reverse=True))
    parser.add_argument("--kills", type=int, default=20, help="kills of each crawl of the set 'often'")
    parser.add_argument("--repeat", type=int, default=10, help="repetitions in the other sets")
    parser.add_argument("--seed", type=int, default=1, help="of the random moments")
    parser.add_argument("--work", type=Path, help="keep corpora and logs in this folder")
    args = parser.parse_args()
    if unknown := [name for name in args.sets if name not in SETS]:
        parser.error(f"no set {unknown[0]!r}; there are {', '.join(SETS)}")
    if args.work:
        run(args, args.work.resolve())
    else:
        with TemporaryDirectory(prefix="kills-") as name:
            run(args, Path(name))


def run(args: argparse.Namespace, work: Path) -> None:
    """Run the chosen sets, show and save what came of them; ends the program with 1 when one has a fault."""
    faults = []
    for name in args.sets or SETS:
        print(f"== {name}", flush=True)
        rows = SETS[name](args, work / name, random.Random(f"{args.seed} {name}"))
        columns = [column for column in _SHOWN if any(column in row for row in rows)]
        show_table(["", *columns], [[row["trial"], *map(row.get, columns)] for row in rows])
        replace_results("kills", {name: {"seed": args.seed, "trials": rows}})
        faults += [f"{name}, {row['trial']}: {row.get('faults')}" for row in rows if not row["faultless"]]
    if faults:
        sys.exit("FAULTS:\n" + "\n".join(faults))


def often(args: argparse.Namespace, work: Path, chance: random.Random) -> list[dict[str, Any]]:
    """Both sites, each without and with kills."""
    rows = []
    for name in args.sites:
        rows.append({"trial": f"{name}, unkilled", **unkilled(SITES[name], work / f"{name}-unkilled")})
        seconds = rows[-1]["seconds"]
        found = killed_often(SITES[name], work / name, args.kills, chance, seconds)
        rows.append({"trial": f"{name}, killed", **found})
    return rows


def start(args: argparse.Namespace, work: Path, chance: random.Random) -> list[dict[str, Any]]:
    """Kills in the start-up."""
    return [{"trial": "in the start-up", **killed_at_start(SMALL, work, args.repeat, chance)}]


def twice(args: argparse.Namespace, work: Path, chance: random.Random) -> list[dict[str, Any]]:
    """Kills that follow each other."""
    return [{"trial": "within a second", **killed_twice(SMALL, work, args.repeat, chance)}]


def power(args: argparse.Namespace, work: Path, chance: random.Random) -> list[dict[str, Any]]:
    """Copies of the files as a power cut leaves them."""
    return _power_cuts(args.repeat, work, chance, torn=False)


def torn(args: argparse.Namespace, work: Path, chance: random.Random) -> list[dict[str, Any]]:
    """Copies whose log of changes lacks its end."""
    return _power_cuts(args.repeat, work, chance, torn=True)


def _power_cuts(repeat: int, work: Path, chance: random.Random, *, torn: bool) -> list[dict[str, Any]]:
    rows = []
    for number in range(1, repeat + 1):
        found = power_cut(SMALL, work / str(number), chance, torn=torn)
        cut = f"-wal {found['log_kept']} of {found['log_bytes']} bytes"
        rows.append({"trial": f"{number}: {cut}", **found})
        print(rows[-1]["trial"], "ok" if found["faultless"] else found["faults"], flush=True)
    return rows


def export(args: argparse.Namespace, work: Path, chance: random.Random) -> list[dict[str, Any]]:
    """Kills during exports of a corpus that is there."""
    with trial(SITES["tree"], work) as crawl:
        crawl.finish()
        whole = work / "whole.jsonl"
        arguments = _export(crawl, whole)
        full = crawl.lives.start(arguments, "export")
        if full.wait() or len(whole.read_bytes().splitlines()) != len(crawl.web.site):
            raise RuntimeError(f"the export is not whole:\n{full.said()[-2000:]}")
        crawl.lives.all.clear()
        found = [
            _killed_export(crawl, whole.read_bytes(), full.seconds, chance, older)
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


def _killed_export(crawl: Trial, whole: bytes, seconds: float, chance: random.Random, older: bool) -> str:
    """What is in the file after an export was killed."""
    out, old = crawl.topic.parent / "out.jsonl", b"an older export\n"
    out.unlink(missing_ok=True)
    if older:
        out.write_bytes(old)
    life = crawl.lives.start(_export(crawl, out), "export")
    if chance.random() < 0.5:
        time.sleep(chance.uniform(0.3, 1.1) * seconds)  # before that it is only being imported
    else:
        life.until(lambda: any(out.parent.glob(f".{out.name}.{life.process.pid}-*.part")))
        time.sleep(chance.uniform(0, 0.2) * seconds)
    life.kill()
    content = out.read_bytes() if out.exists() else None
    return {None: "absent", old: "older", whole: "whole"}.get(content, "PARTLY")


def _export(crawl: Trial, out: Path) -> list[str]:
    options = ["--topic", crawl.topic.name, "--database", crawl.database, "--out", str(out)]
    return ["topiccrawl", "export", *options]


def killer(args: argparse.Namespace, work: Path, chance: random.Random) -> list[dict[str, Any]]:
    """A page that kills its process."""
    found = killer_page(SMALL, work, chance)
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
