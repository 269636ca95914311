"""Every key of a topic's tables refuses what is no value for it."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any

import pytest

from topiccrawl.errors import TopicError
from topiccrawl.priority.link_priority import PriorityParameters
from topiccrawl.priority.strategies.adaptive import LearningParameters
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.priority.strategies.semantic import SemanticParameters
from topiccrawl.priority.structure import StructureParameters
from topiccrawl.priority.two_step.page_vector import VectorSpaceParameters
from topiccrawl.priority.two_step.score import TwoStepParameters
from topiccrawl.priority.url_vectors.parameters import UrlVectorParameters
from topiccrawl.relevance.judgement import GateParameters, VerdictParameters
from topiccrawl.relevance.learner.stored import LearnedParameters
from topiccrawl.relevance.similarity.algorithm import SimilarityParameters
from topiccrawl.relevance.topic.scale import Scale
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.topic.weight_settings import WeightSettings

PARAMETERS = (
    GateParameters, LearnedParameters, LearningParameters, PriorityParameters, Scale,
    SemanticParameters, SimilarityParameters, StructureParameters, TwoStepParameters, UrlVectorParameters,
    VectorSpaceParameters, VerdictParameters, WeightSettings,
)  # fmt: skip
SIGNED = {(LearnedParameters, "offset"), (StructureParameters, "threshold")}
"""Numbers that may be under 0."""
FREE = {"samples", "left_out"}
"""Keys whose values depend on something else."""


@pytest.mark.parametrize("kind", PARAMETERS)
def test_no_number_and_no_choice_may_be_anything(kind: Any) -> None:
    for field in dataclasses.fields(kind):
        name, default = field.name, field.default
        if name in FREE or isinstance(default, bool) or field.metadata.get("constant"):
            continue
        wrong: list[Any] = ["alles"] if isinstance(default, str) else []
        if isinstance(default, int | float):
            wrong += [] if (kind, name) in SIGNED else [-7.0]
            wrong += [] if math.isnan(default) else [math.nan]
        for value in wrong:
            with pytest.raises(ValueError, match=rf"^{name} = {value!r} "):
                kind(**{name: value})


@pytest.mark.parametrize(
    ("strategy", "table", "said"),
    [
        ("adaptive", '[learning]\nleft_out = "words"', r"3: left_out is no longer a key: all parts of the"),
        ("semantic", "[semantic]\nscope = 'host'\nth1 = 1.5", r"4: \[semantic\] th1 = 1\.5 is not in"),
        (
            "adaptive",
            "[learning]\nteacher = 1.0",
            r"3: teacher is no longer a key: grades move verdicts as long",
        ),
        ("one-step", "[vector_space]\nwords = 'near'", r"3: words is no longer a key: topic words count by"),
        ("two-step", "[two_step]\nunknown = 1", r"3: unknown key 'unknown' in \[two_step\]"),
        ("two-step", "[two_step]\nnoise = 0.5\nhigh = 0.4", "noise = 0.5 is over high = 0.4"),
        (
            "url-vectors",
            "[url_vectors]\nsamples = 'ftp://x.test/'",
            r"'ftp://x.test/' is not an http or https",
        ),
    ],
)
def test_tables_of_strategies_are_checked_with_their_line(
    tmp_path: Path, strategy: str, table: str, said: str
) -> None:
    (tmp_path / "topic.toml").write_text(f'title = "河长制"\n{table}\n', encoding="utf-8")
    (tmp_path / "words.tsv").write_text("河长\t1\n", encoding="utf-8")
    with pytest.raises(TopicError, match=rf"{tmp_path}/topic\.toml:.*{said}"):
        make_strategy(Topic.load(tmp_path), strategy)
