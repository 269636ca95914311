"""`topiccrawl resources`: what the judgement of texts rests on."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.bars import bars
from topiccrawl.cli.group import command_group, examples
from topiccrawl.cli.tables import print_table
from topiccrawl.cli.topic_option import KnownTopic
from topiccrawl.errors import ResourceError
from topiccrawl.extras import require_extra
from topiccrawl.relevance.resources.catalogue import catalogue
from topiccrawl.relevance.resources.imported import (
    check_name,
    find_imported,
    import_resource,
    remove_resource,
)
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.vectors.training.parameters import TrainingParameters
from topiccrawl.text.resources import cache_dir, imported_dir, resource
from topiccrawl.text.segment import Segmenter
from topiccrawl.text.sources import TextSource

resources = command_group()


class Kind(StrEnum):
    """What can be imported."""

    HOWNET = "hownet"
    SYNONYMS = "synonyms"
    VECTORS = "vectors"


@resources.command("list", epilog=examples("resources list", "resources list | grep -A 3 hownet"))
def list_() -> None:
    """Every resource that others made: its licence, what it changes, and whether it is there."""
    for entry in catalogue():
        typer.echo(f"{entry.name}  ({entry.kind})")
        typer.echo(f"    state    {entry.state or _how_to_get(entry.package)}")
        typer.echo(f"    licence  {entry.licence}")
        typer.echo(f"    changes  {entry.changes}")


def _how_to_get(package: str) -> str:
    return f"not installed: pip install {package}" if package else "not imported"


@resources.command(
    "import",
    epilog=examples(
        "resources import hownet HowNet/",
        "resources import vectors tencent.txt --name tencent",
        "resources import synonyms party.txt",
    ),
)
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


@resources.command("remove", epilog=examples("resources remove tencent", "resources remove party hownet"))
def remove(
    names: Annotated[
        list[str], typer.Argument(help="Names of imported resources, as `resources list` has them.")
    ],
) -> None:
    """Remove resources that were imported or trained; what they were imported from stays."""
    for entry in [find_imported(name) for name in names]:
        folder = remove_resource(entry.name)
        typer.echo(f"{entry.name} ({entry.kind}): {folder} is removed")


@resources.command(
    "train",
    epilog=examples(
        "resources train corpus.jsonl zhwiki-latest-pages-articles.xml.bz2 --name own",
        "resources train texts/ --name own --topic partybuild --dimensions 100",
    ),
)
def train(
    sources: Annotated[
        list[Path],
        typer.Argument(
            help="Text files, corpus exports (.jsonl), Wikipedia dumps (.xml.bz2), or folders of them."
        ),
    ],
    name: Annotated[str, typer.Option(help="Name of the vectors in topics.")],
    topic: KnownTopic = "",
    dimensions: Annotated[int, typer.Option(help="Length of a vector.")] = TrainingParameters.dimensions,
    window: Annotated[int, typer.Option(help="Words on either side that count as context.")] = 5,
    least: Annotated[int, typer.Option(help="Occurrences that a word needs.")] = TrainingParameters.least,
    epochs: Annotated[int, typer.Option(help="Times that the texts are gone through.")] = 5,
    vocabulary: Annotated[
        int, typer.Option(help="Words at most; bounds the memory.")
    ] = TrainingParameters.vocabulary,
    folder: Annotated[
        Path | None, typer.Option(help="For what is made on the way; without it, one in the cache.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Do not go on with a run that was broken off.")
    ] = False,
) -> None:
    """Train word vectors in one run over several sources, and keep them under a name."""
    check_name(name)
    work = folder or cache_dir() / "training" / name
    segmenter = Segmenter(Topic.load(topic).dictionary() if topic else ())
    parameters = TrainingParameters(
        dimensions=dimensions, window=window, least=least, epochs=epochs, vocabulary=vocabulary
    )
    require_extra("vectors")
    from topiccrawl.relevance.vectors.training.run import forget, train_vectors

    if fresh:
        forget(work)
    with bars() as tell:
        trained = train_vectors([TextSource(path) for path in sources], work, parameters, segmenter, tell)
    numbers = ("documents", "tokens", "vocabulary")
    rows = [
        [one.name, f"{one.documents:,}", f"{one.tokens:,}", f"{one.vocabulary:,}"] for one in trained.counts
    ]
    print_table(["source", *numbers], rows, right=numbers)
    kept = import_resource(trained.vectors, "vectors", name)
    typer.echo(f'{kept.name}: {kept.description}; in topic.toml: [resources] vectors = "{kept.name}"')
    typer.echo(f"the table of sources: {trained.table}")


@resources.command("path", epilog=examples("resources path", "resources path cilin"))
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
