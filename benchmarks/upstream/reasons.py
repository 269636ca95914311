"""Tests of other projects that cannot apply to topiccrawl, with the reasons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

Reasons = Mapping[str, str]
"""Reasons by a regular expression that matches part of a test's node id."""


@dataclass(frozen=True)
class Upstream:
    """A project whose tests are run.

    Attributes:
        package: name of its package; the installed version is tested.
        files: its tests of schedulers, queues and duplicate filters.
        reasons: reasons why some of them cannot apply.
        frontiers: persistent frontiers to test.
    """

    package: str
    files: tuple[str, ...]
    reasons: Reasons
    frontiers: tuple[str, ...]


_LIFO = "ours is first in, first out among requests of equal priority"
_TIES = "equal requests take turns over slots there; ours go first pushed first served over all free hosts"
_FORMAT = "the format of Scrapy's own queue files"
_CHOICE = "tests the setting that chooses Scrapy's duplicate filter; ours is the frontier itself"

SCRAPY: Reasons = {
    r"test_squeues\.py": "queues of any object, and how queuelib keeps them; a frontier holds requests",
    r"test_scheduler\.py::TestMigration": _FORMAT,
    r"test_scheduler\.py::TestIncompatibility": "two settings of Scrapy's queues that exclude each other",
    r"test_scheduler_without_crawler": "made from a duplicate filter alone; ours has none apart",
    r"TestBaseScheduler::": "the abstract class itself",
    r"TestMinimalScheduler::test_(open_close|len)": "that the test's own scheduler lacks open, close and len",
    r"TestSimpleScheduler::": "return values of the test's own scheduler; the steps: TestMinimalScheduler",
    r"TestPriorityQueue::test_queue_push_pop_priorities": "close() names Scrapy's queue files; the order: "
    "test_dequeue_priorities",
    r"::test_contains": "whether there is a queue of a slot: no part of a scheduler",
    r"test_slot_directory_removed": _FORMAT,
    r"test_pop_order\[input_(0|5)-": _LIFO,
    r"TestSchedulerWithDownloaderAware\w+::test_logic|test_tie_breaking_keeps_rotation": _TIES,
    r"test_pop_prefers_slot_with_fewer_active": _TIES,
    r"::Test\w*Lifo\w*Queue": _LIFO,
    r"test_sqlite_queue_survives_unclean_shutdown": "closes the database of Scrapy's queue from within; "
    "ours: `python -m benchmarks.kills`",
    r"TestRFPDupeFilter::test_df_": _CHOICE,
    r"TestRFPDupeFilter::test_log": "messages of Scrapy's filter; ours counts dupefilter/filtered",
    r"TestRFPDupeFilter::test_seenreq_truncated": _FORMAT,
    r"TestRFPDupeFilter::test_\w+_deprecation|TestBaseDupeFilter": "old names in Scrapy's classes",
}

SCRAPY_REDIS: Reasons = {
    r"test_connection\.py|::ConnectionTest": "scrapy-redis's connection, which ours calls unchanged",
    r"test_spiders\.py": "scrapy-redis's spiders, which run unchanged beside ours",
    r"test_(picklecompat|package_import|utils)\.py": "the package itself, and pickle, which ours never reads",
    r"test_queue\.py": "serializers, with a mock for a server; ours has one form, JSON",
    r"LifoQueueTest": _LIFO,
    r"test_scheduler_persistent": "SCHEDULER_PERSIST off deletes at the end; ours never does",
    r"test_dupefilter\.py::TestRFPDupeFilter::test_(?!request_seen)": "which methods its own class calls",
    r"test_dupefilter\.py::(TestFromMethods|test_log_dupes)": "how its own class is made, and its messages",
}

PROJECTS = {
    "scrapy": Upstream(
        "scrapy",
        tuple(
            f"tests/test_{name}.py"
            for name in "scheduler scheduler_base pqueues squeues squeues_request dupefilters".split()
        ),
        SCRAPY,
        ("sqlite", "redis"),
    ),
    "scrapy-redis": Upstream("scrapy-redis", ("tests",), SCRAPY_REDIS, ("redis",)),
}


def reason_not_to_apply(reasons: Reasons, node: str) -> str:
    """Return why a test cannot apply; empty if it can."""
    return next((reason for pattern, reason in reasons.items() if re.search(pattern, node)), "")
