"""How well a crawl finds its topic: partybuild on the replay web of the measuring data.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay [--renamed] [--polite] [--seeds 2018 1 2]

Builds the small web of each seed, serves it on loopback, crawls it from the portals and the topic hosts,
exports the corpus and lets the data's own judge measure both the server's log and the corpus. All figures
are read when the server has given --budget HTML pages, or at the end of a crawl that found no more. Writes
results/replay.json (replay-renamed.json, replay-polite.json ...). Needs jinja2 beside the project's own
requirements.

harvest@N                relevant articles among the first N HTML pages fetched
pages, harvest           HTML pages fetched (the budget at most), and the harvest among them
precision                relevant pages among those kept (pages on the edge of the topic count for neither)
story_recall             stories of the web that were kept, each once however often it was reprinted
story_recall_of_fetched  the same, of the stories whose pages were fetched
duplicates_kept_share    of the relevant pages kept, those whose story was kept before
text_f1                  of the kept texts, by character 4-grams
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean
from typing import Any
from urllib.parse import urlsplit

from benchmarks.measuring import PROJECT, arguments, data_folder, save_result, show_table
from benchmarks.replay.crawl import NO_DELAYS, topic_crawl
from benchmarks.replay.web import Asked, ReplayWeb, build, read_log, serve, up_to

POINTS = (50, 100, 200, 300, 500)
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
    parser.add_argument("--seeds", type=int, nargs="+", default=[2018, 1, 2], help="webs to build, by number")
    parser.add_argument("--renamed", action="store_true", help="give all invented hosts other names")
    parser.add_argument("--polite", action="store_true", help="with the shipped delays (takes minutes)")
    parser.add_argument("--budget", type=int, default=600, help="HTML pages at which figures are read")
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
            extra = () if args.polite else NO_DELAYS
            figures[str(seed)] = measure(web, database(seed), args.page_count, args.budget, extra)
            print(f"seed {seed}: {figures[str(seed)]}", flush=True)

    average = {name: mean_of([found[name] for found in figures.values()]) for name in COLUMNS}
    sides = {**figures, "mean": average}
    show_table(["", *sides], [[name, *(found[name] for found in sides.values())] for name in COLUMNS])
    kind = args.database if args.database in ("sqlite", "mariadb") else "other"
    name = "replay" + "-renamed" * args.renamed + "-polite" * args.polite + f"-{kind}" * (kind != "sqlite")
    setting = {"budget": args.budget, "page_count": args.page_count, "database": kind}
    save_result(name, {**setting, "webs": figures, "mean": average})


def measure(
    web: ReplayWeb, database: str, page_count: int, budget: int, extra: tuple[str, ...]
) -> dict[str, Any]:
    """Crawl a web and read its figures."""
    folder = web.folder.with_name(f"{web.folder.name}-crawl")
    folder.mkdir(exist_ok=True)
    log, corpus = folder / "access.tsv", folder / "corpus.jsonl"
    seeds = web.seeds("portals", "party")
    with serve(web, log) as proxy:
        usage = topic_crawl(seeds, database, page_count, proxy, folder / "crawl.log", extra)
    export(database, corpus)
    asked = up_to(read_log(log), budget)
    judged = judge(web, asked, corpus, folder)
    fetched, kept = judged["fetched"], judged["collected"]
    curve = {point["pages"]: point["harvest"] for point in fetched["curve"]}
    return {
        **{f"harvest@{point}": curve.get(point) for point in POINTS},
        "pages": fetched["pages"],
        "harvest": fetched["harvest"],
        "recall_fetched": fetched["recall"],
        "relevant_in_web": judged["relevant_in_web"],
        **{name: kept[name] for name in ("kept", "right", "wrong", "marginal", "precision")},
        "story_recall": kept["story_recall"],
        "story_recall_of_fetched": kept["story_recall_of_fetched"],
        "duplicates_kept": kept["duplicates_kept"],
        "duplicates_kept_share": kept["duplicates_kept"] / max(1, kept["right"]),
        "text_f1": kept["text_f1"],
        "pages_per_second": round(fetched["pages"] / max(0.001, asked[-1].time - asked[0].time), 1),
        "seconds": round(usage.seconds, 1),
        "cpu_seconds": round(usage.cpu, 1),
    }


def export(database: str, corpus: Path) -> None:
    """Write the corpus with the project's own command."""
    command = [sys.executable, "-m", "topiccrawl", "export", "--topic", "partybuild"]
    command += ["--database", database, "--out", str(corpus)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)


def judge(web: ReplayWeb, asked: list[Asked], corpus: Path, folder: Path) -> dict[str, Any]:
    """The data's judge over the log up to the budget and what was kept of its pages."""
    log, kept = folder / "budget.tsv", folder / "budget.jsonl"
    log.write_text("".join(f"{one.line}\n" for one in asked), encoding="utf-8")
    given = {one.url for one in asked if one.page}
    with corpus.open(encoding="utf-8") as rows:
        inside = [row for row in rows if as_logged(json.loads(row)["url"]) in given]
    kept.write_text("".join(inside), encoding="utf-8")
    judge_script = data_folder("web") / "measure_crawl.py"
    options = ("--topic", "party", "--labels", web.labels, "--log", log, "--collected", kept)
    done = subprocess.run(
        [sys.executable, judge_script, *options], check=True, stdout=subprocess.PIPE, text=True
    )
    (folder / "judged.json").write_text(done.stdout, encoding="utf-8")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def as_logged(url: str) -> str:
    """An address as the server's log has it."""
    parts = urlsplit(url)
    return f"http://{parts.netloc}{parts.path or '/'}" + (f"?{parts.query}" if parts.query else "")


def mean_of(values: list[float | None]) -> float | None:
    """Mean of what is there, as not every crawl comes to every point."""
    there = [value for value in values if value is not None]
    return round(mean(there), 4) if there else None


@contextmanager
def work_folder(keep: Path | None) -> Iterator[Path]:
    """The folder to work in."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="replay-") as folder:
        yield Path(folder)


@contextmanager
def databases(kind: str, work: Path) -> Iterator[Any]:
    """A function that gives an empty database for each web."""
    if kind == "sqlite":

        def file(seed: int) -> str:
            path = work / f"corpus-{seed}.db"
            for old in work.glob(f"{path.name}*"):
                old.unlink()
            return f"sqlite:///{path}"

        yield file
    elif kind == "mariadb":
        sys.path.append(str(PROJECT / "tests"))
        from servers.mariadb import MariaDB

        server = MariaDB()
        server.start()
        try:

            def database(seed: int) -> str:
                with server.cursor() as cursor:
                    cursor.execute(f"CREATE DATABASE replay_{seed}")
                return server.url(f"replay_{seed}")

            yield database
        finally:
            server.stop()
    else:
        yield lambda seed: kind.replace("{seed}", str(seed))


if __name__ == "__main__":
    main()
