"""Cost of a kill for a crawl that learns: replays whose process dies in the middle, beside unkilled ones.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.killed [unkilled ...] [--seeds 7 99] [--at 300]

After `--at` pages the process is replaced by a new one, which has the history of URLs, as it is in the
database, and the knowledge that its set names. The links in the frontier keep their scores. Writes
results/replay-killed.json: means over the webs.

unkilled       nothing happens
forgetful      the new process knows nothing of earlier pages
pages only     it learns again from pages and drops: 2,000 rows, four replayed lessons each
with lists     from lists as well, with all that is known of each link
as shipped     and the best waiting links are rescored by the rebuilt model
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from heapq import nlargest
from pathlib import Path

from benchmarks.measuring import add_sets, arguments, data_folder, save_result, show_table, work_folder
from benchmarks.replay.captures import LABELS, entrance
from benchmarks.replay.runs import Row, replayed, row_of
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import (
    FetchedPage,
    KnownLink,
    Lesson,
    Outcome,
    Passage,
    Strategy,
    VisitedPage,
)
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.relevance.topic.topic import Topic


@dataclass(frozen=True)
class Memory:
    """What a new process knows: lessons of pages (and of lists), and links that wait."""

    lessons: int = 0
    lists: bool = False
    links: int = 0


SETS = {
    "unkilled": None,
    "forgetful": Memory(),
    "pages only": Memory(lessons=2000),
    "with lists": Memory(Adaptive.lessons_at_start, lists=True),
    "as shipped": Memory(Adaptive.lessons_at_start, lists=True, links=Adaptive.links_at_start),
}


class Killed(Strategy):
    """Adaptive, of which a new one takes over after some pages.

    Args:
        focus: of the topic.
        at: number of pages.
        memory: what the new one knows; None: there is none.
    """

    name = "killed"

    def __init__(self, focus: Focus, at: int, memory: Memory | None) -> None:
        super().__init__(focus)
        self._own = Adaptive(focus)
        self.history = self._own.history
        self._at, self._memory, self._pages = at, memory, 0
        self._waiting: dict[str, tuple[float, LinkContext]] = {}
        self._fetched: dict[str, tuple[str, LinkContext]] = {}
        self._learned: list[tuple[Lesson, Outcome]] = []

    def gate(self, page: FetchedPage) -> Passage:
        self._fetched[page.url] = page.requested_url, page.context
        self._waiting.pop(page.requested_url, None)
        return self._own.gate(page)

    def link(self, url: str, context: LinkContext) -> Priority:
        priority = self._own.link(url, context)
        if not context.seed and priority.value > self._waiting.get(url, (-1.0, context))[0]:
            self._waiting[url] = priority.value, context
        return priority

    def is_repetition(self, url: str, context: LinkContext, *, waits: bool) -> bool:
        return self._own.is_repetition(url, context, waits=waits)

    def should_enqueue(self, priority: Priority) -> bool:
        return self._own.should_enqueue(priority)

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        return self._own.verdict(page, passage, text)

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        scores = self._own.visited(page)
        url, context = self._fetched.pop(page.url, (page.url, None))
        if context is None:
            context = self._waiting.pop(url, (0.0, LinkContext(seed=True)))[1]
        if not context.seed:
            relevance = page.verdict.relevance if page.verdict else None
            self._learned.append((Lesson(url, context, relevance), page.outcome))
        for other, score in scores.items():
            if other in self._waiting:
                self._waiting[other] = score, self._waiting[other][1]
        self._pages += page.outcome is not Outcome.FAILED
        if self._memory is not None and self._pages == self._at:
            self._pages += 1
            return self._begin_again(self._memory)
        return scores

    def _begin_again(self, memory: Memory) -> Mapping[str, float]:
        print(f"before: {self._own.lessons} lessons", flush=True)
        self._own = Adaptive(self.focus)
        assert self.history is not None
        self._own.history = self.history
        lessons = [one for one, outcome in self._learned if memory.lists or outcome is not Outcome.LIST]
        if not memory.lists:
            lessons = [Lesson(one.url, _as_in_a_row(one.context), one.relevance) for one in lessons]
        self._own.resume(lessons[-memory.lessons :] if memory.lessons else [])
        self._own.learn_lessons()
        best = nlargest(memory.links, self._waiting.items(), key=lambda item: item[1][0])
        scores = self._own.resume_links([KnownLink(url, context) for url, (_, context) in best])
        print(f"after: {self._own.lessons} lessons, {len(scores)} links with new scores", flush=True)
        return scores


def _as_in_a_row(context: LinkContext) -> LinkContext:
    return LinkContext(anchor=context.anchor, parent_url=context.parent_url, description=context.description)


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    parser.add_argument("--seeds", type=int, nargs="+", default=[7, 99], help="webs to build, by number")
    parser.add_argument("--topic", choices=sorted(LABELS), default="partybuild")
    parser.add_argument("--pages", type=int, default=600, help="HTML pages to fetch")
    parser.add_argument("--at", type=int, default=300, help="pages after which the process dies")
    parser.add_argument("--work", type=Path, help="keep webs and captures in this folder")
    args = parser.parse_args()
    data_folder("web")

    found: dict[str, Row] = {}
    with work_folder(args.work) as work:
        starts = [entrance(number, args.topic, work) for number in args.seeds]
        for name in args.sets:
            runs = []
            for start in starts:
                focus = Focus(Topic.load(args.topic).with_seeds(start.seeds))
                runs.append(replayed(start, Killed(focus, args.at, SETS[name]), args.pages))
            found[name] = row_of(args.topic, name, runs, args.pages)
            print(name, found[name], flush=True)
    columns = list(next(iter(found.values())))
    show_table(["", *columns], [[name, *row.values()] for name, row in found.items()])
    settings = {"webs": args.seeds, "topic": args.topic, "pages": args.pages, "at": args.at}
    save_result("replay-killed", {**settings, "rows": found})


if __name__ == "__main__":
    main()
