"""Effect of other thresholds on the pages of a topic, from the stored scores."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, and_, case, func, or_, select

from topiccrawl.priority.strategies.adaptive import FORMULA_5
from topiccrawl.storage import schema

KEPT_LOOKED_AT = 200_000
"""Kept pages, the newest ones, whose verdicts are counted: they are read from an index alone."""
DROPS_LOOKED_AT = 100_000
"""Drops, the newest ones of all topics, that are counted."""
ROWS_LOOKED_AT = 2_000
"""Kept pages, the newest ones, whose rows are read for the scores of descriptions and links."""
SAMPLES = 10
"""Number of example pages for each change."""

_INDEX, _PAGES = schema.page_index.c, schema.pages.c
_DROPS = schema.drops.c


@dataclass(frozen=True)
class Thresholds:
    """The thresholds of a topic.

    Attributes:
        gate: least relevance of a description.
        verdict: least relevance of a kept page.
        priority: a link must be above it.
    """

    gate: float
    verdict: float
    priority: float


@dataclass
class Effects:
    """Effects of new thresholds.

    Attributes:
        kept: number of kept pages checked, and how many of them the verdict would drop.
        all_kept: whether these are all kept pages of the topic.
        lost: examples of these, nearest to the threshold first, as id, title and score.
        off_topic: number of pages dropped by the verdict that were checked, and how many it would keep.
        won: some of them, as id of the drop, URL, anchor text and score.
        all_drops: whether all drops were checked.
        rows: kept pages whose rows were read.
        weak_description: how many of them have a description under the new gate.
        weak_link: how many of them would not have been fetched by their link.
        gated: number of pages dropped by the gate that were checked, and how many it would pass.
        links: number of links dropped for their priority that were checked, and how many would be fetched.
    """

    kept: tuple[int, int] = (0, 0)
    all_kept: bool = True
    lost: list[dict[str, Any]] = field(default_factory=list)
    off_topic: tuple[int, int] = (0, 0)
    won: list[dict[str, Any]] = field(default_factory=list)
    all_drops: bool = True
    rows: int = 0
    weak_description: int = 0
    weak_link: int = 0
    gated: tuple[int, int] = (0, 0)
    links: tuple[int, int] = (0, 0)


def threshold_effects(connection: Connection, topic: str, new: Thresholds) -> Effects:
    """Return what new thresholds would change; a few queries of bounded size, however many pages there are.

    Args:
        connection: of the database.
        topic: name of the topic.
        new: the thresholds.
    """
    effects = Effects()
    _count_kept(connection, topic, new, effects)
    _read_rows(connection, topic, new, effects)
    _count_drops(connection, topic, new, effects)
    return effects


def _count_kept(connection: Connection, topic: str, new: Thresholds, effects: Effects) -> None:
    newest = select(_INDEX.page_id, _INDEX.relevance).where(_INDEX.topic == topic)
    looked = newest.order_by(_INDEX.page_id.desc()).limit(KEPT_LOOKED_AT + 1).subquery()
    under = case((looked.c.relevance < new.verdict, 1), else_=0)
    count, lost = connection.execute(select(func.count(), func.sum(under)).select_from(looked)).one()
    effects.all_kept = count <= KEPT_LOOKED_AT
    effects.kept = (count, int(lost or 0))
    if not lost:
        return
    near = select(looked).where(looked.c.relevance < new.verdict)
    rows = connection.execute(near.order_by(looked.c.relevance.desc()).limit(SAMPLES)).all()
    numbers = [row.page_id for row in rows]
    named = select(_INDEX.page_id, _INDEX.title).where(_INDEX.page_id.in_(numbers))
    titles = {row.page_id: row.title for row in connection.execute(named)}
    effects.lost = [
        {"id": row.page_id, "title": titles.get(row.page_id, ""), "score": row.relevance} for row in rows
    ]


def _read_rows(connection: Connection, topic: str, new: Thresholds, effects: Effects) -> None:
    columns = select(_PAGES.description_relevance, _PAGES.priority, _PAGES.priority_parts, _PAGES.depth)
    rows = connection.execute(
        columns.where(_PAGES.topic == topic).order_by(_PAGES.id.desc()).limit(ROWS_LOOKED_AT)
    ).all()
    effects.rows = len(rows)
    for row in rows:
        description = row.description_relevance
        effects.weak_description += description is not None and description < new.gate
        parts = json.loads(row.priority_parts or "{}")
        # The score of a link model is unrelated to the threshold of formula 5.
        by_formula = parts.get(FORMULA_5, row.priority)
        is_start = row.depth == 0 or "allowed" in parts
        effects.weak_link += not is_start and by_formula is not None and by_formula <= new.priority


def _count_drops(connection: Connection, topic: str, new: Thresholds, effects: Effects) -> None:
    columns = (_DROPS.id, _DROPS.topic, _DROPS.stage, _DROPS.reason, _DROPS.score)
    learned = _DROPS.score_parts.contains(f'"{FORMULA_5}"')
    newest = select(*columns, case((learned, 1), else_=0).label("learned")).order_by(_DROPS.id.desc())
    looked = newest.limit(DROPS_LOOKED_AT).subquery()
    drops = looked.c
    kinds = {
        "off_topic": (
            and_(drops.stage == "verdict", drops.reason == "off_topic"),
            drops.score >= new.verdict,
        ),
        "gated": (and_(drops.stage == "gate", drops.reason == "description"), drops.score >= new.gate),
        "links": (
            and_(drops.stage == "frontier", drops.reason == "priority", drops.learned == 0),
            drops.score > new.priority,
        ),
    }
    counts = [
        func.sum(case((and_(kind, over) if over is not None else kind, 1), else_=0))
        for kind, passes in kinds.values()
        for over in (None, passes)
    ]
    own = select(*counts).where(drops.topic == topic, or_(*(kind for kind, _ in kinds.values())))
    found = [int(number or 0) for number in connection.execute(own).one()]
    effects.off_topic, effects.gated, effects.links = zip(found[::2], found[1::2], strict=True)
    total = select(func.max(_DROPS.id) - func.min(_DROPS.id))
    effects.all_drops = (connection.scalar(total) or 0) < DROPS_LOOKED_AT
    if effects.off_topic[1]:
        kind, passes = kinds["off_topic"]
        near = select(drops.id).where(drops.topic == topic, kind, passes).order_by(drops.score).limit(SAMPLES)
        numbers = list(connection.scalars(near))
        rows = select(_DROPS.id, _DROPS.url, _DROPS.anchor, _DROPS.score).where(_DROPS.id.in_(numbers))
        effects.won = [dict(row) for row in connection.execute(rows.order_by(_DROPS.score)).mappings()]
