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
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import log2
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks.live.web import build
from benchmarks.measuring import arguments, read_result, save_result, show_rows, work_folder
from benchmarks.replay.captures import LABELS
from benchmarks.worth.arms import OURS, arms
from benchmarks.worth.held_out import background, grams, hold_out, labels, own_texts
from benchmarks.worth.models import ALPHABET, Classifier, KneserNey, normalised

_WEBS = (2018, 7)
_SAMPLES = 2000
_BEGINNING = 500
"""Characters of each test text that the recurrent network reads."""
_SHARES = ("on topic", "near", "copies", "repeated")
_MODELS = ("bits", "bits alike", "GRU bits")

Texts = list[str]
Figures = dict[str, Any]


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


def judged(rows: Sequence[Mapping[str, Any]], label: str) -> Figures:
    """Return how many texts a corpus has, and which share is relevant, near, and a copy, by their labels."""
    grades = [row.get("grade", {}).get(label, 0) for row in rows]
    stories = [row["duplicate_group"] for row in rows if row.get("duplicate_group")]
    size = max(1, len(rows))
    shares = {"on topic": grades.count(2) / size, "near": grades.count(1) / size}
    return {"texts": len(rows), **shares, "copies": (len(stories) - len(set(stories))) / size}


def repeated(texts: Texts) -> float:
    """Return the share of 13-character sequences of texts that are in an earlier text."""
    each = [grams(text) for text in texts]
    return 1 - len(set().union(*each)) / sum(map(len, each))


def learned(own: Texts, smallest: int, tests: Texts, others: Texts, off_topic: Texts) -> Figures:
    """Return the bits of each test text, and which test texts a classifier takes for relevant."""
    models = {"bits": KneserNey(own), "bits alike": KneserNey(_sample(own, smallest))}
    classifier = Classifier(own, off_topic)
    return {
        "characters": sum(map(len, own)),
        "lengths": {"GRU bits": [min(len(text), _BEGINNING) for text in tests]}
        | {model: list(map(len, tests)) for model in models},
        **{name: list(map(model.bits, tests)) for name, model in models.items()},
        "found": classifier.are_positive(tests).astype(int).tolist(),
        "wrong": classifier.are_positive(others).astype(int).tolist(),
    }


def _sample(texts: Texts, characters: int) -> Texts:
    """Return texts drawn at random with this number of characters, the last one cut off."""
    found: Texts = []
    for text in Random(1).sample(texts, len(texts)):
        found.append(text[:characters])
        characters -= len(found[-1])
    return found


def recurrent(python: str, alphabet: str, own: Texts, tests: Texts, folder: Path) -> list[float]:
    """Return the bits of the beginning of each test text by the recurrent network."""
    task = {"alphabet": alphabet, "train": own, "test": [text[:_BEGINNING] for text in tests]}
    file = folder / "task.json"
    file.write_text(json.dumps(task | {"unknown": log2(ALPHABET)}), encoding="utf-8")
    script = Path(__file__).with_name("neural.py")
    ended = subprocess.run([python, str(script), str(file)], check=True, stdout=subprocess.PIPE, text=True)
    bits: list[float] = json.loads(ended.stdout)
    return bits


def together(webs: Sequence[Mapping[str, Figures]]) -> dict[str, Figures]:
    """Return the means of webs; figures of models with the ends of their 95 % intervals."""
    rows: dict[str, Figures] = {}
    for name in webs[0]:
        own, ours = [one[name] for one in webs], [one[OURS] for one in webs]
        counted = {key: np.mean([one[key] for one in own]) for key in ("texts", "characters")}
        shares = {key: np.mean([one[key] for one in own]) for key in _SHARES}
        rows[name] = {key: round(float(value)) for key, value in counted.items()}
        rows[name] |= {key: round(float(value), 4) for key, value in shares.items()}
        for model in _MODELS:
            if all(model in one for one in own):
                draws, base = _bits(own, model), _bits(ours, model)
                rows[name] |= {model: _interval(draws), f"difference of {model}": _interval(draws - base)}
        draws, base = _f1(own), _f1(ours)
        rows[name] |= {"F1": _interval(draws), "difference of F1": _interval(draws - base)}
    return rows


def _draws(size: int) -> Any:
    """Return numbers of texts: first each once, then samples of them with repetition."""
    return [np.arange(size), *np.random.default_rng(1).integers(0, size, (_SAMPLES, size))]


def _bits(webs: Sequence[Figures], model: str) -> Any:
    sums = []
    for one in webs:
        bits, lengths = np.array(one[model]), np.array(one["lengths"][model])
        sums.append([bits[drawn].sum() / lengths[drawn].sum() for drawn in _draws(len(bits))])
    return np.mean(sums, axis=0)


def _f1(webs: Sequence[Figures]) -> Any:
    values = []
    for one in webs:
        found, wrong = np.array(one["found"]), np.array(one["wrong"])
        hits = np.array([found[drawn].sum() for drawn in _draws(len(found))])
        misses = np.array([wrong[drawn].sum() for drawn in _draws(len(wrong))])
        values.append(2 * hits / (len(found) + hits + misses))
    return np.mean(values, axis=0)


def _interval(draws: Any) -> list[float]:
    return [round(float(one), 4) for one in (draws[0], *np.quantile(draws[1:], (0.025, 0.975)))]


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
