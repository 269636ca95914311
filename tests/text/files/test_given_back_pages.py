"""Memory of mapped files that is given back to the system."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from topiccrawl.text.files.numpy_files import give_back_pages, map_array


def mapped_megabytes() -> float:
    """Memory of this process that belongs to files."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("RssFile")).split()[1]) / 1024


@pytest.fixture
def numbers(tmp_path: Path) -> Path:
    file = tmp_path / "numbers.npy"
    np.save(file, np.arange(8_000_000, dtype=np.float32).reshape(-1, 200))
    return file


def test_numbers_are_the_same_afterwards(numbers: Path) -> None:
    array = map_array(numbers)
    before = array[::1000].copy()
    for _ in range(2):
        give_back_pages(array)
        assert np.array_equal(array[::1000], before)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_what_was_read_no_longer_counts_as_memory(numbers: Path) -> None:
    array = map_array(numbers)
    start = mapped_megabytes()
    assert array.sum() > 0
    assert mapped_megabytes() > start + 20
    give_back_pages(array)
    assert mapped_megabytes() < start + 5


def test_an_array_in_memory_stays(numbers: Path) -> None:
    array = np.load(numbers)
    give_back_pages(array)
    assert array[1, 0] == 200
