"""Replays are forked from a process that has imported what a crawl needs."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import pytest
from forks import forks

from topiccrawl.experiments.replay import crawl


@pytest.fixture(scope="module", autouse=True)
def forked_replays() -> Iterator[None]:
    with mock.patch.object(crawl, "get_context", lambda _: forks()):
        yield
