"""First publication of a text, and which page copied it from which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from topiccrawl.dedup.seniority import is_older
from topiccrawl.messages import message
from topiccrawl.newsroom.stories.arborescence import heaviest_tree
from topiccrawl.newsroom.stories.evidence import OWN, UNNAMED, Evidence, Reason
from topiccrawl.newsroom.stories.member import Member
from topiccrawl.newsroom.stories.naming import is_own_name, source_names

MOST = 40
"""Maximum number of pages of a group that are compared pairwise; further ones only with these."""

PASSAGE = 0.6
"""Share of the shorter text that two pages need to have in common."""

_BASE = -50.0
"""Weight of a page without a parent: less than any evidence, so that there is one such page if possible."""


@dataclass(frozen=True)
class Step:
    """The origin of a page's text.

    Attributes:
        page: id of the page.
        parent: id of the page it was taken from; None: from none of these.
        via: name of a source without a page here that it was taken from; empty: from none.
        reasons: evidence for and against it.
    """

    page: int
    parent: int | None
    via: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True)
class Chain:
    """The propagation of a text.

    Attributes:
        first: id of the page that published it first, of those here.
        source: name of the site or agency that published it first.
        steps: all pages, the first one first, parents before children.
    """

    first: int
    source: str
    steps: tuple[Step, ...]


def trace(members: Sequence[Member]) -> Chain:
    """Return how a text spread over pages that are copies of each other.

    The result is the tree with the most evidence. Sources that pages name, and that have no page here, are
    nodes of it as well.
    """
    ordered = sorted(members, key=lambda one: (one.age.earliest or one.fetched_at, one.number))
    evidence = Evidence(ordered[:MOST])
    tree, agencies = _tree(evidence)
    steps = {one.page: one for one in _steps(evidence, tree, agencies)}
    for late in ordered[MOST:]:
        steps[late.number] = _latecomer(late, evidence)
    top = [one for one in ordered if steps[one.number].parent is None]
    first = top[0]
    for one in top[1:]:
        if _precedes(evidence, one, first):
            first = one
    via = steps[first.number].via
    own = source_names(first.source)
    named = own[0] if len(ordered) == 1 and own and not is_own_name(first.source) else ""
    return Chain(first.number, via or named or first.site, _in_order(first.number, steps))


def join_copied(groups: Iterable[Sequence[Member]]) -> list[list[Member]]:
    """Return groups of copies, those joined that share a passage.

    A repost that left out half of a text is no duplicate of it, but was taken from it all the same.

    Args:
        groups: each with its original first.
    """
    joined: list[list[Member]] = []
    for group in groups:
        own = group[0].shingles
        for other in joined[:MOST]:
            common = len(own & other[0].shingles)
            if common >= PASSAGE * min(len(own), len(other[0].shingles)):
                other += group
                break
        else:
            joined.append(list(group))
    return joined


def _tree(evidence: Evidence) -> tuple[dict[int, int], list[str]]:
    """Return the parents by place in the list: 0 the root, then pages, then agencies."""
    members = evidence.members
    agencies = list(evidence.agencies)
    incoming: dict[int, dict[int, float]] = {}
    for place, end in enumerate(members, 1):
        edges = {0: _BASE + _sum(evidence.first(end))}
        for other, start in enumerate(members, 1):
            if other != place:
                edges[other] = _sum(evidence.edge(start, end))
        for other, name in enumerate(agencies, len(members) + 1):
            if end.number in evidence.agencies[name]:
                edges[other] = _sum(evidence.agency(name, end))
            elif not source_names(end.source):
                edges[other] = UNNAMED
        incoming[place] = edges
    for place, name in enumerate(agencies, len(members) + 1):
        # A site that wrote the text itself may have passed it on through the agency.
        writers = {
            other: OWN
            for other, one in enumerate(members, 1)
            if is_own_name(one.source) and one.number not in evidence.agencies[name]
        }
        incoming[place] = {0: _BASE, **writers}
    return heaviest_tree(incoming, 0), agencies


def _steps(evidence: Evidence, tree: Mapping[int, int], agencies: Sequence[str]) -> list[Step]:
    members = evidence.members
    count = len(members)
    steps = []
    for place, one in enumerate(members, 1):
        parent = tree[place]
        via = ""
        if parent > count:
            via = agencies[parent - count - 1]
            parent = tree[parent]
            named = one.number in evidence.agencies[via]
            reasons = (
                evidence.agency(via, one)
                if named
                else [Reason(message("other reposts name this source"), UNNAMED)]
            )
        elif parent:
            reasons = evidence.edge(members[parent - 1], one)
        else:
            reasons = [*evidence.first(one)]
        steps.append(Step(one.number, members[parent - 1].number if parent else None, via, tuple(reasons)))
    return steps


def _latecomer(late: Member, evidence: Evidence) -> Step:
    """Return the step of a page of a very large group."""
    weighed = {one.number: evidence.edge(one, late) for one in evidence.members}
    parent = max(weighed, key=lambda number: _sum(weighed[number]))
    return Step(late.number, parent, "", tuple(weighed[parent]))


def _precedes(evidence: Evidence, one: Member, other: Member) -> bool:
    """Return whether of two pages without a parent page the first one is likelier the first."""
    forward = _sum(evidence.edge(one, other)) + _sum(evidence.first(one))
    back = _sum(evidence.edge(other, one)) + _sum(evidence.first(other))
    return forward > back or (forward == back and is_older(one.age, other.age))


def _in_order(first: int, steps: Mapping[int, Step]) -> tuple[Step, ...]:
    children: dict[int | None, list[int]] = {}
    for number, step in steps.items():
        children.setdefault(step.parent, []).append(number)
    ordered: list[Step] = []
    waiting = [first, *(number for number in children[None] if number != first)][::-1]
    while waiting:
        number = waiting.pop()
        ordered.append(steps[number])
        waiting += children.get(number, [])[::-1]
    return tuple(ordered)


def _sum(reasons: Iterable[Reason]) -> float:
    return sum(one.weight for one in reasons)
