"""Second experiment of paper A: algorithm 2 on labelled pairs of URLs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from topiccrawl.experiments.fit.url_structure import (
    THRESHOLDS,
    UNITS,
    UrlFit,
    UrlPair,
    fit_url_structure,
)
from topiccrawl.experiments.judging import Agreement, agreement
from topiccrawl.experiments.output.results import ResultTable, Value
from topiccrawl.priority.url_structure import UrlStructureParameters, similar


@dataclass(frozen=True)
class UrlExperiment:
    """Result of the experiment.

    Attributes:
        variants: accuracy of each reading of the algorithm, and of a simple rule for comparison.
        thresholds: agreement by threshold, with all other parameters fitted on all pairs.
        curve: the values of `thresholds` for plots.
        fit: the fit on all pairs, over all readings.
    """

    variants: ResultTable
    thresholds: ResultTable
    curve: tuple[tuple[float, Agreement], ...]
    fit: UrlFit


def url_experiment(
    pairs: Sequence[UrlPair], on_progress: Callable[[str, int, int], object] = lambda what, done, of: None
) -> UrlExperiment:
    """Fit algorithm 2 in each of its readings, with cross-validation by site.

    Args:
        pairs: labelled pairs of URLs of at least two sites.
        on_progress: called with the name of the step, the amount done and the total.
    """
    rows: list[tuple[Value, ...]] = []
    readings = list(product(UNITS, (False, True), (False, True)))
    for number, (units, equal, contained) in enumerate(readings):
        on_progress("readings", number, len(readings))

        def among(
            setting: UrlStructureParameters, wanted: tuple[str, bool, bool] = (units, equal, contained)
        ) -> bool:
            return (setting.units, setting.equal_hosts_similar, setting.contained_hosts_similar) == wanted

        rows.append(_reading_row(units, equal, contained, fit_url_structure(pairs, among)))
    on_progress("readings", len(readings), len(readings))
    fit = fit_url_structure(pairs)
    rows.append(("全部读法中选择", None, None, fit.accuracy, fit.fitted, fit.parameters.threshold))
    rows.append(("规则：同主机且同首级目录", None, None, fit.section_rule, fit.section_rule, None))
    labels = [pair.alike for pair in pairs]
    curve = tuple(
        (float(at), agreement(_judged(pairs, replace(fit.parameters, threshold=float(at))), labels))
        for at in THRESHOLDS
    )
    return UrlExperiment(
        ResultTable(
            "url-variants",
            f"算法2的读法：{len(pairs)} 对URL，按站点交叉验证",
            ("单位", "同主机即相似", "主机包含即相似", "准确率（留出站点）", "准确率（全部拟合）", "阈值"),
            tuple(rows),
        ),
        ResultTable(
            "url-thresholds",
            "算法2的阈值（其余参数在全部URL对上拟合）",
            ("阈值", "准确率", "精确率", "召回率"),
            tuple((at, point.accuracy, point.precision, point.recall) for at, point in curve),
        ),
        curve,
        fit,
    )


def _reading_row(units: str, equal: bool, contained: bool, fit: UrlFit) -> tuple[Value, ...]:
    name = {"characters": "字符集", "bigrams": "二元组"}[units]
    return name, equal, contained, fit.accuracy, fit.fitted, fit.parameters.threshold


def _judged(pairs: Sequence[UrlPair], parameters: UrlStructureParameters) -> list[bool]:
    return [similar(pair.url1, pair.url2, parameters) for pair in pairs]
