"""First experiment of paper A: thresholds of algorithm 1 on labelled pairs of words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from topiccrawl.experiments.fit.similarity import SimilarityFit, WordPair, fit_similarity, measured
from topiccrawl.experiments.judging import Agreement, agreement
from topiccrawl.experiments.output.results import ResultTable, Value
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters, algorithm_1
from topiccrawl.relevance.similarity.similarity import Similarity

THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(21))
"""Thresholds of the curves."""
CILIN = "cilin"
"""Source of pairs taken from Cilin, which judges its own pairs too well."""


@dataclass(frozen=True)
class Curve:
    """Agreement with the labels by the value of one threshold, with all other parameters as fitted.

    Attributes:
        threshold: `th1` or `th2`.
        fitted: fitted value of the threshold.
        points: agreement at each of `THRESHOLDS`.
    """

    threshold: str
    fitted: float
    points: tuple[Agreement, ...]


@dataclass(frozen=True)
class SimilarityExperiment:
    """Result of the experiment.

    Attributes:
        resources: fitted parameters and cross-validated accuracy of each combination of resources.
        thresholds: agreement of the first combination, by both thresholds.
        curves: the values of `thresholds` for plots.
    """

    resources: ResultTable
    thresholds: ResultTable
    curves: tuple[Curve, ...]


def similarity_experiment(
    combinations: Mapping[str, Similarity], pairs: Sequence[WordPair]
) -> SimilarityExperiment:
    """Fit algorithm 1 with each combination of resources, and vary the thresholds of the first.

    Args:
        combinations: resources by name, at least one.
        pairs: labelled pairs of words.
    """
    fits = {name: fit_similarity(similarity, pairs) for name, similarity in combinations.items()}
    others = [pair for pair in pairs if pair.source != CILIN]
    rows = []
    for name, similarity in combinations.items():
        rest = fit_similarity(similarity, others) if 0 < len(others) < len(pairs) else None
        rows.append(_resource_row(name, fits[name], rest))
    first = next(iter(combinations))
    curves = _curves(combinations[first], pairs, fits[first].parameters)
    columns = ("th1", "th2", "准确率", "精确率", "召回率")
    points = [
        (curve.threshold, at, point)
        for curve in curves
        for at, point in zip(THRESHOLDS, curve.points, strict=True)
    ]
    chosen = fits[first].parameters
    return SimilarityExperiment(
        ResultTable(
            "similarity-resources",
            f"算法1：{len(pairs)} 对词语，十折交叉验证",
            (
                "资源",
                "alpha",
                "beta",
                "Th1",
                "Th2",
                "准确率",
                "95%下限",
                "95%上限",
                "全部拟合",
                f"不含{CILIN}来源",
            ),
            tuple(rows),
        ),
        ResultTable(
            "similarity-thresholds",
            f"算法1的阈值：{first}",
            columns,
            tuple(
                (
                    at if name == "th1" else chosen.th1,
                    at if name == "th2" else chosen.th2,
                    point.accuracy,
                    point.precision,
                    point.recall,
                )
                for name, at, point in points
            ),
        ),
        curves,
    )


def _resource_row(name: str, fit: SimilarityFit, rest: SimilarityFit | None) -> tuple[Value, ...]:
    chosen = fit.parameters
    return (
        name,
        chosen.alpha,
        chosen.beta,
        chosen.th1,
        chosen.th2,
        fit.accuracy,
        fit.low,
        fit.high,
        fit.fitted,
        rest.accuracy if rest else None,
    )


def _curves(
    similarity: Similarity, pairs: Sequence[WordPair], fitted: SimilarityParameters
) -> tuple[Curve, ...]:
    sim_d, sim_h, _ = measured(similarity, pairs)
    labels = [pair.alike for pair in pairs]

    def at(parameters: SimilarityParameters) -> Agreement:
        return agreement([bool(value > 0) for value in algorithm_1(sim_d, sim_h, parameters)], labels)

    return (
        Curve("th1", fitted.th1, tuple(at(replace(fitted, th1=value)) for value in THRESHOLDS)),
        Curve("th2", fitted.th2, tuple(at(replace(fitted, th2=value)) for value in THRESHOLDS)),
    )
