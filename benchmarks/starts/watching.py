"""A watch over many sources in model time: how soon new articles are found, at how many requests; verdicts.

    python -m benchmarks.starts.watching [--sources 200] [--days 14] [--every 0.75]

The sources publish at rates of their own, more by day than by night, some of them not at weekends. Some fall
silent, move, or change their template; the others are steady. Each crawl is a real one with `revisit=1`, in a
process whose clock is that of the web. Of its time it is only assumed how long it lasts. Writes
results/starts-watching.json.
"""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Mapping
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Any, Self

from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.starts.field import TROUBLES, Field
from topiccrawl.reporting.monitoring.sources import AMISS, read_sources
from topiccrawl.storage.pages.existing import existing_corpus

LASTS = 3 / 1440
"""Days that a crawl is assumed to last: an article is found at its end."""
_HOUR = 1 / 24
_SETTINGS = {
    "LOG_LEVEL": "ERROR",
    "DOWNLOAD_DELAY": "0",
    "AUTOTHROTTLE_ENABLED": "0",
    "CONCURRENT_REQUESTS": "32",
    "TOPICCRAWL_DRY_PAGES": "0",
    "TOPICCRAWL_TDM_FILES": "0",
    "TOPICCRAWL_DEAD_LINK_TERM": "0",
}


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--sources", type=int, default=200)
    parser.add_argument("--days", type=float, default=14.0)
    parser.add_argument("--every", type=float, default=0.75, help="hours from one crawl to the next")
    parser.add_argument("--troubled", type=int, default=8, help="sources with each kind of trouble")
    parser.add_argument("--work", type=Path, help="keep the database in this folder")
    args = parser.parse_args()
    with work_folder(args.work) as work, Field(args.sources, args.days, args.troubled) as web:
        named, seconds = watch(web, work, args.days, args.every / 24)
    figures = figures_of(web, named, args.days, args.every / 24)
    figures["seconds"] = round(seconds)
    show_table(["figure", "value"], list(figures.items()))
    options = {"sources": args.sources, "days": args.days, "every_hours": args.every}
    save_result("starts-watching", {**options, **figures})


def watch(web: Field, work: Path, days: float, every: float) -> tuple[dict[str, tuple[str, float]], float]:
    """Crawl regularly; return the first verdict on each source that was amiss, with its day, and the time."""
    database = f"sqlite:///{work / 'corpus.db'}"
    seeds = work / "seeds.txt"
    seeds.write_text("".join(f"http://{source.host}/\n" for source in web), encoding="utf-8")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_components())
    named: dict[str, tuple[str, float]] = {}
    begun = time.monotonic()
    for number in range(round(days / every)):
        web.day = number * every
        given = {"topic": "partybuild", "seeds": str(seeds), "revisit": "1", "strategy": "breadth-first"}
        process = context.Process(target=_crawl, args=(web.address, database, given, web.now))
        process.start()
        process.join()
        if process.exitcode:
            raise RuntimeError(f"crawl {number} ended with {process.exitcode}")
        web.day += LASTS
        with existing_corpus(database) as store:
            for one in store.read(read_sources, "partybuild", web.now):
                if one.verdict in AMISS:
                    named.setdefault(one.host, (one.verdict, web.day))
        if number % 20 == 0:
            print(f"day {web.day:.1f}: {len(web.asked)} requests, {len(named)} amiss", flush=True)
    return named, time.monotonic() - begun


def figures_of(
    web: Field, named: Mapping[str, tuple[str, float]], days: float, every: float
) -> dict[str, Any]:
    """Return the figures: articles that appeared after the first crawl and before the last."""
    delays = []
    for source in web:
        for at, appeared in enumerate(source.times):
            lost = source.trouble in ("moved", "gone", "links") and source.in_trouble(appeared + _HOUR)
            if 0 < appeared < days - every - _HOUR and not lost:
                found = web.fetched.get((source.host, at))
                delays.append(float("inf") if found is None else (found + LASTS - appeared) / _HOUR)
    kinds = Counter(kind for kind, _, _ in web.asked)
    right = {trouble: [] for trouble in TROUBLES}  # type: ignore[var-annotated]
    wrong = missed = 0
    steady = [source for source in web if not source.trouble]
    for source in web:
        verdict, day = named.get(source.host, ("", 0.0))
        if source.trouble and verdict and day >= source.since:
            right[source.trouble].append((day - source.since) / _HOUR)
        elif verdict:
            wrong += 1
        elif source.trouble:
            missed += 1
    delays.sort()
    return {
        "articles": len(delays),
        "within_an_hour": sum(delay <= 1 for delay in delays) / len(delays),
        "median_hours": delays[len(delays) // 2],
        "never": sum(delay == float("inf") for delay in delays),
        "list_requests_a_day": round(kinds["list"] / days),
        "of_all_lists_each_time": kinds["list"] / (len(web.sources) * round(days / every)),
        "article_requests_a_day": round(kinds["article"] / days),
        "other_requests_a_day": round(kinds["other"] / days),
        "answered_304": sum(status == 304 for _, _, status in web.asked),
        "steady_sources": len(steady),
        "false_alarms": wrong,
        "not_named": missed,
        **{f"named_{trouble}": len(hours) for trouble, hours in right.items()},
        **{
            f"hours_until_named_{trouble}": [round(one, 1) for one in sorted(hours)]
            for trouble, hours in right.items()
        },
    }


def _components() -> list[str]:
    """Return the modules that every crawl imports, so that they are imported once."""
    from scrapy.settings import default_settings

    from topiccrawl import settings

    found = {"topiccrawl.spiders.topic"}
    for name, value in [*vars(default_settings).items(), *vars(settings).items()]:
        paths = [*value, *value.values()] if isinstance(value, dict) else [value]
        found |= {
            str(path).rpartition(".")[0]
            for path in paths
            if name.isupper() and str(path).startswith(("scrapy.", "topiccrawl.")) and "MODULE" not in name
        }
    return sorted(found)


def _crawl(proxy: str, database: str, given: Mapping[str, str], now: datetime) -> None:
    import os
    from importlib import import_module

    from scrapy.crawler import AsyncCrawlerProcess
    from scrapy.settings import Settings

    begun = datetime.now(now.tzinfo)

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Self:
            return cls.fromtimestamp((now + (datetime.now(tz) - begun)).timestamp(), tz)

    for name in ("topiccrawl.extensions.revisits", "topiccrawl.crawl.starts.revisits"):
        import_module(name).datetime = Clock  # type: ignore[attr-defined]
    os.environ.update(http_proxy=proxy, https_proxy=proxy)
    settings = Settings()
    settings.setmodule("topiccrawl.settings")
    settings.update({**_SETTINGS, "TOPICCRAWL_DATABASE_URL": database}, "cmdline")
    process = AsyncCrawlerProcess(settings)
    task = process.crawl(process.create_crawler("topic"), **given)
    process.start(install_signal_handlers=False)
    if (error := task.exception()) is not None:
        raise error


if __name__ == "__main__":
    main()
