"""Plots of papers C and D in docs/pictures: `docs/make_figures.py` draws them from `benchmarks/results`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from topiccrawl.experiments.output.plots import Plot, lines

_WEB = "web-large-2018, 600 pages: "
_STRATEGIES = {
    "five samples of a section": "URL vectors, five samples",
    "five samples of a section, weights = initial": "URL vectors, fixed weights",
    "classifier, 50 relevant and 50 other URLs": "classifier, 100 URLs",
    "formula 5, topic words": "formula 5",
}


def draw_plots(dedup: Mapping[str, Any], url_vectors: Mapping[str, Any], folder: Path) -> None:
    """Draw similarity by samples, duplicates by threshold, and harvest of URL vectors beside others."""
    samples, thresholds = dedup["paper"]["dedup-samples"], dedup["paper"]["dedup-thresholds"]
    counted = [row["titles"] for row in samples]
    names = [name for name in samples[0] if name != "titles"]
    title = "Similarity of two titles by sample titles (paper C)"
    _draw(
        Plot("paper-c-samples", title, "sample titles", "similarity"),
        {name: (counted, [row[name] for row in samples]) for name in names},
        folder,
    )
    by_method: dict[str, list[Mapping[str, Any]]] = {}
    for row in thresholds:
        by_method.setdefault(f"{row['titles']}, {row['idf']} idf", []).append(row)
    _draw(
        Plot("paper-c-thresholds", "Wrong repeats by threshold (paper C)", "threshold", "titles"),
        {
            name: ([row["threshold"] for row in rows], [row["wrong"] for row in rows])
            for name, rows in by_method.items()
        },
        folder,
    )
    curves = {name: url_vectors["rows"][_WEB + row]["curve"] for row, name in _STRATEGIES.items()}
    _draw(
        Plot("paper-d-precision", "Precision by pages fetched (patent D)", "pages", "precision"),
        {name: (curve["pages"], curve["precision"]) for name, curve in curves.items()},
        folder,
    )


def _draw(plot: Plot, series: Mapping[str, tuple[Any, Any]], folder: Path) -> None:
    for file in lines(plot, series, folder):
        if file.suffix == ".png":
            file.unlink()
