"""Clusters of bodies: what fits them, what they refuse, and what growth changes in a crawl.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.extraction.clusters [methods] [pages] [crawl] [--web FOLDER]

Writes results/extraction-clusters.json; of the sets that were not run it keeps the figures.

methods  on the labelled pages: F1 with clusters fitted to other sites, by method and with each feature left
         out; the share of random feature rows that are members, in boxes of some standard deviations around
         the logarithms of bodies
pages    F1 over all articles of the replay web in random order, with clusters that grow and with fixed ones,
         from the shipped clusters and from those of 40 bodies
crawl    a crawl with growth and one without: F1 of the kept texts, clusterings, bodies outside, buffer
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from benchmarks.extraction.labelled import labelled_pages
from benchmarks.extraction.web_pages import read_pages
from benchmarks.live.crawl import NO_DELAYS
from benchmarks.live.quality import empty_sqlite, measure
from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import add_sets, arguments, data_folder, update_result, work_folder
from topiccrawl.evaluation.clusters.experiment import method_table
from topiccrawl.evaluation.clusters.growth import growth_table
from topiccrawl.evaluation.clusters.in_a_crawl import read_growth
from topiccrawl.evaluation.clusters.random_rows import share_of_members
from topiccrawl.evaluation.results import ResultTable
from topiccrawl.extraction.clustering.clustering import default_model, literal_model
from topiccrawl.extraction.clustering.fit import LabelledPage
from topiccrawl.extraction.clustering.k_means import fit_clusters
from topiccrawl.extraction.clustering.method import LOGARITHMS
from topiccrawl.extraction.clustering.model import ClusterModel
from topiccrawl.page.page import Page

SETS = ("methods", "pages", "crawl")
SPREADS = (2.5, 3.0, 3.5)
FEW = 40
"""Bodies that a user may have marked at the start."""
BUDGET = 2500


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--web", type=Path, help="a built web for the crawl instead of the small one")
    parser.add_argument("--work", type=Path, help="keep webs, logs and corpora in this folder")
    args = parser.parse_args()
    data_folder("web")
    with work_folder(args.work) as work:
        if "methods" in args.sets:
            random = random_members()
            print(random, flush=True)
            methods = show(method_table(labelled_pages()))
            parts = {"random rows that are members": random, "methods": methods}
            update_result("extraction-clusters", parts)
        if "pages" in args.sets:
            update_result("extraction-clusters", {"pages": over_pages(build(2018, work))})
        if "crawl" in args.sets:
            update_result("extraction-clusters", {"crawl": crawls(args.web, work)})


def show(table: ResultTable) -> list[dict[str, Any]]:
    """Print a table and return its rows."""
    print(table.markdown(), flush=True)
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return [
        {name: round(value, 4) if isinstance(value, float) else value for name, value in row.items()}
        for row in rows
    ]


def random_members() -> dict[str, dict[str, float]]:
    """Return the share of random rows that are members, by clusters and size of the box."""
    samples = default_model().samples
    models = {
        "shipped": default_model(),
        "logarithms": fit_clusters(samples, method=LOGARITHMS),
        "literal": literal_model(),
    }
    return {
        name: {f"{spread} deviations": round(share_of_members(model, spread), 4) for spread in SPREADS}
        for name, model in models.items()
    }


def over_pages(web: ReplayWeb) -> dict[str, Any]:
    """Return the tables of growth over the articles of a web."""
    articles = [page for page in read_pages(web) if page.kind == "article" and page.text]
    Random(1).shuffle(articles)
    pages = [
        LabelledPage(Page.from_bytes(page.body, page.url, page.content_type), page.host, page.text)
        for page in articles
    ]
    few = Random(3).sample(default_model().samples, FEW)
    starts: dict[str, ClusterModel] = {"shipped": default_model(), f"{FEW} bodies": fit_clusters(few)}
    return {name: show(growth_table(pages, start)) for name, start in starts.items()}


def crawls(folder: Path | None, work: Path) -> dict[str, Any]:
    """Crawl with and without growth."""
    web = build(2018, work)
    if folder is not None:
        link = work / "web-built"
        link.unlink(missing_ok=True)
        link.symlink_to(folder.resolve())
        web = ReplayWeb(link, 0)
    figures: dict[str, Any] = {}
    for name in ("True", "False"):
        database = empty_sqlite(work / f"corpus-{name}.db")
        settings = {
            **NO_DELAYS,
            "TOPICCRAWL_EXTRACTOR": "clustering",
            "TOPICCRAWL_CLUSTER_GROWTH": name,
        }
        found = measure(web, database, BUDGET + 500, BUDGET, settings)
        chosen = {key: found[key] for key in ("pages", "kept", "precision", "text_f1")}
        figures["growing" if name == "True" else "fixed"] = chosen
        print(chosen, flush=True)
        if name == "True":
            figures["growth"] = show(read_growth(database, "partybuild", "clustering"))
    return figures


if __name__ == "__main__":
    main()
