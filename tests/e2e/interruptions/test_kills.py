"""Crawls that are killed at random moments: nothing is lost, nothing is stored twice."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest
from e2e.crawling import ROOT

sys.path.insert(0, str(ROOT))  # the trials are those of the benchmarks, which last longer

from benchmarks.kills.trial import killed_often
from benchmarks.sites.server import SiteForm

SITE = SiteForm("hubs", 100, latency=0.01)


@pytest.fixture
def chance() -> random.Random:
    """The same moments in every run, as far as processes allow."""
    return random.Random(3)


def test_every_page_is_stored_once_whenever_the_crawl_is_killed(
    tmp_path: Path, chance: random.Random
) -> None:
    found = killed_often(SITE, tmp_path / "crawl", kills=2, rng=chance)
    assert found.get("faults") is None
    assert 1 <= found["kills"] <= 2  # on a quick machine the crawl may end before the last one
    assert found["stored"] == SITE.pages
    # What was in flight is asked for again, more of it on a busy machine; what was stored is not.
    assert found["requests_too_many"] <= 3 * SITE.pages / 2
