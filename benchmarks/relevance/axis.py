"""What the axis of a topic is worth on main texts, for sources that it was not learned from, and from grades.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.axis [--web FOLDER] [--topic NAME=LABEL ...]

Builds the large replay web, or reads one that is built. Weights and axis are learned from its held-out
documents; all its other documents are judged. Writes results/relevance-axis.json. Needs jinja2 beside the
project's own requirements.

all          areas under the curve of main texts by equal words, without an axis, and with it; strict: with
             near documents as wrong ones
verdicts     of verdicts without an axis and with it
SOURCE       documents of one source alone, with an axis that was learned without it
N grades     an axis as `calibrate axis` learns it from N pages near the threshold, on others with a relevance
             of at least .05; means of three draws, and how many of them were not refused
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

import numpy as np
import numpy.typing as npt

from benchmarks.measuring import arguments, save_result, show_table
from benchmarks.relevance.cold import refitted
from benchmarks.relevance.fit.axis import labelled
from benchmarks.relevance.topics import add_topics, add_web, built_web
from topiccrawl.calibration.axis import AxisFit, LabelledText, fit_axis
from topiccrawl.priority.focus import Focus
from topiccrawl.priority.learning.ranking import area_under_curve
from topiccrawl.relevance import Topic
from topiccrawl.relevance.axis import Axis

GRADES = (60, 100, 200, 400)
DRAWS = 3
_LEAST_IN_SOURCE, _LEAST_TO_LEARN = 15, 20
_LOOKS_RELEVANT = 0.05
_NEAR_THRESHOLD = 3
"""Grades are drawn from so many times as many pages, those nearest to the threshold."""

Floats = npt.NDArray[np.float64]
Figures = dict[str, float]


@dataclass(frozen=True)
class Document:
    grade: int
    source: str
    title: str
    words: frozenset[str]


def main() -> None:
    parser = arguments(__doc__)
    add_web(parser)
    add_topics(parser)
    parser.add_argument("--dry", action="store_true", help="do not write the result")
    args = parser.parse_args()
    results: dict[str, dict[str, Figures]] = {}
    with built_web(args.web) as web:
        for name, label in args.topic:
            results[Path(name).name] = measured(refitted(Topic.load(name), web), label, web)
    show_table(
        ["topic", "texts", "figures"],
        [[topic, what, str(figures)] for topic, found in results.items() for what, figures in found.items()],
    )
    if not args.dry:
        save_result("relevance-axis", {"topics": results})


def measured(topic: Topic, label: str, web: Path) -> dict[str, Figures]:
    """Return the figures of a topic."""
    focus = Focus(topic, moved=False)
    table = topic.tables["similarity"]
    uses = {use: {**table.get(use, {}), "share": 0.0} for use in ("title", "anchor", "body")}
    equal = Focus(replace(topic, tables={**topic.tables, "similarity": {**table, "share": 0.0, **uses}}))
    known = labelled(web / "heldout.jsonl", label, focus)
    documents = list(others(web, label, focus))
    grades = np.array([document.grade for document in documents])
    plain = bodies(focus, documents)
    axis = applied(fit_axis(known, focus), focus)
    moved = shifted(axis, plain, documents)
    found: dict[str, Figures] = {
        "all": areas(
            {"equal words": bodies(equal, documents), "no axis": plain, "axis": moved}, grades, strict=True
        )
    }
    titles = [focus.description(document.title) for document in documents]
    pairs: dict[str, Floats] = {}
    for name, own in (("no axis", None), ("axis", axis)):
        focus.axis = own
        judged = [focus.judge_words(title, one.words) for title, one in zip(titles, documents, strict=True)]
        pairs[name] = np.array([verdict.relevance for verdict in judged])
    focus.axis = None
    found["verdicts"] = areas(pairs, grades, strict=True)
    print(topic.name, found, flush=True)
    found |= by_source(known, documents, plain, focus)
    for number in GRADES:
        found[f"{number} grades"] = from_grades(number, documents, plain, pairs["no axis"], focus)
        print(topic.name, number, found[f"{number} grades"], flush=True)
    return found


def others(web: Path, label: str, focus: Focus) -> Iterable[Document]:
    """Yield the articles of a web that are not among its held-out documents, each text once."""
    with (web / "heldout.jsonl").open(encoding="utf-8") as lines:
        held_out = {json.loads(line)["title"] for line in lines}
    seen: set[str] = set()
    with (web / "labels.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            text = row.get("gold_text")
            if row["kind"] != "article" or not text or text[:300] in seen or row["gold_title"] in held_out:
                continue
            seen.add(text[:300])
            yield Document(row["grade"][label], row.get("src", ""), row["gold_title"], focus.words(text))


def bodies(focus: Focus, documents: Iterable[Document]) -> Floats:
    """Return the relevance of main texts."""
    return np.array([focus.body_words(document.words) for document in documents])


def applied(fit: AxisFit, focus: Focus) -> Axis:
    """Return a learned axis for use."""
    return Axis(fit.words, fit.parameters, focus.relevance)


def shifted(axis: Axis, plain: Floats, documents: Sequence[Document]) -> Floats:
    """Return relevances that an axis moved."""
    pairs = zip(plain.tolist(), documents, strict=True)
    return np.array([axis.moved(value, document.words) for value, document in pairs])


def areas(scores: dict[str, Floats], grades: npt.NDArray[np.int64], strict: bool = False) -> Figures:
    """Return areas under the curve, near documents left out, and with them as wrong ones."""
    certain = grades != 1
    found = {name: area_under_curve(one[certain], grades[certain] == 2) for name, one in scores.items()}
    if strict and not certain.all():
        found |= {f"{name}, strict": area_under_curve(one, grades == 2) for name, one in scores.items()}
    return {name: round(value, 5) for name, value in found.items()}


def by_source(
    known: Sequence[LabelledText], documents: Sequence[Document], plain: Floats, focus: Focus
) -> dict[str, Figures]:
    """Return the figures of each source, with an axis that was learned without it."""
    found = {}
    for source, number in Counter(one.source for one in documents if one.grade == 2).most_common():
        lesson = [text for text in known if text.source != source]
        if number < _LEAST_IN_SOURCE or sum(text.relevant for text in lesson) < _LEAST_TO_LEARN:
            continue
        here = np.array([one.source == source for one in documents])
        some = [one for one in documents if one.source == source]
        moved = shifted(applied(fit_axis(lesson, focus), focus), plain[here], some)
        grades = np.array([one.grade for one in some])
        found[source] = areas({"no axis": plain[here], "axis": moved}, grades)
    return found


def from_grades(
    number: int, documents: Sequence[Document], plain: Floats, verdicts: Floats, focus: Focus
) -> Figures:
    """Return the figures of an axis that is learned from some grades."""
    rows, used = [], 0
    looks = np.flatnonzero(verdicts >= _LOOKS_RELEVANT)
    for draw in range(DRAWS):
        random = np.random.default_rng(draw)
        first = random.random(len(looks)) < 0.5
        unsure = looks[first]
        unsure = unsure[np.argsort(np.abs(verdicts[unsure] - focus.verdict.threshold), kind="stable")]
        graded = [documents[at] for at in random.choice(unsure[: _NEAR_THRESHOLD * number], number, False)]
        fit = fit_axis([LabelledText(one.source, one.grade == 2, one.words) for one in graded], focus)
        used += fit.helps
        rest = looks[~first]
        some = [documents[at] for at in rest]
        moved = shifted(applied(fit, focus), plain[rest], some)
        grades = np.array([one.grade for one in some])
        rows.append(areas({"no axis": plain[rest], "axis": moved}, grades))
    return {name: round(mean(row[name] for row in rows), 4) for name in rows[0]} | {"used": used}


if __name__ == "__main__":
    main()
