from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from topiccrawl.relevance.vectors.mapped import MappedVectors

WORDS = ("党员", "𠮷野家", "a b")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "some-1.0.npy"
    MappedVectors(WORDS, np.arange(12, dtype=np.float32).reshape(3, 4)).save(path)
    return path


def test_what_was_saved_is_mapped(saved: Path) -> None:
    found = MappedVectors.load(saved)
    assert tuple(found.index_to_key) == WORDS
    assert found.vector_size == 4
    assert found["𠮷野家"].tolist() == [4.0, 5.0, 6.0, 7.0]
    assert isinstance(found.vectors, np.memmap)
    assert sorted(path.suffix for path in saved.parent.iterdir()) == [".npy", ".words"]
    with pytest.raises(KeyError):
        found["足球"]


def test_files_that_do_not_belong_together_are_told(saved: Path) -> None:
    saved.with_suffix(".words").write_text("党员\n足球", "utf-8")
    with pytest.raises(ValueError, match=r"some-1\.0\.npy: \(3, 4\) numbers for 2 words"):
        MappedVectors.load(saved)
