"""`topiccrawl resources`: list, import, train and remove dictionaries, thesauri and vectors."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.progress import progress_bars, working
from topiccrawl.cli.shared.tables import print_table
from topiccrawl.cli.shared.topic_option import KnownTopic
from topiccrawl.errors import ResourceError
from topiccrawl.extras import require_extra
from topiccrawl.messages import message
from topiccrawl.relevance.resources.catalogue import catalogue
from topiccrawl.relevance.resources.imported import (
    check_name,
    find_imported,
    import_resource,
    remove_resource,
)
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.vectors.training.parameters import TrainingParameters
from topiccrawl.text.language import marked
from topiccrawl.text.resources import cache_dir, imported_dir, resource
from topiccrawl.text.segment import Segmenter
from topiccrawl.text.sources import TextSource

app = command_group("resources", "List dictionaries, thesauri and vectors, and import or train your own.")


class ResourceKind(StrEnum):
    """Kinds of resources that can be imported."""

    HOWNET = "hownet"
    SYNONYMS = "synonyms"
    VECTORS = "vectors"


@app.command("list", epilog=examples("resources list", "resources list | grep -A 3 hownet"))
def list_() -> None:
    """List all third-party resources: state, licence, and what they change."""
    for entry in catalogue():
        typer.echo(f"{entry.name}  ({entry.kind})")
        typer.echo(f"    state    {entry.state or _how_to_get(entry.package)}")
        typer.echo(f"    licence  {entry.licence}")
        typer.echo(f"    changes  {entry.changes}")


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
    _import(source, kind.value, name)


def _import(source: Path, kind: Literal["hownet", "synonyms", "vectors"], name: str) -> None:
    entry = import_resource(source, kind, name)
    key = "vectors" if entry.kind == "vectors" else "thesaurus"
    typer.echo(f'{entry.name}: {entry.description}; in topic.toml: [resources] {key} = "{entry.name}"')


@app.command("remove", epilog=examples("resources remove tencent", "resources remove party hownet"))
def remove(
    names: Annotated[list[str], typer.Argument(help="Names of imported resources; see `resources list`.")],
) -> None:
    """Remove imported or trained resources; the original files stay."""
    for entry in [find_imported(name) for name in names]:
        folder = remove_resource(entry.name)
        typer.echo(f"{entry.name} ({entry.kind}): {folder} removed")


@app.command(
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
    window: Annotated[int, typer.Option(help="Context words on either side.")] = 5,
    least: Annotated[int, typer.Option(help="Minimum occurrences of a word.")] = TrainingParameters.least,
    epochs: Annotated[int, typer.Option(help="Passes over the texts.")] = 5,
    vocabulary: Annotated[
        int, typer.Option(help="Maximum number of words; limits memory.")
    ] = TrainingParameters.vocabulary,
    folder: Annotated[
        Path | None, typer.Option(help="Folder for intermediate files; default: one in the cache.")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Do not continue an interrupted run.")] = False,
) -> None:
    """Train word vectors on several sources in one run, and store them under a name."""
    require_extra("vectors")
    check_name(name)
    work = folder or cache_dir() / "training" / name
    segmenter = Segmenter(Topic.load(topic).dictionary() if topic else ())
    parameters = TrainingParameters(
        dimensions=dimensions, window=window, least=least, epochs=epochs, vocabulary=vocabulary
    )
    from topiccrawl.relevance.vectors.training.run import forget, train_vectors

    if fresh:
        forget(work)
    with progress_bars() as on_progress:
        trained = train_vectors(
            [TextSource(path) for path in sources], work, parameters, segmenter, on_progress
        )
    numbers = ("documents", "tokens", "vocabulary")
    rows = [
        [source.name, f"{source.documents:,}", f"{source.tokens:,}", f"{source.vocabulary:,}"]
        for source in trained.counts
    ]
    print_table(["source", *numbers], rows, right=numbers)
    _import(trained.vectors, "vectors", name)
    typer.echo(f"table of sources: {trained.table}")


@app.command("path", epilog=examples("resources path", "resources path cilin"))
def path(
    name: Annotated[str, typer.Argument(help="A resource of `resources list`; default: all folders.")] = "",
) -> None:
    """Print the path of a resource, or the folders of shipped resources, imported ones and the cache."""
    if not name:
        typer.echo(f"shipped   {resource('topics').parent}")  # type: ignore[attr-defined]
        typer.echo(f"imported  {imported_dir()}")
        typer.echo(f"cache     {cache_dir()}")
        return
    for entry in catalogue():
        if entry.name == name:
            if entry.path is None:
                raise ResourceError(message("{name} is {how}", name=name, how=_how_to_get(entry.package)))
            typer.echo(str(entry.path))
            return
    raise ResourceError(message("no resource {name!r}; `topiccrawl resources list` shows all", name=name))
