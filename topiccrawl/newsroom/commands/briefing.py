"""`topiccrawl briefing`: the top stories of a day, a period or a subject, as text, HTML, Word or PDF."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import working
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.topic_option import TopicArgument, TopicOption, chosen_topic, topic_name
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.newsroom.analysis.periods import parse_period, span_of
from topiccrawl.text.language import marked, say

app = single_command()


@app.command(
    "briefing",
    epilog=examples(
        "briefing partybuild --day 2024-05-01",
        "briefing partybuild --since 2024-05-01 --until 2024-05-07 --out week.docx",
        "briefing partybuild --since 2024-05 --subject 巡视 --out briefing.pdf",
    ),
)
@working(marked("choosing stories"))
def briefing(
    name: TopicArgument = "",
    topic: TopicOption = "",
    day: Annotated[
        str, typer.Option(help="A day, a month or a year; default: the last day with pages.")
    ] = "",
    since: Annotated[str, typer.Option(help="First day.")] = "",
    until: Annotated[str, typer.Option(help="Last day.")] = "",
    subject: Annotated[str, typer.Option(help="Only pages that a search for these words finds.")] = "",
    most: Annotated[
        int, typer.Option("--most", "-n", min=1, max=100, help="Maximum number of stories.")
    ] = 10,
    sentences: Annotated[int, typer.Option(min=1, max=10, help="Sentences of each story.")] = 2,
    out: Annotated[
        Path | None, typer.Option(help="Write a file: .html (also for e-mail), .docx, .pdf or .txt.")
    ] = None,
    database: DatabaseOption = DEFAULT_DATABASE,
) -> None:
    """Summarise the top stories of a day, a period or a subject in sentences of their pages.

    Run `topiccrawl stories` before, which finds the pages that report one event. Word needs the extra
    briefing, PDF a Chromium and a Chinese font.
    """
    from topiccrawl.admin.lists.search_query import parse_query
    from topiccrawl.admin.lists.text_index import TextIndex
    from topiccrawl.errors import TopicError
    from topiccrawl.newsroom.analysis.briefing import make_briefing, plain_text
    from topiccrawl.newsroom.analysis.volume import newest_day
    from topiccrawl.newsroom.outgoing.files import TYPES, as_file
    from topiccrawl.page.facts.dates import CHINA
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.storage.pages.existing import existing_corpus
    from topiccrawl.text.files.atomic_write import atomic_replace

    for option, value in (("--day", day), ("--since", since), ("--until", until)):
        if value and span_of(value) is None:
            raise wrong_value("{value!r}: write a day, such as 2024-05-01", option, value=value)
    endings = [f".{kind}" for kind in (*TYPES, "txt")]
    if out is not None and out.suffix.lower() not in endings:
        raise wrong_value(
            "{out}: the name must end with one of {known}", "--out", out=out, known=", ".join(endings)
        )
    parse_query(subject)
    chosen = chosen_topic(topic, name)
    stored = topic_name(chosen)
    with existing_corpus(database, stored) as store, closing(TextIndex(database, store)) as index:
        if subject:
            index.fill()
        with store.reading() as connection:
            newest = newest_day(connection, stored, datetime.now(CHINA).date())
            period = parse_period(since or day, until or day, newest, days=1)
            made = make_briefing(
                connection, index, stored, period, subject=subject, most=most, sentences=sentences
            )
    with suppress(TopicError):  # its files may be elsewhere
        made = replace(made, title=Topic.load(chosen).title)
    if out is None:
        for line in plain_text(made):
            typer.echo(printable(line))
        return
    with atomic_replace(out) as part:
        part.write_bytes(as_file(made, out.suffix.lower().removeprefix(".")))
    told = marked("{file}: {shown:,} of {stories:,} stories, {pages:,} pages")
    typer.echo(say(told, file=out, shown=len(made.items), stories=made.stories, pages=made.pages))
