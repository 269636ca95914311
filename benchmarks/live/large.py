"""Live crawls of the large replay webs by strategy: harvest, recall, and what is kept, by the server's log.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.live.large [STRATEGY ...] [--topics NAME ...] [OPTION ...]

Builds each large web and crawls it from the portals alone with each topic, without delays, with the shipped
settings otherwise. All figures are read at the same number of HTML pages. A crawl that was measured earlier
is not repeated (`--again` does). Writes results/live-large.json. Needs jinja2 beside the project's own
requirements.

50 ... 1000       harvest: relevant articles among the first HTML pages fetched
recall            relevant articles fetched, of all in the web
precision         relevant pages among those kept, near ones (grade 1) left out; strict: near ones are wrong
near              share of near pages among those kept
of fetched        stories kept, of the relevant stories whose pages were fetched
dedicated         precision on the hosts that the topic starts from
portals, rest     precision on the other hosts of the portals' sites, and on all hosts but the dedicated ones
"""

from __future__ import annotations

import shutil
from collections.abc import Collection
from pathlib import Path
from statistics import mean
from typing import Any
from urllib.parse import urlsplit

from benchmarks.live.crawl import NO_DELAYS
from benchmarks.live.quality import judged_crawl
from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import arguments, data_folder, read_result, save_result, show_table, work_folder
from benchmarks.replay.captures import LABELS

STRATEGIES = ("adaptive", "formula-5", "semantic")
POINTS = (50, 100, 300, 500, 1000)
COLUMNS = (
    *(str(point) for point in POINTS),
    "recall",
    "pages",
    "kept",
    "precision",
    "strict",
    "near",
    "of fetched",
    "dedicated",
    "portals",
    "rest",
    "text F1",
    "CPU ms a page",
)
_WEBS = (2018, 7, 99)
_ONE_AT_A_TIME = {"CONCURRENT_REQUESTS": "1", "CONCURRENT_REQUESTS_PER_DOMAIN": "1"}

Figures = dict[str, Any]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("strategies", nargs="*", default=list(STRATEGIES), metavar="STRATEGY")
    parser.add_argument("--topics", nargs="+", choices=sorted(LABELS), default=list(LABELS))
    parser.add_argument("--seeds", type=int, nargs="+", default=list(_WEBS), help="webs to build, by number")
    parser.add_argument("--one-at-a-time", action="store_true", help="one request at a time")
    parser.add_argument("--renamed", action="store_true", help="give all hosts other names")
    parser.add_argument("--pages", type=int, default=2500, help="HTML pages of each crawl")
    parser.add_argument("--again", action="store_true", help="repeat crawls that were measured earlier")
    parser.add_argument("--work", type=Path, help="keep webs, logs and corpora in this folder")
    args = parser.parse_args()
    data_folder("web")

    settings = NO_DELAYS | (_ONE_AT_A_TIME if args.one_at_a_time else {})
    with work_folder(args.work) as work:
        for seed in args.seeds:
            web = build(seed, work, preset="large", renamed=args.renamed)
            for topic in args.topics:
                for strategy in args.strategies:
                    row = f"{topic}, {strategy}" + ", one at a time" * args.one_at_a_time
                    row += ", renamed" * args.renamed
                    crawls = read_result("live-large").get("crawls", {})
                    if str(seed) in crawls.get(row, {}) and not args.again:
                        continue
                    found = crawled(web, topic, strategy, args.pages, settings, work / f"live-{seed}")
                    print(f"{row}, web {seed}: {found}", flush=True)
                    crawls.setdefault(row, {})[str(seed)] = found
                    save_result("live-large", {"pages": args.pages, "crawls": crawls})
    show_table(["", *COLUMNS], [[row, *average(webs)] for row, webs in crawls.items()])


def crawled(
    web: ReplayWeb, topic: str, strategy: str, pages: int, settings: dict[str, str], folder: Path
) -> Figures:
    """Crawl a web from the portals and return the judge's figures."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    label = LABELS[topic]
    judged, cpu = judged_crawl(web, topic, label, pages, folder, settings, ("-a", f"strategy={strategy}"))
    fetched, kept = judged["fetched"], judged["collected"]
    curve = {point["pages"]: point["harvest"] for point in fetched["curve"]}
    own = {urlsplit(url).netloc for url in web.seeds(label)}
    portals = {domain(urlsplit(url).netloc) for url in web.seeds("portals")}
    others = [host for host in kept["hosts"] if host not in own]
    return {
        **{str(at): curve.get(at) for at in POINTS},
        "recall": fetched["recall"],
        "pages": fetched["pages"],
        "kept": kept["kept"],
        "precision": kept["precision"],
        "strict": kept["strict_precision"],
        "near": kept["marginal_share"],
        "of fetched": kept["story_recall_of_fetched"],
        "dedicated": precision_on(kept["hosts"], own),
        "portals": precision_on(kept["hosts"], [host for host in others if domain(host) in portals]),
        "rest": precision_on(kept["hosts"], others),
        "text F1": kept["text_f1"],
        "CPU ms a page": round(1000 * cpu, 1),
    }


def domain(host: str) -> str:
    """Return the last two labels of a host: the sites of a built web are NAME.test."""
    return ".".join(host.split(".")[-2:])


def precision_on(hosts: dict[str, dict[str, float]], names: Collection[str]) -> float | None:
    """Return the precision of what was kept from the named hosts; None if nothing was."""
    chosen = [found for host, found in hosts.items() if host in names]
    kept = sum(found["kept"] for found in chosen)
    return round(sum(found["kept"] * found["precision"] for found in chosen) / kept, 4) if kept else None


def average(webs: dict[str, Figures]) -> list[float | None]:
    """Return the mean of each column over webs; None where a crawl has no figure."""
    rows: list[list[Any]] = [[found.get(name) for found in webs.values()] for name in COLUMNS]
    return [None if None in values else round(mean(values), 4) for values in rows]


if __name__ == "__main__":
    main()
