"""Events, people, pages and the links between them as GraphML, for Gephi, yEd and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lxml import etree
from sqlalchemy import Select, select

from topiccrawl.storage import schema
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.text.files.atomic_write import atomic_replace

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_ROWS = 1000
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")

_NODE_KEYS = {
    "kind": "string", "label": "string", "time": "string", "place": "string", "country": "string",
    "province": "string", "category": "string", "source": "string", "url": "string", "site": "string",
}  # fmt: skip
_EDGE_KEYS = {"relation": "string", "weight": "double"}

Values = Mapping[str, Any]


def write_graphml(store: CorpusStore, topic: str, path: Path) -> tuple[int, int]:
    """Write the graph of a topic's stories; it appears when it is complete. Memory does not grow.

    Nodes are events (`event`), people (`person`), pages (`page`) and sources without a page (`source`).
    Edges: a person takes part in an event, a page reports an event, a page was taken from a page or a
    source, an event follows another one.

    Args:
        store: an open store.
        topic: name of the topic.
        path: the file.

    Returns:
        The number of nodes and of edges.
    """
    nodes = edges = 0
    with atomic_replace(path) as part, etree.xmlfile(str(part), encoding="utf-8") as file:
        file.write_declaration()
        with file.element("graphml", nsmap={None: _NAMESPACE}):
            for domain, keys in (("node", _NODE_KEYS), ("edge", _EDGE_KEYS)):
                for name, kind in keys.items():
                    own = {"id": f"{domain}_{name}", "for": domain, "attr.name": name, "attr.type": kind}
                    file.write(etree.Element("key", own))
            with file.element("graph", id="stories", edgedefault="directed"):
                for identity, values in _nodes(store, topic):
                    file.write(_element("node", {"id": identity}, values))
                    nodes += 1
                for start, end, values in _edges(store, topic):
                    file.write(_element("edge", {"source": start, "target": end}, values))
                    edges += 1
    return nodes, edges


def _element(tag: str, attributes: dict[str, str], values: Values) -> Any:
    element = etree.Element(tag, {name: _text(value) for name, value in attributes.items()})
    for name, value in values.items():
        if value is not None:
            etree.SubElement(element, "data", key=f"{tag}_{name}").text = _text(str(value))
    return element


def _text(value: str) -> str:
    return _NOT_XML.sub(" ", value)


def _nodes(store: CorpusStore, topic: str) -> Iterator[tuple[str, Values]]:
    events, pages = schema.events.c, schema.pages.c
    names = ("time", "place", "country", "province", "category", "source")
    columns = (events.id, events.name, *(events[name] for name in names))
    for row in _rows(store, select(*columns).where(events.topic == topic), events.id):
        yield f"e{row['id']}", {"kind": "event", "label": row["name"], **{name: row[name] for name in names}}
    reported = select(pages.id, pages.url, pages.title, pages.site, pages.published.label("time"))
    reported = reported.join(schema.reposts, schema.reposts.c.page_id == pages.id).where(pages.topic == topic)
    for row in _rows(store, reported, pages.id):
        own = {name: row[name] for name in ("url", "site", "time")}
        yield f"w{row['id']}", {"kind": "page", "label": row["title"], **own}
    people = schema.event_people.c
    persons = select(people.person).distinct().join(schema.events, events.id == people.event_id)
    for row in _rows(store, persons.where(events.topic == topic), people.person):
        yield f"p{row['person']}", {"kind": "person", "label": row["person"]}
    via = schema.reposts.c.via
    sources = select(via).distinct().join(schema.pages, pages.id == schema.reposts.c.page_id)
    for row in store.fetch(sources.where(pages.topic == topic, via.is_not(None)).order_by(via)):
        yield f"s{row['via']}", {"kind": "source", "label": row["via"]}


def _edges(store: CorpusStore, topic: str) -> Iterator[tuple[str, str, Values]]:
    events, pages, reposts = schema.events.c, schema.pages.c, schema.reposts.c
    people, links, relations = schema.event_people.c, schema.event_pages.c, schema.event_relations.c
    own = select(events.id).where(events.topic == topic)
    for event in _rows(store, own, events.id):
        number = event["id"]
        for row in store.fetch(select(people.person, people.mentions).where(people.event_id == number)):
            yield f"p{row['person']}", f"e{number}", {"relation": "takes part", "weight": row["mentions"]}
        for row in store.fetch(select(links.page_id).where(links.event_id == number)):
            yield f"w{row['page_id']}", f"e{number}", {"relation": "reports"}
        for row in store.fetch(select(schema.event_relations).where(relations.event_id == number)):
            values = {"relation": row["kind"], "weight": row["similarity"]}
            yield f"e{number}", f"e{row['other_id']}", values
    taken = select(pages.id, reposts.from_page_id, reposts.via)
    taken = taken.join(schema.reposts, reposts.page_id == pages.id).where(pages.topic == topic)
    for row in _rows(store, taken, pages.id):
        start = None if row["from_page_id"] is None else f"w{row['from_page_id']}"
        if row["via"]:
            if start:
                yield start, f"s{row['via']}", {"relation": "reposted by"}
            start = f"s{row['via']}"
        if start:
            yield start, f"w{row['id']}", {"relation": "reposted by"}


def _rows(store: CorpusStore, query: Select[Any], key: Any) -> Iterator[Any]:
    """Yield the rows of a query in pieces, ordered by a column that it selects."""
    query = query.order_by(key).limit(_ROWS)
    rows = store.fetch(query)
    while rows:
        yield from rows
        rows = store.fetch(query.where(key > rows[-1][key.name]))
