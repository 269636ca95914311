"""Quality of a topic on documents that were not used to make it.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.topics [--topic overseas=qiao ...]

Builds the replay web from whose sites and held-out documents the topics were made. The other documents of the
raw corpus are judged by title and body: those on the topic, and a random sample of at most --most others;
marginal documents are left out. A --topic is a name or folder, `=` and its label in the corpus. Writes
results/relevance-topics.json. Needs jinja2 beside the project's own requirements.

relevant, others   number of documents
auc                probability that a relevant document has a higher score than another one
recall             share of the relevant documents that a crawl would keep
kept_of_others     share of the others that a crawl would keep
precision, f1      at the proportions of this corpus; balanced_precision: with equal numbers of both
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measuring import arguments, data_folder, save_result, show_table, work_folder
from benchmarks.relevance.corpus import articles
from benchmarks.relevance.ranking import area_under_curve
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.relevance.judgement import verdict

WEB = ("--pages", "8000", "--heldout", "80", "--seed", "2018")
"""Options of the web that the topics were made from."""
COLUMNS = ("relevant", "others", "auc", "recall", "kept_of_others", "precision", "f1", "balanced_precision")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--topic",
        nargs="+",
        default=["overseas=qiao", "football=cnfootball"],
        help="name or folder, =, label",
    )
    parser.add_argument("--most", type=int, default=8000, help="maximum number of other documents")
    parser.add_argument("--dry", action="store_true", help="do not write the result")
    args = parser.parse_args()
    seen = seen_urls()
    results = {}
    for entry in args.topic:
        name, _, label = entry.rpartition("=")
        results[Path(name).name] = measure(Focus(Topic.load(name)), label, seen, args.most)
    show_table(["", *results], [[name, *(found[name] for found in results.values())] for name in COLUMNS])
    if not args.dry:
        save_result("relevance-topics", {"most": args.most, "topics": results})


def seen_urls() -> set[str]:
    """Return the original URLs of the documents of the web and of the held-out ones."""
    tools = data_folder("web")
    seen: set[str | None] = set()
    with work_folder() as web:
        command = [sys.executable, tools / "build_web.py", *WEB, "--raw", tools / "raw", "--out", web]
        subprocess.run(list(map(str, command)), check=True, capture_output=True)
        for name, key in (("labels.jsonl", "orig_url"), ("heldout.jsonl", "url")):
            with (web / name).open(encoding="utf-8") as lines:
                seen.update(json.loads(line).get(key) for line in lines)
    return {url for url in seen if url}


def documents(label: str, seen: set[str], most: int) -> Iterator[tuple[bool, str, str]]:
    """Yield for each document whether it is relevant, its title and its body."""
    others = []
    for row in articles():
        if row["url"] in seen or row["label"][label] == 1:
            continue
        document = (row["label"][label] == 2, row["title"], "\n".join(row["paras"]))
        if document[0]:
            yield document
        else:
            others.append(document)
    random.Random(1).shuffle(others)
    yield from others[:most]


def measure(focus: Focus, label: str, seen: set[str], most: int) -> dict[str, Any]:
    """Judge the documents as a crawl does."""
    scores, labels, kept = [], [], {True: 0, False: 0}
    for relevant, title, body in documents(label, seen, most):
        found = verdict(focus.description(title), focus.body(body), focus.verdict)
        scores.append(found.relevance)
        labels.append(relevant)
        kept[relevant] += found.kept
    size = sum(labels)
    others = len(labels) - size
    recall, wrong = kept[True] / size, kept[False] / others
    precision = kept[True] / max(1, kept[True] + kept[False])
    return {
        "relevant": size,
        "others": others,
        "auc": round(area_under_curve(scores, labels), 4),
        "recall": round(recall, 3),
        "kept_of_others": round(wrong, 4),
        "precision": round(precision, 3),
        "f1": round(2 * precision * recall / max(1e-9, precision + recall), 3),
        "balanced_precision": round(recall / max(1e-9, recall + wrong), 3),
    }


if __name__ == "__main__":
    main()
