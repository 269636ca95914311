"""`topiccrawl clean`: bring a stored corpus to today's extractor, verdict and quality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Annotated, Self

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import progress_bars
from topiccrawl.cli.shared.reading_options import (
    ExtractorOption,
    SensitiveOption,
    TitleThresholdOption,
    sensitive_words,
)
from topiccrawl.cli.shared.tables import print_table
from topiccrawl.cli.shared.topic_option import TopicOption, topic_name
from topiccrawl.corpus.maintenance_run import MaintenanceRun
from topiccrawl.corpus.reading import PageReader
from topiccrawl.corpus.recleaning import Recleaned, reclean
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.pages import count_pages

app = single_command()

_BATCH = 100
"""Pages of one transaction."""
_SHOWN = 20
"""Changed pages that are listed."""


@app.command("clean", epilog=examples("clean --topic partybuild --dry-run", "clean --topic my-topics/河长制"))
def clean(
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would change; nothing is written.")
    ] = False,
    extractor: ExtractorOption = "article",
    sensitive: SensitiveOption = "",
    title_threshold: TitleThresholdOption = 0.8,
) -> None:
    """Extract, judge and measure the stored pages of a topic again, without fetching.

    Ids stay, and no page is removed. If it is interrupted, the same command continues.
    """
    name = topic_name(topic)
    reader = PageReader(Topic.load(topic), extractor, sensitive_words(sensitive))
    with existing_corpus(database, name) as store:
        total = store.read(count_pages, name)
        if dry_run:
            _Summary(reclean(store, name, reader, title_threshold)).read(total).print(name, dry_run=True)
            return
    store = CorpusStore(database)
    store.open()
    try:
        run = MaintenanceRun.begin(
            store, name, "clean", {"extractor": extractor, "sensitive_words": sensitive}
        )
        pages = reclean(store, name, reader, title_threshold, after=run.last)
        summary = _Summary(_written(store, run, pages)).read(total)
        summary.print(name, dry_run=False)
        run.finish(summary.stats())
    finally:
        store.close()


def _written(store: CorpusStore, run: MaintenanceRun, pages: Iterable[Recleaned]) -> Iterator[Recleaned]:
    """Write the pages that changed, in batches, and yield all of them."""
    batch: list[Recleaned] = []
    for page in pages:
        batch.append(page)
        if len(batch) == _BATCH:
            _write(store, run, batch)
            batch = []
        yield page
    if batch:
        _write(store, run, batch)


def _write(store: CorpusStore, run: MaintenanceRun, batch: list[Recleaned]) -> None:
    store.write([page.after for page in batch if page.changed], [])
    run.done(batch[-1].number)


class _Summary:
    """Counts what has changed."""

    def __init__(self, pages: Iterable[Recleaned]) -> None:
        self._pages = pages
        self._read = 0
        self._changed = 0
        self._fields: Counter[str] = Counter()
        self._problems: Counter[str] = Counter()
        self._not_kept = 0
        self._examples: list[Recleaned] = []

    def read(self, total: int) -> Self:
        """Read all pages, with a progress bar up to their number."""
        with progress_bars() as show:
            for page in self._pages:
                self._count(page)
                show("pages", self._read, total)
        return self

    def _count(self, page: Recleaned) -> None:
        self._read += 1
        self._fields.update(page.changed)
        self._changed += bool(page.changed)
        self._not_kept += not page.kept
        if page.problem:
            self._problems[page.problem] += 1
        if page.changed and len(self._examples) < _SHOWN:
            self._examples.append(page)

    def stats(self) -> dict[str, object]:
        """Return the counts for the row of the run."""
        stats: dict[str, object] = {
            "topiccrawl/clean/pages": self._read,
            "topiccrawl/clean/changed": self._changed,
        }
        return stats | {f"topiccrawl/clean/changed/{name}": count for name, count in self._fields.items()}

    def print(self, topic: str, *, dry_run: bool) -> None:
        if dry_run and self._examples:
            print_table(("page", "changes", "characters", "now"), list(map(_example, self._examples)))
        verb = "would change" if dry_run else "changed"
        which = ", ".join(f"{name} {count:,}" for name, count in self._fields.most_common())
        typer.echo(
            f"{self._read:,} pages of {topic}: {self._changed:,} {verb}" + (f" ({which})" if which else "")
        )
        for problem, count in sorted(self._problems.items()):
            typer.echo(f"{count:,} stay as they are: {problem}")
        if self._not_kept:
            typer.echo(
                f"{self._not_kept:,} are under the threshold of the verdict now; they stay, and "
                '`topiccrawl export --where "relevance >= ..."` leaves them out'
            )


def _example(page: Recleaned) -> tuple[str, str, str, str]:
    return (
        page.before.url,
        ", ".join(page.changed),
        str(len(page.before.text)),
        str(len(page.after.text)),
    )
