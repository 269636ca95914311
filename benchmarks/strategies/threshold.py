"""Paper A's experiments with formula 5's threshold and with formula 6, by readers' grades.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.strategies.threshold [--seeds 2018] [--plots FOLDER]

Replays `semantic`, the paper's crawl, from the portals of large webs with the shipped delays, once for each
threshold, and reads precision and yield (relevant pages kept) after the same model times. Each
threshold is tried with the shipped patience of idle hosts, and without any, as in the paper. Then formula 6,
relevant / kept pages, by site: crawls of `--pages` HTML pages from the portals and the hosts of the topic.
A portal is one site with all its hosts but those of the topic. Pages that are near the topic are left out;
`strict` counts them as wrong. Rows that are known are not measured again. Writes
results/strategies-threshold.json.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from statistics import mean
from typing import Any
from urllib.parse import urlsplit

from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import arguments, data_folder, read_result, show_rows, update_result, work_folder
from benchmarks.replay.captures import LABELS, capture_web, label_table
from topiccrawl.experiments.plots import Plot, lines
from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.comparison import seeded
from topiccrawl.experiments.replay.crawl import ReplayedCrawl
from topiccrawl.experiments.replay.model import CrawlModel
from topiccrawl.experiments.replay.trace import Fetched
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.strategies.contract import Outcome, Strategy
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.priority.strategies.semantic import Semantic
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.calibration.graded_pages import NEAR, RELEVANT, PageGrades, read_page_grades

THRESHOLDS = (0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
SECONDS = (120, 300)
"""Model times at which precision and yield are read."""
STRATEGIES = ("semantic", "formula-5", "adaptive")
PATIENCE = {"patience": CrawlModel(), "no patience": CrawlModel(patience=0.0)}
SITES = "sites"
PARTS = (*PATIENCE, SITES)
DEDICATED, PORTAL, OTHER = "dedicated", "portal", "other"
_SHOWN = 300
"""The time whose figures are printed and drawn."""
_LEAST = 5
"""Kept pages from which on a site counts in the means."""
_RESULT = "strategies-threshold"

Row = dict[str, Any]


class Thresholded(Semantic):
    """`semantic` with any threshold; topics refuse one by which URL structure alone would admit links."""

    threshold = 0.0

    def should_enqueue(self, priority: Priority) -> bool:  # noqa: D102 - as in the contract
        return priority.value > self.threshold


@dataclass(frozen=True)
class GradedWeb:
    """A captured web with the grades of a topic."""

    web: ReplayWeb
    capture: Path
    topic: str
    grades: PageGrades

    def crawl(
        self, strategy: Callable[[Topic], Strategy], groups: Iterable[str], model: CrawlModel, **limit: float
    ) -> list[Fetched]:
        """Replay a crawl from groups of seeds; return the pages it fetched."""
        topic = Topic.load(self.topic).with_seeds(tuple(self.web.seeds(*groups)))
        with Capture(self.capture) as capture:
            crawl = ReplayedCrawl(capture, seeded(strategy(topic), 0), model)
            return crawl.run(topic.seeds, int(limit.get("pages", 10**6)), limit.get("seconds", 1e9)).pages

    def judged(self, pages: Iterable[Fetched]) -> Row:
        """Return kept and relevant pages with their precision."""
        found = [self.grades.grade(page.url) for page in pages if page.outcome is Outcome.KEPT]
        relevant, near = found.count(RELEVANT), found.count(NEAR)
        return {
            "kept": len(found),
            "relevant": relevant,
            "near": near,
            "precision": round(relevant / (len(found) - near), 4) if len(found) > near else None,
            "strict": round(relevant / len(found), 4) if found else None,
        }


def with_threshold(one: GradedWeb, threshold: float, model: CrawlModel) -> Row:
    """Return precision and yield of a crawl with a threshold, after each of `SECONDS`."""

    def strategy(topic: Topic) -> Strategy:
        found = Thresholded(Focus(Semantic.prepare(topic)))
        found.threshold = threshold
        return found

    pages = one.crawl(strategy, ["portals"], model, seconds=max(SECONDS))
    row: Row = {}
    for seconds in SECONDS:
        before = [page for page in pages if page.time <= seconds]
        row[f"{seconds} s"] = {"fetched": len(before), **one.judged(before)}
    # A crawl that has no links left ends before its time.
    return row | {"last_page_at": round(pages[-1].time, 1)}


def by_site(one: GradedWeb, strategy: str, pages: int) -> Row:
    """Return formula 6 of each site, the means by kind of site, and over all pages."""
    label = LABELS[one.topic]
    fetched = one.crawl(
        lambda topic: make_strategy(topic, strategy), ["portals", label], CrawlModel(), pages=pages
    )
    of_site: dict[tuple[str, str], list[Fetched]] = defaultdict(list)
    for page in fetched:
        if page.outcome is Outcome.KEPT:
            of_site[site_of(page.url, one.web, label)].append(page)
    sites = [
        {"kind": kind, **one.judged(kept)}
        for (kind, _), kept in sorted(of_site.items(), key=lambda item: (item[0][0], -len(item[1])))
    ]
    return {"means": means(sites), "all pages": one.judged(fetched), "sites": sites}


def site_of(url: str, web: ReplayWeb, label: str) -> tuple[str, str]:
    """Return the kind and the name of the site of a URL."""
    host = urlsplit(url).netloc
    if host in hosts(web, label):
        return DEDICATED, host
    for portal in hosts(web, "portals"):
        domain = portal.removeprefix("www.")
        if host == domain or host.endswith(f".{domain}"):
            return PORTAL, domain
    return OTHER, host


def hosts(web: ReplayWeb, group: str) -> list[str]:
    """Return the hosts of a group of seeds."""
    return [urlsplit(url).netloc for url in web.seeds(group)]


def means(sites: Iterable[Row]) -> dict[str, Row]:
    """Return the mean precision over the sites of each kind that have enough pages."""
    found: dict[str, list[Row]] = defaultdict(list)
    for site in sites:
        if site["kept"] >= _LEAST and site["precision"] is not None:
            found[site["kind"]].append(site)
    return {
        kind: {
            "sites": len(some),
            "precision": round(mean(site["precision"] for site in some), 4),
            "strict": round(mean(site["strict"] for site in some), 4),
        }
        for kind, some in found.items()
    }


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[2018], help="webs to build, by number")
    parser.add_argument("--topics", nargs="+", choices=sorted(LABELS), default=["partybuild"])
    parser.add_argument("--pages", type=int, default=2500, help="HTML pages of the crawls by site")
    parser.add_argument("--work", type=Path, help="keep webs and captures in this folder")
    parser.add_argument("--plots", type=Path, help="draw precision and yield by threshold into this folder")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS), help="experiments to run")
    args = parser.parse_args()
    data_folder("web")

    with work_folder(args.work) as work:
        for number in args.seeds:
            web = build(number, work, preset="large")
            capture = capture_web(web, work)
            for topic in args.topics:
                one = GradedWeb(web, capture, topic, read_page_grades(label_table(web, topic, work)))
                about = f"{topic}, web {number}"
                for name, threshold in product(PATIENCE, THRESHOLDS):
                    measure = partial(with_threshold, one, threshold, PATIENCE[name])
                    if name in args.parts:
                        kept("thresholds", f"{about}, {name}, {threshold}", measure)
                for strategy in STRATEGIES:
                    measure = partial(by_site, one, strategy, args.pages)
                    if SITES in args.parts:
                        kept("sites", f"{about}, {strategy}, {args.pages} pages", measure)
    found, shown = read_result(_RESULT).get("thresholds", {}), f"{_SHOWN} s"
    show_rows(f"after {shown}", {key: row[shown] for key, row in found.items()})
    if args.plots:
        for topic in args.topics:
            draw(found, topic, args.seeds, args.plots)


def kept(part: str, key: str, measure: Callable[[], Row]) -> None:
    """Measure a row of the result unless it is known."""
    if key not in read_result(_RESULT).get(part, {}):
        row = measure()
        # Read once more: other parts may be measured at the same time.
        update_result(_RESULT, {part: {**read_result(_RESULT).get(part, {}), key: row}})
        print(key, row, flush=True)


def draw(rows: Mapping[str, Row], topic: str, webs: list[int], folder: Path) -> None:
    """Draw precision, and yield as a share of the highest, by threshold; means over the webs."""
    series: dict[str, tuple[list[float], list[float]]] = {}
    for name in PATIENCE:
        points = {
            threshold: [rows[f"{topic}, web {web}, {name}, {threshold}"][f"{_SHOWN} s"] for web in webs]
            for threshold in THRESHOLDS
        }
        right = {t: [row["precision"] for row in some if row["precision"]] for t, some in points.items()}
        yielded = [mean(row["relevant"] for row in some) for some in points.values()]
        precise = [t for t in THRESHOLDS if right[t]]
        series[f"precision, {name}"] = (precise, [mean(right[t]) for t in precise])
        most = max(yielded)
        series[f"yield / {most:.0f}, {name}"] = (list(THRESHOLDS), [one / most for one in yielded])
    title = f"Formula 5: threshold, precision and yield in {_SHOWN} s, {topic}"
    lines(Plot(f"threshold-{topic}", title, "threshold", ""), series, folder)


if __name__ == "__main__":
    main()
