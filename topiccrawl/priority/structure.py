"""The structure part of formula 5: evidence from the URL of a link (paper A, algorithm 3).

The paper compares a URL with one history over all hosts: `scope = "all"`, `value = "similar"`. No URL is
similar to more than half of such a history when a crawl has many sites. So the history is also counted by
section, which is a host and the first directory of a path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from topiccrawl.parameter_checks import check_choice
from topiccrawl.priority.history import Holds, UrlHistory
from topiccrawl.priority.sections import Section, section_of
from topiccrawl.priority.url_structure import UrlStructureParameters, structure_score

Scope = Literal["all", "host", "section"]
Value = Literal["similar", "majority", "none"]


@dataclass(frozen=True)
class StructureParameters(UrlStructureParameters):
    """Parameters of algorithm 2, and which reading of algorithm 3 uses them.

    Attributes:
        value: what the structure of a URL is worth. `similar`: 1 if it is similar, by algorithm 2, to more
            than half of a sample of the history, as in the paper. `majority`: 1 if more than half of the
            visited pages were accepted. `none`: nothing; links are ordered by description and anchor text
            alone.
        scope: which part of the history counts: `all` of it, that of the same `host`, or that of the same
            `section` (host and first directory).
        history: whether `similar` uses only `accepted` pages, or all `visited` ones, as in the paper.
    """

    value: Value = "majority"
    scope: Scope = "section"
    history: Holds = "accepted"

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self, value=get_args(Value), scope=get_args(Scope), history=get_args(Holds))


def structure_of(url: str, history: UrlHistory, parameters: StructureParameters, n: int) -> float:
    """Return the structure part of a link's priority, 0 or 1; 0 where nothing is known.

    Args:
        url: URL of the link.
        history: what was visited so far; it holds what `parameters.history` says.
        parameters: which reading.
        n: number of URLs that algorithm 2 compares with.
    """
    if parameters.value == "none":
        return 0.0
    section, scope = section_of(url), parameters.scope
    if parameters.value == "similar":
        parts: dict[str, str | Section | None] = {"all": None, "host": section.host, "section": section}
        return structure_score(url, history.sample(n, parts[scope]), parameters)
    if scope == "section":
        counts = history.sections.of_section(section)
    else:
        counts = history.sections.of_host(section.host) if scope == "host" else history.sections.total
    return float(2 * counts.accepted > counts.visited)
