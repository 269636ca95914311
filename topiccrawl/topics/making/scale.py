"""The scale of formula 3: fitted to texts of the domain, and tried on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median

from topiccrawl.errors import VocabularyError
from topiccrawl.relevance.relevance import Relevance
from topiccrawl.relevance.topic.toml_edit import write_values
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.sources import TextDocument
from topiccrawl.topics.making.unlabelled_weights import DOMAIN_WORDS

SCALE_SHARES = {"description": 0.5, "anchor": 0.05, "body": 0.3}
"""Shares of the median relevance that make good scales (docs/decisions/0001)."""
BACKGROUND_MULTIPLES = {"description": 9.0, "anchor": 3.5, "body": 10.0}
"""Good scales of a list without documents, in multiples of its background level: the best mean F1 of verdicts
with lists of 30 to 300 random words of three topics (docs/decisions/0037-cold-topics.md)."""
_WITHOUT_NEAR_WORDS = {"description": 0.125, "anchor": 0.0125, "body": 0.04}
"""Good scales if no word is near the topic words: shares of the median share of topic words in party news."""
TITLE_BY_BODY = 2.0
"""Assumed ratio of the relevance of titles to that of bodies, if no title contains a topic word."""
_BEGINNING = 40
"""Number of characters at the beginning of a text that replace a missing title."""


def title_or_beginning(title: str, text: str) -> str:
    """Return the title, or the beginning of the text in its place."""
    return title or text[:_BEGINNING]


def typical(values: Sequence[float]) -> float:
    """Return the median; if most values are 0, that of the others; 0 if all are.

    >>> typical([0, 0, 0, 3, 5]), typical([1, 2, 3]), typical([0])
    (4.0, 2, 0.0)
    """
    return median(values) or median([value for value in values if value] or [0.0])


def write_scale(folder: Path, titles: float, bodies: float, level: float, note: str, digits: int) -> None:
    """Write the scale for texts of this typical relevance, rounded to significant digits."""
    # Titles without a topic word score little more than general text, and give no scale for relevance.
    least = BACKGROUND_MULTIPLES["description"] / SCALE_SHARES["description"] * level
    found = {"description": max(titles, least), "anchor": max(titles, least), "body": bodies}
    values = {name: share * found[name] for name, share in SCALE_SHARES.items()}
    _write(folder, values, level, note, digits)


def write_scale_without_documents(folder: Path, note: str) -> None:
    """Write the scale of a topic about which only its words are known.

    What general text scores is computed from the frequencies of words; a relevant text scores several times
    as much.
    """
    level = Relevance(Topic.load(folder)).level
    values = {name: multiple * level for name, multiple in BACKGROUND_MULTIPLES.items()}
    _write(folder, values if level else _WITHOUT_NEAR_WORDS, level, note, digits=3)


def _write(folder: Path, values: Mapping[str, float], level: float, note: str, digits: int) -> None:
    rounded = {name: float(f"{value:.{digits}g}") for name, value in values.items()}
    write_values(folder, "scale", {**rounded, "level": float(f"{level:.3g}")}, note)


def set_scale(folder: Path, documents: Iterable[TextDocument]) -> None:
    """Fit the scale to the texts of the domain, those with several topic words, and write it.

    Args:
        folder: the topic.
        documents: the texts that its weights came from.

    Raises:
        VocabularyError: no text is relevant to the topic.
    """
    relevance = Relevance(Topic.load(folder))
    found = [text for text in documents if len(relevance.topic_words_in(text.text)) >= DOMAIN_WORDS]
    titles = [relevance.score(title_or_beginning(text.title, text.body)) for text in found]
    bodies = [relevance.score(text.body) for text in found]
    if not any(titles) or not any(bodies):
        raise VocabularyError("no title or no body of the texts has any relevance: do they hold topic words?")
    note = (
        f"topic new`: {', '.join(map(str, SCALE_SHARES.values()))} of the medians of {len(titles)} "
        f"texts of the domain (titles {typical(titles):.4f}, bodies {typical(bodies):.4f})"
    )
    write_scale(folder, typical(titles), typical(bodies), relevance.level, note, digits=2)
