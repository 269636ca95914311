"""Worth per request: what is learned from the corpus of a crawl, and what each part of topiccrawl adds.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.worth --datatrove INTERPRETER [--torch INTERPRETER]

For each topic large webs are built without the publishers that the models are tested on. topiccrawl and a
plain Scrapy spider (topic words in the anchor text as priority, one global queue) crawl each from the portals
with the same number of requests, robots.txt included. The plain corpus is all that the spider fetched: text
by trafilatura, without near copies by the MinHash of datatrove. Parts of topiccrawl are switched off in turn:

its learning      a crawl of its own by formula 5 alone
its order         the pages of the plain spider, with our extraction, verdict and deduplication
its extraction    texts of the kept pages by trafilatura
its verdict       also the texts of all other pages that it fetched, deduplicated
its dedup         also the pages that are marked as copies

All arms have the same test texts: relevant ones of the held-out publishers, of which less than a fifth is in
a web. Intervals of 95 % are over these texts, for all webs at once.

repeated          share of the sequences of 13 characters that are in an earlier text of the corpus
bits              bits a character by interpolated Kneser-Ney over 5 characters, from all kept text
bits alike        the same from as many characters as the smallest corpus of the web has
GRU bits          bits a character in the beginnings of the texts by a small recurrent network, trained for
                  the same number of steps on each corpus (`--torch`: an interpreter with PyTorch, pip install
                  torch; left out without it)
F1                of a classifier trained on the kept texts against fixed off-topic texts, on the test texts
                  and off-topic texts of the same publishers
difference        of an arm's value less topiccrawl's, in pairs

With --work what is done is not repeated. Writes results/worth.json. Needs jinja2 and uv beside the project's
own requirements, and an interpreter for datatrove as `dedup` does.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from functools import partial
from math import log2
from pathlib import Path
from typing import Any

from benchmarks.live.web import build
from benchmarks.measuring import arguments, read_result, save_result, show_rows, work_folder
from benchmarks.replay.captures import LABELS
from benchmarks.worth.arms import arms
from benchmarks.worth.figures import BEGINNING, Figures, Texts, judged, learned, repeated, together
from benchmarks.worth.held_out import background, hold_out, labels, own_texts
from benchmarks.worth.models import ALPHABET, normalised

_WEBS = (2018, 7)


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--topics", nargs="+", choices=sorted(LABELS), default=list(LABELS))
    parser.add_argument("--seeds", type=int, nargs="+", default=list(_WEBS), help="webs to build, by number")
    parser.add_argument("--requests", type=int, default=2500, help="requests of each crawl")
    parser.add_argument("--datatrove", required=True, help="interpreter with datatrove and jieba")
    parser.add_argument("--torch", help="interpreter with PyTorch")
    parser.add_argument("--work", type=Path, help="keep webs and crawls in this folder")
    args = parser.parse_args()
    result = {"topics": {}, "webs": {}} | read_result("worth")
    with work_folder(args.work) as work:
        measured: dict[str, list[dict[str, Figures]]] = {}
        for seed in args.seeds:
            for topic in args.topics:
                found = measured.setdefault(topic, [])
                found.append(on_web(seed, topic, args, work / topic))
                row = f"{topic}, web {seed}, {args.requests} requests"
                result["webs"][row] = together(found[-1:])
                result["topics"][f"{topic}, {args.requests} requests"] = together(found)
                save_result("worth", result)
                show_rows(row, shown(result["webs"][row]))


def on_web(seed: int, topic: str, args: Any, folder: Path) -> dict[str, Figures]:
    """Return the figures of all arms on a web; what the folder has is not computed again."""
    label = LABELS[topic]
    held_out = done(folder / "held-out.json", lambda: hold_out(label, folder / "raw"))
    web = build(seed, folder, preset="large", raw=folder / "raw")
    folder = folder / f"crawls-{seed}-{args.requests}"
    held_out = done(folder / "held-out.json", lambda: [own_texts(one, web) for one in held_out])
    tests, others = [list(map(normalised, texts)) for texts in held_out]
    off_topic = list(map(normalised, background(web)))
    found = done(folder / "arms.json", lambda: arms(web, topic, args.requests, folder, args.datatrove))
    corpora = {name: list(map(normalised, one.values())) for name, one in found.items()}

    def by_numpy() -> dict[str, Figures]:
        smallest = min(sum(map(len, own)) for own in corpora.values())
        known = labels(web)
        return {
            name: judged([known.get(url, {}) for url in found[name]], label)
            | learned(own, smallest, tests, others, off_topic)
            for name, own in corpora.items()
        }

    rows: dict[str, Figures] = done(folder / "figures.json", by_numpy)
    for name, own in corpora.items():
        rows[name]["repeated"] = repeated(own)
    if args.torch:
        alphabet = "".join(sorted(set("".join(off_topic))))
        for name, own in corpora.items():
            train = partial(recurrent, args.torch, alphabet, own, tests, folder)
            rows[name]["GRU bits"] = done(folder / f"gru-{name}.json", train)
    return rows


def done(file: Path, make: Callable[[], Any]) -> Any:
    """Return what a JSON file holds, made unless it exists."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(make(), ensure_ascii=False), encoding="utf-8")
    return json.loads(file.read_text(encoding="utf-8"))


def recurrent(python: str, alphabet: str, own: Texts, tests: Texts, folder: Path) -> list[float]:
    """Return the bits of the beginning of each test text by the recurrent network."""
    task = {"alphabet": alphabet, "train": own, "test": [text[:BEGINNING] for text in tests]}
    file = folder / "task.json"
    file.write_text(json.dumps(task | {"unknown": log2(ALPHABET)}), encoding="utf-8")
    script = Path(__file__).with_name("neural.py")
    ended = subprocess.run([python, str(script), str(file)], check=True, stdout=subprocess.PIPE, text=True)
    bits: list[float] = json.loads(ended.stdout)
    return bits


def shown(rows: Mapping[str, Figures]) -> dict[str, Figures]:
    """Return rows with intervals as text."""
    return {
        name: {
            key: "{:.3f} [{:.3f}, {:.3f}]".format(*value) if isinstance(value, list) else value
            for key, value in row.items()
        }
        for name, row in rows.items()
    }


if __name__ == "__main__":
    main()
