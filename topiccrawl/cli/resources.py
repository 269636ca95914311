"""`topiccrawl resources`: what the judgement of texts rests on."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.group import command_group
from topiccrawl.relevance.resource_catalogue import catalogue
from topiccrawl.relevance.resource_error import ResourceError
from topiccrawl.relevance.resource_store import import_resource
from topiccrawl.text.resources import cache_dir, imported_dir, resource

resources = command_group("Dictionaries, thesauri and vectors: what there is, and bringing your own.")


class Kind(StrEnum):
    """What can be imported."""

    HOWNET = "hownet"
    SYNONYMS = "synonyms"
    VECTORS = "vectors"


@resources.command("list")
def list_() -> None:
    """Every resource that others made: its licence, what it changes, and whether it is there."""
    for entry in catalogue():
        typer.echo(f"{entry.name}  ({entry.kind})")
        typer.echo(f"    state    {entry.state or _how_to_get(entry.package)}")
        typer.echo(f"    licence  {entry.licence}")
        typer.echo(f"    changes  {entry.changes}")


def _how_to_get(package: str) -> str:
    return f"not installed: pip install {package}" if package else "not imported"


@resources.command("import")
def import_(
    kind: Annotated[
        Kind,
        typer.Argument(
            help="hownet (folder or OpenHowNet's zip), vectors, or synonyms (a set of them a line)."
        ),
    ],
    source: Annotated[Path, typer.Argument(help="Folder or file.")],
    name: Annotated[str, typer.Option(help="Its name in topics; without it that of the file.")] = "",
) -> None:
    """Check a resource of your own and keep it, so that topics can name it."""
    kept = import_resource(source, kind.value, name)
    key = "vectors" if kept.kind == "vectors" else "thesaurus"
    typer.echo(f'{kept.name}: {kept.description}; in topic.toml: [resources] {key} = "{kept.name}"')


@resources.command("path")
def path(
    name: Annotated[
        str, typer.Argument(help="A resource of `resources list`; without it, the folders.")
    ] = "",
) -> None:
    """Where a resource is, or the folders of shipped and imported resources and of the cache."""
    if not name:
        typer.echo(f"shipped   {resource('topics').parent}")  # type: ignore[attr-defined]
        typer.echo(f"imported  {imported_dir()}")
        typer.echo(f"cache     {cache_dir()}")
        return
    for entry in catalogue():
        if entry.name == name:
            if entry.path is None:
                raise ResourceError(f"{name} is {_how_to_get(entry.package)}")
            typer.echo(str(entry.path))
            return
    raise ResourceError(f"no resource {name!r}; `topiccrawl resources list` shows those that there are")
