"""The decisions: which earlier page does a page repeat, by its body or by its title?"""

from __future__ import annotations

from typing import NamedTuple

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.match import Match
from topiccrawl.dedup.originals import Candidates, Originals, roles_of
from topiccrawl.dedup.sketch import jaccard

BODY_THRESHOLD = 0.8
"""Least Jaccard similarity of two bodies for a near duplicate."""

AGREEMENT = 0.55
"""Least Jaccard similarity of two bodies under similar titles. Measured: reposts have .56 or more (half of
them over .99), different stories under a title by formula about .35."""

ROUNDING = 1e-9


class Repeat(NamedTuple):
    """An earlier page that a page repeats.

    Attributes:
        match: the page, and how much alike they are.
        kind: what is alike, "body" or "title".
    """

    match: Match
    kind: str


class Found(NamedTuple):
    """An original that a page resembles: its number, and how much alike they are."""

    number: int
    similarity: float


def find_repeat(
    own: Fingerprint, key: str, candidates: Candidates, title_threshold: float
) -> Repeat | None:
    """Return the earlier page that a page repeats: by its body, else by its title.

    A page that was fetched again does not repeat itself.
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
    """Return the earlier page that a page repeats; in every other respect it becomes an original."""
    with originals.candidates(own) as candidates:
        found = find_repeat(own, key, candidates, title_threshold)
    if found is None:
        originals.keep(own, key, roles_of(own))
    else:
        originals.keep(own, key, roles_of(own, found.kind), found.match.key)
    return found


def find_body(own: Fingerprint, candidates: Candidates, threshold: float) -> Found | None:
    """Return the original with the same body, else the one with the most similar at the threshold."""
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
    """Return the original under the most similar title whose body, where both are known, agrees."""
    if not own.title:
        return None
    found = candidates.similar_titles(threshold - ROUNDING)
    for one in sorted(found, key=lambda one: (-round(one.similarity, 9), one.number)):
        if own.body is None or one.body is None or jaccard(own.body, one.body) >= AGREEMENT:
            return Found(one.number, min(round(one.similarity, 9), 1.0))
    return None


def _other_page(found: Found | None, key: str, candidates: Candidates) -> str | None:
    """Return the key of the original that was found; None if it is, or stands for, the page itself."""
    if found is None or candidates.key_of(found.number) == key:
        return None
    original = candidates.original_of(found.number)
    return None if original == key else original
