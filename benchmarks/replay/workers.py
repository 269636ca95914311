"""Value of workers learning from each other's pages: replays with the models of several workers.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.workers [alone-2 shared-2 ...] [--seeds 7 99]

The workers of a shared crawl take turns with the pages; each has a link model of its own, and its scores go
to the common frontier. `alone-N` are N workers that learn from their own pages only, `shared-N` also learn
from each other's pages as they read them from the database, `--late` pages later. Replays from the portals on
the large webs, as `benchmarks.replay` does. Writes results/replay-workers.json: means over the webs.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import cycle
from pathlib import Path

from benchmarks.measuring import add_sets, arguments, data_folder, save_result, show_table, work_folder
from benchmarks.replay.captures import LABELS, Entrance, entrance
from benchmarks.replay.runs import Row, replayed, row_of
from topiccrawl.evaluation.replay.figures import Run
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.history import UrlHistory
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import (
    FetchedPage,
    Lesson,
    Passage,
    Strategy,
    VisitedPage,
)
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.relevance.topic.topic import Topic

SETS = ("alone-1", "alone-2", "shared-2", "alone-4", "shared-4")


class Crew(Strategy):
    """Several workers with models of their own that take turns with the pages.

    Args:
        focus: of the topic.
        count: number of workers.
        late: pages of all workers after which the others learn from a page; 0: never.
    """

    name = "crew"

    def __init__(self, focus: Focus, count: int, late: int) -> None:
        super().__init__(focus)
        self._workers = [Adaptive(focus) for _ in range(count)]
        # As in Redis: one history for all.
        self.history = UrlHistory(focus.priority.capacity, 0, focus.url_structure.history)
        for worker in self._workers:
            worker.history = self.history
        self._turns = cycle(range(count))
        self._worker_of: dict[str, int] = {}
        self._contexts: dict[str, LinkContext] = {}
        self._late = late
        self._unread: list[tuple[int, Lesson]] = []

    def gate(self, page: FetchedPage) -> Passage:
        worker = self._worker_of[page.url] = next(self._turns)
        self._contexts[page.url] = page.context
        return self._workers[worker].gate(page)

    def link(self, url: str, context: LinkContext) -> Priority:
        return self._workers[self._worker_of.get(context.parent_url, 0)].link(url, context)

    def should_enqueue(self, priority: Priority) -> bool:
        return self._workers[0].should_enqueue(priority)

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        return self._workers[self._worker_of[page.url]].verdict(page, passage, text)

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        worker = self._worker_of.get(page.url, 0)
        scores = dict(self._workers[worker].visited(page))
        context = self._contexts.pop(page.url, None)
        # Lists leave no row from which others could learn.
        if self._late and context is not None and page.verdict is not None and not context.seed:
            self._unread.append((worker, Lesson(page.url, context, page.verdict.relevance)))
        if self._late and len(self._unread) >= self._late:
            for reader, strategy in enumerate(self._workers):
                scores |= strategy.learn_from([one for writer, one in self._unread if writer != reader])
            self._unread.clear()
        return scores


def crawled(start: Entrance, topic: str, crew: str, late: int, pages: int) -> Run:
    """Replay a crawl of several workers."""
    kind, _, count = crew.partition("-")
    focus = Focus(Topic.load(topic).with_seeds(start.seeds))
    return replayed(start, Crew(focus, int(count), late if kind == "shared" else 0), pages)


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--seeds", type=int, nargs="+", default=[7, 99], help="webs to build, by number")
    parser.add_argument("--topic", choices=sorted(LABELS), default="partybuild")
    parser.add_argument("--pages", type=int, default=600, help="HTML pages to fetch")
    parser.add_argument("--late", type=int, default=30, help="pages after which others learn from a page")
    parser.add_argument("--work", type=Path, help="keep webs and captures in this folder")
    args = parser.parse_args()
    data_folder("web")

    found: dict[str, Row] = {}
    with work_folder(args.work) as work:
        for name in args.sets:
            starts = [entrance(number, args.topic, work) for number in args.seeds]
            runs = [crawled(start, args.topic, name, args.late, args.pages) for start in starts]
            found[name] = row_of(args.topic, name, runs, args.pages)
            print(name, found[name], flush=True)
    columns = list(next(iter(found.values())))
    show_table(["", *columns], [[name, *row.values()] for name, row in found.items()])
    settings = {"webs": args.seeds, "topic": args.topic, "pages": args.pages, "late": args.late}
    save_result("replay-workers", {**settings, "rows": found})


if __name__ == "__main__":
    main()
