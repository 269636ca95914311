"""`topiccrawl fit`: the parameters of paper A, fitted to labelled data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import progress_bars, working
from topiccrawl.cli.shared.tables import print_table
from topiccrawl.cli.shared.topic_option import TopicOption, topic_name
from topiccrawl.cli.shared.written_values import load_writable, source_of, today
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.errors import LabelError
from topiccrawl.experiments.commands.choices import check_options, given, one_file
from topiccrawl.experiments.fit.ahp import CRITERIA, read_comparisons
from topiccrawl.extras import require_extra
from topiccrawl.priority.ahp import ahp_weights, consistency_ratio
from topiccrawl.priority.link_priority import PriorityParameters
from topiccrawl.text.language import marked
from topiccrawl.text.resources import cache_dir
from topiccrawl.text.sources import TextSource

app = single_command()


class Method(StrEnum):
    """What `fit` fits."""

    SIMILARITY = "similarity"
    URL_STRUCTURE = "url-structure"
    AHP = "ahp"
    LINK_THRESHOLD = "link-threshold"
    VECTORS = "vectors"


_OPTIONS = {
    Method.SIMILARITY: ("data",),
    Method.URL_STRUCTURE: ("data", "label"),
    Method.AHP: ("data",),
    Method.LINK_THRESHOLD: ("database", "name", "labels"),
    Method.VECTORS: ("data", "name", "dimensions", "epochs", "vocabulary"),
}
"""Options of each method beside --topic."""


@app.command(
    epilog=examples(
        "fit similarity pairs.tsv -t my-topics/河长制",
        "fit url-structure urls.tsv --label same -t my-topics/河长制",
        "fit ahp comparisons.tsv -t my-topics/河长制",
        "fit link-threshold --database sqlite:///corpus.db --labels pages.tsv -t my-topics/河长制",
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
    database: DatabaseOption = DEFAULT_DATABASE,
    name: Annotated[
        str,
        typer.Option(
            help="vectors: their name in topics; link-threshold: name of the crawl's topic, if it is another "
            "one."
        ),
    ] = "",
    labels: Annotated[
        Path | None,
        typer.Option(
            help="link-threshold: table with the columns url and grade, as `topiccrawl topic label` writes "
            "it; default: the crawl's own verdicts."
        ),
    ] = None,
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

    ahp COMPARISONS: weights of formula 5, from comparisons of description, anchor and structure (first,
    second, times).

    link-threshold: threshold of formula 5, on the pages of a crawl: the best F1 of relevant pages among those
    followed. Links at or under the crawl's own threshold were not followed, so the fitted one is not under
    it: crawl with a low [priority] threshold first.

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
        case Method.AHP:
            _ahp(one_file(data), folder)
        case Method.LINK_THRESHOLD:
            _link_threshold(topic, database, name, labels)
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
    typer.echo(
        "These values judge pairs of words. Stricter thresholds, th1 and th2 from .9 on, often rank texts "
        "better: compare both on your own texts before a large crawl."
    )


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
    typer.echo(f"The rule 'same host and same first directory' on these pairs: {fit.section_rule:.3f}.")


@working(marked("fitting"))
def _ahp(comparisons: Path, topic: Path | None) -> None:
    loaded = load_writable(topic)
    matrix = read_comparisons(comparisons)
    try:
        weights = ahp_weights(matrix)
    except ValueError as error:  # comparisons that contradict each other
        raise LabelError("{comparisons}: {error}", comparisons=comparisons, error=error) from None
    shares = ", ".join(f"{name} {weight:.3f}" for name, weight in zip(CRITERIA, weights, strict=True))
    found = f"{shares}; consistency ratio {consistency_ratio(matrix):.3f} (limit 0.1)"
    if loaded:
        threshold = loaded.section("priority", PriorityParameters).threshold
        if weights[2] > threshold > 0:
            raise LabelError(
                "{comparisons}: the weight of structure, {weight:.3f}, is over the "
                "topic's threshold {threshold}: it alone would admit links",
                comparisons=comparisons,
                weight=weights[2],
                threshold=threshold,
            )
    _report(topic, "priority", {"matrix": matrix}, found, comparisons)


@working(marked("fitting"))
def _link_threshold(topic: str, database: str, name: str, labels: Path | None) -> None:
    from topiccrawl.experiments.crawled_pages import read_crawl
    from topiccrawl.experiments.fit.link_threshold import fit_link_threshold
    from topiccrawl.relevance.topic.toml_edit import write_values
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.topics.calibration.graded_pages import read_page_grades

    if not (name or topic):
        raise wrong_value("name the topic: --topic NAME or --topic FOLDER", "--topic")
    folder = Path(topic) if topic and Path(topic).is_dir() else None
    loaded = Topic.load(topic) if topic else None
    known = read_page_grades(labels) if labels else None
    crawl = read_crawl(database, name or topic_name(topic), known)
    parameters = loaded.section("priority", PriorityParameters) if loaded else PriorityParameters()
    fit = fit_link_threshold(crawl.pages, parameters.weights[2])
    judges = labels.name if labels else "the crawl's own verdicts"
    found = f"precision {fit.precision:.3f}, recall {fit.recall:.3f} on {len(crawl.pages)} pages by {judges}"
    typer.echo(f"[priority]  {found}")
    typer.echo(f"threshold = {fit.threshold:.4g}")
    if folder is not None:
        values = {"threshold": round(fit.threshold, 4)}
        write_values(folder, "priority", values, f"fit link-threshold`, {today()}: {found}")
        typer.echo(f"written to {folder / 'topic.toml'}")


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
    typer.echo(f'{entry.name}: {entry.description}; in topic.toml: [resources] vectors = "{entry.name}"')
    typer.echo(f"table of sources: {trained.table}")


def _report(topic: Path | None, section: str, values: Mapping[str, Any], found: str, source: Path) -> None:
    """Print values with their quality; write them into the topic if there is one."""
    from topiccrawl.relevance.topic.toml_edit import write_values

    typer.echo(f"[{section}]  {found}")
    for key, value in values.items():
        typer.echo(f"{key} = {value}")
    if topic is not None:
        command = section.replace("_", "-") if section != "priority" else "ahp"
        write_values(topic, section, values, f"{source_of(f'fit {command}', source)}: {found}")
        typer.echo(f"written to {topic / 'topic.toml'}")
