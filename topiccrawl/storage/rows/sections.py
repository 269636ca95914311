"""Rows of the sections of hosts, with the numbers of their pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import Connection, select

from topiccrawl.priority.sections import Section, VisitCounts, section_of
from topiccrawl.storage.records import VisitRecord
from topiccrawl.storage.rows.upsert import upsert
from topiccrawl.storage.schema.crawl import url_sections


def write_visits(connection: Connection, visits: Sequence[VisitRecord]) -> None:
    """Add visits to the counts of their sections."""
    visited = Counter((visit.topic, section_of(visit.url)) for visit in visits)
    accepted = Counter((visit.topic, section_of(visit.url)) for visit in visits if visit.accepted)
    rows: list[dict[str, object]] = [
        {
            "topic": topic,
            "host": section.host,
            "directory": section.directory,
            "accepted": accepted[topic, section],
            "visited": count,
        }
        # Sorted: workers that lock rows in the same order do not lock each other out.
        for (topic, section), count in sorted(visited.items())
    ]
    upsert(connection, url_sections, rows, added=frozenset(("accepted", "visited")))


def read_sections(connection: Connection, topic: str, most: int) -> list[tuple[Section, VisitCounts]]:
    """Return the sections of a topic with the most visits, and their counts."""
    column = url_sections.c
    query = select(column.host, column.directory, column.accepted, column.visited)
    query = query.where(column.topic == topic).order_by(column.visited.desc()).limit(most)
    return [
        (Section(host, directory), VisitCounts(accepted, visited))
        for host, directory, accepted, visited in connection.execute(query)
    ]
