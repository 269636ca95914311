"""Captures of the built webs of the measuring data, and tables of their labels."""

from __future__ import annotations

import csv
import json
import sqlite3
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from benchmarks.live.web import ReplayWeb, build
from benchmarks.measuring import data_folder
from topiccrawl.experiments.replay.capture import write_capture
from topiccrawl.experiments.replay.capture_file import ANY_PATH
from topiccrawl.experiments.replay.responses import Response, unpacked

LABELS = {"partybuild": "party", "overseas": "qiao", "football": "cnfootball"}
"""Name of each topic in the labels of the built webs."""
_UNKNOWN = "/__404__"
"""Path under which a built web holds what a host answers to unknown URLs."""


def parse_crawls(parser: ArgumentParser, topics: Sequence[str]) -> Namespace:
    """Return the options of a benchmark that replays crawls of large webs; ends it if there is no data.

    Webs, topics and folder are added to its own options.

    Args:
        parser: of the benchmark.
        topics: topics by default.
    """
    parser.add_argument("--seeds", type=int, nargs="+", default=[7, 99], help="webs to build, by number")
    parser.add_argument("--topics", nargs="+", choices=sorted(LABELS), default=list(topics))
    parser.add_argument("--work", type=Path, help="keep webs and captures in this folder")
    args = parser.parse_args()
    data_folder("web")
    return args


@dataclass(frozen=True)
class Entrance:
    """What a replay of a topic on a built web starts with.

    Attributes:
        capture: file of the captured web.
        seeds: its portals.
        labels: table of the topic's grades.
    """

    capture: Path
    seeds: tuple[str, ...]
    labels: Path


def entrance(number: int, topic: str, folder: Path) -> Entrance:
    """Return the entrance to the large web of a number; what is not in the folder yet is made."""
    web = build(number, folder, preset="large")
    return Entrance(capture_web(web, folder), tuple(web.seeds("portals")), label_table(web, topic, folder))


def capture_web(web: ReplayWeb, folder: Path) -> Path:
    """Return the capture of a built web, made unless it exists; pages are parsed when they are needed."""
    path = folder / f"web-{web.seed}.capture"
    if not path.exists():
        write_capture(responses(web), path, {"source": f"built web {web.seed}"})
    return path


def responses(web: ReplayWeb) -> Iterator[Response]:
    """Yield all static responses of a built web; endless ones, such as calendars, are not in it."""
    file = web.folder / "web.sqlite"
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        query = "SELECT host, path, status, ctype, headers, body FROM pages"
        for host, path, status, content_type, headers, body in connection.execute(query):
            named = {name.lower(): value for name, value in json.loads(headers)}
            shown = ANY_PATH if path == _UNKNOWN else path
            url = f"http://{host}{shown}"
            yield Response(url, status, {**named, "content-type": content_type}, unpacked(body))


def label_table(web: ReplayWeb, topic: str, folder: Path) -> Path:
    """Return the table of URLs and grades of a topic; it is made unless it exists."""
    path, label = folder / f"labels-{web.seed}-{topic}.tsv", LABELS[topic]
    if path.exists():
        return path
    with web.labels.open(encoding="utf-8") as lines, path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t")
        writer.writerow(("url", "grade"))
        for row in map(json.loads, lines):
            if row["kind"] == "article":
                grade = row.get("grade", {}).get(label, 2 if label in row.get("topics", ()) else 0)
                if grade:
                    writer.writerow((row["url"], grade))
    return path
