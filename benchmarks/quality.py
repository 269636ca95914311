"""Quality rules on texts that a person marked as good or bad, beside Gopher's default rules.

    python -m benchmarks.quality --marks FILE

FILE has a JSON object a line: `text`, and `good`, true or false. A rule rejects a text. Its precision is the
share of bad ones among the texts that it rejects, its recall the share of bad texts that it rejects, and
`good lost` the share of good texts that it rejects. Gopher's rules (Rae et al. 2021, table A1: those on
documents, and repeated lines) run on words split at white space, as published, and on words of the
segmenter. Writes results/quality.json.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import arguments, save_result, show_rows
from topiccrawl.corpus.quality import measure_quality
from topiccrawl.text.segment import words

Rejects = Callable[[str], bool]
Split = Callable[[str], Sequence[str]]
COLUMNS = ("rejected", "precision", "recall", "good lost")

_STOP_WORDS = frozenset("the be to of and that have with".split())
_BULLET = re.compile(r"^\s*[-*•‣●·・]")
_LETTER = re.compile(r"[^\W\d_]")


class MarkedText(NamedTuple):
    """A text with a person's mark."""

    text: str
    good: bool


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--marks", type=Path, required=True, help="JSON lines with text and good")
    marks = read_marks(parser.parse_args().marks)
    rules = own_rules() | gopher_rules("gopher", str.split) | gopher_rules("gopher, segmented", words)
    rows = {name: figures(marks, rule) for name, rule in rules.items()}
    bad = sum(not one.good for one in marks)
    show_rows(f"{len(marks)} texts, {bad} bad", rows, COLUMNS)
    save_result("quality", {"texts": len(marks), "bad": bad, "rules": rows})


def read_marks(path: Path) -> list[MarkedText]:
    """Return the marked texts of a file."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [MarkedText(row["text"], bool(row["good"])) for row in rows]


def figures(marks: Sequence[MarkedText], rejects: Rejects) -> dict[str, float | None]:
    """Return the figures of a rule; no precision where it rejects nothing."""
    rejected = [one for one in marks if rejects(one.text)]
    caught = sum(not one.good for one in rejected)
    bad = sum(not one.good for one in marks)
    return {
        "rejected": len(rejected),
        "precision": round(caught / len(rejected), 3) if rejected else None,
        "recall": round(caught / max(bad, 1), 3),
        "good lost": round((len(rejected) - caught) / max(len(marks) - bad, 1), 3),
    }


def own_rules() -> dict[str, Rejects]:
    """Return rules on the attributes that pages are stored with."""

    def number(name: str) -> Callable[[str], float]:
        return lambda text: float(measure_quality(text)[name])

    def under(name: str, limit: float) -> Rejects:
        return lambda text: number(name)(text) < limit

    def over(name: str, limit: float) -> Rejects:
        return lambda text: number(name)(text) > limit

    def mean_line(text: str) -> bool:
        found = measure_quality(text)
        return float(found["length"]) / max(float(found["lines"]), 1) < 20

    single = {
        "length < 200": under("length", 200),
        "length < 50": under("length", 50),
        "chinese < .3": under("chinese", 0.3),
        "chinese < .6": under("chinese", 0.6),
        "repeated_lines > .1": over("repeated_lines", 0.1),
        "repeated_ngrams > .5": over("repeated_ngrams", 0.5),
        "ended_lines < .2": under("ended_lines", 0.2),
        "ended_lines < .5": under("ended_lines", 0.5),
        "sentence_length < 12": under("sentence_length", 12),
        "boilerplate > .1": over("boilerplate", 0.1),
        "readability < 20": under("readability", 20),
        "length / lines < 20": mean_line,
    }
    ended, short_lines = single["ended_lines < .2"], mean_line
    return single | {
        "ended_lines < .2 or length / lines < 20": lambda text: ended(text) or short_lines(text),
    }


def gopher_rules(name: str, split: Split) -> dict[str, Rejects]:
    """Return Gopher's rules on words of one splitter, and all of them together."""
    rules = {
        "50 to 100,000 words": lambda text: not 50 <= len(split(text)) <= 100_000,
        "mean word length 3 to 10": lambda text: not 3 <= _mean_length(split(text)) <= 10,
        "symbols to words <= .1": lambda text: _symbols(text) > 0.1 * max(len(split(text)), 1),
        "bullet lines <= .9": lambda text: _share(text, lambda line: bool(_BULLET.match(line))) > 0.9,
        "ellipsis lines <= .3": lambda text: _share(text, lambda line: line.endswith(("...", "…"))) > 0.3,
        "words with a letter >= .8": lambda text: _lettered(split(text)) < 0.8,
        "two stop words": lambda text: len(_STOP_WORDS & {one.lower() for one in split(text)}) < 2,
        "repeated lines <= .3": lambda text: _repeated(text) > 0.3,
    }
    everything: Mapping[str, Rejects] = dict(rules)
    named: dict[str, Rejects] = {f"{name}: {rule}": rejects for rule, rejects in rules.items()}
    return named | {f"{name}: all": lambda text: any(rejects(text) for rejects in everything.values())}


def _mean_length(found: Sequence[str]) -> float:
    return sum(map(len, found)) / max(len(found), 1)


def _symbols(text: str) -> int:
    return text.count("#") + text.count("…") + text.count("...")


def _lettered(found: Sequence[str]) -> float:
    return sum(_LETTER.search(one) is not None for one in found) / max(len(found), 1)


def _share(text: str, holds: Callable[[str], bool]) -> float:
    lines = text.splitlines()
    return sum(map(holds, lines)) / max(len(lines), 1)


def _repeated(text: str) -> float:
    lines = text.splitlines()
    return 1 - len(set(lines)) / max(len(lines), 1)


if __name__ == "__main__":
    main()
