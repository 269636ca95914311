"""Forms of the URLs of pages, and habits of hosts, inside a transaction."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from topiccrawl.dedup.fingerprint import Fingerprint
from topiccrawl.dedup.sketch import jaccard
from topiccrawl.dedup.url_habits import (
    ALIKE,
    LEAST_ALIKE,
    Evidence,
    Habit,
    LearnedHabits,
    is_learned,
    proofs,
    refuted,
)
from topiccrawl.page.canonical_url import url_key
from topiccrawl.page.url_forms import Step, steps
from topiccrawl.storage import schema
from topiccrawl.storage.rows.chunks import chunks
from topiccrawl.storage.rows.pages import PageRows
from topiccrawl.storage.rows.sketches import fingerprint_of
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.sqlite.statements import fetch

MOST_HABITS = 20_000
"""Learned habits that a process holds, those with the most evidence."""

_MOST_PARTNERS = 5
"""Pages of one form that a page is compared with."""


class _Partner(NamedTuple):
    url: str
    body: Fingerprint


def read_learned(connection: Connection, topic: str) -> LearnedHabits:
    """Return the habits that may be acted on."""
    rows = schema.url_habits.c
    query = select(rows.host, rows.shape, rows.rule, rows.alike, rows.unlike)
    query = query.where(rows.topic == topic, rows.alike >= LEAST_ALIKE, rows.unlike == 0)
    found = connection.execute(query.order_by(rows.alike.desc()).limit(MOST_HABITS)).all()
    habits = ((Habit(row.host, row.shape, row.rule), Evidence(row.alike, row.unlike)) for row in found)
    return LearnedHabits(habit for habit, evidence in habits if is_learned(habit, evidence))


def write_url_forms(connection: Connection, number: int, page: PageRows, *, is_new: bool = False) -> bool:
    """Write the forms of a page's URL, and what the pages with a form in common say of its host.

    A page that is written again counts again only with pages that it was not compared with before.

    Args:
        connection: in the transaction that writes the page, or a later one.
        number: id of the page.
        page: the page; nothing is learned from one without `url_segments`, or without a sketch of its body.
        is_new: whether the page was not stored before.

    Returns:
        Whether habits have new evidence.
    """
    topic, url, segments, body = page.topic, page.url, page.url_segments, page.sketch.fingerprint
    if segments is None or (body.body is None and body.digest is None):
        return False
    own = url_key(url)
    forms = {own: None} | {url_key(step.base): step for step in reversed(steps(url, segments))}
    table = schema.url_forms
    known = "SELECT page_id FROM url_forms WHERE topic = ? AND form = ? AND page_id = ?"
    if not is_new and fetch(connection, known, [topic, own, number]):
        return False
    counted: dict[Habit, Counter[str]] = {}
    for form, partner in _partners(connection, topic, list(forms), number):
        other = next((one for one in steps(partner.url, segments) if url_key(one.base) == form), None)
        _count(counted, forms[form], other, _are_alike(body, partner.body))
    upsert(connection, table, [{"topic": topic, "form": form, "page_id": number} for form in forms])
    rows = [
        {**habit_row(topic, habit), "alike": found["alike"], "unlike": found["unlike"]}
        for habit, found in sorted(counted.items())
    ]
    upsert(connection, schema.url_habits, rows, added=frozenset(("alike", "unlike")))
    return bool(rows)


def habit_row(topic: str, habit: Habit) -> dict[str, Any]:
    """Return the columns of a habit without its evidence."""
    key = blake2b("\n".join(habit).encode(errors="surrogatepass"), digest_size=20).digest()
    return {"topic": topic, "habit": key, **habit._asdict()}


def _count(counted: dict[Habit, Counter[str]], step: Step | None, other: Step | None, alike: bool) -> None:
    """Count a pair of pages as evidence, for the habits of both."""
    if step is not None and other is not None and (step.rule, step.host) != (other.rule, other.host):
        return  # two variants of a page that was not compared, so either of them may be its twin
    say = proofs if alike else refuted
    habits: set[Habit] = set()
    for own, another in ((step, other), (other, step)):
        if own is not None:
            habits.update(say(own, None if another is None else another.value))
    if step is not None and other is not None and step.value is None:
        return  # the same rule on both sides is no evidence for it
    for habit in habits:
        counted.setdefault(habit, Counter())["alike" if alike else "unlike"] += 1


def _partners(
    connection: Connection, topic: str, forms: Sequence[bytes], number: int
) -> Iterable[tuple[bytes, _Partner]]:
    """Yield the latest pages with each form, but for the page itself."""
    values = [value for form in forms for value in (topic, form, number, _MOST_PARTNERS)]
    found = fetch(connection, _latest(len(forms)), values)
    partners = _with_bodies(connection, sorted({page for _, page in found}))
    yield from ((forms[place], partners[page]) for place, page in found if page in partners)


@cache
def _latest(count: int) -> str:
    return " UNION ALL ".join(
        f"SELECT {at} AS place, page_id FROM (SELECT page_id FROM url_forms "  # noqa: S608
        "WHERE topic = ? AND form = ? AND page_id <> ? ORDER BY page_id DESC LIMIT ?) AS latest"
        for at in range(count)
    )


def _with_bodies(connection: Connection, numbers: Sequence[int]) -> dict[int, _Partner]:
    found = {}
    for some in chunks(numbers):
        tables = schema.pages.join(schema.sketches, schema.sketches.c.page_id == schema.pages.c.id)
        pages = select(schema.pages.c.url, schema.sketches).select_from(tables)
        for row in connection.execute(pages.where(schema.pages.c.id.in_(some))).mappings():
            found[row["page_id"]] = _Partner(row["url"], fingerprint_of(row))
    return found


def _are_alike(one: Fingerprint, other: Fingerprint) -> bool:
    if one.digest is not None and one.digest == other.digest:
        return True
    return one.body is not None and other.body is not None and jaccard(one.body, other.body) >= ALIKE
