"""Right or wrong: what a tool finds on labelled pages and on cases."""

from __future__ import annotations

import importlib.util
import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import mean
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

from benchmarks.measuring import data_folder

REJECT_UNDER = 60
"""Characters under which the text of a page without an article counts as rejected, as in score.py."""

LINES = "text"
"""The field of a case with the paragraphs of its body."""


class LabelledPage(NamedTuple):
    """A page and what is expected of it.

    Attributes:
        record: expectations, as in the data.
        body: bytes of the page.
        html: the text, decoded by the rules of the data's score.py.
    """

    record: dict[str, Any]
    body: bytes
    html: str


class Tally:
    """Means of marks between 0 and 1, by column."""

    def __init__(self) -> None:
        self._marks: defaultdict[str, list[float]] = defaultdict(list)

    def add(self, column: str, mark: float) -> None:
        """Add a mark of a column."""
        self._marks[column].append(float(mark))

    def figures(self) -> dict[str, float]:
        """Return the mean of each column."""
        return {column: round(mean(marks), 3) for column, marks in self._marks.items()}

    def counts(self) -> dict[str, int]:
        """Return the number of marks of each column."""
        return {column: len(marks) for column, marks in self._marks.items()}


def real_pages() -> Iterator[LabelledPage]:
    """Yield the real pages of the data, those without an article included."""
    score = _module("extraction", "score")
    for record in score.load(data_folder("extraction"), "all", None):
        body = record["path"].read_bytes()
        yield LabelledPage(record, body, score.decode(body))


def case_pages() -> Iterator[LabelledPage]:
    """Yield the cases of the data."""
    folder, score = data_folder("cases"), _module("extraction", "score")
    for case in map(json.loads, (folder / "cases.jsonl").read_text(encoding="utf-8").splitlines()):
        body = (folder / "pages" / f"{case['name']}.html").read_bytes()
        yield LabelledPage(case, body, score.decode(body))


def judge_real(tally: Tally, record: dict[str, Any], found: dict[str, Any]) -> None:
    """Add the marks of a real page, by the rules of the data's score.py and score_metadata.py."""
    score, names = _module("extraction", "score"), _module("cases", "check_cases").names
    plain = _module("extraction", "score_metadata").plain
    result = score.judge(record, found["text"], REJECT_UNDER)
    if record["category"] == "noarticle":
        tally.add("rejected", result["correct"])
        return
    tally.add("right", result["correct"])
    if "prf" in result:
        tally.add("F1", result["prf"][2])
    if record["category"] == "forum":
        return
    if record["title"]:
        tally.add("title", plain(found["title"]) == plain(record["title"]))
    if record["date"]:
        tally.add("date", found["published"] == record["date"][:10])
    if record["author"]:
        tally.add("author", names(found["author"]) == names(record["author"]))


def judge_case(tally: Tally, case: dict[str, Any], found: dict[str, Any]) -> None:
    """Add the marks of a case, by the rules of the data's check_cases.py; of a date only the day counts."""
    checks = _module("cases", "check_cases")
    found = {**found, "text": _without_headline(found)}
    asked = {key: value for key, value in case.items() if key not in ("links", "no_links")}
    if asked.get("published"):
        asked["published"] = asked["published"][:10]
    wrong = {field for field, *_ in checks.check(asked, SimpleNamespace(**_given(found)), set())}
    columns = {"title": "title", "published": "date", "author": "author", "source": "source"}
    for field, column in columns.items():
        if field in asked:
            tally.add(column, field not in wrong)
    if LINES in asked:
        may = set(map(checks.bare, asked.get("may", ())))
        lines = [line for line in map(checks.bare, found["text"].splitlines()) if line not in may]
        tally.add("right", not wrong & {LINES, "absent"})
        tally.add("F1", checks.f1(checks.bare("".join(asked[LINES])), "".join(lines)))


def _without_headline(found: dict[str, Any]) -> str:
    """Return a text without the headline in front of it, which is no fault, as in score.py."""
    text: str = found["text"]
    first, _, rest = text.partition("\n")
    return rest if found["title"] and first.split() == found["title"].split() else text


def _given(found: dict[str, Any]) -> dict[str, Any]:
    return {**found, "published": found["published"] or None}


@cache
def _module(part: str, name: str) -> ModuleType:
    path = Path(data_folder(part)) / f"{name}.py"
    specification = importlib.util.spec_from_file_location(f"data_{name}", path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
