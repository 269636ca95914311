"""`topiccrawl audit`: grade a sample of kept and dropped pages, and say how clean a corpus is."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.grading import DROPPED, beginning, grade_each
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.tables import print_table, printable
from topiccrawl.cli.shared.topic_option import StoredTopic
from topiccrawl.errors import LabelError, StorageError
from topiccrawl.text.language import localized, marked, say, translated

if TYPE_CHECKING:
    from topiccrawl.corpus.audit import Audit, Stratum
    from topiccrawl.storage.pages.store import CorpusStore

app = single_command()


@app.command(
    "audit",
    epilog=examples(
        "audit --topic partybuild --pages 100",
        "audit --topic partybuild --report",
        "audit --topic partybuild --by-source 10 --sheet grades.tsv",
        "audit --topic partybuild --by-source 10 --report --reject .3",
    ),
)
def audit(
    topic: StoredTopic,
    database: DatabaseOption = DEFAULT_DATABASE,
    pages: Annotated[
        int, typer.Option(min=1, max=10_000, help="Pages to grade; 50 to 200 give useful intervals.")
    ] = 100,
    seed: Annotated[int, typer.Option(help="Random seed; another number selects other pages.")] = 1,
    report: Annotated[bool, typer.Option("--report", help="Only estimate from the existing grades.")] = False,
    by_source: Annotated[
        int | None, typer.Option(min=1, max=1000, help="Grade so many kept pages of each domain instead.")
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write these pages into a table; read it when graded.")
    ] = None,
    reject: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Name the domains with a larger share off the topic."),
    ] = None,
) -> None:
    """Grade a sample of kept and dropped pages, and estimate precision and recall.

    The keys: r relevant, n near, x not on the topic, s skip, q quit. Kept pages are drawn at random from each
    third by relevance, dropped ones from each reason. Each grade is saved at once, crawls learn
    from it, and the next call continues. Precision and recall, with intervals of 95 %, are stored with the
    last run and stand in the card of a dataset. Duplicates and pages that were never fetched do not count.
    """
    from topiccrawl.corpus.audit import draw, draw_of_each, estimate, read_sources, read_strata
    from topiccrawl.corpus.labels import read_labels
    from topiccrawl.storage.pages.existing import existing_corpus
    from topiccrawl.topics.calibration.graded_pages import read_grades, write_grades

    if by_source is None and (sheet is not None or reject is not None):
        raise LabelError("--sheet and --reject need --by-source")
    if not report and sheet is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise LabelError("grading needs a terminal; --report estimates from the existing grades")
    with existing_corpus(database, topic) as store:
        strata = read_strata(store, topic) if by_source is None else read_sources(store, topic)
        sample = draw(strata, pages, seed) if by_source is None else draw_of_each(strata, by_source, seed)
        grades = store.read(read_labels, topic)
        if sheet is not None:
            if not sheet.exists():
                titles = {row["url"]: row["title"] for row in store.read_pages(topic, ("url", "title"))}
                write_grades(sheet, {url: (grades.get(url), titles[url]) for url in sample})
                told = marked("{count:,} pages in {sheet}: fill in grade, then call this again")
                typer.echo(say(told, count=len(sample), sheet=sheet))
                return
            rows = {row.url: row.grade for row in read_grades(sheet)}
            for url, grade in rows.items():
                _save(database, topic, grades, url, grade)
            sample = list(rows)
        elif not report:
            ungraded = [url for url in sample if url not in grades]
            place = marked("{number} of {all}")
            shown = (
                (url, f"{say(place, number=number, all=len(ungraded))}\n{_shown(store, topic, url)}")
                for number, url in enumerate(ungraded, 1)
            )
            grade_each(shown, lambda url, grade: _save(database, topic, grades, url, grade), typer.getchar)
        if by_source is not None:
            _print_sources(strata, grades, sample, reject)
            return
        found = estimate(strata, grades, sample)
        run_id = store.last_run(topic)
    print_audit(found)
    if sum(found.graded.values()):
        _store_figures(database, run_id, found)


def print_audit(found: Audit) -> None:
    """Print the strata, precision and recall."""
    rows = [
        (localized(name), f"{count:,}", str(found.graded[name]), str(found.relevant[name]))
        for name, count in found.pages.items()
    ]
    columns = (marked("pages"), marked("all"), marked("graded"), marked("relevant"))
    print_table(columns, rows, right=columns[1:])
    typer.echo(say("precision {share}", share=found.precision or say("unknown: no kept page is graded")))
    recall = found.recall or say("unknown: no dropped page is graded")
    typer.echo(say("recall of the fetched pages {share}", share=recall))


def _print_sources(
    strata: Sequence[Stratum], grades: Mapping[str, int], sample: Sequence[str], reject: float | None
) -> None:
    """Print the share of bad pages of each graded source, and the condition without those over a share."""
    from topiccrawl.corpus.audit import bad_share, without_sources

    shares = {one: share for one in strata if (share := bad_share(one, grades, sample)) is not None}
    graded = grades.keys() & set(sample)
    columns = (say("source"), say("pages"), say("graded"), say("share that is not relevant"))
    counts = [(one.name, len(one.urls), len(graded & set(one.urls)), share) for one, share in shares.items()]
    print_table(columns, [tuple(map(str, row)) for row in counts], right=columns[1:])
    typer.echo(say("{count:,} of {all:,} sources are graded", count=len(shares), all=len(strata)))
    if gone := len(set(sample).difference(*(one.urls for one in strata))):
        typer.echo(say("{count:,} pages of the sheet are no longer kept", count=gone))
    if reject is not None:
        over = [one for one, share in shares.items() if share.value > reject]
        pages = sum(len(one.urls) for one in over)
        told = marked("{count:,} sources with {pages:,} pages are over {share:g}")
        typer.echo(say(told, count=len(over), pages=pages, share=reject))
        if over:
            typer.echo(f"--where '{without_sources([one.name for one in over])}'")


def _shown(store: CorpusStore, topic: str, url: str) -> str:
    """Return what is shown of a page: title and text, or for a dropped page the link to it."""
    from sqlalchemy import select

    from topiccrawl.storage import schema
    from topiccrawl.storage.rows.row import url_hash

    for table in (schema.pages, schema.drops):
        chosen = select(table).where(table.c.topic == topic, table.c.url_hash == url_hash(url))
        for row in store.fetch(chosen):
            return "\n".join(printable(line) for line in _lines(url, dict(row)))
    return printable(url)


def _lines(url: str, row: Mapping[str, Any]) -> list[str]:
    if "text" in row:
        return [row["title"], url, beginning(row["text"])]
    link = [say("link: {anchor}", anchor=row["anchor"])] if row["anchor"] else []
    return [*link, url, translated(DROPPED)]


def _save(database: str, topic: str, grades: dict[str, int], url: str, grade: int | None) -> None:
    from topiccrawl.corpus.labels import write_labels

    if grade is None:
        return
    write_labels(database, topic, {url: grade})
    grades[url] = grade


def _store_figures(database: str, run_id: int, found: Audit) -> None:
    """Store the figures with a run, unless a running crawl has the database locked."""
    from topiccrawl.storage.pages.store import CorpusStore

    try:
        with closing(CorpusStore(database)) as store:
            store.open()
            store.add_stats(run_id, found.stats())
    except StorageError as error:
        typer.echo(say("the figures are not stored with the run: {error}", error=localized(error)), err=True)
