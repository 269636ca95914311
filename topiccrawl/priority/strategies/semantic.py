"""The strategy `semantic`: the crawl of paper A."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from topiccrawl.parameter_checks import check_choice, check_interval
from topiccrawl.priority.strategies.contract import FetchedPage, Passage
from topiccrawl.priority.strategies.formula_5 import Formula5
from topiccrawl.priority.strategies.learned_chances import LearnedChances
from topiccrawl.priority.structure import Scope
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.relevance.topic.topic import USES, Topic


@dataclass(frozen=True)
class SemanticParameters:
    """Parameters of `semantic` that differ from the topic's, because its similarity differs.

    Attributes:
        alpha, beta, th1, th2: parameters of algorithm 1. By the defaults SimD alone counts from .83 on, as
            SimH does, and as much: fitted to labelled pairs it would count from
            .45 on, and replays from 30 words find as little as a twentieth (docs/decisions/0040).
        description, anchor, body: scales of formula 3 by kind of text; 0: that of the topic's `[scale]`.
        weights: `topic`: words weigh what the topic's `[weights]` says, and short anchor texts are
            discounted. `literal`: formula 2 on plain counts, by which rare words weigh next to nothing, and
            every anchor text counts in full; the keys of `[semantic.literal]` replace those of `[semantic]`.
        scope: which accepted pages algorithm 3 compares a URL with: those of its `host` or `section`, or
            `all`, by which pages of many hosts are rarely similar to more than half of a sample.
    """

    alpha: float = 0.6
    beta: float = 0.6
    th1: float = 0.5
    th2: float = 0.4
    description: float = 0.0
    anchor: float = 0.0
    body: float = 0.0
    weights: Literal["topic", "literal"] = "topic"
    scope: Scope = "host"

    def __post_init__(self) -> None:
        check_interval(self, "[0, 1]", "alpha", "beta", "th1", "th2")
        check_interval(self, "[0, inf)", "description", "anchor", "body")
        check_choice(self, weights=("topic", "literal"), scope=get_args(Scope))


class Semantic(Formula5, LearnedChances):
    """Paper A's crawl where `adaptive` departs from it.

    * Algorithm 1, with SimD only where the thesaurus lacks a word.
    * No verdict on the body: a page that passes the gate, or has enough topic words, is kept.
    * Algorithm 3 with one history of accepted pages for each host, or as `scope` says.
    * With `weights = "literal"`, formula 2 on plain counts without a minimum weight, and no discounts for
      short anchor texts and pictures.

    Thresholds and pairwise comparisons are the topic's.
    """

    name = "semantic"

    @classmethod
    def prepare(cls, topic: Topic) -> Topic:
        own = topic.section("semantic", SemanticParameters)
        literal = own.weights == "literal"
        if literal:
            own = topic.section("semantic", SemanticParameters, "literal")
        scales = {name: getattr(own, name) for name in ("description", "anchor", "body")}
        fused = {name: getattr(own, name) for name in ("alpha", "beta", "th1", "th2")}
        tables: dict[str, dict[str, Any]] = {
            "similarity": {
                "admit": "algorithm1",
                "simd_scope": "uncovered",
                **fused,
                **{use: {} for use in USES},
            },
            "scale": {name: value for name, value in scales.items() if value},
            "url_structure": {"value": "similar", "scope": own.scope, "history": "accepted"},
        }
        if literal:
            tables["weights"] = {"counts": "raw", "mean_over": "all", "floor": 0.0}
            tables["priority"] = {"evidence": 0.0, "picture": 1.0}
        return topic.with_tables(tables)

    def gate(self, page: FetchedPage) -> Passage:
        passage = super().gate(page)
        self.learn_chance(page, passage.description_relevance)
        return passage

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        own = passage.description_relevance
        return Verdict(own, own, self.focus.body(text), kept=True)
