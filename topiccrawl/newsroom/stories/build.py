"""Finding the stories of a topic and storing them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from sqlalchemy import Connection

from topiccrawl.corpus.columns import stored_page
from topiccrawl.dedup.seniority import is_older
from topiccrawl.messages import message
from topiccrawl.newsroom.stories.chain import Chain, Step, join_copied, trace
from topiccrawl.newsroom.stories.entities import Method
from topiccrawl.newsroom.stories.event import read_event
from topiccrawl.newsroom.stories.evidence import NAMED, Reason
from topiccrawl.newsroom.stories.member import Member
from topiccrawl.newsroom.stories.naming import name_match, source_names
from topiccrawl.newsroom.stories.plan import Cluster, Plan, SiteNames
from topiccrawl.newsroom.story_rows import (
    StoryRows,
    delete_empty_events,
    delete_other_relations,
    events_of_pages,
    list_text,
    stored_digests,
    write_relations,
    write_stories,
)
from topiccrawl.page.canonical_url import canonical_url
from topiccrawl.page.links import links_of
from topiccrawl.page.page import Page
from topiccrawl.page.spread import Spread, read_spread
from topiccrawl.storage.pages.store import CorpusStore
from topiccrawl.storage.rows.pages import pages_query
from topiccrawl.storage.rows.row import json_text

_STORIES = 100
"""Stories of one transaction."""
_TEXT = 6000
"""Characters of a text that are kept while its story is computed."""
_SOURCE_LINKS = 200
_LONGEST_SITE = 12

Progress = Callable[[str, int, int], None]


@dataclass
class Counts:
    """Counts of one call.

    Attributes:
        stories: stories of the topic.
        written: those that are new or have changed.
        pages: pages of those.
        removed: events without any remaining page.
        relations: pairs of related events.
    """

    stories: int = 0
    written: int = 0
    pages: int = 0
    removed: int = 0
    relations: int = 0


def build_stories(
    store: CorpusStore,
    topic: str,
    progress: Progress = lambda *_: None,
    names: Method = "rules",
) -> Counts:
    """Find the stories of a topic and write those that are new or have changed.

    Each transaction writes some stories whole, so that an interrupted call leaves only whole ones, and the
    next call skips them.

    Args:
        store: open for writing.
        topic: name of the topic.
        progress: called with the name of a step, the stories or pages done, and their number.
        names: what finds the names of people, places and organisations, see `find_names`.

    Raises:
        MissingExtraError: `names` is "model", and the extra `names` is not installed.
    """
    plan = Plan(store, topic, progress, names)
    counts = Counts(stories=len(plan))
    done = 0
    clusters = plan.clusters()
    while some := list(islice(clusters, _STORIES)):
        known = store.read(stored_digests, topic, [one.digest for one in some])
        changed = [one for one in some if one.digest not in known]
        if changed:
            rows = [
                _story_rows(topic, one, _read_members(store, topic, one, plan.site_names), names)
                for one in changed
            ]
            store.transact(lambda connection, rows=rows: write_stories(connection, topic, rows))  # type: ignore[misc]
        counts.written += len(changed)
        counts.pages += sum(len(one.pages) for one in changed)
        done += len(some)
        progress("stories", done, len(plan))
    counts.removed = store.transact(lambda connection: delete_empty_events(connection, topic))
    counts.relations = store.transact(lambda connection: _write_related(connection, plan))
    return counts


@dataclass(frozen=True)
class _Read:
    member: Member
    spread: Spread


def _read_members(store: CorpusStore, topic: str, cluster: Cluster, sites: SiteNames) -> list[_Read]:
    columns = "id url site title raw_title text published fetched_at author source headers raw_html".split()
    group_of = {page: number for number, group in enumerate(cluster.groups) for page in group}
    query = pages_query(topic, columns)
    found: list[_Read] = []
    pages = sorted(group_of)
    for start in range(0, len(pages), 50):  # sources are large
        column = query.selected_columns.id
        rows = store.fetch(query.where(column.in_(pages[start : start + 50])).order_by(column))
        found += [_read(row, sites, group_of[row["id"]]) for row in rows]
    return found


def _read(row: Any, sites: SiteNames, group: int) -> _Read:
    page = stored_page(row)
    spread = Spread(author=row["author"] or "") if page is None else read_spread(page)
    # The column also has what the rules of a site found.
    spread = replace(spread, source=row["source"] or spread.source)
    links = frozenset[str]() if page is None else _links(page, spread)
    member = Member(
        number=row["id"],
        url=row["url"],
        names=sites.of(row["url"], row["site"] or _behind(row["raw_title"], row["title"])),
        title=row["title"],
        text=row["text"][:_TEXT],
        published=row["published"],
        fetched_at=row["fetched_at"],
        source=spread.source,
        links=links,
        original_title=spread.original_title,
        group=group,
        raw_title=row["raw_title"],
    )
    return _Read(member, spread)


def _behind(raw_title: str, title: str) -> str:
    """Return the part of a title after the headline: the name of the site or of a channel."""
    _, found, behind = raw_title.partition(title) if title else ("", "", "")
    name = re.split(r"[-_|—]+", behind.strip(" -_|—"))[-1].strip() if found else ""
    return name if len(name) <= _LONGEST_SITE else ""


def _links(page: Page, spread: Spread) -> frozenset[str]:
    """Return the URLs that a page may have been taken from: links of its source and in its text."""
    found = {canonical_url(spread.source_link)} if spread.source_link else set()
    for link in islice(links_of(page), _SOURCE_LINKS):
        if any(
            word in link.context or word in link.anchor for word in ("原文", "来源", "转自", "转载自", "出处")
        ):
            found.add(canonical_url(link.url))
    return frozenset(found - {canonical_url(page.url)})


def _story_rows(topic: str, cluster: Cluster, pages: Sequence[_Read], names: Method) -> StoryRows:
    read = {one.member.number: one for one in pages}
    members = {number: one.member for number, one in read.items()}
    groups = [[members[page] for page in group if page in members] for group in cluster.groups]
    chains = [trace(group) for group in join_copied(group for group in groups if group)]
    first = chains[0]
    for chain in chains[1:]:
        if is_older(members[chain.first].age, members[first.first].age):
            first = chain
    event = read_event(members[first.first], names)
    rewritten = {
        step.page: step
        for chain in chains
        if (step := _rewritten(members[chain.first], list(members.values()))) is not None
    }
    sources = _first_sources(chains, rewritten)
    reposts = [
        _repost_row(rewritten.get(step.page, step), read[step.page])
        for chain in chains
        for step in chain.steps
    ]
    by_page = {step.page: (chain, sources[chain.first]) for chain in chains for step in chain.steps}
    return StoryRows(
        event={
            "topic": topic,
            "name": event.name,
            "time": event.time,
            "place": event.place,
            "people": list_text(list(event.people)),
            "country": event.country,
            "province": event.province,
            "category": event.category,
            "organisations": list_text(event.organisations),
            "first_page": first.first,
            "source": sources[first.first],
            "digest": cluster.digest,
        },
        people=[{"person": name, "mentions": count} for name, count in event.people.items()],
        reposts=reposts,
        propagation=[_propagation_row(one, *by_page[one.member.number], members) for one in pages],
    )


def _rewritten(first: Member, others: Sequence[Member]) -> Step | None:
    """Return the page of another group that the first page of a group names as its source."""
    names = source_names(first.source)
    for other in sorted(others, key=lambda one: (one.age.earliest or one.fetched_at, one.number)):
        if other.group == first.group or other.site == first.site or not is_older(other.age, first.age):
            continue
        if canonical_url(other.url) in first.links:
            why = message("it links to {site}, and is rewritten", site=other.site)
        elif any(name_match(name, other.names) == 1 for name in names):
            why = message("its source line names {name}, and it is rewritten", name=first.source)
        else:
            continue
        return Step(first.number, other.number, "", (Reason(why, NAMED),))
    return None


def _first_sources(chains: Sequence[Chain], rewritten: Mapping[int, Step]) -> dict[int, str]:
    """Return the first source of each chain by its first page; a rewritten text has that of its model."""
    chain_of = {step.page: chain for chain in chains for step in chain.steps}
    found = {}
    for chain in chains:
        begin, seen = chain, {chain.first}
        while (step := rewritten.get(begin.first)) is not None and step.parent is not None:
            begin = chain_of[step.parent]
            if begin.first in seen:
                break
            seen.add(begin.first)
        found[chain.first] = begin.source
    return found


def _repost_row(step: Step, page: _Read) -> dict[str, object]:
    evidence = [
        {"text": one.text.template, "values": one.text.values, "weight": round(one.weight, 2)}
        for one in step.reasons
    ]
    return {
        "page_id": step.page,
        "from_page_id": step.parent,
        "via": step.via or None,
        "source_line": page.spread.source or None,
        "evidence": json_text(evidence) if evidence else None,
        "comment_count": page.spread.comment_count,
    }


def _propagation_row(page: _Read, chain: Chain, source: str, members: dict[int, Member]) -> dict[str, object]:
    spread = page.spread
    sites = dict.fromkeys(members[step.page].site for step in chain.steps)
    sites.pop(source, None)
    sites.pop(members[chain.first].site if len(chain.steps) == 1 else "", None)
    return {
        "page_id": page.member.number,
        "title": page.member.title or None,
        "title_link": spread.title_link,
        "keywords": list_text(spread.keywords),
        "keyword_links": list_text(spread.keyword_links),
        "publishing_site": source,
        "reposting_sites": list_text(list(sites)),
        "author": spread.author or None,
        "summary": spread.summary or None,
        "comments": list_text(spread.comments),
        "attention": spread.attention,
    }


def _write_related(connection: Connection, plan: Plan) -> int:
    """Write the relations of events, and delete those no longer found."""
    pages = sorted({page for one, other, _ in plan.related for page in (one, other)})
    events = events_of_pages(connection, pages)
    relations: dict[tuple[int, int], tuple[str, float]] = {}
    for one, other, similarity in plan.related:
        pair = (events[one], events[other])
        if pair[0] != pair[1] and similarity > relations.get(pair, ("", 0.0))[1]:
            relations[pair] = ("follow-up", round(similarity, 4))
    delete_other_relations(connection, plan.topic, relations.keys())
    write_relations(connection, relations)
    return len(relations)
