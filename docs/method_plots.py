"""Plots of papers C and D in docs/pictures: `docs/make_figures.py` draws them from `benchmarks/results`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from topiccrawl.experiments.output.plots import Plot, lines


def draw_plots(dedup: Mapping[str, Any], folder: Path) -> None:
    """Draw similarity by samples, and duplicates by threshold."""
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


def _draw(plot: Plot, series: Mapping[str, tuple[Any, Any]], folder: Path) -> None:
    for file in lines(plot, series, folder):
        if file.suffix == ".png":
            file.unlink()
