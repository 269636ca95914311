"""Search for pages that take more than linear time to process.

    python -m benchmarks.attacks.inputs [--seconds S] [--largest N] [--only WORD] [--keep]

Each kind of page (`benchmarks.attacks.shapes`) is read as in a crawl, step by step, in sizes that double. The
exponent of a step's growth is computed from its last sizes: 1 is linear, 2 is quadratic. A page on which a
step takes longer than S seconds is not tried in larger sizes. Pages that `topiccrawl.page.complexity` rejects
count as refused, as in a crawl. With --keep the figures are written to results/attacks-inputs.json.
"""

from __future__ import annotations

import math
import multiprocessing
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from protego import Protego

from benchmarks.attacks.shapes import SHAPES
from benchmarks.measuring import arguments, save_result, show_table
from topiccrawl.dedup import BodyIndex, TitleIndex
from topiccrawl.dedup.title_vectors import count_title_words
from topiccrawl.extraction import EXTRACTORS, clean
from topiccrawl.extraction.kinds.hub import headlines, is_hub
from topiccrawl.extraction.kinds.kind import judge_kind
from topiccrawl.extraction.site_memory import MemoryStore, SiteMemory
from topiccrawl.middlewares.robots import beginning
from topiccrawl.page.complexity import why_too_complex
from topiccrawl.page.description import describe
from topiccrawl.page.links import links_of
from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.adaptive import Adaptive
from topiccrawl.relevance.topic.topic import Topic

SMALLEST = 8_000
STEEP = 1.35
"""Exponent above which a step counts as more than linear; leaves room for noise and logarithms."""
NOTED = 0.1
"""Seconds below which a step is ignored, as it cannot be measured."""
_URL = "http://a.cn/2024/05/01/1.html"


class Reading:
    """Everything that a crawl does with a page, in measured steps."""

    def __init__(self, focus: Focus) -> None:
        self._focus = focus

    def steps(self, html: str) -> Iterator[tuple[str, float]]:
        """Read a page; yield the name and the processor seconds of each step.

        Raises:
            RefusedError: the page is rejected before it is parsed.
        """
        body = html.encode(errors="replace")
        made: dict[str, Any] = {}
        for name, step in self._work(body, made):
            start = time.process_time()
            made[name] = step()
            yield name, time.process_time() - start
            if name == "complexity" and made[name]:
                raise RefusedError(made[name])

    def _work(self, body: bytes, made: dict[str, Any]) -> Iterator[tuple[str, Callable[[], Any]]]:
        focus = self._focus
        yield "decode", lambda: Page.from_bytes(body, _URL, "text/html")
        page: Page = made["decode"]
        yield "complexity", lambda: why_too_complex(page.html)
        yield "parse", lambda: page.tree
        yield "describe", lambda: describe(page)
        described, strategy = made["describe"], Adaptive(focus)
        yield "links", lambda: links_of(page)
        links = made["links"]
        yield "hub", lambda: is_hub(page, links)
        yield "judge", lambda: (focus.description(described.text), focus.hub(headlines(links)))
        yield "topic words", lambda: focus.relevance.topic_words_in("\n".join(page.tree.itertext()))
        yield "score links", lambda: [strategy.link(one.url, LinkContext(anchor=one.anchor)) for one in links]
        yield "metadata", lambda: read_metadata(page)
        found = made["metadata"]
        for extractor in sorted(EXTRACTORS):
            if extractor != "visual-browser":
                yield extractor, partial(EXTRACTORS[extractor], Page(page.url, page.html))
        longest = max((made[name] for name in EXTRACTORS if name in made), key=len)
        text = longest or "\n".join(page.tree.itertext())
        yield "kind", lambda: judge_kind(page, text)
        memory = SiteMemory(MemoryStore())
        yield "site memory", lambda: [memory.strip("a.cn", f"{found.title}{n}", text) for n in range(6)]
        yield "clean", lambda: clean(text)
        yield "body", lambda: focus.body(text)
        yield "title", lambda: count_title_words(found.title)
        titles, bodies = TitleIndex(), BodyIndex()
        yield "dedup", lambda: (bodies.match(text, _URL), titles.match(found.title, _URL, text))
        robots = b"User-agent: *\nDisallow: " + body
        yield "robots.txt", lambda: Protego.parse(beginning(robots).decode(errors="replace"))


