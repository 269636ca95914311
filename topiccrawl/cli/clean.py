"""`topiccrawl clean`: bring a stored corpus to today's extractor, verdict and quality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from topiccrawl.cli.shared.database_option import DEFAULT_DATABASE, DatabaseOption
from topiccrawl.cli.shared.group import examples, single_command
from topiccrawl.cli.shared.progress import progress_bars
from topiccrawl.cli.shared.reading_options import (
    ExtractorOption,
    SensitiveOption,
    ThreadTextOption,
    TitleThresholdOption,
    make_comparable,
    sensitive_words,
)
from topiccrawl.cli.shared.tables import print_table
from topiccrawl.cli.shared.topic_option import TopicOption, topic_name
from topiccrawl.text.language import localized, marked, say

if TYPE_CHECKING:
    from topiccrawl.corpus.maintenance_run import MaintenanceRun
    from topiccrawl.corpus.recleaning import Recleaned, RecleanedBatch
    from topiccrawl.storage.pages.store import CorpusStore

app = single_command()

_SHOWN = 20
"""Maximum number of changed pages to list."""


@app.command("clean", epilog=examples("clean --topic partybuild --dry-run", "clean --topic my-topics/河长制"))
def clean(
    topic: TopicOption,
    database: DatabaseOption = DEFAULT_DATABASE,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would change; nothing is written.")
    ] = False,
    extractor: ExtractorOption = "article",
    thread_text: ThreadTextOption = "posts",
    sensitive: SensitiveOption = "",
    title_threshold: TitleThresholdOption = 0.8,
) -> None:
    """Extract, judge and measure the stored pages of a topic again, without fetching.

    Ids stay, and no page is removed. If it is interrupted, the same command continues.
    """
    from topiccrawl.corpus.comparison_copy import comparison_copy
    from topiccrawl.corpus.learned.stored_verdicts import stored_verdicts
    from topiccrawl.corpus.maintenance_run import MaintenanceRun
    from topiccrawl.corpus.reading import PageReader
    from topiccrawl.corpus.recleaning import Recleaning
    from topiccrawl.relevance.topic.topic import Topic
    from topiccrawl.storage.pages.existing import existing_corpus
    from topiccrawl.storage.pages.store import CorpusStore

    name = topic_name(topic)
    words = sensitive_words(sensitive)
    loaded = Topic.load(topic)
    reader = PageReader(loaded, extractor, title_threshold, words, thread_text)
    if dry_run:
        with existing_corpus(database, name) as store, comparison_copy(store, name) as copy:
            reader.verdicts = stored_verdicts(store, loaded)
            make_comparable(copy, name, reader.rule)
            _summary(Recleaning(store, copy, name, reader).batches(), store, name).print(name, dry_run=True)
        return
    with existing_corpus(database, name):
        pass  # fails for a topic that was never crawled, before anything is written
    with closing(CorpusStore(database)) as store:
        store.open()
        settings = {"extractor": extractor, "thread_text": thread_text, "sensitive_words": sensitive}
        run = MaintenanceRun.begin(store, name, "clean", settings)
        make_comparable(store, name, reader.rule)
        reader.verdicts = stored_verdicts(store, loaded)
        batches = Recleaning(store, store, name, reader).batches(after=run.last)
        summary = _summary(_recorded(run, batches), store, name)
        summary.print(name, dry_run=False)
        if reader.verdicts is not None and any(changed := reader.verdicts.settle()):
            typer.echo(changed.sentence)
        run.finish(summary.stats())


def _recorded(run: MaintenanceRun, batches: Iterable[RecleanedBatch]) -> Iterator[RecleanedBatch]:
    """Yield batches and record the progress of the run."""
    for batch in batches:
        run.done(batch.pages[-1].number)
        yield batch


def _summary(batches: Iterable[RecleanedBatch], store: CorpusStore, name: str) -> _Summary:
    """Read all pages, with a progress bar up to their number."""
    from topiccrawl.storage.rows.pages import count_pages

    summary, total = _Summary(), store.read(count_pages, name)
    with progress_bars() as show:
        for batch in batches:
            summary.count(batch)
            show("pages", summary.read, total)
    return summary


_DONE = (
    marked("{pages:,} pages of {topic}: {changed:,} changed"),
    marked("{count:,} other pages have another original, or none any more"),
)
_WOULD = (
    marked("{pages:,} pages of {topic}: {changed:,} would change"),
    marked("{count:,} other pages would have another original, or none any more"),
)
"""What is said of changed pages and of duplicates, after a run and a dry one."""


class _Summary:
    """Counts what has changed."""

    def __init__(self) -> None:
        self.read = 0
        self._changed = 0
        self._other_roles = 0
        self._fields: Counter[str] = Counter()
        self._problems: Counter[str] = Counter()
        self._not_kept = 0
        self._examples: list[Recleaned] = []

    def count(self, batch: RecleanedBatch) -> None:
        """Add the pages of a batch."""
        self.read += len(batch.pages)
        self._other_roles += batch.other_roles
        changed = [page for page in batch.pages if page.changed]
        self._changed += len(changed)
        self._fields.update(name for page in changed for name in page.changed)
        self._not_kept += sum(not page.kept for page in batch.pages)
        self._problems.update(page.problem for page in batch.pages if page.problem)
        self._examples += changed[: _SHOWN - len(self._examples)]

    def stats(self) -> dict[str, object]:
        """Return the counts for the row of the run."""
        stats: dict[str, object] = {
            "topiccrawl/clean/pages": self.read,
            "topiccrawl/clean/changed": self._changed,
            "topiccrawl/clean/other_roles": self._other_roles,
        }
        return stats | {f"topiccrawl/clean/changed/{name}": count for name, count in self._fields.items()}

    def print(self, topic: str, *, dry_run: bool) -> None:
        if dry_run and self._examples:
            columns = (marked("page"), marked("changes"), marked("characters"), marked("now"))
            print_table(columns, list(map(_example, self._examples)))
        told, roles = _WOULD if dry_run else _DONE
        which = ", ".join(f"{name} {count:,}" for name, count in self._fields.most_common())
        whole = say(told, pages=self.read, topic=topic, changed=self._changed)
        typer.echo(whole + (f" ({which})" if which else ""))
        if self._other_roles:
            typer.echo(say(roles, count=self._other_roles))
        for problem, count in sorted(self._problems.items()):
            typer.echo(say("{count:,} stay as they are: {problem}", count=count, problem=localized(problem)))
        if self._not_kept:
            told = marked(
                "{count:,} are under the threshold of the verdict now; they stay, and "
                '`topiccrawl export --where "relevance >= ..."` leaves them out'
            )
            typer.echo(say(told, count=self._not_kept))


def _example(page: Recleaned) -> tuple[str, str, str, str]:
    before, after = page.before, page.after
    return before.url, ", ".join(page.changed), str(len(before.text)), str(len(after.text))
