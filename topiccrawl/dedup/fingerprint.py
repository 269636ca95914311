"""Fingerprints for comparing pages: computed once per page, small enough to keep for millions of pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from hashlib import blake2b
from types import MappingProxyType

from topiccrawl.dedup.bands import bands
from topiccrawl.dedup.sketch import Sketch, sketch, squeeze
from topiccrawl.dedup.title_vectors import count_literal_words, title_vector, weighed
from topiccrawl.text.resources import read_resource

SHORTEST = 20
"""Minimum length of a body that can be a duplicate; shorter ones are often players and error messages."""

SHORTEST_NEAR = 200
"""Minimum length of near duplicates; shorter notices are different if one name or number differs."""

_LONGEST_TITLE = 500
"""Number of characters of a title that are compared; longer titles are not headlines."""

_FORM = 1
"""Version of the fingerprints; increase it with any change that affects them."""


@dataclass(frozen=True, eq=False)
class Fingerprint:
    """Title and body of a page in the form in which duplicates are searched.

    Attributes:
        title: weights of the title's words by their 64-bit hashes, rarest word first, scaled to length 1;
            empty for a blank title.
        body: sketch of the body; None when the body is unknown or has no letter or digit.
        digest: hash of the body without punctuation and white space, 16 bytes; None for a short body.
        near: whether the body is long enough for near duplicates.
    """

    title: Mapping[int, float]
    body: Sketch | None = None
    digest: bytes | None = None
    near: bool = False

    def __reduce__(self) -> tuple[Callable[..., Fingerprint], tuple[object, ...]]:
        """Return what another process gets: read-only mappings cannot be sent."""
        return Fingerprint, (dict(self.title), self.body, self.digest, self.near)

    @cached_property
    def bands(self) -> Sequence[int]:
        """Bands of the body; none without a body."""
        return () if self.body is None else bands(self.body)


def fingerprint(title: str, body: str | None = None) -> Fingerprint:
    """Return the fingerprint of a page from its headline and its text."""
    return Fingerprint(_hashed_vector(title[:_LONGEST_TITLE]), *_of_body(body or ""))


def title_fingerprint(title: str) -> Fingerprint:
    """Return the fingerprint of a title with all that it holds, such as the name of the site."""
    return Fingerprint(hashed(weighed(count_literal_words(title[:_LONGEST_TITLE]))))


def hashed(vector: Mapping[str, float]) -> Mapping[int, float]:
    """Return a vector by the hashes of its words, in the same order; read-only."""
    return MappingProxyType({word_hash(word): weight for word, weight in vector.items()})


@cache
def fingerprint_form() -> str:
    """Return the version of fingerprints, the same wherever equal pages get equal ones."""
    # The packaged dictionary is part of it because titles are segmented with it.
    words = read_resource("userdict.txt").encode()
    return f"{_FORM}-{blake2b(words, digest_size=6).hexdigest()}"


@lru_cache(maxsize=10_000)  # titles are made of few words
def word_hash(word: str) -> int:
    """Return the 64-bit hash of a word."""
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "little")


@lru_cache(maxsize=64)  # a title is needed again soon
def _hashed_vector(title: str) -> Mapping[int, float]:
    return hashed(title_vector(title))


@lru_cache(maxsize=2)  # two indexes often get the same page one after the other
def _of_body(body: str) -> tuple[Sketch | None, bytes | None, bool]:
    squeezed = squeeze(body)
    if not squeezed:
        return None, None, False
    digest = blake2b(squeezed.encode("utf-8", "replace"), digest_size=16).digest()
    return sketch(squeezed), digest if len(squeezed) >= SHORTEST else None, len(squeezed) >= SHORTEST_NEAR
