"""Why a link is in the frontier, and the outcome of its page."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import RowMapping, Select, or_, select

from topiccrawl.cli.shared.topic_option import topic_name
from topiccrawl.errors import StorageError
from topiccrawl.page.canonical_url import canonical_url, likely_forms, url_key
from topiccrawl.priority.budgets.spam import MEANINGS
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.link_priority import Priority
from topiccrawl.storage import schema
from topiccrawl.storage.frontier.contract import State
from topiccrawl.storage.frontier.view import FrontierLink
from topiccrawl.storage.pages.existing import existing_corpus
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.row import url_hash
from topiccrawl.text.language import marked, say, translated

_DROPS = schema.drops.c
_PAGES = schema.pages.c
_COPIES = schema.duplicates.c
_SECTION = marked(
    "It says nothing of the topic, and most visited pages of its section or lists of its site had nothing."
)
_NAMES = {
    "anchor": marked("anchor text"),
    "around": marked("text around the link"),
    "depth": marked("links from a seed"),
    "description": marked("its page's description"),
    "navigation": marked("link of a navigation"),
    "parent_url": marked("page with the link"),
    "structure": marked("structure of the URL"),
}
"""What is known of a link, and the parts of its priority, by their names in the database."""

Facts = list[tuple[str, str]]
"""Names and values, in display order."""


def explanation(folder: str, database: str, url: str, link: FrontierLink | None) -> Facts:
    """Return all known facts about a link; an empty list if it is unknown.

    Args:
        folder: name or folder of the topic.
        database: URL of the corpus.
        url: the link's URL, in any form.
        link: the frontier's row, if it has one.
    """
    # Not at the top: the other commands of the group do without the relevance of a topic.
    from topiccrawl.cli.frontier.learned_score import learned_facts

    topic = topic_name(folder)
    facts = [] if link is None else list(_link_facts(link))
    try:
        with existing_corpus(database) as store:
            facts += _page_facts(store, topic, url, link)
            facts += learned_facts(store, folder, topic, url, _context(store, topic, url, link))
    except StorageError:  # the frontier is in a file of its own, or --database was not given
        pass
    return facts


def _page_facts(store: CorpusStore, topic: str, url: str, link: FrontierLink | None) -> Facts:
    """Return the outcome of a link's page."""
    urls = {url} if link is None else {url, link.url}
    facts: Facts = []
    for row in store.fetch(_pages_with_urls(topic, {form for one in urls for form in likely_forms(one)})):
        facts += [(marked("page"), _kept_as(row))]
        facts += [
            (f"  {_NAMES.get(name, name)}", f"{value:.4f}")
            for name, value in json.loads(row["priority_parts"] or "{}").items()
        ]
    for row in _find_drops(store, topic, urls):
        # A link may have been rejected before a better link to the same URL entered the frontier.
        if link is None or row["stage"] != "frontier":
            facts += _drop_facts(row)
    if link is not None and link.state is State.DONE and not facts:
        facts = [("page", say("none: a home or list page, or a redirect to another URL"))]
    return facts


def _context(store: CorpusStore, topic: str, url: str, link: FrontierLink | None) -> LinkContext:
    """Return the best known link to a URL."""
    if link is not None:
        why = json.loads(link.why or "{}")
        known = {name: why[name] for name in LinkContext._fields if name in why}
        return LinkContext(**known) if known else LinkContext(seed=True)
    for row in _find_drops(store, topic, {url}):
        parts = json.loads(row["score_parts"] or "{}")
        return LinkContext(
            anchor=row["anchor"] or "",
            parent_url=row["parent_url"] or "",
            description=parts.get("description", 0.0),
            seed=row["parent_url"] is None,
        )
    return LinkContext(seed=True)


def _kept_as(row: RowMapping) -> str:
    if row["original_url"] is None:
        return translated("kept")
    alike = "" if row["similarity"] is None else f" {row['similarity']:.2f}"
    told = marked("a duplicate of {url} ({kind})")
    return say(told, url=row["original_url"], kind=f"{row['kind']}{alike}")


def _link_facts(link: FrontierLink) -> Iterator[tuple[str, str]]:
    context: dict[str, Any] = json.loads(link.why or "{}")
    yield "url", link.url
    state = translated(link.state.name.lower())
    stored = context.pop("priority", None)
    priority = Priority.from_json(stored) if stored else None
    if priority is not None and priority.waits:
        state = say("waiting for the other pages of its section: its headline says nothing of the topic")
    yield marked("state"), state + (f": {link.reason}" if link.reason else "")
    yield marked("score"), f"{link.score:.4f}"
    if priority is not None:
        for name, value in {marked("priority of the link"): priority.value, **priority.parts}.items():
            yield f"  {_NAMES.get(name, name)}", f"{value:.4f}"
    for name, value in context.items():
        yield _NAMES.get(name, name), str(value)
    yield marked("host"), link.host
    yield marked("attempts"), f"{link.attempts:g}"


def _drop_facts(row: RowMapping) -> Iterator[tuple[str, str]]:
    yield "url", row["url"]
    yield marked("dropped"), f"{row['stage']}: {row['reason']}"
    if why := (_SECTION if row["reason"] == "section" else MEANINGS.get(row["reason"])):
        yield marked("why"), say(why)
    if row["score"] is not None:
        yield "score", f"{row['score']:.4f}"
    for name, value in json.loads(row["score_parts"] or "{}").items():
        yield f"  {_NAMES.get(name, name)}", f"{value:.4f}"
    for name in ("anchor", "parent_url"):
        if row[name]:
            yield _NAMES[name], row[name]


def _find_drops(store: CorpusStore, topic: str, urls: Collection[str]) -> Sequence[RowMapping]:
    likely = {form for url in urls for form in likely_forms(url)}
    if rows := store.fetch(_drops_with_urls(topic, likely)):
        return rows
    # The index has exact URLs. Other forms, such as one with a session id, need a scan of the host.
    keys = {url_key(url) for url in urls}
    hosts = {urlsplit(canonical_url(url)).netloc for url in urls}
    of_host = [
        _DROPS.url.startswith(f"{scheme}://{host}", autoescape=True)
        for scheme in ("http", "https")
        for host in hosts
    ]
    candidates = store.fetch(select(_DROPS.url).where(_DROPS.topic == topic, or_(*of_host)))
    same = {row["url"] for row in candidates if url_key(row["url"]) in keys}
    return store.fetch(_drops_with_urls(topic, same)) if same else ()


def _drops_with_urls(topic: str, urls: Collection[str]) -> Select[Any]:
    hashes = _DROPS.url_hash.in_([url_hash(url) for url in urls])
    return select(schema.drops).where(_DROPS.topic == topic, hashes).order_by(_DROPS.dropped_at, _DROPS.id)


def _pages_with_urls(topic: str, urls: Collection[str]) -> Select[Any]:
    hashes = _PAGES.url_hash.in_([url_hash(url) for url in urls])
    found = schema.pages.outerjoin(schema.duplicates, _COPIES.page_id == _PAGES.id)
    columns = select(_PAGES.priority_parts, _COPIES.original_url, _COPIES.kind, _COPIES.similarity)
    return columns.select_from(found).where(_PAGES.topic == topic, hashes).order_by(_PAGES.id)
