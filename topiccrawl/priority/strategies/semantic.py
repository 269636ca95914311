"""The strategy `semantic`: the crawl of paper A, to the letter."""

from __future__ import annotations

from dataclasses import dataclass

from topiccrawl.parameter_checks import check_interval
from topiccrawl.priority.strategies.contract import FetchedPage, Passage
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.relevance.topic.topic import Topic


@dataclass(frozen=True)
class SemanticParameters:
    """Parameters of `semantic` that differ from the topic's, because its similarity differs.

    Attributes:
        alpha, beta, th1, th2: parameters of algorithm 1; the defaults were fitted to labelled pairs of words.
        description, anchor, body: scales of formula 3 by kind of text; 0: that of the topic's `[scale]`.
    """

    alpha: float = 0.5
    beta: float = 0.6
    th1: float = 0.5
    th2: float = 0.4
    description: float = 0.0
    anchor: float = 0.0
    body: float = 0.0

    def __post_init__(self) -> None:
        check_interval(self, "[0, 1]", "alpha", "beta", "th1", "th2")
        check_interval(self, "[0, inf)", "description", "anchor", "body")


class Semantic(Formula5):
    """Paper A's crawl where `adaptive` departs from it.

    * Formula 2 on plain counts, no minimum weight, and algorithm 1 with SimD only where the thesaurus lacks a
      word.
    * No verdict on the body: a page that passes the gate, or has enough topic words, is kept.
    * Formula 5 without discounts for short anchor texts and pictures, and algorithm 3 with one history of
      accepted pages over all hosts.

    Thresholds and pairwise comparisons are the topic's.
    """

    name = "semantic"

    @classmethod
    def prepare(cls, topic: Topic) -> Topic:
        own = topic.section("semantic", SemanticParameters)
        scales = {name: getattr(own, name) for name in ("description", "anchor", "body")}
        fused = {name: getattr(own, name) for name in ("alpha", "beta", "th1", "th2")}
        return topic.with_tables(
            {
                "weights": {"counts": "raw", "mean_over": "all", "floor": 0.0},
                "similarity": {"admit": "algorithm1", "simd_scope": "uncovered", **fused},
                "scale": {name: value for name, value in scales.items() if value},
                "priority": {"evidence": 0.0, "picture": 1.0},
                "url_structure": {
                    "value": "similar",
                    "scope": "all",
                    "history": "accepted",
                    "rule": "algorithm2",
                },
            }
        )

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        own = passage.description_relevance
        return Verdict(own, own, self.focus.body(text), kept=True)
