"""Live first hours: the topics of ten words, crawled from the portals of the large webs.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.first_hour.web --work FOLDER [--topic NAME ...]

Each crawl is a replay, which is the real crawl, of a topic made as `topic new` makes it, without any answer
or grade. Labels are the sections of the sites that articles are from; pages of overlapping sections do not
count (`known` is the number of the others). Precision and recall are of what `export` writes by default,
recall of the relevant stories that were fetched. Each crawl is kept in the work folder. Writes
results/first_hour-web.json.
"""

from __future__ import annotations

import json
import lzma
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.first_hour.topics import TOPICS
from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import arguments, data_folder, save_result, show_table
from benchmarks.replay.captures import capture_web
from topiccrawl.corpus.export import export
from topiccrawl.experiments.replay import crawl as replay
from topiccrawl.experiments.replay.capture import Capture
from topiccrawl.experiments.replay.course import Course
from topiccrawl.page.canonical_url import url_key
from topiccrawl.relevance.topic.topic import Topic
from topiccrawl.topics.making.draft import Draft
from topiccrawl.topics.making.folder import create_topic

Label = tuple[bool | None, str]
"""Whether a page is on the topic (None: not known), and its story."""
NO_TABLES: Mapping[str, Mapping[str, Any]] = {}
_OTHER: Label = (False, "")
_SESSION = re.compile(r";[^?]*|&(vid|time)=[^&]*")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--work", type=Path, required=True, help="keep webs and crawls in this folder")
    parser.add_argument("--topic", nargs="+", choices=TOPICS, default=list(TOPICS))
    parser.add_argument("--webs", type=int, nargs="+", default=[2018, 7], help="webs to build, by number")
    parser.add_argument("--pages", type=int, default=500, help="HTML pages to fetch")
    args = parser.parse_args()
    kept = args.work / "first-hours"
    kept.mkdir(parents=True, exist_ok=True)
    for number in args.webs:
        for topic in args.topic:
            file = kept / f"{topic}, {number}, {args.pages}.json"
            if not file.exists():
                labels_of(
                    topic, web := build(number, args.work, preset="large")
                )  # read once, before the fork
                with get_context("fork").Pool(1) as pool:  # Twisted's reactor runs once in a process
                    found = pool.apply(crawled, (topic, web, args.pages, args.work))
                file.write_text(json.dumps(found), encoding="utf-8")
    rows = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(kept.glob("*.json"))]
    save_result("first_hour-web", {"crawls": rows})
    show_table(list(rows[0]), [list(row.values()) for row in rows])


def crawled(topic: str, web: ReplayWeb, pages: int, work: Path) -> dict[str, Any]:
    """Replay one crawl and export what it kept; return its figures."""
    labels, folder = labels_of(topic, web), Path(short_topic(topic, work / "topics").source).parent
    with Capture(capture_web(web, work)) as capture:
        found = replayed(str(folder), web.seeds("portals"), labels, capture, pages)
    return {"topic": topic, "web": web.seed, "pages": pages, **figures(*found)}


def replayed(
    topic: str,
    seeds: Sequence[str],
    labels: Labels,
    web: Any,
    pages: int,
    strategy: str = "adaptive",
    tables: Mapping[str, Mapping[str, Any]] = NO_TABLES,
) -> tuple[list[Label], list[Label]]:
    """Return the labels of the pages that a replayed crawl fetched, and of those that `export` writes.

    Args:
        topic: its name or folder.
        seeds: URLs to start from.
        labels: of the web.
        web: answers requests as a `Capture` does.
        pages: HTML pages to fetch.
        strategy: of the crawl.
        tables: keys of the topic that are changed, for this process.
    """
    load = Topic.load
    changed = staticmethod(lambda name: load(name).with_tables(tables))
    Topic.load = changed  # type: ignore[method-assign, assignment]
    with TemporaryDirectory() as folder:
        course, out = Course(web, pages, 0), Path(folder) / "out.jsonl"
        replay.crawl_once(replay.Crawl(Path(), topic, tuple(seeds), strategy, pages), course, Path(folder))
        export(f"sqlite:///{folder}/corpus.db", Path(topic).name, "jsonl", out)
        urls = [json.loads(line)["url"] for line in out.read_text(encoding="utf-8").splitlines()]
    return [labels.of(page.url) for page in course.trace.pages], list(map(labels.of, urls))


def figures(fetched: Sequence[Label], kept: Sequence[Label]) -> dict[str, Any]:
    """Return harvest, and precision and recall of what was kept of the pages fetched."""
    known = [label for label, _ in fetched if label is not None]
    wanted = {story for label, story in fetched if label}
    right, wrong = (sum(label is value for label, _ in kept) for value in (True, False))
    return {
        "known": len(known),
        "harvest": round(sum(known) / max(1, len(known)), 4),
        "kept": len(kept),
        "precision": round(right / max(1, right + wrong), 4),
        "recall": round(len(wanted & {story for label, story in kept if label}) / max(1, len(wanted)), 4),
    }


class Labels:
    """Labels of pages by URL; parameters of a session do not count."""

    def __init__(self, known: Mapping[str, Label]) -> None:
        self._urls = [url for url, (label, _) in known.items() if label]
        self._known = {url_key(url): label for url, label in known.items()}

    def of(self, url: str) -> Label:
        """Return the label of a URL; pages without one are lists and others."""
        return self._known.get(url_key(url)) or self._known.get(url_key(_SESSION.sub("", url)), _OTHER)

    def samples(self) -> list[str]:
        """Return five URLs on the topic from the folder that has most."""
        folders = Counter(url.rpartition("/")[0] for url in self._urls)
        chosen = max(sorted(folders), key=folders.__getitem__, default="")
        return [url for url in self._urls if url.rpartition("/")[0] == chosen][:5]


def labels_of(topic: str, web: ReplayWeb) -> Labels:
    """Return the labels of a web for a topic of ten words."""
    label = TOPICS[topic].label
    return Labels(
        {url: (None if section is None else label(section), story) for url, section, story in _articles(web)}
    )


def short_topic(name: str, folder: Path) -> Topic:
    """Return a topic of ten words in a folder, made unless it exists, as `topic new` makes it."""
    own, short = folder / name.replace(" ", "-"), TOPICS[name]
    return Topic.load(own) if own.exists() else create_topic(own, Draft(short.title, short.words))


@cache
def _articles(web: ReplayWeb) -> list[tuple[str, str | None, str]]:
    """Return URL, section of the site that it is from, and story of each article."""
    with lzma.open(data_folder("web") / "raw" / "corpus.jsonl.xz", "rt", encoding="utf-8") as lines:
        sections = {f"d{row['id']}": row["section"] for row in map(json.loads, lines)}
    with web.labels.open(encoding="utf-8") as lines:
        rows = [row for row in map(json.loads, lines) if row["kind"] == "article"]
    groups = [row["duplicate_group"] or "" for row in rows]  # the document's number, then that of its part
    return [
        (row["url"], sections.get(group.partition("/")[0]), group)
        for row, group in zip(rows, groups, strict=True)
    ]


if __name__ == "__main__":
    main()
