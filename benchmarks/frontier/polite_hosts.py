"""Ten hosts with ten requests a second each: does any host idle, and do the best links come first?

    python -m benchmarks.frontier.polite_hosts [--hosts 10] [--pages 1000] [--delay 0.1] [--focused-delay 0.3]

frontier          a plain spider with topiccrawl's generic scheduler and a JOBDIR, --delay for each host
scrapy            the same with Scrapy's own scheduler
focused           the focused crawl with --focused-delay: with --delay the processor would be the limit. Its
                  strategy is `formula-5`; `adaptive` gives links new scores while they wait
focused, patient  the same with the shipped TOPICCRAWL_PATIENCE, with which idle hosts hold back worse links

The seed links to all pages with anchor texts that contain different numbers of topic words. The ideal time is
the sum of the delays of one host; time is from the first request to the last in the server's log. `in_order`
is the share of pairs of pages of a host that were requested in the order of their scores. Figures are medians
of --repeat runs. Writes results/frontier-polite_hosts.json.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from itertools import combinations, pairwise
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import create_engine, text

from benchmarks.frontier.crawl import SPIDER
from benchmarks.kills.trial import trial
from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.processes import Processes, setting_options
from benchmarks.sites.server import AccessLog, SiteForm, serve
from benchmarks.sites.site import Site, anchor_grade, graded_anchor
from topiccrawl import settings as shipped

SCHEDULERS = {
    "frontier": "topiccrawl.scheduler.frontier_scheduler.FrontierScheduler",
    "scrapy": "scrapy.core.scheduler.Scheduler",
}
PATIENCES = {"focused": 0.0, "focused, patient": shipped.TOPICCRAWL_PATIENCE}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--hosts", type=int, default=10)
    parser.add_argument("--pages", type=int, default=1000, help="besides the seed")
    parser.add_argument("--delay", type=float, default=0.1)
    parser.add_argument("--focused-delay", type=float, default=0.3)
    parser.add_argument("--repeat", type=int, default=3)
    sides = (*SCHEDULERS, *PATIENCES)
    parser.add_argument("--sides", nargs="+", choices=sides, default=sides)
    args = parser.parse_args()
    form = SiteForm("star", args.pages + 1, hosts=args.hosts, latency=0.005)
    results: dict[str, Any] = {"hosts": args.hosts, "pages": args.pages}
    rows = []
    for side in args.sides:
        delay = args.delay if side in SCHEDULERS else args.focused_delay
        found = [measure(side, form, delay) for _ in range(args.repeat)]
        middle = {key: median(one[key] for one in found) for key in found[0]}
        results[side] = {"delay": delay, "repetitions": found, "median": middle}
        rows.append([side, delay, *middle.values()])
        print(f"{side}: {found}", flush=True)
    show_table(["", "delay", *middle], rows)
    save_result("frontier-polite_hosts", results)


def measure(side: str, form: SiteForm, delay: float) -> dict[str, float]:
    """Run one crawl."""
    settings = {"DOWNLOAD_DELAY": str(delay), "RANDOMIZE_DOWNLOAD_DELAY": "False"}
    with work_folder() as folder:
        if side in SCHEDULERS:
            return plain(form, folder, settings, SCHEDULERS[side])
        return focused(form, folder, {**settings, "TOPICCRAWL_PATIENCE": str(PATIENCES[side])})


def plain(form: SiteForm, folder: Path, settings: dict[str, str], scheduler: str) -> dict[str, float]:
    """Run the plain spider; a page's score is the number of topic words in its anchor text.

    Raises:
        RuntimeError: it failed, or did not request all pages.
    """
    settings = {**settings, "SCHEDULER": scheduler, "JOBDIR": str(folder / "job")}
    with (
        serve(form, folder) as web,
        Processes(folder / "processes", {"SCRAPY_SETTINGS_MODULE": ""}) as processes,
    ):
        start = ["-a", f"start={web.site.url(0)}", "-a", "graded=1"]
        process = processes.start(["scrapy", "runspider", SPIDER, *start, *setting_options(settings)])
        code, log = process.wait(), web.log.update()
        if code or len(log.fetches) != form.pages:
            raise RuntimeError(
                f"{len(log.fetches)} of {form.pages} pages, exit code {code}:\n{process.output()}"
            )
        return figures(log, _grades(web.site), float(settings["DOWNLOAD_DELAY"]), process.cpu)


def focused(form: SiteForm, folder: Path, settings: dict[str, str]) -> dict[str, float]:
    """Run the focused crawl; a page's score is its priority in the corpus.

    Raises:
        RuntimeError: it failed, or did not keep all pages.
    """
    with trial(form, folder / "crawl", settings) as crawl:
        table = crawl.topic / "topic.toml"
        table.write_text(f'strategy = "formula-5"\n{table.read_text("utf-8")}', encoding="utf-8")
        process = crawl.finish()
        found = crawl.audit()
        if not found.faultless:
            raise RuntimeError(f"the crawl is not whole: {found.faults}")
        scores = _stored_scores(crawl.database)
        return figures(crawl.log, scores, float(settings["DOWNLOAD_DELAY"]), process.cpu)


def figures(log: AccessLog, scores: Mapping[str, float], delay: float, cpu: float) -> dict[str, float]:
    """Compute the figures of a crawl.

    Args:
        log: the server's log.
        scores: scores of pages by URL, without the seed.
        delay: seconds between two requests to a host.
        cpu: processor seconds of the crawl.
    """
    requests = [one for one in log.lines if one.is_request]
    ideal = delay * (max(Counter(urlsplit(one.url).netloc for one in requests).values()) - 1)
    seconds = requests[-1].at - requests[0].at
    by_host = defaultdict(list)
    for one in log.pages:
        if one.url in scores:
            by_host[urlsplit(one.url).netloc].append((one.at, scores[one.url]))
    pairs = [first[1] >= second[1] for found in by_host.values() for first, second in combinations(found, 2)]
    pauses = [second[0] - first[0] for found in by_host.values() for first, second in pairwise(found)]
    return {
        "seconds": round(seconds, 2),
        "ideal": round(ideal, 2),
        "to_ideal": round(seconds / ideal, 3),
        "in_order": round(sum(pairs) / len(pairs), 4),
        "shortest_pause": round(min(pauses), 3),
        "cpu": round(cpu, 1),
    }


def _grades(site: Site) -> dict[str, float]:
    return {site.url(number): float(anchor_grade(graded_anchor(number))) for number in range(1, len(site))}


def _stored_scores(database: str) -> dict[str, float]:
    engine = create_engine(database)
    try:
        with engine.connect() as connection:
            rows = connection.execute(text("SELECT url, priority FROM pages WHERE depth > 0"))
            return {str(url): float(score) for url, score in rows}
    finally:
        engine.dispose()


if __name__ == "__main__":
    main()
