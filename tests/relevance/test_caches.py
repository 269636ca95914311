"""Vectors, subwords and compiled topics in the cache, written by several workers or by one that is killed."""

from __future__ import annotations

import json
from pathlib import Path
from uuid import uuid4

import pytest
from forks import forks
from relevance.cache_worker import work, write_source

FILES = (".npy", ".npz", ".npz", ".npz", ".npz", ".words")


class Worker:
    """A worker in a process of its own, forked from one that has imported everything."""

    def __init__(self, source: Path, cache: Path, killed_at: int = 0) -> None:
        self._output = cache.parent / f"{cache.name}-{uuid4()}.json"
        self._process = forks().Process(
            target=work, args=(source, cache, self._output, killed_at), daemon=True
        )
        self._process.start()

    def end(self) -> int | None:
        """Wait for its end; return the exit code."""
        self._process.join(120)
        return self._process.exitcode

    def answer(self) -> list[float]:
        assert self.end() == 0
        found: list[float] = json.loads(self._output.read_text(encoding="utf-8"))
        return found


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("vectors") / "test.model"
    write_source(file)
    return file


@pytest.fixture(scope="module")
def alone(source: Path, tmp_path_factory: pytest.TempPathFactory) -> list[float]:
    """What a worker with a cache of its own finds."""
    found = Worker(source, tmp_path_factory.mktemp("cache")).answer()
    assert any(found)
    return found


def test_workers_that_compile_at_once_find_the_same(source: Path, tmp_path: Path, alone: list[float]) -> None:
    workers = [Worker(source, tmp_path) for _ in range(2)]
    for worker in workers:
        assert worker.answer() == pytest.approx(alone, rel=1e-5)
    assert tuple(sorted(file.suffix for file in tmp_path.iterdir())) == FILES


@pytest.mark.parametrize("killed_at", [1, 2, 3, 4, 5])
def test_a_killed_worker_leaves_nothing_that_is_used(
    source: Path, tmp_path: Path, alone: list[float], killed_at: int
) -> None:
    assert Worker(source, tmp_path, killed_at).end() == -9
    left = written(tmp_path)
    assert any(file.name.endswith(".part") for file in left)
    assert sum(not file.name.endswith(".part") for file in left) == killed_at - 1
    assert Worker(source, tmp_path).answer() == pytest.approx(alone, rel=1e-5)
    assert tuple(file.suffix for file in written(tmp_path)) == FILES


def written(cache: Path) -> list[Path]:
    """Return the files of a cache by their suffixes; what a conversion was doing is swept after a day."""
    return sorted((file for file in cache.iterdir() if file.is_file()), key=lambda file: file.suffix)
