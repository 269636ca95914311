"""From candidates to topic words that are worth their cost, by corpus statistics (paper A: 1,552 to 429).

Each topic word costs a comparison with every word of every text, and a general one costs precision. A
candidate stays when documents of the domain hold it, clearly more of them than other documents do, and when
it adds something: domain documents that do not hold plenty of better words already.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from topiccrawl.errors import TopicError

Reason = Literal["", "rare", "general", "covered"]


@dataclass(frozen=True)
class RefiningParameters:
    """What a topic word must do.

    Attributes:
        least: domain documents that must hold it.
        ratio: how many times as large a share of domain documents as of other documents must hold it.
        plenty: a document with so many better topic words needs no further one; 0 keeps covered words too.
        new: share of the domain documents with a word, in [0, 1], that must need it.
    """

    least: int = 3
    ratio: float = 5.0
    plenty: int = 12
    new: float = 0.02

    def __post_init__(self) -> None:
        if self.least < 1 or self.plenty < 0:
            raise TopicError("least must be 1 or more, plenty 0 or more")
        if not (0 < self.ratio < math.inf and 0 <= self.new <= 1):
            raise TopicError("ratio must be over 0, new in [0, 1]")


@dataclass(frozen=True)
class RefinedWord:
    """A candidate and what became of it.

    Attributes:
        word: the word.
        reason: why it goes: too few domain documents hold it ("rare"), others hold it as often ("general"),
            or better words stand in all its documents ("covered"); empty when it stays.
        domain: domain documents that hold it.
        general: other documents that hold it.
        ratio: share of the former divided by share of the latter, both counts half a document higher.
        keyness: log-likelihood of the difference of the shares; the better words are those with more of it.
    """

    word: str
    reason: Reason
    domain: int
    general: int
    ratio: float
    keyness: float


def refine(
    candidates: Sequence[str],
    domain: Iterable[Iterable[str]],
    general: Iterable[Iterable[str]],
    parameters: RefiningParameters | None = None,
) -> list[RefinedWord]:
    """Judge candidates, most key first.

    Args:
        candidates: the words.
        domain: the words of each document of the domain.
        general: the words of each document of other fields.
        parameters: what a word must do.

    Raises:
        ValueError: there is no document of either kind.
    """
    parameters = parameters or RefiningParameters()
    wanted = set(candidates)
    holders: dict[str, list[int]] = {word: [] for word in candidates}
    domain_size = 0
    for words in domain:
        for word in wanted & set(words):
            holders[word].append(domain_size)
        domain_size += 1
    elsewhere = dict.fromkeys(candidates, 0)
    general_size = 0
    for words in general:
        general_size += 1
        for word in wanted & set(words):
            elsewhere[word] += 1
    if not domain_size or not general_size:
        raise ValueError("documents of the domain and of other fields are needed")
    judged = []
    for word in holders:
        here, there = len(holders[word]), elsewhere[word]
        ratio = ((here + 0.5) / (domain_size + 1)) / ((there + 0.5) / (general_size + 1))
        keyness = _log_likelihood(here, domain_size, there, general_size)
        reason: Reason = "rare" if here < parameters.least else "general" if ratio < parameters.ratio else ""
        judged.append(RefinedWord(word, reason, here, there, ratio, keyness))
    judged.sort(key=lambda row: (-row.keyness, row.word))
    return _without_covered(judged, holders, [0] * domain_size, parameters)


def _without_covered(
    judged: list[RefinedWord],
    holders: dict[str, list[int]],
    held: list[int],
    parameters: RefiningParameters,
) -> list[RefinedWord]:
    if not parameters.plenty:
        return judged
    found = []
    for row in judged:
        if not row.reason:
            needing = sum(held[document] < parameters.plenty for document in holders[row.word])
            if needing < max(1.0, parameters.new * row.domain):
                row = RefinedWord(row.word, "covered", row.domain, row.general, row.ratio, row.keyness)
            else:
                for document in holders[row.word]:
                    held[document] += 1
        found.append(row)
    return found


def _log_likelihood(here: int, here_size: int, there: int, there_size: int) -> float:
    """Signed: negative for a word that other documents hold more often."""
    share = (here + there) / (here_size + there_size)
    value = 0.0
    for count, size in ((here, here_size), (there, there_size)):
        if count:
            value += count * math.log(count / (size * share))
        if count < size:
            value += (size - count) * math.log((size - count) / (size * (1 - share)))
    return 2 * value if here / here_size >= there / there_size else -2 * value
