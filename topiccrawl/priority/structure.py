"""The structure part of formula 5: evidence from the URL of a link (paper A, algorithm 3).

The paper compares a URL with one history over all hosts: `scope = "all"`, `value = "similar"`,
`rule = "algorithm2"`. No URL is similar to more than half of such a history when a crawl has many sites. So
the history is also counted by section, which is a host and the first directory of a path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from topiccrawl.parameter_checks import check_choice
from topiccrawl.priority.history import Holds, UrlHistory
from topiccrawl.priority.sections import Section, VisitCounts, section_of
from topiccrawl.priority.url_structure import UrlStructureParameters, structure_score

Scope = Literal["all", "host", "section"]
Rule = Literal["algorithm2", "section"]
Value = Literal["similar", "majority", "share", "none"]

_DOUBT = 2
"""Prior: unaccepted visits added to every share, so that few pages cannot give a high share."""


@dataclass(frozen=True)
class StructureParameters(UrlStructureParameters):
    """Parameters of algorithm 2, and which reading of algorithm 3 uses them.

    Attributes:
        value: what the structure of a URL is worth. `similar`: 1 if it is similar to more than half of the
            history, as in the paper. `majority`: 1 if more than half of the visited pages were accepted.
            `share`: that share itself, lower while few were visited. `none`: nothing; links are ordered by
            description and anchor text alone.
        scope: which part of the history counts: `all` of it, that of the same `host`, or that of the same
            `section` (host and first directory).
        history: whether `similar` uses only `accepted` pages, or all `visited` ones, as in the paper.
        rule: when two URLs are similar: by `algorithm2`, or when they have the same `section`. With the
            rule `section` the whole history counts, with `algorithm2` a sample of it.
    """

    value: Value = "majority"
    scope: Scope = "section"
    history: Holds = "accepted"
    rule: Rule = "section"

    def __post_init__(self) -> None:
        super().__post_init__()
        choices = {"value": Value, "scope": Scope, "history": Holds, "rule": Rule}
        check_choice(self, **{name: get_args(known) for name, known in choices.items()})


def structure_of(url: str, history: UrlHistory, parameters: StructureParameters, n: int) -> float:
    """Return the structure part of a link's priority, in [0, 1]; 0 where nothing is known.

    Args:
        url: URL of the link.
        history: what was visited so far; it holds what `parameters.history` says.
        parameters: which reading.
        n: number of URLs that `algorithm2` compares with.
    """
    if parameters.value == "none":
        return 0.0
    section = section_of(url)
    if parameters.value == "similar":
        if parameters.rule == "section":
            return _mostly_of(section, history, parameters)
        return structure_score(url, history.sample(n, _group(section, parameters.scope)), parameters)
    counts = _counts(section, history, parameters.scope)
    if parameters.value == "majority":
        return float(2 * counts.accepted > counts.visited)
    return smoothed_share(counts)


def smoothed_share(counts: VisitCounts) -> float:
    """Return the share of accepted pages; lower while few were visited.

    >>> smoothed_share(VisitCounts(0, 0)), smoothed_share(VisitCounts(2, 2))
    (0.0, 0.5)
    """
    return counts.accepted / (counts.visited + _DOUBT)


def _mostly_of(section: Section, history: UrlHistory, parameters: StructureParameters) -> float:
    """Return 1 if more than half of the history in the scope is of the section."""
    own = _counts(section, history, "section")
    whole = _counts(section, history, parameters.scope)
    if parameters.history == "accepted":
        return float(2 * own.accepted > whole.accepted)
    return float(2 * own.visited > whole.visited)


def _counts(section: Section, history: UrlHistory, scope: Scope) -> VisitCounts:
    if scope == "section":
        return history.sections.of_section(section)
    return history.sections.of_host(section.host) if scope == "host" else history.sections.total


def _group(section: Section, scope: Scope) -> str | Section | None:
    return {"all": None, "host": section.host, "section": section}[scope]
