"""`topiccrawl calibrate`: fit parameters of a topic to labelled data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import typer

from topiccrawl.calibration.ahp import CRITERIA, read_comparisons
from topiccrawl.calibration.url_structure import fit_url_structure, read_url_pairs
from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import command_group, examples
from topiccrawl.cli.shared.tables import print_table
from topiccrawl.cli.shared.topic_option import TopicOption, topic_name
from topiccrawl.errors import LabelError, TopicError
from topiccrawl.priority.ahp import ahp_weights, consistency_ratio
from topiccrawl.priority.link_priority import PriorityParameters
from topiccrawl.relevance.judgement import VerdictParameters
from topiccrawl.relevance.relevance import topic_similarity
from topiccrawl.relevance.resources.choice import ResourceChoice
from topiccrawl.relevance.similarity.similarity import Similarity
from topiccrawl.relevance.topic.toml_edit import write_values
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.text.files.atomic_write import write_atomically

_SHOWN_WORDS = 10
"""Words for and against a page that are shown."""

app = command_group("calibrate", "Fit parameters of a topic to data you labelled, and write them into it.")

Labelled = Annotated[Path, typer.Argument(help="Table with a header; see docs/relevance.md.")]
TopicFolder = Annotated[
    Path | None,
    typer.Option(
        "--topic",
        "-t",
        metavar="FOLDER",
        help="Topic folder to write the values to; without it, they are only printed.",
    ),
]


@app.command(
    "similarity",
    epilog=examples("calibrate similarity pairs.tsv", "calibrate similarity pairs.tsv -t my-topics/河长制"),
)
def similarity(pairs: Labelled, topic: TopicFolder = None) -> None:
    """Algorithm 1, on pairs of words (word1, word2, label): similar or not, by the topic's resources.

    Without a topic, the default resources are used.
    """
    from topiccrawl.calibration.similarity import fit_similarity, read_pairs

    loaded = _load(topic)
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


@app.command(
    "url-structure", epilog=examples("calibrate url-structure urls.tsv --label same -t my-topics/河长制")
)
def url_structure(
    pairs: Labelled,
    topic: TopicFolder = None,
    label: Annotated[str, typer.Option(help="Name of the label's column.")] = "label",
) -> None:
    """Algorithm 2, on pairs of URLs (url1, url2, label, optionally source): same kind of page or not."""
    _load(topic)
    fit = fit_url_structure(read_url_pairs(pairs, label))
    found = (
        f"accuracy {fit.accuracy:.3f} on sites left out of the fit ({fit.sites} sites), {fit.fitted:.3f} on "
        f"all {fit.pairs} pairs"
    )
    values = asdict(fit.parameters)
    _report(topic, "url_structure", values, found, pairs)
    typer.echo(f"The rule 'same host and same first directory' on these pairs: {fit.section_rule:.3f}.")


@app.command("ahp", epilog=examples("calibrate ahp comparisons.tsv -t my-topics/河长制"))
def ahp(comparisons: Labelled, topic: TopicFolder = None) -> None:
    """Weights of formula 5, from comparisons of description, anchor and structure (first, second, times)."""
    loaded = _load(topic)
    matrix = read_comparisons(comparisons)
    try:
        weights = ahp_weights(matrix)
    except ValueError as error:  # comparisons that contradict each other
        raise LabelError(f"{comparisons}: {error}") from None
    shares = ", ".join(f"{name} {weight:.3f}" for name, weight in zip(CRITERIA, weights, strict=True))
    found = f"{shares}; consistency ratio {consistency_ratio(matrix):.3f} (limit 0.1)"
    if loaded:
        threshold = loaded.section("priority", PriorityParameters).threshold
        if weights[2] > threshold > 0:
            raise LabelError(
                f"{comparisons}: the weight of structure, {weights[2]:.3f}, is over the topic's threshold "
                f"{threshold}: it alone would admit links"
            )
    _report(topic, "priority", {"matrix": matrix}, found, comparisons)


@app.command(
    "link-threshold",
    epilog=examples(
        "calibrate link-threshold --database sqlite:///corpus.db --labels pages.tsv -t my-topics/河长制"
    ),
)
def link_threshold(
    topic: TopicOption = "",
    database: DatabaseOption = DEFAULT_DATABASE,
    name: Annotated[
        str, typer.Option(help="Name of the crawl's topic, if it is not that of the topic.")
    ] = "",
    labels: Annotated[
        Path | None,
        typer.Option(
            help="Table with the columns url and grade, as `topiccrawl topic label` writes it; default: the "
            "crawl's own verdicts."
        ),
    ] = None,
) -> None:
    """Threshold of formula 5, on the pages of a crawl: the best F1 of relevant pages among those followed.

    It is written into the folder of the topic; for a shipped topic it is only printed. Links at or under the
    crawl's own threshold were not followed, so the fitted one is not under it: crawl with a low [priority]
    threshold first.
    """
    from topiccrawl.calibration.graded_pages import read_page_grades
    from topiccrawl.evaluation.crawled_pages import read_crawl
    from topiccrawl.evaluation.link_threshold import fit_link_threshold

    if not (name or topic):
        raise typer.BadParameter("name the topic: --topic NAME or --topic FOLDER", param_hint="--topic")
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
        write_values(folder, "priority", values, f"calibrate link-threshold`, {_today()}: {found}")
        typer.echo(f"written to {folder / 'topic.toml'}")


@app.command(
    "verdict",
    epilog=examples(
        "calibrate verdict grades.tsv -t partybuild",
        "calibrate verdict grades.tsv -t my-topics/河长制 --precision 0.98 --write",
    ),
)
def verdict(
    grades: Annotated[
        Path, typer.Argument(help="Table with the columns grade (2, 1, 0) and url, or text and title.")
    ],
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    precision: Annotated[
        float, typer.Option(min=0.01, max=1.0, help="Wanted share of relevant pages among those kept.")
    ] = 0.95,
    write: Annotated[bool, typer.Option("--write", help="Write the thresholds into topic.toml.")] = False,
) -> None:
    """Thresholds of gate and verdict, on pages graded 2 (relevant), 1 (near) or 0 (not on the topic).

    Pages of the table that have no text are looked up in the database by their URL.
    """
    from topiccrawl.calibration.verdict import GATE_RECALL, fit_verdict
    from topiccrawl.cli.shared.graded import judged_pages

    folder = Path(topic)
    if write:
        _load(folder)
    pages, missing = judged_pages(grades, topic, database)
    fit = fit_verdict(pages, precision)
    steps = [quality for quality in fit.curve if round(quality.threshold * 100) % 5 == 0 and quality.kept]
    columns = ["threshold", "precision", "recall", "near", "kept"]
    rows = [
        [f"{q.threshold:.2f}", f"{q.precision:.3f}", f"{q.recall:.3f}", f"{q.near:.3f}", str(q.kept)]
        for q in steps
    ]
    print_table(columns, rows, right=columns)
    _report_missing(missing)
    if fit.threshold is None:
        best = max(fit.curve, key=lambda quality: (quality.precision, quality.recall))
        raise LabelError(
            f"{grades}: no threshold has a precision of {precision:g}; the best is {best.precision:.3f} "
            f"at {best.threshold:g}"
        )
    chosen = fit.at(fit.threshold)
    found = (
        f"precision {chosen.precision:.3f}, recall {chosen.recall:.3f} on {len(pages)} pages of {fit.sites} "
        f"sites; on sites left out of the fit {fit.precision:.3f} and {fit.recall:.3f}"
    )
    typer.echo(f"[verdict]  {found}")
    typer.echo(f"threshold = {fit.threshold:g}")
    typer.echo(f"[gate]  passes {GATE_RECALL:.0%} of the relevant pages by their descriptions")
    typer.echo(f"threshold = {fit.gate:g}")
    if write:
        source = _source("verdict", grades)
        write_values(folder, "verdict", {"threshold": fit.threshold}, f"{source}: {found}")
        write_values(folder, "gate", {"threshold": fit.gate}, source)
        typer.echo(f"written to {folder / 'topic.toml'}")


@app.command(
    "corrections",
    epilog=examples(
        "calibrate corrections grades.tsv -t partybuild",
        "calibrate corrections grades.tsv -t my-topics/河长制 --write",
    ),
)
def corrections(
    grades: Annotated[Path, typer.Argument(help="Table with the columns grade (2, 1, 0) and url.")],
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    write: Annotated[
        bool, typer.Option("--write", help="Write corrections.tsv, if it judges other sites better.")
    ] = False,
) -> None:
    """Words that correct the verdict, learned from graded pages and the others of the crawl.

    About 100 grades are enough, best of the pages that the crawl was least sure of, which `topic label` shows
    first. Pages graded 1 (near) count as not relevant.
    """
    from topiccrawl.calibration.corrections import fit_corrections
    from topiccrawl.cli.shared.graded import judged_texts
    from topiccrawl.relevance.corrections import FILE

    folder = Path(topic)
    if write:
        _load(folder)
    threshold = Topic.load(topic).section("verdict", VerdictParameters).threshold
    texts, missing = judged_texts(grades, topic, database)
    fit = fit_corrections(texts, threshold)
    words = sorted(fit.corrections.words.items(), key=lambda item: -item[1])
    for name, sign, some in (("for", 1, words), ("against", -1, words[::-1])):
        shown = [f"{word} {weight:+.2f}" for word, weight in some[:_SHOWN_WORDS] if sign * weight > 0]
        typer.echo(f"{name}: {', '.join(shown) or '-'}")
    found = (
        f"of a relevant page and another one, the relevant one is ahead in {fit.corrected:.1%} of all pairs "
        f"({fit.plain:.1%} without), each judged without its site: {fit.graded} pages of {fit.sites} sites"
    )
    typer.echo(found)
    _report_missing(missing)
    if not fit.helps:
        raise LabelError(f"{grades}: corrections learned from these grades do not help on other pages")
    if write:
        source = _source("corrections", grades)
        note = f"# Written by `topiccrawl {source}: {found}.\n# word\tweight\n"
        write_atomically(folder / FILE, note + "".join(f"{word}\t{weight:g}\n" for word, weight in words))
        values = {"share": fit.corrections.parameters.share, "offset": fit.corrections.parameters.offset}
        write_values(folder, "corrections", values, source)
        typer.echo(f"written to {folder / FILE} and {folder / 'topic.toml'}")


def _load(folder: Path | None) -> Topic | None:
    """Load the topic to write to, before time is spent on fitting."""
    if folder is None:
        return None
    if not folder.is_dir():
        raise TopicError(
            f"{folder}: no such folder (a shipped topic cannot be written to: make one of your own)"
        )
    return Topic.load(folder)


def _report(topic: Path | None, section: str, values: Mapping[str, Any], found: str, source: Path) -> None:
    typer.echo(f"[{section}]  {found}")
    for key, value in values.items():
        typer.echo(f"{key} = {value}")
    if topic is not None:
        command = section.replace("_", "-") if section != "priority" else "ahp"
        write_values(topic, section, values, f"{_source(command, source)}: {found}")
        typer.echo(f"written to {topic / 'topic.toml'}")


def _report_missing(pages: int) -> None:
    if pages:
        typer.echo(f"{pages} pages of the table are neither in it nor in the database with their texts")


def _source(command: str, file: Path) -> str:
    """Return where values come from: the rest of a comment that begins with "`topiccrawl "."""
    return f"calibrate {command}` on {file.name} ({sha256(file.read_bytes()).hexdigest()[:12]}), {_today()}"


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
