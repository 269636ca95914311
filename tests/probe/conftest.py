from __future__ import annotations

from collections.abc import Iterator

import pytest
from probe.web import Web, serve

from topiccrawl.priority.focus import Focus
from topiccrawl.probe.judge import Judge
from topiccrawl.relevance import Topic


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[Web]:
    """The sites, reached through the proxy of the environment."""
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with serve() as served:
        monkeypatch.setenv("http_proxy", served.url)
        yield served


@pytest.fixture(scope="session")
def judge() -> Judge:
    return Judge(Focus(Topic.load("partybuild")))
