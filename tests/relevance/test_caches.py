"""Vectors, subwords and compiled topics in the cache, written by several workers or by one that is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from relevance.cache_worker import write_source

WORKER = Path(__file__).with_name("cache_worker.py")
FILES = (".npy", ".npz", ".npz", ".npz", ".words")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("vectors") / "test.model"
    write_source(file)
    return file


def start(source: Path, cache: Path, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, str(WORKER), str(source), *map(str, arguments)]
    environment = {**os.environ, "TOPICCRAWL_CACHE_DIR": str(cache)}
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def answer(worker: subprocess.Popen[str]) -> list[float]:
    output, _ = worker.communicate(timeout=120)
    assert worker.returncode == 0
    found: list[float] = json.loads(output)
    return found


@pytest.fixture(scope="module")
def alone(source: Path, tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    """What a worker with a cache of its own finds."""
    found = answer(start(source, tmp_path_factory.mktemp("cache")))
    assert any(found)
    return found


def test_workers_that_compile_at_once_find_the_same(source: Path, tmp_path: Path, alone: list[float]) -> None:
    workers = [start(source, tmp_path) for _ in range(3)]
    for worker in workers:
        assert answer(worker) == pytest.approx(alone, rel=1e-5)
    assert tuple(sorted(file.suffix for file in tmp_path.iterdir())) == FILES


@pytest.mark.parametrize("killed_at", [1, 2, 3, 4])
def test_a_killed_worker_leaves_nothing_that_is_used(
    source: Path, tmp_path: Path, alone: list[float], killed_at: int
) -> None:
    killed = start(source, tmp_path, killed_at)
    killed.communicate(timeout=120)
    assert killed.returncode == -9
    left = sorted(tmp_path.iterdir())
    assert any(file.name.endswith(".part") for file in left)
    assert sum(not file.name.endswith(".part") for file in left) == killed_at - 1
    assert answer(start(source, tmp_path)) == pytest.approx(alone, rel=1e-5)
    assert tuple(sorted(file.suffix for file in tmp_path.iterdir())) == FILES
