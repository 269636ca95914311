from __future__ import annotations

import itertools
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import typer
from servers.corpora import opened

from topiccrawl.cli.starts.watch import Turns, last_start, parse_interval


@pytest.fixture(autouse=True)
def handlers() -> Iterator[None]:
    """Keep the signal handlers of the test run."""
    kept = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def start(code: int = 0) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-S", "-c", f"raise SystemExit({code})"])


@pytest.mark.parametrize("text", ["", "1", "d", "0d", "-1h", "1y", "1d2h"])
def test_an_interval_has_a_number_and_a_unit(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="such as 1d"):
        parse_interval(text)


def test_runs_start_an_interval_apart() -> None:
    begun: list[float] = []
    turns = Turns(0.3, None)
    assert turns.run(lambda: begun.append(time.monotonic()) or start(3), 3) == 3  # type: ignore[func-returns-value]
    gaps = [later - one for one, later in itertools.pairwise(begun)]
    assert all(gap >= 0.29 for gap in gaps)


def test_the_first_run_waits_for_the_interval_after_the_last_crawl(
    capsys: pytest.CaptureFixture[str],
) -> None:
    begun = time.time()
    assert Turns(0.6, datetime.now(UTC)).run(start, 1) == 0
    assert time.time() - begun >= 0.59
    assert "the next crawl starts at" in capsys.readouterr().err


def test_a_signal_ends_the_wait() -> None:
    turns = Turns(3600, datetime.now(UTC))
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGTERM))
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    begun = time.monotonic()
    assert turns.run(start, 0) == 0
    assert time.monotonic() - begun < 30


def test_the_last_start_is_that_of_the_last_run(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'corpus.db'}"
    assert last_start(url, "t") is None
    store = opened(url)
    store.start_run("t", {})
    store.close()
    last = last_start(url, "t")
    assert abs((datetime.now(UTC) - last).total_seconds()) < 60
    assert last_start(url, "other") is None
