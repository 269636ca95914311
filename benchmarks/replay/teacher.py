"""What grades of a running crawl are worth: replays in which an editor grades some pages now and then.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.replay.teacher [SET ...] [--seeds 7 99] [--topics ...]

From page 100 on the editor grades ten pages after every 50, up to 80: those of whose verdicts the crawl was
least sure, with the grades of the web's labels. Lists are the whole one and 30 random words of it, three
draws. Writes results/replay-teacher.json, means over webs and draws; rows measured earlier stay in it.

ungraded           nobody grades
links, kept        kept pages are graded, and teach the order of links alone
links, both        the same, with dropped pages among them, every second one
verdicts, kept     grades of kept pages also move verdicts, once they show that this is better
verdicts, both     the same with dropped pages; `topic label` shows such pages

100, 300, 500      harvest
precision, recall  of what is kept, near pages left out; of the relevant pages fetched
AUC                of a relevant page and another one, how often the relevant one has the higher relevance;
                   pages that are not graded, from the 300th on
moved              crawls at whose end verdicts were moved
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from benchmarks.live.cold import made_topic
from benchmarks.measuring import add_sets, arguments, read_result, show_table, update_result, work_folder
from benchmarks.replay.agreement import NO_DELAYS_MODEL
from benchmarks.replay.captures import LABELS, Entrance, entrance, parse_crawls
from benchmarks.replay.cold import figures, mean_row
from topiccrawl.calibration.graded_pages import RELEVANT, PageGrades, read_page_grades
from topiccrawl.crawl.lessons import WORTH
from topiccrawl.evaluation.replay.capture import Capture
from topiccrawl.evaluation.replay.crawl import ReplayedCrawl
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.ranking import area_under_curve
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.priority.strategies.contract import FetchedPage, Lesson, Passage, VisitedPage
from topiccrawl.relevance.judgement import Verdict
from topiccrawl.relevance.topic.topic import Topic

SETS = ("ungraded", "links, kept", "links, both", "verdicts, kept", "verdicts, both")
WHOLE = "whole"
LISTS = (WHOLE, "30 random, 1", "30 random, 2", "30 random, 3")
PAGES, FIRST, EVERY, AT_ONCE, MOST = 500, 100, 50, 10, 80
COLUMNS = ("100", "300", "500", "precision", "recall", "AUC", "moved")
_LATE = 300


@dataclass
class _Judged:
    context: LinkContext
    relevance: float
    kept: bool
    number: int
    is_graded: bool = False


class Graded(Adaptive):
    """Adaptive, with an editor.

    Args:
        focus: of the topic.
        grades: of all pages.
        kept, dropped: whether such pages are graded.
    """

    name = "graded"

    def __init__(self, focus: Focus, grades: PageGrades, *, kept: bool, dropped: bool) -> None:
        super().__init__(focus)
        self._labels, self._kept, self._dropped = grades, kept, dropped
        self._contexts: dict[str, LinkContext] = {}
        self._pages: dict[str, _Judged] = {}
        self._finished = self._given = 0

    def gate(self, page: FetchedPage) -> Passage:
        self._contexts[page.url] = page.context
        return super().gate(page)

    def verdict(self, page: FetchedPage, passage: Passage, text: str) -> Verdict:
        found = super().verdict(page, passage, text)
        self._pages[page.url] = _Judged(
            self._contexts[page.url], found.relevance, found.kept, len(self._pages)
        )
        return found

    def visited(self, page: VisitedPage) -> Mapping[str, float]:
        scores = super().visited(page)
        self._finished += 1
        due = self._finished >= FIRST and self._finished % EVERY == 0 and self._given < MOST
        return {**scores, **self.learn_from(self._graded_now())} if due and self._kept else scores

    def _graded_now(self) -> list[Lesson]:
        """Let the editor grade the pages that the crawl is least sure of."""
        open_ = [(url, page) for url, page in self._pages.items() if not page.is_graded]
        threshold = self.focus.verdict.threshold
        open_.sort(key=lambda one: abs(one[1].relevance - threshold))
        kept = [one for one in open_ if one[1].kept]
        dropped = [one for one in open_ if not one[1].kept][: AT_ONCE // 2] if self._dropped else []
        chosen = [*dropped, *kept[: AT_ONCE - len(dropped)]]
        self._given += len(chosen)
        lessons = []
        for url, page in chosen:
            page.is_graded = True
            lessons.append(Lesson(url, page.context, page.relevance, WORTH[self._labels.grade(url) or 0]))
        return lessons

    def quality(self) -> float | None:
        """Return the AUC of the late verdicts."""
        late = [
            (url, page) for url, page in self._pages.items() if not page.is_graded and page.number >= _LATE
        ]
        relevant = [self._labels.grade(url) == RELEVANT for url, _ in late]
        if not 0 < sum(relevant) < len(relevant):
            return None
        return area_under_curve([page.relevance for _, page in late], relevant)


def crawled(start: Entrance, topic: str, chosen: str) -> dict[str, float | None]:
    """Replay the crawl of a topic folder with a set; return its figures."""
    loaded = Topic.load(topic).with_seeds(start.seeds)
    if not chosen.startswith("verdicts"):
        learning = {**loaded.tables.get("learning", {}), "teacher": 0.0}
        loaded = replace(loaded, tables={**loaded.tables, "learning": learning})
    grades = read_page_grades(start.labels)
    editor = Graded(Focus(loaded), grades, kept=chosen != "ungraded", dropped=chosen.endswith("both"))
    with Capture(start.capture) as opened:
        trace = ReplayedCrawl(opened, editor, NO_DELAYS_MODEL).run(start.seeds, PAGES)
    found = figures(trace, grades)
    return {**found, "AUC": editor.quality(), "moved": float(editor.follows_grades)}


def main() -> None:
    parser = arguments(__doc__)
    add_sets(parser, SETS)
    args = parse_crawls(parser, list(LABELS))

    webs = "+".join(map(str, args.seeds))
    with work_folder(args.work) as work:
        for topic in args.topics:
            starts = [entrance(number, topic, work) for number in args.seeds]
            for chosen in args.sets:
                rows: dict[str, list[dict[str, float | None]]] = {}
                for name in LISTS:
                    folder = topic if name == WHOLE else str(made_topic(topic, name, work / "cold" / topic))
                    kind = name if name == WHOLE else "30 random"
                    rows.setdefault(kind, []).extend(crawled(start, folder, chosen) for start in starts)
                found = read_result("replay-teacher").get(webs, {})
                for kind, several in rows.items():
                    moved = sum(row["moved"] or 0.0 for row in several)
                    row = {**mean_row(several, COLUMNS), "moved": moved}
                    found[f"{topic}, {kind}, {chosen}"] = row
                    print(topic, kind, chosen, row, flush=True)
                update_result("replay-teacher", {webs: found})
    found = read_result("replay-teacher")[webs]
    show_table(["", *COLUMNS], [[name, *map(row.get, COLUMNS)] for name, row in found.items()])


if __name__ == "__main__":
    main()
