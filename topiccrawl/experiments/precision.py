"""Formula 6: the precision of what crawls kept, by site (paper A)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from topiccrawl.experiments.crawled_pages import CrawledPage
from topiccrawl.experiments.output.results import ResultTable, Value

MEAN_OF_DEDICATED, MEAN_OF_PORTALS, ALL = "mean of dedicated sites", "mean of portals", "all pages"


def precision_by_site(pages: Iterable[CrawledPage], portals: Collection[str], least: int = 5) -> ResultTable:
    """Return relevant pages / kept pages by host, the means over dedicated hosts and portals, and over all.

    Args:
        pages: pages of one crawl or several.
        portals: domains of portals; all hosts under them are portals, all others are dedicated sites.
        least: least number of kept pages of a host that counts in the means.
    """
    of_host: dict[str, list[bool]] = defaultdict(list)
    for page in pages:
        if page.kept:
            of_host[page.host].append(page.relevant)
    rows: list[tuple[Value, ...]] = []
    values: dict[bool, list[float]] = {True: [], False: []}
    for host, relevant in sorted(of_host.items(), key=lambda one: (-len(one[1]), one[0])):
        portal = any(host == name or host.endswith(f".{name}") for name in portals)
        precision = sum(relevant) / len(relevant)
        rows.append((host, "portal" if portal else "dedicated", len(relevant), sum(relevant), precision))
        if len(relevant) >= least:
            values[portal].append(precision)
    whole = [one for relevant in of_host.values() for one in relevant]
    means: list[tuple[Value, ...]] = [
        (MEAN_OF_DEDICATED, "", len(values[False]), None, _mean(values[False])),
        (MEAN_OF_PORTALS, "", len(values[True]), None, _mean(values[True])),
        (ALL, "", len(whole), sum(whole), _mean([float(one) for one in whole])),
    ]
    columns = ("site", "kind", "kept", "relevant", "precision")
    return ResultTable("precision", "Formula 6: precision by site", columns, (*means, *rows))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
