"""The catalogue of resources: packaged ones, those that can be imported, and those that were."""

from __future__ import annotations

from dataclasses import replace
from importlib import metadata
from pathlib import Path

from topiccrawl.messages import message
from topiccrawl.relevance.resources.imported import Imported, imported
from topiccrawl.relevance.resources.packaged import PACKAGED, TO_IMPORT, ResourceFacts
from topiccrawl.text.language import marked

_IMPORTED_CHANGES = {
    "hownet": marked("SimH of the topics that name it"),
    "synonyms": marked("SimH of the topics that name it: words of one line are synonyms"),
    "vectors": marked("SimD of the topics that name it"),
}


def catalogue() -> tuple[ResourceFacts, ...]:
    """Return all resources."""
    own = imported()
    missing = () if any(entry.kind == TO_IMPORT.name for entry in own) else (TO_IMPORT,)
    return (*map(_with_state, PACKAGED), *missing, *map(_of_import, own))


def _with_state(entry: ResourceFacts) -> ResourceFacts:
    try:
        found = metadata.distribution(entry.package)
    except metadata.PackageNotFoundError:
        return entry
    folder = next((file.parts[0] for file in found.files or () if "dist-info" not in file.parts[0]), "")
    state = message("{version} installed", version=found.version)
    return replace(entry, state=state, path=Path(str(found.locate_file(folder))))


def _of_import(entry: Imported) -> ResourceFacts:
    return ResourceFacts(
        entry.name,
        "vectors" if entry.kind == "vectors" else "thesaurus",
        "",
        TO_IMPORT.licence if entry.kind == TO_IMPORT.name else marked("yours to know: it was imported"),
        _IMPORTED_CHANGES[entry.kind],
        message("imported from {source}: {description}", source=entry.source, description=entry.description),
        entry.path,
    )
