"""All steps on a large corpus, on both databases: rows per second, peak memory, state after kills.

    python -m benchmarks.large_corpus --web FOLDER [--pages 100000] [--cleaned N] [--kills 1]
        [--databases sqlite mariadb] [--steps store clean stories export] [--folder FOLDER]

The pages have the templates and the sentences of a built web (`benchmarks/large_corpus/pages.py`); one in
twenty repeats another one, and one in ten is stored as an older extractor read it.

store    batches of pages, each with the decision about duplicates, in a process of its own
clean    `topiccrawl clean`; with --cleaned it is ended after so many pages
stories  `topiccrawl stories`, and once more when nothing is new
export   every format

Each step is ended with SIGKILL --kills times, at moments spread over it, and started again; its rate is that
of the time of all starts. Processor time is that of our processes, not of a server. `lost` and `doubled`
count rows by the tables that the step writes. At the end the rows of both databases are compared. With
--folder steps of a SQLite corpus can be run one after the other. Replaces the figures of the steps that ran
in results/large_corpus.json.
"""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.large_corpus.exporting import COUNT, measure
from benchmarks.large_corpus.steps import Step, counted, follow
from benchmarks.large_corpus.storing import TOPIC
from benchmarks.measuring import arguments, read_result, show_rows, update_result, work_folder
from benchmarks.servers import MariaDB, running
from benchmarks.sites.site import write_topic

STEPS = ("store", "clean", "stories", "export")
SHOWN = ("rows", "rows_a_second", "rows_a_processor_second", "mb_peak", "kills", "lost", "doubled")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--web", type=Path, required=True, help="a built web whose articles are used")
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--cleaned", type=int, help="pages that are cleaned again (default: all)")
    parser.add_argument("--kills", type=int, default=1, help="of each step")
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(STEPS))
    parser.add_argument("--databases", nargs="+", choices=("sqlite", "mariadb"), default=["sqlite"])
    parser.add_argument("--folder", type=Path, help="keep the corpus here, and go on with it")
    args = parser.parse_args()
    size = f"{args.pages} pages"
    found: dict[str, dict[str, Any]] = {}
    with work_folder(args.folder) as folder, ExitStack() as stack:
        for kind in args.databases:
            url = f"sqlite:///{folder / 'corpus.db'}"
            if kind == "mariadb":
                url = stack.enter_context(stack.enter_context(running(MariaDB())).fresh_database())
            measured = steps(url, folder, args)
            # Both databases may be measured at the same time, each by a process of its own.
            found = read_result("large_corpus").get(size, {})
            own = found.setdefault(kind, {"steps": {}})
            own["steps"].update(measured)
            own["counts"] = counted(url)
            show_rows(kind, own["steps"], SHOWN)
            update_result("large_corpus", {size: found})
    if len(found) > 1:
        one, other = (found[kind]["counts"] for kind in ("sqlite", "mariadb"))
        different = [name for name, count in one.items() if count != other[name]]
        print("differ between the databases:", different or "nothing")
        if different:
            sys.exit("FAULTS")
    rows = [row for kind in args.databases for row in found[kind]["steps"].values()]
    if any(row.get("lost") or row["doubled"] for row in rows):
        sys.exit("FAULTS")


def steps(url: str, folder: Path, args: Any) -> dict[str, dict[str, Any]]:
    """Run all steps on a database; return their figures by name."""
    topic = folder / "topics" / TOPIC
    if not topic.exists():
        write_topic(topic, "http://h0.invalid/")
    cli = [sys.executable, "-m", "topiccrawl"]
    storing = [sys.executable, "-m", "benchmarks.large_corpus.storing", url, str(args.web), str(args.pages)]
    cleaning = [*cli, "clean", "-t", str(topic), "--database", url]
    stories = [*cli, "stories", TOPIC, "--database", url]
    cleaned = args.cleaned or args.pages
    found = {}
    for name, step in {
        "store": Step(storing, args.pages, "pages"),
        "clean": Step(cleaning, cleaned, "cleaned", whole=cleaned == args.pages),
        "stories": Step(stories, args.pages, "reposts"),
        "stories again": Step(stories, args.pages, "reposts", again=True),
    }.items():
        if name.split()[0] in args.steps:
            found[name] = follow(step, url, 0 if step.again else args.kills)
            print(name, found[name], flush=True)
    for name, count in COUNT.items() if "export" in args.steps else ():
        found[f"export {name}"] = measure(url, folder / f"out.{name}", count, args.kills)
        print(name, found[f"export {name}"], flush=True)
    return found


if __name__ == "__main__":
    main()
