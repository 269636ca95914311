"""Formula 5's threshold: fitted to a crawl, and its effect on precision and yield (paper A)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.crawled_pages import CrawledPage, CrawledPages
from topiccrawl.experiments.output.results import ResultTable

_STEPS = 100
_LEAST_PAGES = 20


@dataclass(frozen=True)
class ThresholdFit:
    """A threshold, and its effect on the pages that it was fitted to.

    Attributes:
        threshold: links at or under it are not followed.
        precision: share of relevant pages among those over it.
        recall: share of the relevant pages that are over it.
    """

    threshold: float
    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Return the harmonic mean of precision and recall."""
        return 2 * self.precision * self.recall / (self.precision + self.recall or 1.0)


def fit_link_threshold(pages: Sequence[CrawledPage], least: float) -> ThresholdFit:
    """Return the threshold with the highest F1, the lowest of several such.

    Args:
        pages: pages that a crawl has judged.
        least: lowest threshold to try: the weight of URL structure, which alone must not admit a link.

    Raises:
        EvaluationError: there are too few pages, or none is relevant.
    """
    if len(pages) < _LEAST_PAGES or not any(page.relevant for page in pages):
        raise EvaluationError(
            "a threshold needs at least {least_pages} pages, some of them relevant; found {count}",
            least_pages=_LEAST_PAGES,
            count=len(pages),
        )
    tried = sorted({least, *(step / _STEPS for step in range(_STEPS) if step / _STEPS > least)})
    return max((_fit(pages, threshold) for threshold in tried), key=lambda fit: (fit.f1, -fit.threshold))


def threshold_experiment(crawls: Mapping[float, CrawledPages], seconds: float | None = None) -> ResultTable:
    """Return precision and yield of crawls with different thresholds, in the same time.

    Args:
        crawls: the crawls by threshold.
        seconds: the time; by default that of the shortest crawl.

    Raises:
        EvaluationError: there are fewer than two crawls.
    """
    if len(crawls) < 2:
        raise EvaluationError("expected at least two crawls, each as THRESHOLD=DATABASE")
    limit = min(crawl.pages[-1].seconds for crawl in crawls.values()) if seconds is None else seconds
    rows = []
    for threshold, crawl in sorted(crawls.items()):
        pages = crawl.within(limit)
        kept = [page for page in pages if page.kept]
        relevant = sum(page.relevant for page in kept)
        precision = relevant / len(kept) if kept and crawl.graded else None
        harvest = relevant / len(pages) if pages else None
        rows.append((threshold, round(limit, 1), len(pages), len(kept), relevant, precision, harvest))
    columns = ("threshold", "seconds", "judged", "kept", "relevant", "precision", "relevant of judged")
    return ResultTable(
        "link-threshold", "Formula 5: threshold, precision and yield in a fixed time", columns, tuple(rows)
    )


def _fit(pages: Sequence[CrawledPage], threshold: float) -> ThresholdFit:
    over = [page.relevant for page in pages if page.score > threshold]
    relevant = sum(page.relevant for page in pages)
    return ThresholdFit(threshold, sum(over) / len(over) if over else 0.0, sum(over) / relevant)
