"""Which thesaurus and which vectors a topic is scored with, by their names in `topic.toml`.

    [resources]
    thesaurus = "cilin + hownet"      # the better of several
    vectors = "words"

Thesauri: `cilin` (as Tian & Zhao measure it), `cilin-path` (by the share of the path), `wikipedia-synonyms`,
and what was imported; `NAME:paper` is an imported HowNet by the printed text of Liu & Li, without it by their
program. Vectors: `words` (packaged), `encoder`, `mean` (of both), or what was imported; `NAME:literal` are
word vectors by the letter of paper A: a word that they lack has none, it is not composed of its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from topiccrawl.errors import ResourceError
from topiccrawl.relevance.resources import packaged as resources
from topiccrawl.relevance.resources.imported import find_imported
from topiccrawl.relevance.resources.packaged import Thesaurus, Unopened, Vectors

if TYPE_CHECKING:
    from topiccrawl.relevance.hownet.measure import Mode

Opened = TypeVar("Opened")


@dataclass(frozen=True)
class ResourceChoice:
    """Names of the resources of a topic.

    Attributes:
        thesaurus: for SimH; several, parted by `+`, are taken as one.
        vectors: for SimD.
    """

    thesaurus: str = "cilin"
    vectors: str = "words"

    def __post_init__(self) -> None:
        for name in ("thesaurus", "vectors"):
            if not all(part.strip() for part in getattr(self, name).split("+")):
                raise ValueError(f"{name} = {getattr(self, name)!r} names nothing")
        if "+" in self.vectors:
            raise ValueError(f"vectors = {self.vectors!r} must name one set of vectors")


_THESAURI: dict[str, Callable[[], Unopened[Thesaurus]]] = {
    "cilin": resources.cilin,
    "cilin-path": resources.cilin_path,
    "wikipedia-synonyms": resources.wikipedia_synonyms,
}
_VECTORS: dict[str, Callable[[], Unopened[Vectors]]] = {
    "words": resources.word_vectors,
    "words:literal": lambda: resources.word_vectors(compose=False),
    "encoder": resources.encoder,
    "mean": resources.mixed_vectors,
}


def chosen_thesaurus(names: str) -> Unopened[Thesaurus]:
    """The thesaurus of that name, or the better of those of the names parted by `+`.

    Raises:
        ResourceError: a name stands for nothing, for vectors, or for a package that is not installed.
    """
    with _named("thesaurus", names):
        parts = [_thesaurus(name.strip()) for name in names.split("+")]
    if len(parts) == 1:
        return parts[0]

    def load() -> Thesaurus:
        from topiccrawl.relevance.thesauri.joined import JoinedThesaurus

        return JoinedThesaurus([part.open() for part in parts])

    return Unopened(f"max({', '.join(part.fingerprint for part in parts)})", load)


def chosen_vectors(name: str) -> Unopened[Vectors]:
    """The vectors of that name.

    Raises:
        ResourceError: the name stands for nothing, for a thesaurus, or for a package that is not installed.
    """
    with _named("vectors", name):
        return _vectors(name.strip())


def _vectors(name: str) -> Unopened[Vectors]:
    if name in _VECTORS:
        return _installed(name, _VECTORS[name])
    base, _, reading = name.partition(":")
    found = find_imported(base)
    if found.kind != "vectors":
        raise ResourceError(f"{name!r} is a thesaurus ({found.kind}), not vectors")
    if reading not in ("", "literal"):
        raise ResourceError(f"{name!r}: vectors are named NAME or NAME:literal")
    from topiccrawl.relevance.vectors.files import content_digest

    compose = not reading

    def load() -> Vectors:
        from topiccrawl.relevance.vectors.word_vectors import WordVectors

        return WordVectors.load(found.path, compose)

    return Unopened(f"vectors-{content_digest(found.path)}{'+composed' if compose else ''}", load)


def _thesaurus(name: str) -> Unopened[Thesaurus]:
    if name in _THESAURI:
        return _installed(name, _THESAURI[name])
    base, _, mode = name.partition(":")
    found = find_imported(base)
    if found.kind == "hownet" and mode in ("", "program", "paper"):
        return _hownet(found.path, cast("Mode", mode or "program"))
    if found.kind != "synonyms" or mode:
        raise ResourceError(f"{name!r} is no thesaurus (its kind is {found.kind})")
    from topiccrawl.relevance.thesauri.synonyms import SynonymLines

    synonyms = SynonymLines.load(found.path)
    return Unopened(synonyms.fingerprint, lambda: synonyms)


def _hownet(folder: Path, mode: Mode) -> Unopened[Thesaurus]:
    from topiccrawl.relevance.hownet.hownet import HowNet, hownet_fingerprint

    return Unopened(hownet_fingerprint(folder, mode), lambda: HowNet.load(folder, mode))


@contextmanager
def _named(key: str, value: str) -> Iterator[None]:
    try:
        yield
    except ResourceError as error:
        raise ResourceError(f"{key} = {value!r}: {error}") from None


def _installed(name: str, make: Callable[[], Unopened[Opened]]) -> Unopened[Opened]:
    try:
        return make()
    except PackageNotFoundError as error:
        raise ResourceError(f"the resource {name!r} needs the package {error.name}: pip install it") from None
