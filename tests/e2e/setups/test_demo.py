"""The demo as a user of the base install runs it for the first time, and what else is known of the demo web."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from base_install import without_extras

from topiccrawl.demo.report import DemoReport

RUN = """
import json, sys
from dataclasses import asdict
from pathlib import Path

from topiccrawl.demo.run import run_demo

print(json.dumps(asdict(run_demo(Path(sys.argv[1])))))
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> DemoReport:
    """The report of a demo, which exports too, without any extra or wing and with an empty cache: it compiles all it needs."""
    folder = tmp_path_factory.mktemp("demo")
    ended = subprocess.run(
        [sys.executable, "-c", RUN, "out"],
        cwd=folder,
        env=without_extras(folder, wings=False) | {"TOPICCRAWL_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]
    return DemoReport(**json.loads(ended.stdout.splitlines()[-1]))


def test_what_the_demo_collects_is_on_topic(report: DemoReport) -> None:
    assert report.precision >= 0.95
    assert report.near_misses_collected <= 1


def test_the_demo_finds_most_stories(report: DemoReport) -> None:
    assert report.recall >= 0.75


def test_the_demo_stores_each_story_once(report: DemoReport) -> None:
    assert report.stories_twice == 0


def test_the_demo_keeps_out_of_forbidden_places_and_traps(report: DemoReport) -> None:
    assert report.robots_violations == 0
    assert report.trap_pages_fetched <= 10
    assert report.pages_fetched < 600
