"""What pages are compared by: computed once per page, and small enough to keep for millions of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from types import MappingProxyType

from topiccrawl.dedup.sketch import Sketch, sketch, squeeze
from topiccrawl.dedup.title_vectors import title_vector
from topiccrawl.text.resources import read_resource

SHORTEST = 20
"""Below so many characters a body says nothing: players and error notes are the same on many pages."""

SHORTEST_NEAR = 200
"""Below so many characters only equal bodies are duplicates: short notices differ in a name or a figure."""

_LONGEST_TITLE = 500
"""Characters of a title that are compared; a longer one is no headline and would have too many words."""

_FORM = 1
"""Changed with anything that gives a page another fingerprint."""


@dataclass(frozen=True, eq=False)
class Fingerprint:
    """Title and body of a page as duplicates are looked for.

    Attributes:
        title: weights of the title's words by their 64-bit hashes, rarest word first, scaled to length 1;
            empty for a blank title.
        body: sample of the body's shingles; None when the body is unknown or has no letter or digit.
        digest: of the body without marks and blanks, 16 bytes; None when it is too short to tell anything.
        near: whether the body is long enough to be nearly the same as another.
    """

    title: Mapping[int, float]
    body: Sketch | None = None
    digest: bytes | None = None
    near: bool = False


def fingerprint(title: str, body: str | None = None) -> Fingerprint:
    """Return the fingerprint of a page from its headline and its text."""
    return Fingerprint(_hashed_vector(title[:_LONGEST_TITLE]), *_of_body(body or ""))


@cache
def fingerprint_form() -> str:
    """Return the version of fingerprints, the same wherever equal pages get equal ones.

    It covers the shipped dictionary, by which titles are cut into words.
    """
    words = read_resource("userdict.txt").encode()
    return f"{_FORM}-{blake2b(words, digest_size=6).hexdigest()}"


def word_hash(word: str) -> int:
    """Return the 64-bit hash of a word."""
    return int.from_bytes(blake2b(word.encode("utf-8", "replace"), digest_size=8).digest(), "little")


@lru_cache(maxsize=64)  # as with the words: asked for again soon
def _hashed_vector(title: str) -> Mapping[int, float]:
    return MappingProxyType({word_hash(word): weight for word, weight in title_vector(title).items()})


@lru_cache(maxsize=2)  # two indexes that are given the same page one after the other compute it once
def _of_body(body: str) -> tuple[Sketch | None, bytes | None, bool]:
    squeezed = squeeze(body)
    if not squeezed:
        return None, None, False
    digest = blake2b(squeezed.encode("utf-8", "replace"), digest_size=16).digest()
    return sketch(squeezed), digest if len(squeezed) >= SHORTEST else None, len(squeezed) >= SHORTEST_NEAR
