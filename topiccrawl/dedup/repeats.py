"""Decide which earlier page a page duplicates, by body or by title."""

from __future__ import annotations

from typing import NamedTuple

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.match import Match
from topiccrawl.dedup.originals import Candidates, Originals, roles_of
from topiccrawl.dedup.sketch import jaccard

BODY_THRESHOLD = 0.8
"""Minimum Jaccard similarity of near duplicates."""

AGREEMENT = 0.55
"""Minimum Jaccard similarity of two bodies with similar titles. Measured: reposts have .56 or more (half of
them over .99), different stories with a formulaic title about .35."""

ROUNDING = 1e-9


class Repeat(NamedTuple):
    """The earlier page that a page duplicates.

    Attributes:
        match: the page and the similarity.
        kind: what is similar, "body" or "title".
    """

    match: Match
    kind: str


class Found(NamedTuple):
    """Number of an original and its similarity to a page."""

    number: int
    similarity: float


def find_repeat(own: Fingerprint, key: str, candidates: Candidates, title_threshold: float) -> Repeat | None:
    """Return the earlier page that a page duplicates, by body, else by title.

    A page that was fetched again is not a duplicate of itself.
    """
    found = find_body(own, candidates, BODY_THRESHOLD)
    original = _other_page(found, key, candidates)
    if found is not None and original is not None:
        return Repeat(Match(original, found.similarity), "body")
    found = find_title(own, candidates, title_threshold)
    original = _other_page(found, key, candidates)
    if found is not None and original is not None:
        return Repeat(Match(original, found.similarity), "title")
    return None


def find_or_keep(own: Fingerprint, key: str, originals: Originals, title_threshold: float) -> Repeat | None:
    """Return the earlier page that a page duplicates; in all other roles it becomes an original."""
    with originals.candidates(own) as candidates:
        found = find_repeat(own, key, candidates, title_threshold)
    if found is None:
        originals.keep(own, key, roles_of(own))
    else:
        originals.keep(own, key, roles_of(own, found.kind), found.match.key)
    return found


def find_body(own: Fingerprint, candidates: Candidates, threshold: float) -> Found | None:
    """Return the original with the same body, else the one with the most similar body above the threshold."""
    if own.digest is None:
        return None
    same = candidates.same_body()
    if same is not None:
        return Found(same, 1.0)
    if not own.near or own.body is None:
        return None
    similar = [(jaccard(own.body, body), -number) for number, body in candidates.near_bodies()]
    best, number = max(similar, default=(0.0, 0))
    return Found(-number, best) if best >= threshold else None


def find_title(own: Fingerprint, candidates: Candidates, threshold: float) -> Found | None:
    """Return the original with the most similar title whose body agrees, where both bodies are known."""
    if not own.title:
        return None
    found = candidates.similar_titles(threshold - ROUNDING)
    for one in sorted(found, key=lambda one: (-round(one.similarity, 9), one.number)):
        if own.body is None or one.body is None or jaccard(own.body, one.body) >= AGREEMENT:
            return Found(one.number, min(round(one.similarity, 9), 1.0))
    return None


def _other_page(found: Found | None, key: str, candidates: Candidates) -> str | None:
    """Return the key of the original that was found; None if it is, or represents, the page itself."""
    if found is None or candidates.key_of(found.number) == key:
        return None
    original = candidates.original_of(found.number)
    return None if original == key else original
