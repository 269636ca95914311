"""The catalogue of resources: packaged ones, those that can be imported, and those that were."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from topiccrawl.relevance.resources.imported import Imported, imported
from topiccrawl.relevance.resources.packaged import PACKAGED, TO_IMPORT, Packaged, ResourceFacts

_IMPORTED_CHANGES = {
    "hownet": "SimH of the topics that name it",
    "synonyms": "SimH of the topics that name it: words of one line are synonyms",
    "vectors": "SimD of the topics that name it",
}


@dataclass(frozen=True)
class ResourceEntry(ResourceFacts):
    """A row of the catalogue.

    Attributes:
        state: the installed version, or where it was imported from; empty if it is missing.
        path: its location; None if it is missing.
    """

    state: str = ""
    path: Path | None = None


def catalogue() -> tuple[ResourceEntry, ...]:
    """Return all resources."""
    own = imported()
    rows = [_row(row, *_state(row.package)) for row in PACKAGED]
    if TO_IMPORT.name not in {entry.kind for entry in own}:
        rows.append(_row(TO_IMPORT))
    return (*rows, *map(_of_import, own))


def _row(entry: Packaged, state: str = "", path: Path | None = None) -> ResourceEntry:
    return ResourceEntry(entry.name, entry.kind, entry.package, entry.licence, entry.changes, state, path)


def _state(package: str) -> tuple[str, Path | None]:
    try:
        found = metadata.distribution(package)
    except metadata.PackageNotFoundError:
        return "", None
    folder = next((file.parts[0] for file in found.files or () if "dist-info" not in file.parts[0]), "")
    return f"{found.version} installed", Path(str(found.locate_file(folder)))


def _of_import(entry: Imported) -> ResourceEntry:
    return ResourceEntry(
        entry.name,
        "vectors" if entry.kind == "vectors" else "thesaurus",
        "",
        TO_IMPORT.licence if entry.kind == TO_IMPORT.name else "yours to know: it was imported",
        _IMPORTED_CHANGES[entry.kind],
        f"imported from {entry.source}: {entry.description}",
        entry.path,
    )
