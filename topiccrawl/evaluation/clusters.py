"""Fitting the clusters of bodies (patent CN106970938A) to pages whose bodies somebody marked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from topiccrawl.evaluation.results import EvaluationError, ResultTable
from topiccrawl.extraction.clustering import FEATURES, ClusterModel
from topiccrawl.extraction.clustering_fit import RIGHT, LabelledPage, fit_pages
from topiccrawl.page.page import Page


@dataclass(frozen=True)
class ClusterExperiment:
    """What fitting gave.

    Attributes:
        model: the clusters, for all pages.
        quality: how good clusters are that were fitted to other sites.
        clusters: each cluster's size and centre, in the features' own units.
    """

    model: ClusterModel
    quality: ResultTable
    clusters: ResultTable


def read_pages(file: Path) -> list[LabelledPage]:
    """Labelled pages from JSON lines: `file` (beside the list, as fetched), `text`, and `site` or `url`.

    Raises:
        EvaluationError: a line is no such object, or its page cannot be read; names file and line.
        OSError: the list cannot be read.
    """
    pages = []
    for number, line in enumerate(file.read_text(encoding="utf-8-sig").splitlines(), 1):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        try:
            row = json.loads(line)
            name, text, url = row["file"], row["text"], row.get("url", "")
            site = row.get("site") or urlsplit(url).hostname
            if not (isinstance(name, str) and isinstance(text, str) and text.strip() and site):
                raise ValueError("a page needs `file`, a `text` and `site` or `url`")
            page = Page.from_bytes((file.parent / name).read_bytes(), url)
        except (ValueError, TypeError, KeyError, AttributeError, OSError) as error:
            raise EvaluationError(f"{where}: {error!r}") from error
        pages.append(LabelledPage(page, str(site), text))
    return pages


def cluster_experiment(pages: list[LabelledPage]) -> ClusterExperiment:
    """Fit clusters to pages, and cross-validate over their sites.

    Raises:
        EvaluationError: there are too few different pages, or all are of one site.
    """
    try:
        fit = fit_pages(pages)
    except ValueError as error:
        raise EvaluationError(str(error)) from error
    sites = len({page.site for page in pages})
    quality = ResultTable(
        "clusters-quality",
        "Clusters fitted to other sites",
        ("pages", "sites", "clusters", "F1", f"F1 from {RIGHT} on"),
        ((len(pages), sites, len(fit.model.centres), fit.f1, fit.right),),
    )
    units = tuple(zip(fit.model.mean, fit.model.deviation, strict=True))
    rows = tuple(
        (size, *(mean + deviation * value for value, (mean, deviation) in zip(centre, units, strict=True)))
        for size, centre in zip(fit.model.sizes, fit.model.centres, strict=True)
    )
    columns = ("bodies", *(f"log of {name}" for name in FEATURES))
    return ClusterExperiment(fit.model, quality, ResultTable("clusters", "Clusters of bodies", columns, rows))
