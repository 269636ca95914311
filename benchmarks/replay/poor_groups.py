"""Effect of parking groups of URLs that bring nothing: replays with and without.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.poor_groups [0 15 30 ...] [--seeds 7 99]

Each number is one of `TOPICCRAWL_POOR_PAGES`. Links of parked groups are dropped when it is their turn.
Replays from the portals on the large webs. Writes results/replay-poor_groups.json: means over the webs.
"""

from __future__ import annotations

from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.replay.agreement import NO_DELAYS_MODEL
from benchmarks.replay.captures import Entrance, entrance, parse_crawls
from benchmarks.replay.runs import Row, row_of
from topiccrawl.calibration.graded_pages import read_page_grades
from topiccrawl.evaluation.replay import crawl as replay
from topiccrawl.evaluation.replay.capture import Capture
from topiccrawl.evaluation.replay.crawl import ReplayedCrawl
from topiccrawl.evaluation.replay.figures import Run
from topiccrawl.evaluation.replay.judging import Judged
from topiccrawl.evaluation.replay.request_queue import Request, RequestQueue
from topiccrawl.priority.budgets.poor_groups import PoorGroups
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.strategies.contract import Outcome
from topiccrawl.priority.strategies.registry import make_strategy
from topiccrawl.relevance.topic.topic import Topic


class Thrifty(RequestQueue):
    """A queue that leaves out links of poor groups."""

    poor = PoorGroups(0)
    left_out = 0

    def pop(self) -> tuple[Request, float] | None:
        while (found := super().pop()) is not None:
            request = found[0]
            if request.context.seed or not self.poor.take(request.url, request.context.parent_url):
                return found
            self.left_out += 1
            self.downloaded(request, is_page=False)
            self.done(request)
        return None


class ThriftyCrawl(ReplayedCrawl):
    """A replay that reports the outcomes of pages to the queue."""

    def _learn(self, url: str, judged: Judged) -> None:
        queue = self._queue
        assert isinstance(queue, Thrifty)
        queue.poor.finished(url, kept=judged.outcome is Outcome.KEPT)
        super()._learn(url, judged)


def replayed(start: Entrance, topic: str, least: int, pages: int) -> tuple[Run, int]:
    """Return the run of a crawl, and the number of links left out."""
    focus = Focus(Topic.load(topic).with_seeds(start.seeds))
    with Capture(start.capture) as opened:
        crawl = ThriftyCrawl(opened, make_strategy(focus.topic, "adaptive"), NO_DELAYS_MODEL)
        queue = crawl._queue
        assert isinstance(queue, Thrifty)
        queue.poor = PoorGroups(least)
        run = Run.of(crawl.run(start.seeds, pages), read_page_grades(start.labels))
        return run, queue.left_out


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("least", type=int, nargs="*", default=[0, 15, 30], help="TOPICCRAWL_POOR_PAGES")
    parser.add_argument("--pages", type=int, default=1000, help="HTML pages to fetch")
    args = parse_crawls(parser, ["partybuild"])
    vars(replay)["RequestQueue"] = Thrifty

    found: dict[str, Row] = {}
    with work_folder(args.work) as work:
        for topic in args.topics:
            starts = [entrance(number, topic, work) for number in args.seeds]
            for least in args.least:
                both = [replayed(start, topic, least, args.pages) for start in starts]
                row = row_of(topic, str(least), [run for run, _ in both], args.pages)
                row["left_out"] = sum(left_out for _, left_out in both) / len(both)
                found[f"{topic} {least}"] = row
                print(topic, least, row, flush=True)
    columns = list(next(iter(found.values())))
    show_table(["", *columns], [[name, *row.values()] for name, row in found.items()])
    save_result("replay-poor_groups", {"webs": args.seeds, "pages": args.pages, "rows": found})


if __name__ == "__main__":
    main()
