"""Second experiment of paper A: algorithm 2 on labelled pairs of URLs, and the history of algorithm 3."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from random import Random

from topiccrawl.errors import EvaluationError
from topiccrawl.experiments.fit.url_structure import (
    THRESHOLDS,
    UNITS,
    UrlFit,
    UrlPair,
    fit_url_structure,
    same_section,
)
from topiccrawl.experiments.judging import Agreement, agreement
from topiccrawl.experiments.output.results import ResultTable, Value
from topiccrawl.priority.url_structure import UrlStructureParameters, similar, structure_score

SAMPLE = 20
"""Number of URLs of the history that a URL is compared with (n of algorithm 3)."""
LEAST_SECTION = 8
"""Minimum number of URLs of a section used as a topic."""
HARVESTS = (1.0, 0.9, 0.75, 0.5, 0.25)
"""Shares of accepted pages among visited ones; with 1 the history has accepted pages only."""
_SECTION_COLUMNS = ("section1", "section2")


@dataclass(frozen=True)
class UrlExperiment:
    """Result of the experiment.

    Attributes:
        variants: accuracy of each reading of the algorithm, and of a simple rule for comparison.
        sites: accuracy on each site with parameters fitted to the other sites.
        thresholds: agreement by threshold, with all other parameters fitted on all pairs.
        curve: the values of `thresholds` for plots.
        fit: the fit on all pairs, over all readings.
    """

    variants: ResultTable
    sites: ResultTable
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
        _site_table(pairs, on_progress),
        ResultTable(
            "url-thresholds",
            "算法2的阈值（其余参数在全部URL对上拟合）",
            ("阈值", "准确率", "精确率", "召回率"),
            tuple((at, point.accuracy, point.precision, point.recall) for at, point in curve),
        ),
        curve,
        fit,
    )


def history_experiment(
    sections: Sequence[tuple[str, str, str]], parameters: UrlStructureParameters, seed: int = 1
) -> ResultTable:
    """Compare algorithm 3 with a history of accepted pages and with a history of all visited pages.

    Each section with enough URLs is used as a topic in turn: its URLs should score 1, those of the site's
    other sections 0. The history has other URLs of the section; a history of visited pages also has URLs of
    the other sections, in proportion to the harvest rate of a crawl.

    Args:
        sections: URL, site and section.
        parameters: parameters of algorithm 2.
        seed: seed of the random sample.

    Raises:
        EvaluationError: no section has enough URLs and another section on its site.
    """
    urls = {url: (site, section) for url, site, section in sections}
    topics = _topics(urls)
    if not topics:
        raise EvaluationError(
            "no section has {least_section} URLs and another section beside it", least_section=LEAST_SECTION
        )
    rows: list[tuple[Value, ...]] = []
    for harvest in HARVESTS:
        random = Random(seed)  # noqa: S311
        judged, labels = [], []
        for own, others in topics:
            for url in (*own, *others):
                accepted = [other for other in own if other != url]
                passed = [other for other in others if other != url]
                kept = sum(random.random() < harvest for _ in range(SAMPLE))
                history = random.choices(accepted, k=kept) + random.choices(passed, k=SAMPLE - kept)
                judged.append(structure_score(url, history, parameters) == 1)
                labels.append(url in own)
        found = agreement(judged, labels)
        name = "已接受" if harvest == 1 else "已访问"
        rows.append((name, harvest, found.accuracy, found.precision, found.recall, found.wrong))
    return ResultTable(
        "url-history",
        f"算法3的历史：{len(topics)} 个栏目",
        ("历史", "其中相关页的比例", "准确率", "精确率", "召回率", "误判率"),
        tuple(rows),
    )


def read_sections(file: Path) -> list[tuple[str, str, str]] | None:
    """Return URL, site and section of each URL of a table of pairs; None when it has no sections.

    The columns are url1, url2, section1, section2 and source, the site.
    """
    with file.open(encoding="utf-8-sig", newline="") as lines:
        reader = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        if not {*_SECTION_COLUMNS, "source"} <= {*(reader.fieldnames or ())}:
            return None
        found = {
            (row[f"url{side}"], row["source"], row[f"section{side}"]): None
            for row in reader
            for side in (1, 2)
            if row[f"url{side}"] and row[f"section{side}"]
        }
    return list(found)


def _topics(urls: dict[str, tuple[str, str]]) -> list[tuple[list[str], list[str]]]:
    """Return for each section used as a topic its URLs, and those of the other sections of its site."""
    topics = []
    for site, section in sorted(set(urls.values())):
        own = [url for url, place in urls.items() if place == (site, section)]
        others = [url for url, place in urls.items() if place[0] == site and place[1] != section]
        if len(own) >= LEAST_SECTION and len(others) > 1:
            topics.append((own, others))
    return topics


def _reading_row(units: str, equal: bool, contained: bool, fit: UrlFit) -> tuple[Value, ...]:
    name = {"characters": "字符集", "bigrams": "二元组"}[units]
    return name, equal, contained, fit.accuracy, fit.fitted, fit.parameters.threshold


def _site_table(pairs: Sequence[UrlPair], on_progress: Callable[[str, int, int], object]) -> ResultTable:
    sites = sorted({pair.site for pair in pairs})
    rows: list[tuple[Value, ...]] = []
    for number, site in enumerate(sites):
        on_progress("sites", number, len(sites))
        out = [pair for pair in pairs if pair.site == site]
        rest = [pair for pair in pairs if pair.site != site]
        labels = [pair.alike for pair in out]
        rule = agreement([same_section(pair) for pair in out], labels).accuracy
        accuracy = None
        if len({pair.site for pair in rest}) > 1:
            accuracy = agreement(_judged(out, fit_url_structure(rest).parameters), labels).accuracy
        rows.append((site, len(out), sum(labels), accuracy, rule))
    on_progress("sites", len(sites), len(sites))
    return ResultTable(
        "url-sites",
        "按站点：参数在其他站点上拟合",
        ("站点", "URL对", "同栏目", "算法2", "规则：同主机且同首级目录"),
        tuple(rows),
    )


def _judged(pairs: Sequence[UrlPair], parameters: UrlStructureParameters) -> list[bool]:
    return [similar(pair.url1, pair.url2, parameters) for pair in pairs]
