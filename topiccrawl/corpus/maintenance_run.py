"""Commands that change a corpus, as rows of `runs`; an interrupted one continues its row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from topiccrawl.storage.pages.store import CorpusStore

_LAST = "topiccrawl/last_page"


class MaintenanceRun:
    """The row of a command, with the id of the last page it has processed.

    Attributes:
        run_id: id of the row.
        last: that page; 0 at the beginning.
    """

    def __init__(self, store: CorpusStore, run_id: int, last: int = 0) -> None:
        self.run_id = run_id
        self.last = last
        self._store = store

    @classmethod
    def begin(cls, store: CorpusStore, topic: str, command: str, settings: Mapping[str, object]) -> Self:
        """Start a run, or continue the topic's last one if it is the same command and has not ended.

        Args:
            store: an open store.
            topic: name of the topic.
            command: name of the command.
            settings: values that identify the command; with other values a new run starts.
        """
        # The strategy of the last crawl: a later crawl compares its own with that of the last run.
        own = {"command": command, **settings, "strategy": store.last_strategy(topic) or ""}
        runs = store.read_runs(topic)
        if runs and runs[-1]["finished_at"] is None and runs[-1]["settings"] == own:
            return cls(store, runs[-1]["id"], int(runs[-1]["stats"].get(_LAST, 0)))
        return cls(store, store.start_run(topic, own))

    def done(self, last: int) -> None:
        """Store that all pages up to an id are finished."""
        self.last = last
        self._store.add_stats(self.run_id, {_LAST: last})

    def finish(self, stats: Mapping[str, object]) -> None:
        """Store the end."""
        self._store.finish_run(self.run_id, "finished", dict(stats))
