from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl.experiments.fit.url_structure import UrlPair, read_url_pairs
from topiccrawl.experiments.url_structure import UrlExperiment, url_experiment

SITES = ("a.example.cn", "b.example.cn", "c.example.cn")


def url(site: str, section: str, number: int) -> str:
    return f"http://{site}/{section}/2020/{1000 + number}.html"


def pairs() -> list[UrlPair]:
    made = []
    for site in SITES:
        for n in range(6):
            made.append(UrlPair(url(site, "dj", n), url(site, "dj", n + 7), True, site))
            made.append(UrlPair(url(site, "dj", n), url(site, "ty", n + 7), False, site))
    return made


@pytest.fixture(scope="module")
def reports() -> list[tuple[str, int, int]]:
    """Progress reports of the experiment."""
    return []


@pytest.fixture(scope="module")
def found(reports: list[tuple[str, int, int]]) -> UrlExperiment:
    return url_experiment(pairs(), lambda *step: reports.append(step))


def test_directories_separate_pairs_and_equal_hosts_do_not(found: UrlExperiment) -> None:
    by_reading = {row[:3]: row for row in found.variants.rows}
    assert by_reading["字符集", False, False][3] >= 0.9
    assert by_reading["字符集", True, False][3] == pytest.approx(0.5)  # equal hosts: always similar
    assert by_reading["规则：同主机且同首级目录", None, None][3] == 1.0
    assert len(found.variants.rows) == 8 + 2
    best = max(point.accuracy for _, point in found.curve)
    assert best == 1.0 == found.fit.fitted


def test_progress_is_reported(found: UrlExperiment, reports: list[tuple[str, int, int]]) -> None:
    assert reports[0] == ("readings", 0, 8) and reports[-1] == ("readings", 8, 8)


def test_the_measured_pairs(measuring_data: Path) -> None:
    labelled = read_url_pairs(measuring_data / "web" / "url_pairs.tsv", "same_section")
    found = url_experiment(labelled)
    by_reading = {row[:3]: row for row in found.variants.rows}
    # The shipped reading: characters, neither equal nor contained hosts are enough.
    assert by_reading["字符集", False, False][3] >= 0.87
    assert all(row[3] < 0.73 for row in found.variants.rows if row[1] is True)
