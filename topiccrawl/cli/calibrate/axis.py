"""`topiccrawl calibrate axis`: on which side of a topic a main text stands, from graded pages."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.calibrate.results import load_writable, report_missing, source_of
from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.topic_option import TopicOption
from topiccrawl.errors import LabelError, TopicError
from topiccrawl.messages import message
from topiccrawl.relevance.topic.toml_edit import write_values
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.relevance.topic.word_table import numbers_table
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.language import marked

_SHOWN_WORDS = 10
"""Words of each side that are shown."""


@working(marked("fitting"))
def axis(
    grades: Annotated[
        Path, typer.Argument(help="Table with the columns grade (2, 1, 0) and url, or text and title.")
    ],
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    write: Annotated[
        bool, typer.Option("--write", help="Write axis.tsv, if it judges other pages better.")
    ] = False,
) -> None:
    """Learn two word lists that raise or lower a page's relevance, from graded pages.

    They tell pages that name the same topic words, and so does every word that is similar to theirs. About
    100 grades are enough, best of the pages that the crawl was least sure of, which `topic label` shows
    first. Pages graded 1 (near) count as not relevant.
    """
    from topiccrawl.cli.calibrate.judged import labelled_texts
    from topiccrawl.priority.focus import Focus
    from topiccrawl.relevance.axis import FILE, counts
    from topiccrawl.topics.calibration.axis import fit_axis

    folder = Path(topic)
    if write:
        load_writable(folder)
    loaded = Topic.load(topic)
    if not counts(loaded):
        raise TopicError(
            message(
                "{source}: an axis needs [similarity] admit = 'graded' and a share over 0",
                source=loaded.source,
            )
        )
    focus = Focus(loaded, moved=False)
    texts, missing = labelled_texts(grades, topic, database, focus)
    fit = fit_axis(texts, focus)
    for name, one in (("for", 1), ("against", -1)):
        words = [word for word, side in fit.words.items() if side == one]
        typer.echo(f"{name}: {', '.join(words[:_SHOWN_WORDS]) or '-'}")
    left_out = "its site" if fit.by_source else "a fifth of the pages"
    found = (
        f"of a relevant page and another one, the relevant one is ahead in {fit.moved:.1%} of all pairs "
        f"({fit.plain:.1%} without), by their main texts, each judged without {left_out}: {len(texts)} pages"
    )
    typer.echo(found)
    report_missing(missing)
    if not fit.helps:
        raise LabelError(
            message("{grades}: an axis learned from these grades does not help on other pages", grades=grades)
        )
    if write:
        source = source_of("calibrate axis", grades)
        note = f"# Written by `topiccrawl {source}: {found}.\n# word\tside\n"
        write_atomically(folder / FILE, note + numbers_table(fit.words))
        values = {"share": fit.parameters.share, "offset": fit.parameters.offset}
        write_values(folder, "axis", values, source)
        typer.echo(f"written to {folder / FILE} and {folder / 'topic.toml'}")
