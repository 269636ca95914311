"""`topiccrawl topic calibrate`: fit the verdict of a topic to pages that people graded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import print_table
from topiccrawl.cli.shared.topic_option import TopicOption
from topiccrawl.cli.shared.written_values import load_writable, source_of
from topiccrawl.errors import LabelError, TopicError
from topiccrawl.messages import message, said
from topiccrawl.text.language import localized, marked, say

_SHOWN_WORDS = 10
"""Words for and against a page that are shown."""


class Part(StrEnum):
    """What is fitted, in this order: each part is learned with those before it in force."""

    WORDS = "words"
    VERDICT = "verdict"


@working(marked("fitting"))
def calibrate(
    grades: Annotated[
        Path, typer.Argument(help="Table with the columns grade (2, 1, 0) and url, or text and title.")
    ],
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    only: Annotated[Part | None, typer.Option(help="Fit only this part; default: each that helps.")] = None,
    precision: Annotated[
        float, typer.Option(min=0.01, max=1.0, help="Wanted share of relevant pages among those kept.")
    ] = 0.95,
    write: Annotated[
        bool,
        typer.Option("--write", help="Write what was fitted into the topic, if it helps on other pages."),
    ] = False,
) -> None:
    """Fit the verdict of a topic to pages graded 2 (relevant), 1 (near) or 0 (off the topic).

    Words raise or lower the relevance that a page has by the topic words; the verdict is the thresholds of
    gate and verdict. For words, about 100 grades are enough, best of the pages that the crawl was least sure
    of, which `topic label` shows first; thresholds that hold for the corpus need grades of `topic label
    --as-stored`. Pages without a text in the table are looked up in the database by their URL. Without
    --write, each part is fitted to the topic as it is.
    """
    if write:
        load_writable(Path(topic))
    work = _Calibration(grades, topic, database, precision, write)
    if only:
        work.fit(only)
        return
    failed = 0
    for part in Part:
        try:
            work.fit(part)
        except (LabelError, TopicError) as error:
            failed += 1
            if failed == len(Part):
                raise
            typer.echo(f"{part}: {localized(said(error))}", err=True)


@dataclass(frozen=True)
class _Calibration:
    grades: Path
    topic: str
    database: str
    precision: float
    write: bool

    def fit(self, part: Part) -> None:
        """Fit a part, print what was found, and write it if that is wanted.

        Raises:
            LabelError: there are too few grades, or the part does not help.
            TopicError: the topic cannot be loaded.
        """
        {Part.WORDS: self._words, Part.VERDICT: self._verdict}[part]()

    def _verdict(self) -> None:
        from topiccrawl.cli.topic.judged import judged_pages
        from topiccrawl.relevance.topic.toml_edit import write_values
        from topiccrawl.topics.calibration.verdict import GATE_RECALL, fit_verdict

        pages, missing = judged_pages(self.grades, self.topic, self.database)
        fit = fit_verdict(pages, self.precision)
        steps = [quality for quality in fit.curve if round(quality.threshold * 100) % 5 == 0 and quality.kept]
        columns = [marked("threshold"), marked("precision"), marked("recall"), marked("near"), marked("kept")]
        rows = [
            [f"{q.threshold:.2f}", f"{q.precision:.3f}", f"{q.recall:.3f}", f"{q.near:.3f}", str(q.kept)]
            for q in steps
        ]
        print_table(columns, rows, right=columns)
        _report_missing(missing)
        if fit.threshold is None:
            best = max(fit.curve, key=lambda quality: (quality.precision, quality.recall))
            raise LabelError(
                "{grades}: no threshold has a precision of {precision:g}; the best is "
                "{precision2:.3f} at {threshold:g}",
                grades=self.grades,
                precision=self.precision,
                precision2=best.precision,
                threshold=best.threshold,
            )
        chosen = fit.at(fit.threshold)
        found = message(
            "precision {precision:.3f}, recall {recall:.3f} on {pages} pages of {sites} sites; "
            "on sites left out of the fit {precision2:.3f} and {recall2:.3f}",
            precision=chosen.precision,
            recall=chosen.recall,
            pages=len(pages),
            sites=fit.sites,
            precision2=fit.precision,
            recall2=fit.recall,
        )
        typer.echo(f"[verdict]  {localized(found)}")
        typer.echo(f"threshold = {fit.threshold:g}")
        passes = marked("passes {share:.0%} of the relevant pages by their descriptions")
        typer.echo(f"[gate]  {say(passes, share=GATE_RECALL)}")
        typer.echo(f"threshold = {fit.gate:g}")
        if self.write:
            folder, source = Path(self.topic), self._source(Part.VERDICT)
            write_values(folder, "verdict", {"threshold": fit.threshold}, f"{source}: {found}")
            write_values(folder, "gate", {"threshold": fit.gate}, source)
            typer.echo(say("written to {file}", file=folder / "topic.toml"))

    def _words(self) -> None:
        from topiccrawl.cli.topic.judged import graded_pages
        from topiccrawl.relevance.learner import learn_grades
        from topiccrawl.relevance.learner.stored import FILE, write_topic_model

        pages, missing, threshold = graded_pages(self.grades, self.topic, self.database)
        fit = learn_grades(pages, threshold)
        assert fit is not None  # there are enough grades
        words = sorted(fit.model.words, key=lambda word: (-fit.model.words[word], word))
        for told, some in ((marked("for: {words}"), words), (marked("against: {words}"), words[::-1])):
            typer.echo(say(told, words=", ".join(some[:_SHOWN_WORDS])))
        found = message(
            "of a relevant page and another one, the relevant one is ahead in {moved:.1%} of all pairs "
            "({plain:.1%} without), each judged without its site: {pages} pages of {sites} sites",
            moved=fit.moved,
            plain=fit.plain,
            pages=len(pages),
            sites=fit.sites,
        )
        typer.echo(localized(found))
        _report_missing(missing)
        if not fit.helps:
            raise LabelError(
                "{grades}: what is learned from these grades does not help on other pages", grades=self.grades
            )
        if self.write:
            write_topic_model(Path(self.topic), fit.model, self._source(Part.WORDS), found)
            folder = Path(self.topic)
            typer.echo(say("written to {file} and {other}", file=folder / FILE, other=folder / "topic.toml"))

    def _source(self, part: Part) -> str:
        return source_of(f"topic calibrate --only {part}", self.grades)


def _report_missing(pages: int) -> None:
    """Print how many pages of a table have no text anywhere."""
    if pages:
        told = marked("{count} pages of the table are neither in it nor in the database with their texts")
        typer.echo(say(told, count=pages))
