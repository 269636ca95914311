"""How well a topic tells its documents from others: on documents that had no part in making it.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.topics [--topic overseas=qiao ...]

Builds the replay web from whose sites and held-out documents the topics were made. Measured is on the other
documents of the raw corpus, each with title and body: those that are on the topic, and those that are not (on
the edge: neither), at most --most of the latter, by chance. A topic's argument is its name or folder, `=`,
its label. Writes results/relevance-topics.json. Needs jinja2 beside the project's own requirements.

relevant, others   documents of both kinds
auc                chance that a relevant one scores above another one
recall             relevant ones that a crawl would keep
kept_of_others     others that a crawl would keep
precision, f1      at the shares of this corpus, and with as many others as relevant ones (balanced_...)
"""

from __future__ import annotations

import json
import lzma
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measuring import arguments, data_folder, save_result, show_table
from benchmarks.relevance.fit_topic import auc
from topiccrawl.priority.focus import Focus
from topiccrawl.relevance import Topic
from topiccrawl.relevance.judgement import verdict

WEB = ("--pages", "8000", "--heldout", "80", "--seed", "2018")
"""The web that the topics were made from."""
COLUMNS = ("relevant", "others", "auc", "recall", "kept_of_others", "precision", "f1", "balanced_precision")


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--topic",
        nargs="+",
        default=["overseas=qiao", "football=cnfootball"],
        help="name or folder, =, label",
    )
    parser.add_argument("--most", type=int, default=8000)
    parser.add_argument("--dry", action="store_true", help="write no result")
    args = parser.parse_args()
    seen = seen_addresses()
    results = {}
    for entry in args.topic:
        name, _, label = entry.rpartition("=")
        results[Path(name).name] = measure(Focus(Topic.load(name)), label, seen, args.most)
    show_table(["", *results], [[name, *(found[name] for found in results.values())] for name in COLUMNS])
    if not args.dry:
        save_result("relevance-topics", {"most": args.most, "topics": results})


def seen_addresses() -> set[str]:
    """Original addresses of the documents of the web and of those held out of it."""
    tools = data_folder("web")
    seen: set[str | None] = set()
    with tempfile.TemporaryDirectory() as web:
        command = [sys.executable, tools / "build_web.py", *WEB, "--raw", tools / "raw", "--out", web]
        subprocess.run(list(map(str, command)), check=True, capture_output=True)
        for name, key in (("labels.jsonl", "orig_url"), ("heldout.jsonl", "url")):
            with (Path(web) / name).open(encoding="utf-8") as lines:
                seen.update(json.loads(line).get(key) for line in lines)
    return {address for address in seen if address}


def documents(label: str, seen: set[str], most: int) -> Iterator[tuple[bool, str, str]]:
    """Whether a document is relevant, its title, its body."""
    others = []
    with lzma.open(data_folder("web") / "raw" / "corpus.jsonl.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
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
    """Judge the documents as a crawl would."""
    scored, kept = [], {True: 0, False: 0}
    for relevant, title, body in documents(label, seen, most):
        found = verdict(focus.description(title), focus.body(body), focus.verdict)
        scored.append((found.relevance, relevant))
        kept[relevant] += found.kept
    size = sum(right for _, right in scored)
    others = len(scored) - size
    recall, wrong = kept[True] / size, kept[False] / others
    precision = kept[True] / max(1, kept[True] + kept[False])
    return {
        "relevant": size,
        "others": others,
        "auc": round(auc(scored), 4),
        "recall": round(recall, 3),
        "kept_of_others": round(wrong, 4),
        "precision": round(precision, 3),
        "f1": round(2 * precision * recall / max(1e-9, precision + recall), 3),
        "balanced_precision": round(recall / max(1e-9, recall + wrong), 3),
    }


if __name__ == "__main__":
    main()
