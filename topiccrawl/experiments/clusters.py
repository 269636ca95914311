"""Fit clusters of bodies (patent CN106970938A) to labelled pages, and try them on random rows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.output.results import ResultTable
from topiccrawl.extraction.clustering.features import FEATURES
from topiccrawl.extraction.clustering.fit import RIGHT, LabelledPage, fit_pages
from topiccrawl.extraction.clustering.model import MEMBERSHIP, ClusterModel
from topiccrawl.extraction.clustering.scale import Table
from topiccrawl.page.page import Page
from topiccrawl.text.files.size_limit import read_bounded
from topiccrawl.text.files.utf8 import decode_utf8

ROWS = 20_000
"""Number of random rows."""

SPREAD = 3.0
"""Standard deviations around the mean that random values lie in."""


@dataclass(frozen=True)
class ClusterExperiment:
    """Result of the experiment.

    Attributes:
        model: the clusters fitted to all pages.
        quality: quality of clusters on pages of sites they were not fitted to.
        clusters: size and centre of each cluster, not standardised.
    """

    model: ClusterModel
    quality: ResultTable
    clusters: ResultTable


def read_pages(file: Path) -> list[LabelledPage]:
    """Read labelled pages from JSON lines with `file` (a page beside the list), `text`, and `site` or `url`.

    Raises:
        EvaluationError: the list is empty or not UTF-8, or a line or page is unreadable; names file and line.
        OSError: the list cannot be read.
    """
    lines = decode_utf8(read_bounded(file), file, EvaluationError).split("\n")
    pages = [_page(line, file, f"{file}:{number}") for number, line in enumerate(lines, 1) if line.strip()]
    if not pages:
        raise EvaluationError("{file}: expected a JSON object per line, found none", file=file)
    return pages


def _page(line: str, file: Path, where: str) -> LabelledPage:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise EvaluationError("{where}: expected a JSON object ({error})", where=where, error=error) from None
    row = row if isinstance(row, dict) else {}
    name, text, url, site = (row.get(key) or "" for key in ("file", "text", "url", "site"))
    whole = all(isinstance(value, str) for value in (name, text, url, site)) and name and text.strip()
    if not whole or not (site := site or _host(url)):
        expected = "an object with `file`, `text`, and `site` or `url`"
        raise EvaluationError(
            "{where}: expected {expected}, found {found!r}",
            where=where,
            expected=expected,
            found=line.strip()[:60],
        )
    try:
        body = (file.parent / name).read_bytes()
    except (OSError, ValueError) as error:
        raise EvaluationError(
            "{where}: the page {name!r} cannot be read ({error})", where=where, name=name, error=error
        ) from None
    return LabelledPage(Page.from_bytes(body, url), site, text)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def cluster_experiment(pages: list[LabelledPage]) -> ClusterExperiment:
    """Fit clusters to pages, with cross-validation over their sites.

    Raises:
        EvaluationError: there are too few different pages, or all are of one site.
    """
    sites = len({page.site for page in pages})
    try:
        fit = fit_pages(pages)
    except ValueError as error:
        found = f"{len(pages)} pages of {sites} sites"
        raise EvaluationError(
            "expected pages of several sites with different bodies, found {found} ({error})",
            found=found,
            error=error,
        ) from None
    columns = ("bodies", *(f"{fit.model.method.scale} {name}" for name in FEATURES))
    units = tuple(zip(fit.model.mean, fit.model.deviation, strict=True))
    rows = tuple(
        (size, *(mean + deviation * value for value, (mean, deviation) in zip(centre, units, strict=True)))
        for size, centre in zip(fit.model.sizes, fit.model.centres, strict=True)
    )
    quality = ResultTable(
        "clusters-quality",
        "Clusters fitted to other sites",
        ("pages", "sites", "clusters", "F1", f"F1 from {RIGHT} on", "random rows that are members"),
        ((len(pages), sites, len(fit.model.centres), fit.f1, fit.right, share_of_members(fit.model)),),
    )
    clusters = ResultTable("clusters", "Clusters of bodies", columns, rows)
    return ClusterExperiment(fit.model, quality, clusters)


def random_rows(samples: Table, spread: float = SPREAD, seed: int = 0) -> Table:
    """Return feature rows whose logarithms are independent and uniform around those of bodies.

    Args:
        samples: features of bodies.
        spread: standard deviations around the mean.
        seed: seed of the random numbers.
    """
    logarithms = np.log1p(samples)
    middle, deviation = logarithms.mean(axis=0), logarithms.std(axis=0)
    uniform = np.random.default_rng(seed).uniform(-spread, spread, (ROWS, samples.shape[1]))
    return np.asarray(np.maximum(np.expm1(middle + deviation * uniform), 0))


def share_of_members(model: ClusterModel, spread: float = SPREAD) -> float:
    """Return the share of random rows around the samples of a model that are members of its clusters."""
    rows = random_rows(np.array(model.samples), spread)
    return float((model.memberships(rows).max(axis=1) >= MEMBERSHIP).mean())
