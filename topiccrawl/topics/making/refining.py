"""Refine candidates to topic words that are worth their cost, by corpus statistics (paper A: 1,552 to 429).

Each topic word costs a comparison with every word of every text, and a general one costs precision. A
candidate stays if documents of the domain contain it, clearly more often than other documents, and if it
adds something: domain documents that do not contain plenty of better words already.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from topiccrawl.errors import TopicError
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.language import marked, say, translated
from topiccrawl.text.normalise import normalise
from topiccrawl.text.segment import Segmenter
from topiccrawl.topics.making.weights import share_ratio
from topiccrawl.topics.words.keyness import contrast

Text = tuple[str, str]
"""Title and body of a document."""
Reason = Literal["", "rare", "general", "covered"]

MEANING: dict[Reason, str] = {
    "rare": marked("in too few documents of the domain"),
    "general": marked("as often in other documents"),
    "covered": marked("in documents with better words"),
}
"""Reasons for users."""

_LEAST = 3
"""Domain documents that must contain a topic word."""
_RATIO = 5.0
"""How many times larger its share of domain documents must be than that of other documents."""
_PLENTY = 12
"""Better topic words with which a document needs no others."""
_NEW = 0.02
"""Share of the domain documents with the word that must need it."""


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


def refine(topic: Topic, domain: Iterable[Text], general: Iterable[Text]) -> list[RefinedWord]:
    """Judge the words of a topic, highest keyness first.

    Args:
        topic: the topic.
        domain: documents of the domain, one in memory at a time.
        general: documents of other fields.

    Raises:
        TopicError: one kind of documents is missing.
    """
    cut = Segmenter(topic.dictionary()).content_words
    wanted = topic.words.keys()
    holders: dict[str, list[int]] = {word: [] for word in wanted}
    domain_size = 0
    for title, body in domain:
        for word in wanted & set(cut(f"{title}\n{body}")):
            holders[word].append(domain_size)
        domain_size += 1
    elsewhere: Counter[str] = Counter()
    general_size = 0
    for title, body in general:
        elsewhere.update(wanted & set(cut(f"{title}\n{body}")))
        general_size += 1
    if not domain_size or not general_size:
        raise TopicError("{name}: documents of the domain and of other fields are needed", name=topic.name)
    judged = []
    for word in wanted:
        here, there = len(holders[word]), elsewhere[word]
        ratio = share_ratio(here / domain_size, there / general_size, domain_size + general_size)
        keyness = contrast(here, domain_size, there, general_size)
        reason: Reason = "rare" if here < _LEAST else "general" if ratio < _RATIO else ""
        judged.append(RefinedWord(word, reason, here, there, ratio, keyness))
    judged.sort(key=lambda row: (-row.keyness, row.word))
    return _without_covered(judged, holders, [0] * domain_size)


def _without_covered(
    judged: list[RefinedWord], holders: dict[str, list[int]], held: list[int]
) -> list[RefinedWord]:
    found = []
    for row in judged:
        if not row.reason:
            needing = sum(held[document] < _PLENTY for document in holders[row.word])
            if needing < max(1.0, _NEW * row.domain):
                row = replace(row, reason="covered")
            else:
                for document in holders[row.word]:
                    held[document] += 1
        found.append(row)
    return found


def summary(rows: Sequence[RefinedWord]) -> str:
    """Return how many words stay, and how many are dropped for which reason."""
    counts = Counter(row.reason for row in rows)
    told = [say("{count} candidates, {stay} stay", count=len(rows), stay=counts[""])]
    told += [f"{translated(text)}: {counts[reason]}" for reason, text in MEANING.items() if counts[reason]]
    return "; ".join(told)


def write_refined(folder: Path, judged: Sequence[RefinedWord]) -> Path:
    """Move dropped words from `words.tsv` to `dropped.tsv`, each with its weight and the reason.

    Returns:
        The file of the dropped words.

    Raises:
        TopicError: no word would be left.
        OSError: a file cannot be written.
    """
    dropped = {row.word: row for row in judged if row.reason}
    if len(dropped) == len(judged):
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