class RefusedError(Exception):
    """A page is rejected before it is parsed."""


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="time of a step after which no larger size is tried"
    )
    parser.add_argument("--largest", type=int, default=2_000_000, help="characters")
    parser.add_argument("--only", default="", help="only shapes whose name contains this")
    parser.add_argument("--keep", action="store_true", help="write the result file")
    args = parser.parse_args()
    focus = Focus(Topic.load("partybuild"))
    focus.body("党建工作")  # compiles the topic, which is not measured
    rows = []
    for name in SHAPES:
        if args.only in name:
            rows.append(examined(name, focus, args.seconds, args.largest))
            print(_line(rows[-1]), flush=True)
    steep = [row for row in rows if row["exponent"] >= STEEP]
    slow = sorted(rows, key=lambda row: -row["slowest_seconds"])[:10]
    columns = ["shape", "size", "slowest", "slowest_seconds", "steepest", "exponent"]
    print("\nthe slowest:")
    show_table(columns, [[row[column] for column in columns] for row in slow])
    print(f"\n{len(rows)} shapes, {len(steep)} with a step that is more than linear")
    if args.keep:
        save_result("attacks-inputs", {"shapes": {row.pop("shape"): row for row in rows}})


def examined(name: str, focus: Focus, seconds: float, largest: int) -> dict[str, Any]:
    """Read a shape in growing sizes, in a process that is killed when it hangs."""
    ours, theirs = multiprocessing.get_context("fork").Pipe()
    process = multiprocessing.get_context("fork").Process(
        target=_read_all, args=(name, focus, seconds, largest, theirs)
    )
    process.start()
    theirs.close()
    sizes: list[tuple[int, dict[str, float]]] = []
    refused, hung = 0, False
    while True:
        if not ours.poll(30 * seconds):
            hung = True
            process.kill()
            break
        try:
            message = ours.recv()
        except EOFError:
            break
        if message[0] == "size":
            sizes.append((message[1], {}))
        elif message[0] == "refused":
            refused = message[1]
            sizes.pop()
        else:
            sizes[-1][1][message[1]] = message[2]
    process.join()
    return {"shape": name, **_figures(sizes), "refused_from": refused or None, "hung": hung}


def _read_all(name: str, focus: Focus, seconds: float, largest: int, pipe: Any) -> None:
    reading, size = Reading(focus), SMALLEST
    while size <= largest:
        html = SHAPES[name](size)
        pipe.send(("size", len(html)))
        slowest = 0.0
        try:
            for step, took in reading.steps(html):
                pipe.send(("step", step, took))
                slowest = max(slowest, took)
        except RefusedError:
            pipe.send(("refused", len(html)))
            break
        if slowest > seconds:
            break
        size *= 2
    pipe.close()


def _figures(sizes: list[tuple[int, dict[str, float]]]) -> dict[str, Any]:
    """Return the slowest step, and the steepest one of those that take measurable time."""
    if not sizes:
        return {"size": 0, "slowest": "-", "slowest_seconds": 0.0, "steepest": "-", "exponent": 0.0}
    size, steps = sizes[-1]
    slowest = max(steps, key=steps.__getitem__, default="-")
    growth = {name: _exponent(sizes, name) for name in steps if steps[name] >= NOTED}
    steepest = max(growth, key=growth.__getitem__, default="-")
    return {
        "size": size,
        "slowest": slowest,
        "slowest_seconds": round(steps.get(slowest, 0.0), 3),
        "steepest": steepest,
        "exponent": round(growth.get(steepest, 0.0), 2),
        "all_seconds": round(sum(steps.values()), 3),
    }


def _exponent(sizes: list[tuple[int, dict[str, float]]], step: str) -> float:
    """Return the exponent of a step's growth over the last two doublings."""
    (small, before), (large, after) = sizes[max(0, len(sizes) - 3)], sizes[-1]
    if small == large or before.get(step, 0.0) <= 0.0:
        return 0.0
    return math.log(after[step] / max(before[step], 0.002)) / math.log(large / small)


def _line(row: dict[str, Any]) -> str:
    more = f", refused from {row['refused_from']:,}" if row["refused_from"] else ""
    more += ", HUNG" if row["hung"] else ""
    return (
        f"{row['shape']:32} {row['size']:>9,}  {row['slowest']} {row['slowest_seconds']:.3f} s"
        f"  {row['steepest']} ^{row['exponent']}{more}"
    )


if __name__ == "__main__":
    main()
