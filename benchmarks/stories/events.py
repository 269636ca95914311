"""Events of stories against those that two people read from them, independently of each other.

    python -m benchmarks.stories.events --folder FOLDER [--show]

FOLDER has `stories.jsonl` (id, published, title, text) and a file for each reader, `reader-*.jsonl` (id,
name, time, place, province, people, related). The stories become pages of a corpus, and `topiccrawl stories`
reads their events. Each reader is compared with the other one, and the program with each. Writes
results/stories-events.json.

name            F1 of pairs of neighbouring characters, since readers word a name freely
time            F1 of days
place           F1; one name holds the other
province        F1 of the province-level unit of China, else of the country
people          F1 of the different people of all stories
person in event F1 of pairs of a story and a person
developments    F1 of pairs of stories of one development: the same event, or events that are related
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from sqlalchemy import select

from benchmarks.measuring import arguments, save_result, show_table, work_folder
from benchmarks.stories.chains import MadePage
from benchmarks.stories.corpus import Fetched, fill, made_html, opened
from topiccrawl.newsroom.stories.build import build_stories
from topiccrawl.newsroom.stories.entities.names import Method
from topiccrawl.newsroom.stories.entities.places import gazetteer
from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore


@dataclass(frozen=True)
class Read:
    """A reading of a story.

    Attributes:
        name: the event; empty: none.
        time: its day, ISO 8601.
        place: its place.
        province: the province-level unit of China, else the country.
        people: who takes part.
        related: other stories of the same development.
    """

    name: str = ""
    time: str = ""
    place: str = ""
    province: str = ""
    people: frozenset[str] = frozenset()
    related: frozenset[int] = frozenset()


Reading = Mapping[int, Read]


def main() -> None:
    parser = arguments(__doc__)
    parser.add_argument(
        "--folder", type=Path, required=True, help="folder with the stories and the readers' files"
    )
    parser.add_argument("--model", action="store_true", help="also find names by the extra `names`")
    parser.add_argument("--show", action="store_true", help="print where the program and all readers differ")
    args = parser.parse_args()
    stories = list(_lines(args.folder / "stories.jsonl"))
    readers = {path.stem: _reader(path) for path in sorted(args.folder.glob("reader-*.jsonl"))}
    if len(readers) < 2:
        sys.exit(f"{args.folder}: two files reader-*.jsonl are needed")
    with work_folder(None) as work:
        program = _program(stories, work)
        programs: dict[str, Reading] = {"program": program}
        if args.model:
            programs["program, names by model"] = _program(stories, work, "model")
    rows = [{"compared": f"{a}, {b}", **compare(readers[a], readers[b])} for a, b in combinations(readers, 2)]
    rows += [
        {"compared": f"{title}, {name}", **compare(reading, found)}
        for title, found in programs.items()
        for name, reading in readers.items()
    ]
    if args.show:
        _show(stories, program, readers)
    show_table(tuple(rows[0]), [tuple(row.values()) for row in rows])
    save_result("stories-events", {"stories": len(stories), "rows": rows})


def compare(true: Reading, found: Reading) -> dict[str, float]:
    """Return the F1 of each part of two readings of the same stories; the measure is symmetric."""
    pairs = [(true[number], found[number]) for number in sorted(true)]
    return {
        "name": _f1_of_counts((_bigrams(one.name), _bigrams(other.name)) for one, other in pairs),
        "time": _f1_of_values((one.time, other.time, one.time == other.time) for one, other in pairs),
        "place": _f1_of_values(
            (one.place, other.place, _is_same_place(one.place, other.place)) for one, other in pairs
        ),
        "province": _f1_of_values(
            (one.province, other.province, _unit(one.province) == _unit(other.province))
            for one, other in pairs
        ),
        "people": _f1(
            {name for one in true.values() for name in one.people},
            {name for one in found.values() for name in one.people},
        ),
        "person in event": _f1(_people(true), _people(found)),
        "developments": _f1(_developments(true), _developments(found)),
    }


def _lines(path: Path) -> Iterable[dict[str, Any]]:
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def _reader(path: Path) -> Reading:
    return {
        row["id"]: Read(
            name=row["name"] or "",
            time=row["time"] or "",
            place=row["place"] or "",
            province=row["province"] or "",
            people=frozenset(row["people"]),
            related=frozenset(row["related"]),
        )
        for row in _lines(path)
    }


def _program(stories: Iterable[Mapping[str, Any]], work: Path, names: Method = "rules") -> Reading:
    """Return what `topiccrawl stories` reads from pages with these stories."""
    store = opened(work / f"{names}.db")
    fill(store, map(_page, stories))
    build_stories(store, "measured", names=names)
    reading = _stored(store)
    store.close()
    return reading


def _page(story: Mapping[str, Any]) -> Fetched:
    moment = datetime.fromisoformat(f"{story['published']}T12:00+08:00")
    page = MadePage(
        url=f"http://news-{story['id']}.test/{story['published']}/{story['id']}.html",
        site=f"第{story['id']}网",
        title=story["title"],
        paragraphs=tuple(story["text"].splitlines()),
        published=story["published"],
        source="",
        link=None,
        fetched_at=moment + timedelta(days=1),
        moment=moment,
    )
    return Fetched(page.url, made_html(page), "text/html; charset=utf-8", page.fetched_at)


def _stored(store: CorpusStore) -> Reading:
    pages, events, members = schema.pages.c, schema.events.c, schema.event_pages.c
    found = store.fetch(
        select(pages.url, *schema.events.c)
        .join(schema.event_pages, members.page_id == pages.id)
        .join(schema.events, members.event_id == events.id)
    )
    people: dict[int, set[str]] = {}
    for row in store.fetch(select(schema.event_people)):
        people.setdefault(row["event_id"], set()).add(row["person"])
    story_of: dict[int, set[int]] = {}
    for row in found:
        story_of.setdefault(row["id"], set()).add(_number(row["url"]))
    related: dict[int, set[int]] = {event: set(stories) for event, stories in story_of.items()}
    for row in store.fetch(select(schema.event_relations)):
        related[row["event_id"]] |= story_of[row["other_id"]]
    return {
        _number(row["url"]): Read(
            name=row["name"],
            time=row["time"] or "",
            place=row["place"] or "",
            province=row["province"] or (row["country"] if row["place"] else "") or "",
            people=frozenset(people.get(row["id"], ())),
            related=frozenset(related[row["id"]] - {_number(row["url"])}),
        )
        for row in found
    }


def _number(url: str) -> int:
    return int(url.rsplit("/", 1)[1].removesuffix(".html"))


def _people(reading: Reading) -> set[tuple[int, str]]:
    return {(number, name) for number, one in reading.items() for name in one.people}


def _developments(reading: Reading) -> set[tuple[int, int]]:
    """Return the pairs of stories that belong to one development, directly or by way of others."""
    group = {number: {number} for number in reading}
    for number, one in reading.items():
        for other in one.related & reading.keys():
            joined = group[number] | group[other]
            group |= dict.fromkeys(joined, joined)
    return {(number, other) for number, members in group.items() for other in members if number < other}


def _bigrams(name: str) -> Counter[str]:
    return Counter("".join(pair) for pair in pairwise(name))


def _unit(name: str) -> str:
    place = gazetteer().get(name)
    return (place.province or place.country) if place else name


def _is_same_place(one: str, other: str) -> bool:
    bare, other_bare = one.rstrip("省市县区"), other.rstrip("省市县区")
    return bool(bare and other_bare) and (bare in other_bare or other_bare in bare)


def _f1(true: set[Any], found: set[Any]) -> float:
    return 2 * len(true & found) / max(1, len(true) + len(found))


def _f1_of_counts(pairs: Iterable[tuple[Counter[str], Counter[str]]]) -> float:
    both = total = 0
    for one, other in pairs:
        both, total = both + (one & other).total(), total + one.total() + other.total()
    return 2 * both / max(1, total)


def _f1_of_values(values: Iterable[tuple[str, str, bool]]) -> float:
    right = total = 0
    for one, other, same in values:
        right, total = right + (bool(one) and bool(other) and same), total + bool(one) + bool(other)
    return 2 * right / max(1, total)


def _show(stories: Iterable[Mapping[str, Any]], program: Reading, readers: Mapping[str, Reading]) -> None:
    for story in stories:
        found, read = program[story["id"]], [one[story["id"]] for one in readers.values()]
        for part in ("time", "place", "province", "people", "related"):
            values = [getattr(one, part) for one in read]
            if getattr(found, part) not in values:
                print(
                    story["id"],
                    part,
                    "program:",
                    getattr(found, part),
                    "readers:",
                    *values,
                    "|",
                    story["title"],
                )


if __name__ == "__main__":
    main()
