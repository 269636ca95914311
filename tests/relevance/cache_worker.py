"""A worker that compiles a small topic in the cache."""

from __future__ import annotations

import gzip
import json
import os
import pickle
import random
import signal
from pathlib import Path
from typing import Any

from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.thesauri.cilin import Cilin
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.vectors import conversion, word_vectors
from topiccrawl.text import general_idf

CHARACTERS = [chr(0x515A + number) for number in range(60)]


def write_source(file: Path) -> None:
    """Write vectors in the format of the packaged ones."""
    rng = random.Random(8)
    words = {"".join(rng.choices(CHARACTERS, k=rng.randint(1, 3))) for _ in range(1500)}
    rows = [f"{word} " + " ".join(f"{rng.gauss(0, 1):.6f}" for _ in range(25)) for word in sorted(words)]
    file.write_bytes(gzip.compress(pickle.dumps([rows, {}])))


def values(source: Path) -> list[float]:
    """Return the values of some words of the vocabulary and of some others."""
    word_vectors.packaged_file = lambda: source
    word_vectors.WordVectors.default.cache_clear()  # of the process that this one is forked from
    general_idf._table.cache_clear()
    vectors = word_vectors.WordVectors.default()
    words = dict.fromkeys(vectors.words[:40], 1.0)
    topic = Topic(name="small", title="小", seeds=(), domains=(), words=words)
    cilin = Cilin({"Aa01A01=": ["".join(CHARACTERS[start : start + 4]) for start in range(0, 40, 2)]})
    relevance = Relevance(topic, Similarity(cilin, vectors, SimilarityParameters(admit="graded")))
    some = [*vectors.words[::50], *cilin.words, "".join(CHARACTERS[5:10])]
    return [relevance.word_value(word) for word in some]


def kill_at(number: int) -> None:
    """Kill this process at the given call of os.replace."""
    replace, left = os.replace, number

    def counted(*arguments: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)
        replace(*arguments, **named)

    os.replace = counted


def work(source: Path, cache: Path, output: Path, killed_at: int) -> None:
    """Write the values of some words.

    Args:
        source: file of the vectors.
        cache: folder of the cache.
        output: file of the values.
        killed_at: number of the file before which the process is killed: 1 the words of the vectors, 2 their
            table, 3 the subwords, 4 the compiled topic; 0: it is not killed.
    """
    os.environ["TOPICCRAWL_CACHE_DIR"] = str(cache)
    if killed_at:
        kill_at(killed_at)
        # What a child does, here: its calls of os.replace must count.
        conversion.read_in_child = lambda read, *given, limits: read(*given)
    output.write_text(json.dumps(values(source)), encoding="utf-8")
