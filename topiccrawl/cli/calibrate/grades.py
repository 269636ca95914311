"""`topiccrawl calibrate verdict` and `corrections`: parameters of the verdict from graded pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.calibrate.results import load_writable, report_missing, source_of
from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import print_table
from topiccrawl.cli.shared.topic_option import TopicOption
from topiccrawl.errors import LabelError
from topiccrawl.messages import message
from topiccrawl.relevance.judgement import VerdictParameters
from topiccrawl.relevance.topic.toml_edit import write_values
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.topic.word_table import numbers_table
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.language import marked

_SHOWN_WORDS = 10
"""Words for and against a page that are shown."""


@working(marked("fitting"))
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
    """Fit the thresholds of gate and verdict to pages graded 2 (relevant), 1 (near) or 0 (off the topic).

    Pages of the table that have no text are looked up in the database by their URL.
    """
    from topiccrawl.cli.calibrate.judged import judged_pages
    from topiccrawl.topics.calibration.verdict import GATE_RECALL, fit_verdict

    folder = Path(topic)
    if write:
        load_writable(folder)
    pages, missing = judged_pages(grades, topic, database)
    fit = fit_verdict(pages, precision)
    steps = [quality for quality in fit.curve if round(quality.threshold * 100) % 5 == 0 and quality.kept]
    columns = ["threshold", "precision", "recall", "near", "kept"]
    rows = [
        [f"{q.threshold:.2f}", f"{q.precision:.3f}", f"{q.recall:.3f}", f"{q.near:.3f}", str(q.kept)]
        for q in steps
    ]
    print_table(columns, rows, right=columns)
    report_missing(missing)
    if fit.threshold is None:
        best = max(fit.curve, key=lambda quality: (quality.precision, quality.recall))
        raise LabelError(
            message(
                "{grades}: no threshold has a precision of {precision:g}; the best is "
                "{precision2:.3f} at {threshold:g}",
                grades=grades,
                precision=precision,
                precision2=best.precision,
                threshold=best.threshold,
            )
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
        source = source_of("calibrate verdict", grades)
        write_values(folder, "verdict", {"threshold": fit.threshold}, f"{source}: {found}")
        write_values(folder, "gate", {"threshold": fit.gate}, source)
        typer.echo(f"written to {folder / 'topic.toml'}")


@working(marked("fitting"))
def corrections(
    grades: Annotated[Path, typer.Argument(help="Table with the columns grade (2, 1, 0) and url.")],
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    write: Annotated[
        bool, typer.Option("--write", help="Write corrections.tsv, if it judges other sites better.")
    ] = False,
) -> None:
    """Learn words that correct the verdict, from graded pages and the other pages of the crawl.

    About 100 grades are enough, best of the pages that the crawl was least sure of, which `topic label` shows
    first. Pages graded 1 (near) count as not relevant.
    """
    from topiccrawl.cli.calibrate.judged import judged_texts
    from topiccrawl.relevance.corrections import FILE
    from topiccrawl.topics.calibration.corrections import fit_corrections

    folder = Path(topic)
    if write:
        load_writable(folder)
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
    report_missing(missing)
    if not fit.helps:
        raise LabelError(
            message(
                "{grades}: corrections learned from these grades do not help on other pages", grades=grades
            )
        )
    if write:
        source = source_of("calibrate corrections", grades)
        note = f"# Written by `topiccrawl {source}: {found}.\n# word\tweight\n"
        write_atomically(folder / FILE, note + numbers_table(dict(words)))
        values = {"share": fit.corrections.parameters.share, "offset": fit.corrections.parameters.offset}
        write_values(folder, "corrections", values, source)
        typer.echo(f"written to {folder / FILE} and {folder / 'topic.toml'}")
