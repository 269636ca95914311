"""Chains of reposts, relations of people and events, and more columns of events."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Integer

from topiccrawl.storage.migrations.steps import add_column, create_index, create_table
from topiccrawl.storage.schema.column_types import Hash, Key, LongText, Name

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create the tables, and add the columns."""
    for name in ("country", "province", "category"):
        add_column("events", Column(name, Name))
    add_column("events", Column("organisations", LongText, comment="JSON"))
    add_column("events", Column("first_page", Key))
    add_column("events", Column("source", LongText))
    add_column("events", Column("digest", Hash))
    create_index("events_topic_digest", "events", "topic", "digest")
    create_table(
        "event_people",
        _key("event_id", "events.id", "event_people_event"),
        Column("person", Name, primary_key=True),
        Column("mentions", Integer, nullable=False),
    )
    create_index("event_people_person", "event_people", "person")
    create_table(
        "event_relations",
        _key("event_id", "events.id", "event_relations_event"),
        _key("other_id", "events.id", "event_relations_other"),
        Column("kind", Name, nullable=False),
        Column("similarity", Double, nullable=False),
    )
    create_index("event_relations_other_id", "event_relations", "other_id")
    create_table(
        "reposts",
        _key("page_id", "pages.id", "reposts_page"),
        Column("from_page_id", Key),
        Column("via", LongText),
        Column("source_line", LongText),
        Column("evidence", LongText, comment="JSON"),
        Column("comment_count", BigInteger),
    )
    create_index("reposts_from_page_id", "reposts", "from_page_id")


def _key(name: str, target: str, constraint: str) -> Column[int]:
    foreign = ForeignKey(target, name=constraint, ondelete="CASCADE")
    return Column(name, Key, foreign, primary_key=True, autoincrement=False)
