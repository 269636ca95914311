"""Refine candidates to topic words that are worth their cost, by corpus statistics (paper A: 1,552 to 429).

Each topic word costs a comparison with every word of every text, and a general one costs precision. A
candidate stays if documents of the domain contain it, clearly more often than other documents, and if it
adds something: domain documents that do not contain plenty of better words already.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from topiccrawl.errors import TopicError
from topiccrawl.parameter_checks import check_interval
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.normalise import normalise
from topiccrawl.text.segment import Segmenter
from topiccrawl.topics.making.weights import share_ratio
from topiccrawl.topics.words.keyness import log_likelihood

Reason = Literal["", "rare", "general", "covered"]

_MEANING: dict[Reason, str] = {
    "rare": "too few documents of the domain contain them",
    "general": "other documents contain them as often",
    "covered": "their documents contain better words",
}


@dataclass(frozen=True)
class RefiningParameters:
    """Requirements for a topic word.

    Attributes:
        least: domain documents that must contain it.
        ratio: how many times larger its share of domain documents must be than that of other documents.
        plenty: number of better topic words with which a document needs no others; 0 keeps covered words too.
        new: share in [0, 1] of the domain documents with the word that must need it.
    """

    least: int = 3
    ratio: float = 5.0
    plenty: int = 12
    new: float = 0.02

    def __post_init__(self) -> None:
        check_interval(self, "[1, inf)", "least", error=TopicError)
        check_interval(self, "[0, inf)", "plenty", error=TopicError)
        check_interval(self, "(0, inf)", "ratio", error=TopicError)
        check_interval(self, "[0, 1]", "new", error=TopicError)


@dataclass(frozen=True)
class RefinedWord:
    """A candidate, judged.

    Attributes:
        word: the word.
        reason: why it is dropped: too few domain documents contain it ("rare"), others contain it as often
            ("general"), or its documents contain plenty of better words ("covered"); empty if it stays.
        domain: domain documents that contain it.
        general: other documents that contain it.
        ratio: share of the former divided by share of the latter, smoothed as the weights are.
        keyness: log-likelihood of the difference of the shares; better words have a higher one.
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
    """Judge candidates, highest keyness first.

    Args:
        candidates: the words.
        domain: the words of each document of the domain.
        general: the words of each document of other fields.
        parameters: requirements for a word.

    Raises:
        ValueError: one kind of documents is missing.
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
        ratio = share_ratio(here / domain_size, there / general_size, domain_size + general_size)
        keyness = _document_keyness(here, domain_size, there, general_size)
        reason: Reason = "rare" if here < parameters.least else "general" if ratio < parameters.ratio else ""
        judged.append(RefinedWord(word, reason, here, there, ratio, keyness))
    judged.sort(key=lambda row: (-row.keyness, row.word))
    return _without_covered(judged, holders, [0] * domain_size, parameters)


def _without_covered(
    judged: list[RefinedWord], holders: dict[str, list[int]], held: list[int], parameters: RefiningParameters
) -> list[RefinedWord]:
    found = []
    for row in judged:
        if not row.reason and parameters.plenty:
            needing = sum(held[document] < parameters.plenty for document in holders[row.word])
            if needing < max(1.0, parameters.new * row.domain):
                row = replace(row, reason="covered")
            else:
                for document in holders[row.word]:
                    held[document] += 1
        found.append(row)
    return found


def _document_keyness(here: int, here_size: int, there: int, there_size: int) -> float:
    """Log-likelihood over documents with and without a word; negative if others contain it more often."""
    holding = log_likelihood(here, here_size, there, there_size)
    lacking = log_likelihood(here_size - here, here_size, there_size - there, there_size)
    return math.copysign(abs(holding) + abs(lacking), holding)


@dataclass(frozen=True)
class RefinedTable:
    """A topic's words, judged.

    Attributes:
        rows: every word, highest keyness first.
    """

    rows: tuple[RefinedWord, ...]

    @classmethod
    def of(
        cls,
        topic: Topic,
        domain: Iterable[tuple[str, str]],
        general: Iterable[tuple[str, str]],
        parameters: RefiningParameters | None = None,
    ) -> RefinedTable:
        """Judge the words of a topic by documents (titles and texts), one in memory at a time.

        Raises:
            TopicError: one kind of documents is missing.
        """
        cut = Segmenter(topic.dictionary()).content_words
        try:
            rows = refine(
                tuple(topic.words),
                (cut(f"{title}\n{text}") for title, text in domain),
                (cut(f"{title}\n{text}") for title, text in general),
                parameters,
            )
        except ValueError as error:
            raise TopicError("{name}: {error}", name=topic.name, error=error) from None
        return cls(tuple(rows))

    @property
    def dropped(self) -> dict[str, RefinedWord]:
        """The dropped words."""
        return {row.word: row for row in self.rows if row.reason}

    def summary(self) -> str:
        """Return how many words stay, and how many are dropped for which reason."""
        counts = Counter(row.reason for row in self.rows)
        parts = [f"{counts[reason]} {reason} ({text})" for reason, text in _MEANING.items() if counts[reason]]
        return f"{len(self.rows)} candidates, {counts['']} stay" + (f"; {', '.join(parts)}" if parts else "")


def write_refined(folder: Path, table: RefinedTable) -> Path:
    """Move dropped words from `words.tsv` to `dropped.tsv`, each with its weight and the reason.

    Returns:
        The file of the dropped words.

    Raises:
        TopicError: no word would be left.
        OSError: a file cannot be written.
    """
    dropped = table.dropped
    if len(dropped) == len(table.rows):
        raise TopicError(
            "{folder}: no word would be left: do the documents belong to the domain?", folder=folder
        )
    file, kept_apart = folder / "words.tsv", folder / "dropped.tsv"
    stay: list[str] = []
    rows: list[str] = []
    for line in file.read_text(encoding="utf-8-sig").splitlines():
        fields = line.split("\t")
        word = normalise(fields[0]).strip()
        if line.startswith("#") or word not in dropped:
            stay.append(line)
        else:
            row = dropped[word]
            weight = fields[1] if len(fields) > 1 else ""
            rows.append(
                f"{word}\t{weight}\t{row.reason}\t{row.domain}\t{row.general}\t{row.ratio:.2f}\t{row.keyness:.1f}"
            )
    before = kept_apart.read_text(encoding="utf-8") if kept_apart.exists() else ""
    header = "" if before else "# word, weight, reason, domain documents, other documents, ratio, keyness\n"
    kept_apart.write_text(before + header + "".join(f"{row}\n" for row in rows), encoding="utf-8")
    write_atomically(file, "\n".join(stay) + "\n")
    return kept_apart
