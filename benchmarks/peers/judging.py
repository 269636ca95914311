"""Figures of one crawl of the contest, by the labels and the server's log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from benchmarks.live.web import LoggedRequest

POINTS = (100, 500, 1000)
COLUMNS = (
    *(str(point) for point in POINTS),
    "pages",
    "pages/s",
    "CPU s",
    "CPU ms a page",
    "kept",
    "relevant",
    "copies",
    "relevant a CPU s",
)
CURVE = (50, 100, 200, 300, 500, 1000, 1500, 2000)


def figures(judged: Mapping[str, Any], requests: Sequence[LoggedRequest], cpu: float) -> dict[str, Any]:
    """Return the figures of a crawl by column.

    Args:
        judged: what the judge says of the whole log and of what was kept.
        requests: the server's log.
        cpu: processor seconds of the crawl with all its processes.
    """
    fetched, kept = judged["fetched"], judged["collected"]
    harvest = {point["pages"]: point["harvest"] for point in fetched["curve"]}
    pages = fetched["pages"]
    seconds = requests[-1].time - requests[0].time if requests else 0.0
    return {
        **{str(point): harvest.get(point) for point in POINTS},
        "pages": pages,
        "pages/s": round(pages / seconds, 1) if seconds else None,
        "CPU s": round(cpu, 1),
        "CPU ms a page": round(1000 * cpu / pages, 1) if pages else None,
        "kept": kept["kept"],
        "relevant": kept["right"],
        "copies": kept["duplicates_kept"],
        "relevant a CPU s": round(kept["right"] / cpu, 2) if cpu else None,
        "curve": {str(at): harvest[at] for at in CURVE if at in harvest},
    }


def table(crawls: Mapping[str, Mapping[str, Any]]) -> list[list[Any]]:
    """Return the rows of the table: a crawl's figures, or the reason why there are none."""
    return [
        [name, *map(found.get, COLUMNS)] if "failed" not in found else [name, found["failed"]]
        for name, found in crawls.items()
    ]


def markdown(crawls: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the table as Markdown; a crawl that failed has its reason in the second column."""
    lines = [["", *COLUMNS], ["---"] * (len(COLUMNS) + 1), *table(crawls)]
    return "".join(f"| {' | '.join('-' if cell is None else str(cell) for cell in row)} |\n" for row in lines)
