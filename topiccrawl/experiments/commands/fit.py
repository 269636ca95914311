"""`topiccrawl fit`: the parameters of paper A, fitted to labelled data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import progress_bars, working
from topiccrawl.cli.shared.tables import print_table
from topiccrawl.cli.shared.topic_option import TopicOption
from topiccrawl.cli.shared.written_values import load_writable, source_of
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.experiments.commands.choices import check_options, given, one_file
from topiccrawl.extras import require_extra
from topiccrawl.text.language import marked, say, translated
from topiccrawl.text.resources import cache_dir
from topiccrawl.text.sources import TextSource

app = single_command()


class Method(StrEnum):
    """What `fit` fits."""

    SIMILARITY = "similarity"
    URL_STRUCTURE = "url-structure"
    VECTORS = "vectors"


_OPTIONS = {
    Method.SIMILARITY: ("data",),
    Method.URL_STRUCTURE: ("data", "label"),
    Method.VECTORS: ("data", "name", "dimensions", "epochs", "vocabulary"),
}
"""Options of each method beside --topic."""


@app.command(
    epilog=examples(
        "fit similarity pairs.tsv -t my-topics/河长制",
        "fit url-structure urls.tsv --label same -t my-topics/河长制",
        "fit vectors corpus.jsonl zhwiki-latest-pages-articles.xml.bz2 --name own",
        "fit vectors texts/ --name own --topic partybuild --dimensions 100",
    )
)
def fit(
    context: typer.Context,
    method: Annotated[Method, typer.Argument(help="What is fitted.")],
    data: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="What it is fitted to; see docs/relevance.md.", show_default=False
        ),
    ] = [],  # noqa: B006
    topic: TopicOption = "",
    label: Annotated[str, typer.Option(help="url-structure: name of the label's column.")] = "label",
    name: Annotated[str, typer.Option(help="vectors: their name in topics.")] = "",
    dimensions: Annotated[int, typer.Option(help="vectors: length of a vector.")] = 200,
    epochs: Annotated[int, typer.Option(help="vectors: passes over the texts.")] = 5,
    vocabulary: Annotated[
        int, typer.Option(help="vectors: maximum number of words; limits memory.")
    ] = 400_000,
) -> None:
    """Fit the parameters of paper A to data of yours, and write them into a topic.

    The values are written into the folder given by --topic; without it, they are only printed.

    similarity PAIRS: algorithm 1, on pairs of words (word1, word2, label): similar or not, by the topic's
    resources, or the default ones.

    url-structure PAIRS: algorithm 2, on pairs of URLs (url1, url2, label, optionally source): same kind of
    page or not.

    vectors SOURCES: train word vectors on several sources in one run, and store them under a name: text
    files, corpus exports (.jsonl), Wikipedia dumps (.xml.bz2), or folders of them. The words of --topic are
    not split.
    """
    check_options(context, method, _OPTIONS[method], ("topic",))
    folder = Path(topic) if topic else None
    match method:
        case Method.SIMILARITY:
            _similarity(one_file(data), folder)
        case Method.URL_STRUCTURE:
            _url_structure(one_file(data), folder, label)
        case Method.VECTORS:
            if not name:
                raise wrong_value("it is needed for {name}", "--name", name=method)
            parameters = {"dimensions": dimensions, "epochs": epochs, "vocabulary": vocabulary}
            _vectors([Path(source) for source in given(data, "FILE")], name, topic, parameters)


@working(marked("fitting"))
def _similarity(pairs: Path, topic: Path | None) -> None:
    from topiccrawl.experiments.fit.similarity import fit_similarity, read_pairs
    from topiccrawl.relevance.relevance import topic_similarity
    from topiccrawl.relevance.resources.choice import ResourceChoice
    from topiccrawl.relevance.similarity.similarity import Similarity

    loaded = load_writable(topic)
    labelled = read_pairs(pairs)
    choice = loaded.resources if loaded else ResourceChoice()
    fit = fit_similarity(topic_similarity(loaded) if loaded else Similarity.chosen(choice), labelled)
    found = (
        f"accuracy {fit.accuracy:.3f} [{fit.low:.3f}, {fit.high:.3f}] ten-fold, {fit.fitted:.3f} on all "
        f"{fit.pairs} pairs, with {choice.thesaurus} / {choice.vectors}"
    )
    values = {name: getattr(fit.parameters, name) for name in ("alpha", "beta", "th1", "th2")}
    _report(topic, "similarity", values, found, pairs)
    told = marked(
        "These values judge pairs of words. Stricter thresholds, th1 and th2 from .9 on, often rank texts "
        "better: compare both on your own texts before a large crawl."
    )
    typer.echo(translated(told))


@working(marked("fitting"))
def _url_structure(pairs: Path, topic: Path | None, label: str) -> None:
    from topiccrawl.experiments.fit.url_structure import fit_url_structure, read_url_pairs

    load_writable(topic)
    fit = fit_url_structure(read_url_pairs(pairs, label))
    found = (
        f"accuracy {fit.accuracy:.3f} on sites left out of the fit ({fit.sites} sites), {fit.fitted:.3f} on "
        f"all {fit.pairs} pairs"
    )
    values = asdict(fit.parameters)
    _report(topic, "url_structure", values, found, pairs)
    told = marked("The rule 'same host and same first directory' on these pairs: {value:.3f}.")
    typer.echo(say(told, value=fit.section_rule))


def _vectors(sources: Sequence[Path], name: str, topic: str, values: Mapping[str, int]) -> None:
    from topiccrawl.relevance.resources.imported import check_name, import_resource
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.text.segment import Segmenter

    require_extra("vectors")
    check_name(name)
    from topiccrawl.experiments.train_vectors import TrainingParameters, train_vectors

    segmenter = Segmenter(Topic.load(topic).dictionary() if topic else ())
    parameters = TrainingParameters(**values)
    work = cache_dir() / "training" / name
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
    entry = import_resource(trained.vectors, "vectors", name)
    told = marked('{name}: {description}; in topic.toml: [resources] {key} = "{name}"')
    typer.echo(say(told, name=entry.name, description=entry.description, key="vectors"))
    typer.echo(say("table of sources: {file}", file=trained.table))


def _report(topic: Path | None, section: str, values: Mapping[str, Any], found: str, source: Path) -> None:
    """Print values with their quality; write them into the topic if there is one."""
    from topiccrawl.relevance.topic.toml_edit import write_values

    typer.echo(f"[{section}]  {found}")
    for key, value in values.items():
        typer.echo(f"{key} = {value}")
    if topic is not None:
        command = f"fit {section.replace('_', '-')}"
        write_values(topic, section, values, f"{source_of(command, source)}: {found}")
        typer.echo(say("written to {file}", file=topic / "topic.toml"))
