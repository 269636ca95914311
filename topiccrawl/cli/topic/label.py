"""`topiccrawl topic label`: show stored pages one after the other and record their grades."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.grading import DROPPED, beginning, grade_each
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.topic_option import StoredTopic
from topiccrawl.errors import LabelError, StorageError
from topiccrawl.text.language import localized, say, translated
from topiccrawl.topics.calibration.graded_pages import NEAR, OTHER, RELEVANT, read_grades, write_grades

if TYPE_CHECKING:
    from topiccrawl.corpus.labelling import StoredPage

_Grades = dict[str, tuple[int | None, str]]


def label(
    topic: StoredTopic,
    out: Annotated[Path, typer.Option("--out", "-o", help="Table of grades; an existing one is continued.")],
    database: DatabaseOption = DEFAULT_DATABASE,
    table: Annotated[
        bool,
        typer.Option("--table", help="Only write the pages into the table, to be graded in an editor."),
    ] = False,
    as_stored: Annotated[
        bool,
        typer.Option(
            "--as-stored",
            help="As the crawl stored them, for a precision that holds for the corpus; "
            "otherwise those of which it was least sure come first, in turn kept and dropped ones.",
        ),
    ] = False,
) -> None:
    """Grade stored pages: r relevant, n near, x not on the topic, s skip, q quit.

    The grades are for `topic calibrate` (its thresholds with --as-stored, its words without), and crawls
    learn from them, including one that is running. Each is saved at once, and the next call continues with
    the pages that have none. Without a terminal, write the table with --table, fill in its column `grade`
    yourself, and call the command again for crawls to learn from it.
    """
    from topiccrawl.corpus.labelling import least_sure, nearly_kept, stored_pages

    grades: _Grades = {}
    if out.exists():
        rows = read_grades(out)
        if any(row.text or row.site for row in rows):
            raise LabelError("{out}: has other columns than this command writes; name another file", out=out)
        grades = {row.url: (row.grade, row.title) for row in rows}
    if not table and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise LabelError("grading needs a terminal; without one use --table, and fill in the column grade")
    pages = stored_pages(database, topic)
    teaches = _teach(database, topic, grades)
    if table:
        for page in pages:
            grades.setdefault(page.url, (None, page.title))
        write_grades(out, grades)
    else:
        ungraded = _ungraded(pages, grades)
        shown = ungraded
        if not as_stored:
            dropped = _ungraded(iter(nearly_kept(database, topic)), grades)
            shown = iter(least_sure(ungraded, dropped))

        def save(page: StoredPage, grade: int | None) -> None:
            nonlocal teaches
            grades[page.url] = (grade, page.title)
            write_grades(out, grades)
            teaches = teaches and _teach(database, topic, {page.url: grades[page.url]})

        grade_each(((page, _shown(page)) for page in shown), save, typer.getchar)
    typer.echo(f"{out}: {_summary(grades)}")
    if any(grade is not None for grade, _ in grades.values()):
        fitted = "verdict" if as_stored else "words"
        command = f"topiccrawl topic calibrate {out} --topic FOLDER --database URL --only {fitted}"
        typer.echo(say("next: {commands}", commands=command))


def _teach(database: str, topic: str, grades: _Grades) -> bool:
    """Store grades in the database, where crawls learn from them; return whether that was possible.

    Failure is not an error, since the table has all grades.
    """
    from topiccrawl.corpus.labels import write_labels

    known = {url: grade for url, (grade, _) in grades.items() if grade is not None}
    try:
        if known:
            write_labels(database, topic, known)
    except StorageError as error:
        typer.echo(say("crawls do not learn from these grades: {error}", error=localized(error)), err=True)
        return False
    return True


def _shown(page: StoredPage) -> str:
    text = printable(beginning(page.text)) if page.text else translated(DROPPED)
    return f"{printable(page.title)}\n{printable(page.url)}\n{text}"


def _ungraded(pages: Iterator[StoredPage], grades: _Grades) -> Iterator[StoredPage]:
    """Yield the pages without a grade, including those skipped in an earlier call."""
    return (page for page in pages if grades.get(page.url, (None, ""))[0] is None)


def _summary(grades: _Grades) -> str:
    found = [grade for grade, _ in grades.values()]
    names = {"relevant": RELEVANT, "near": NEAR, "other": OTHER, "open": None}
    numbers = {name: found.count(grade) for name, grade in names.items()}
    return say("{relevant} relevant, {near} near, {other} not, {open} without a grade", **numbers)
