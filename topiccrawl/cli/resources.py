"""`topiccrawl resources`: list and import dictionaries, thesauri and vectors."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.progress import working
from topiccrawl.messages import Message
from topiccrawl.text.language import localized, marked, say, translated
from topiccrawl.text.resources import cache_dir, imported_dir, resource

app = command_group("resources", "List dictionaries, thesauri and vectors, and import your own.")


class ResourceKind(StrEnum):
    """Kinds of resources that can be imported."""

    HOWNET = "hownet"
    SYNONYMS = "synonyms"
    VECTORS = "vectors"


_FACTS = (marked("state"), marked("licence"), marked("changes"), marked("path"))
_FOLDERS = (marked("shipped"), marked("imported"), marked("cache"))


@app.command("list", epilog=examples("resources list", "resources list | grep -A 4 hownet"))
def list_() -> None:
    """List all third-party resources: state, licence, what they change, path; and the folders they are in.

    An imported one is removed by deleting the folder of its name in the folder of imported ones.
    """
    from topiccrawl.relevance.resources.catalogue import catalogue

    for entry in catalogue():
        typer.echo(f"{entry.name}  ({translated(entry.kind)})")
        facts = (entry.state or _how_to_get(entry.package), entry.licence, entry.changes, entry.path)
        for name, value in zip(_FACTS, facts, strict=True):
            if value is not None:
                shown = localized(value) if isinstance(value, Message) else translated(str(value))
                typer.echo(f"    {translated(name):7}  {shown}")
    folders = (resource("topics").parent, imported_dir(), cache_dir())  # type: ignore[attr-defined]
    for name, folder in zip(_FOLDERS, folders, strict=True):
        typer.echo(f"{translated(name):8}  {folder}")


def _how_to_get(package: str) -> str:
    if not package:
        return translated("not imported")
    return say("not installed: pip install {package}", package=package)


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
    told = marked('{name}: {description}; in topic.toml: [resources] {key} = "{name}"')
    typer.echo(say(told, name=entry.name, description=entry.description, key=key))
