"""Topics that are compiled in no time."""

from __future__ import annotations

from pathlib import Path

import pytest
from relevance.conftest import SMALL_CILIN, small_keyed, small_vectors

from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.vectors.word_vectors import WordVectors

__all__ = ["small_keyed", "small_vectors"]


@pytest.fixture
def small_resources(small_vectors: WordVectors, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small thesaurus and a few vectors in place of the packaged ones."""

    def small(topic: Topic) -> Similarity:
        return Similarity(Cilin(SMALL_CILIN), small_vectors, topic.similarity)

    monkeypatch.setattr("topiccrawl.relevance.relevance.topic_similarity", small)
    monkeypatch.setenv("TOPICCRAWL_CACHE_DIR", str(tmp_path / ".cache"))
