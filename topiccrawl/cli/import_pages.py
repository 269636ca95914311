"""`topiccrawl import`: pages of files become pages of a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import document_counter
from topiccrawl.cli.shared.reading_options import (
    ExtractorOption,
    SensitiveOption,
    ThreadTextOption,
    TitleThresholdOption,
    make_comparable,
    sensitive_words,
)
from topiccrawl.cli.shared.tables import printable
from topiccrawl.cli.shared.topic_option import TopicOption, topic_name
from topiccrawl.cli.shared.wrong_usage import wrong_value
from topiccrawl.corpus.sources.contract import WARC_FILES
from topiccrawl.messages import Message, message
from topiccrawl.settings import USER_AGENT
from topiccrawl.text.language import localized, say, translated

if TYPE_CHECKING:
    from topiccrawl.corpus.sources.web_index import WebIndex

app = single_command()

_SHOWN = 20
"""Maximum number of bad rows that are named."""


@app.command(
    "import",
    epilog=examples(
        "import corpus.jsonl --topic partybuild",
        "import crawl-1.warc.gz crawl-2.warc.gz --topic my-topics/河长制 --database sqlite:///rivers.db",
        "import saved-pages/ --topic partybuild",
        'import "https://index.example/CC-MAIN-2026-01-index?url=example.cn/*" --topic partybuild',
    ),
)
def import_command(
    sources: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|FOLDER|URL...",
            help="JSON lines (.jsonl, .jsonl.gz, .jsonl.zst), JSON, CSV, Parquet with url, title and text; "
            "WARC, WET, WACZ; pages saved in a browser: HAR, MHTML, HTML; folders of them; the query URL of "
            "a web archive's index (CDX).",
        ),
    ],
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    keep_all: Annotated[bool, typer.Option("--keep-all", help="Store pages whatever their verdict.")] = False,
    columns: Annotated[
        str, typer.Option("--map", help="Names in the files: text=content,url=link.", metavar="NAME=OWN,...")
    ] = "",
    warc_files: Annotated[
        str, typer.Option("--warc-files", help="URL of the WARC files that an index names.", metavar="URL")
    ] = WARC_FILES,
    show_urls: Annotated[
        bool, typer.Option("--urls", help="Print the URLs that an index lists, and store nothing.")
    ] = False,
    extractor: ExtractorOption = "article",
    thread_text: ThreadTextOption = "posts",
    sensitive: SensitiveOption = "",
    title_threshold: TitleThresholdOption = 0.8,
) -> None:
    """Add pages of files to the corpus of a topic, as if they had been crawled.

    They are judged, compared with the stored pages and measured. Pages that the corpus has stay as they are.
    Topics with a short list learn from them as from the pages of a crawl.
    Rows and records that cannot be used are named, the others are stored, and the exit code is 1.
    """
    from topiccrawl.corpus.importing import import_pages
    from topiccrawl.corpus.learned.stored_verdicts import Changed, stored_verdicts
    from topiccrawl.corpus.maintenance_run import MaintenanceRun
    from topiccrawl.corpus.reading import PageReader
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.storage.pages.store import CorpusStore
    from topiccrawl.text.files.processes import cores

    # All are looked at before a database is created.
    found = [_opened(source, warc_files) for source in sources]
    opened = [one for files, _ in found for one in files]
    if show_urls:
        _print_urls(opened)
        return
    named = _columns(columns)
    name = topic_name(topic)
    words = sensitive_words(sensitive)
    loaded = Topic.load(topic)
    reader = PageReader(loaded, extractor, title_threshold, words, thread_text)
    with closing(CorpusStore(database)) as store:
        store.open()
        reader.verdicts = None if keep_all else stored_verdicts(store, loaded)
        run = MaintenanceRun.begin(store, name, "import", {"files": sources})
        make_comparable(store, name, reader.rule)
        bad: list[str] = []
        with document_counter("pages") as show:
            counts = import_pages(
                store,
                name,
                run.run_id,
                opened,
                reader,
                show,
                bad.append,
                keep_all=keep_all,
                columns=named,
                processes=cores(),
            )
        learner = reader.verdicts  # of rows of own exports alone there is nothing to learn
        changed = learner.settle() if learner is not None and learner.judge.has_judged else Changed(0, 0)
        run.finish({f"topiccrawl/import/{kind}": count for kind, count in counts.items()})
    for kind, count in counts.most_common():
        typer.echo(f"{count:,} {translated(kind)}")
    if any(changed):
        typer.echo(changed.sentence)
    if not counts:
        typer.echo(say("the files hold no pages"))
    for source, (_, others) in zip(sources, found, strict=True):
        if others:
            kinds = ", ".join(f"{count:,} {ending}" for ending, count in others.most_common(_SHOWN))
            told = say("{folder}: files that are not read: {kinds}", folder=source, kinds=kinds)
            typer.echo(f"topiccrawl: {printable(told)}", err=True)
    for problem in bad[:_SHOWN]:
        typer.echo(f"topiccrawl: {printable(localized(problem))}", err=True)
    if len(bad) > _SHOWN:
        more = message("topiccrawl: and {count} more like these", count=len(bad) - _SHOWN)
        typer.echo(localized(more), err=True)
    if bad:
        raise typer.Exit(1)


def _opened(source: str, warc_files: str) -> tuple[Sequence[Path | WebIndex], Counter[str]]:
    """Return what a source names, and how many files of a folder are not read, by their endings."""
    from topiccrawl.corpus.sources.files import files_in
    from topiccrawl.corpus.sources.web_index import WebIndex
    from topiccrawl.page.canonical_url import is_http_url
    from topiccrawl.relevance.topic.contact import contact_of_environment, with_contact

    if not is_http_url(source):
        return files_in(Path(source))
    user_agent = with_contact(USER_AGENT, contact_of_environment())
    return [WebIndex(source, user_agent, warc_files)], Counter()


def _print_urls(sources: Iterable[Path | WebIndex]) -> None:
    from topiccrawl.page.canonical_url import absolute_url

    last = ""
    for source in sources:
        if isinstance(source, Path):
            raise wrong_value("{file}: no index", "--urls", file=source)
        for _, capture in source.captures():
            if isinstance(capture, Message):
                typer.echo(f"topiccrawl: {printable(localized(capture))}", err=True)
            elif (url := absolute_url("", str(capture.get("url") or ""))) and url != last:
                last = url
                typer.echo(url)


def _columns(given: str) -> dict[str, str]:
    """Return the names in the files by the names that are read, from the text of `--map`."""
    from topiccrawl.corpus.importing import COLUMNS

    found = {}
    for one in filter(None, given.split(",")):
        name, _, own = (part.strip() for part in one.partition("="))
        if name not in COLUMNS or not own:
            raise wrong_value(
                "{one!r} is none of: {known}", "--map", one=one, known=", ".join(sorted(COLUMNS))
            )
        found[name] = own
    return found
