"""Quality of a crawl: partybuild on the replay web of the measuring data.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.live [--renamed] [--polite] [--seeds 2018 1 2]

For each seed it builds the small web, serves it on loopback, crawls it from the portals and the topic hosts
and exports the corpus. The data's own judge measures the server's log and the corpus. All figures are read
when the server has sent --budget HTML pages, or at the end of a crawl that found fewer. Writes
results/live.json (live-renamed.json, live-polite.json ...). Needs jinja2 beside the project's own
requirements.

harvest@N                relevant articles among the first N HTML pages fetched
pages, harvest           HTML pages fetched (the budget at most), and the harvest among them
precision                relevant pages among the pages kept (marginal pages do not count)
story_recall             share of the web's stories that were kept; reprints of a story count once
story_recall_of_fetched  the same among the stories whose pages were fetched
duplicates_kept_share    share of the relevant pages kept whose story was kept before
text_f1                  F1 of the kept texts, by character 4-grams
"""

from __future__ import annotations

from pathlib import Path
from statistics import mean

from benchmarks.live.crawl import NO_DELAYS
from benchmarks.live.quality import POINTS, databases, measure
from benchmarks.live.web import build
from benchmarks.measuring import add_webs, arguments, data_folder, save_result, show_table, work_folder

COLUMNS = (
    *(f"harvest@{point}" for point in POINTS),
    "pages",
    "harvest",
    "precision",
    "story_recall",
    "story_recall_of_fetched",
    "duplicates_kept_share",
    "text_f1",
    "pages_per_second",
)


def main() -> None:
    parser = arguments(__doc__)
    add_webs(parser)
    parser.add_argument("--renamed", action="store_true", help="rename all hosts")
    parser.add_argument("--polite", action="store_true", help="with the shipped delays (takes minutes)")
    parser.add_argument("--budget", type=int, default=600, help="HTML pages after which figures are read")
    parser.add_argument("--page-count", type=int, default=800, help="CLOSESPIDER_PAGECOUNT of the crawl")
    parser.add_argument(
        "--database",
        default="sqlite",
        help="sqlite, mariadb (a server is started), or the URL of an empty database ({seed}: the number)",
    )
    parser.add_argument("--work", type=Path, help="keep webs, logs and corpora in this folder")
    args = parser.parse_args()
    data_folder("web")

    with work_folder(args.work) as work, databases(args.database, work) as database:
        figures = {}
        for seed in args.seeds:
            web = build(seed, work, renamed=args.renamed)
            settings = {} if args.polite else NO_DELAYS
            figures[str(seed)] = measure(web, database(seed), args.page_count, args.budget, settings)
            print(f"seed {seed}: {figures[str(seed)]}", flush=True)

    average = {name: mean_of([found[name] for found in figures.values()]) for name in COLUMNS}
    sides = {**figures, "mean": average}
    show_table(["", *sides], [[name, *(found[name] for found in sides.values())] for name in COLUMNS])
    kind = args.database if args.database in ("sqlite", "mariadb") else "other"
    name = "live" + "-renamed" * args.renamed + "-polite" * args.polite + f"-{kind}" * (kind != "sqlite")
    setting = {"budget": args.budget, "page_count": args.page_count, "database": kind}
    save_result(name, {**setting, "webs": figures, "mean": average})


def mean_of(values: list[float | None]) -> float | None:
    """Return the mean without None, as not every crawl reaches every point."""
    there = [value for value in values if value is not None]
    return round(mean(there), 4) if there else None


if __name__ == "__main__":
    main()
