"""Which thesaurus and which vectors a topic uses, by their names in `topic.toml`.

    [resources]
    thesaurus = "cilin + hownet"      # the highest similarity of several counts
    vectors = "words"

Thesauri: `cilin` (similarity of Tian & Zhao), `cilin-path` (share of the common path), `wikipedia-synonyms`,
and imported ones; `NAME:paper` is an imported HowNet after the printed text of Liu & Li, `NAME` alone after
their program. Vectors: `words` (packaged), `encoder`, `mean` (of both), or imported ones; with `words + NAME`
the mean cosine of both sets counts, and that of one for words that the other lacks. `NAME:literal` are word
vectors as in paper A literally: an unknown word has no vector, and cosines are those of the file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import cast

from topiccrawl.errors import ResourceError
from topiccrawl.messages import message
from topiccrawl.relevance.contracts import Opened, Thesaurus, Unopened, Vectors
from topiccrawl.relevance.hownet.hownet import HowNet, hownet_fingerprint
from topiccrawl.relevance.hownet.measure import Mode
from topiccrawl.relevance.resources.imported import find_imported
from topiccrawl.relevance.resources.packaged import THESAURI, VECTORS, installed
from topiccrawl.relevance.thesauri.joined import joined_thesaurus
from topiccrawl.relevance.thesauri.synonyms import SynonymLines
from topiccrawl.relevance.vectors.files import content_digest
from topiccrawl.relevance.vectors.joined import joined_vectors
from topiccrawl.relevance.vectors.word_vectors import COMPOSED, WordVectors


@dataclass(frozen=True)
class ResourceChoice:
    """Names of the resources of a topic.

    Attributes:
        thesaurus: for SimH; several names are separated by `+`.
        vectors: for SimD; several names are separated by `+`.
    """

    thesaurus: str = "cilin"
    vectors: str = "words"

    def __post_init__(self) -> None:
        for name in ("thesaurus", "vectors"):
            if not all(part.strip() for part in getattr(self, name).split("+")):
                raise ValueError(
                    message("{name} = {value!r} names nothing", name=name, value=getattr(self, name))
                )


def chosen_thesaurus(names: str) -> Unopened[Thesaurus]:
    """Return the thesaurus of this name, or several joined if their names are separated by `+`.

    Raises:
        ResourceError: a name is unknown, belongs to vectors, or its package is not installed.
    """
    parts = _found("thesaurus", names, _thesaurus)
    return parts[0] if len(parts) == 1 else joined_thesaurus(parts)


def chosen_vectors(names: str) -> Unopened[Vectors]:
    """Return the vectors of this name, or several joined if their names are separated by `+`.

    Raises:
        ResourceError: a name is unknown, belongs to a thesaurus, or its package is not installed.
    """
    parts = _found("vectors", names, _vectors)
    return parts[0] if len(parts) == 1 else joined_vectors([(part, 1.0) for part in parts])


def _vectors(name: str) -> Unopened[Vectors]:
    if name in VECTORS:
        return installed(name, VECTORS[name])
    base, _, reading = name.partition(":")
    found = find_imported(base)
    if found.kind != "vectors":
        raise ResourceError("{name!r} is a thesaurus ({kind}), not vectors", name=name, kind=found.kind)
    if reading not in ("", "literal"):
        raise ResourceError("{name!r}: vectors are named NAME or NAME:literal", name=name)
    compose = not reading
    fingerprint = f"vectors-{content_digest(found.path)}{COMPOSED if compose else ''}"
    return Unopened(fingerprint, partial(WordVectors.load, found.path, compose))


def _thesaurus(name: str) -> Unopened[Thesaurus]:
    if name in THESAURI:
        return installed(name, THESAURI[name])
    base, _, mode = name.partition(":")
    found = find_imported(base)
    if found.kind == "hownet" and mode in ("", "program", "paper"):
        own = cast("Mode", mode or "program")
        return Unopened(hownet_fingerprint(found.path, own), partial(HowNet.load, found.path, own))
    if found.kind != "synonyms" or mode:
        raise ResourceError("{name!r} is not a thesaurus (its kind is {kind})", name=name, kind=found.kind)
    synonyms = SynonymLines.load(found.path)
    return Unopened(synonyms.fingerprint, lambda: synonyms)


def _found(key: str, names: str, find: Callable[[str], Unopened[Opened]]) -> list[Unopened[Opened]]:
    try:
        return [find(name.strip()) for name in names.split("+")]
    except ResourceError as error:
        raise ResourceError("{key} = {value!r}: {error}", key=key, value=names, error=error) from None
