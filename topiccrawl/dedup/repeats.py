"""Decide which earlier page a page duplicates, by body or by title."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.originals import Candidates, Originals, SimilarBody, SimilarTitle, roles_of
from topiccrawl.dedup.siblings import are_siblings, differ_in_numbers
from topiccrawl.dedup.sketch import contained, jaccard, most_similar

BODY_THRESHOLD = 0.8
"""Minimum Jaccard similarity of near duplicates."""

AGREEMENT = 0.55
"""Minimum Jaccard similarity of two bodies with similar titles. Measured: reposts have .56 or more (half of
them over .99), different stories with a formulaic title about .35."""

CUT_TITLE = 0.5
"""Minimum cosine of a title and its beginning, the paper's lower bound: lists cut long titles."""

CUT_AGREEMENT = 0.7
"""Minimum Jaccard similarity of two bodies if one title is a part of the other."""

CONTAINED = 0.8
"""Minimum share of the shorter body that the other one has: reposts are cut or lengthened, notices by one
form differ here and there. Versions of one story on one day under one headline have .83 or more."""

SIBLING_CONTAINED = 0.985
"""The same for two bodies whose titles differ in whom or what they tell of, or that were published days
apart: meetings, visits and people under one form."""

ROUNDING = 1e-9


_LEFT_OUT = 2
"""Minimum number of words that a cut title lacks: with fewer, two notices may differ in a name."""


class Match(NamedTuple):
    """The original of a duplicate.

    Attributes:
        key: key of the original.
        similarity: cosine of the titles or Jaccard similarity of the bodies, in (0, 1].
    """

    key: str
    similarity: float


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


def find_repeat(
    own: Fingerprint,
    key: str,
    candidates: Candidates,
    title_threshold: float,
    far_from: Callable[[str], bool] = lambda _: False,
) -> Repeat | None:
    """Return the earlier page that a page duplicates, by body, else by title.

    A page that was fetched again is not a duplicate of itself.

    Args:
        own: fingerprint of the page.
        key: its key.
        candidates: for it.
        title_threshold: minimum cosine of titles.
        far_from: whether the page with a key was published long before or after this one.
    """
    for kind, find, threshold in (
        ("body", find_body, BODY_THRESHOLD),
        ("title", find_title, title_threshold),
    ):
        found = find(own, candidates, threshold, far_from)
        original = _other_page(found, key, candidates)
        if found is not None and original is not None:
            return Repeat(Match(original, found.similarity), kind)
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


def find_body(
    own: Fingerprint,
    candidates: Candidates,
    threshold: float,
    far_from: Callable[[str], bool] = lambda _: False,
) -> Found | None:
    """Return the original with the same body, else the one with the most similar body above the threshold.

    Where both titles are known, near bodies must agree as titles by one form and dates require.
    """
    if own.digest is None:
        return None
    same = candidates.same_body()
    if same is not None:
        return Found(same, 1.0)
    if not own.near or own.body is None:
        return None
    near = list(candidates.near_bodies())
    similar = most_similar(own.body, [one.body for one in near], threshold)
    pairs = sorted(zip(similar, near, strict=True), key=lambda pair: (-pair[0], pair[1].number))
    for similarity, one in pairs:
        if similarity < threshold:
            break
        if not (own.title and one.title) or _tell_the_same(
            own, one, lambda number: far_from(candidates.key_of(number))
        ):
            return Found(one.number, similarity)
    return None


def find_title(
    own: Fingerprint,
    candidates: Candidates,
    threshold: float,
    far_from: Callable[[str], bool] = lambda _: False,
) -> Found | None:
    """Return the original with the most similar title whose body agrees, where both bodies are known.

    Where both are, a title that is a part of the other may be less similar, and the bodies must agree more;
    so must those of titles by one form (`are_siblings`), and of pages that were published far apart.
    """
    if not own.title:
        return None
    cut = CUT_TITLE - ROUNDING if own.body is not None and threshold > CUT_TITLE else None
    found = candidates.similar_titles(threshold - ROUNDING, cut)
    for one in sorted(found, key=lambda one: (-round(one.similarity, 9), one.number)):
        if _agrees(own, one, threshold - ROUNDING, lambda number: far_from(candidates.key_of(number))):
            return Found(one.number, min(round(one.similarity, 9), 1.0))
    return None


def may_repeat(
    similarity: float, title: Mapping[int, float], other: Mapping[int, float], least: float, cut: float | None
) -> bool:
    """Return whether `Candidates.similar_titles` returns a title for another one."""
    return similarity >= least or (cut is not None and similarity >= cut and is_part(title, other))


def is_part(title: Mapping[int, float], other: Mapping[int, float]) -> bool:
    """Return whether one of two titles is a part of the other, except for the word where it was cut."""
    short, long = sorted((title, other), key=len)
    return len(long) - len(short) >= _LEFT_OUT and len(short.keys() - long.keys()) <= 1


def _agrees(own: Fingerprint, one: SimilarTitle, threshold: float, is_far: Callable[[int], bool]) -> bool:
    """Return whether the titles are similar enough for their bodies."""
    if own.body is None or one.body is None:
        return one.similarity >= threshold
    is_similar = one.similarity >= threshold
    agreement = jaccard(own.body, one.body)
    if agreement < (AGREEMENT if is_similar else CUT_AGREEMENT):
        return False
    if not is_similar and not is_part(own.title, one.title):
        return False
    return _tell_the_same(own, one, is_far)


def _tell_the_same(own: Fingerprint, one: SimilarBody | SimilarTitle, is_far: Callable[[int], bool]) -> bool:
    """Return whether two similar bodies differ as reposts do, not as notices by one form do."""
    assert own.body is not None and one.body is not None
    both = contained(own.body, one.body)
    if both >= SIBLING_CONTAINED:
        return not differ_in_numbers(own.title, one.title)
    return both >= CONTAINED and not (are_siblings(own.title, one.title) or is_far(one.number))


def _other_page(found: Found | None, key: str, candidates: Candidates) -> str | None:
    """Return the key of the original that was found; None if it is, or represents, the page itself."""
    if found is None or candidates.key_of(found.number) == key:
        return None
    original = candidates.original_of(found.number)
    return None if original == key else original
