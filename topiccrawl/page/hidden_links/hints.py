"""What the script of an attribute hints at, and where functions lead that it calls."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from topiccrawl.page.hidden_links.urls import hosts_of_one_site, may_be_page

_LITERAL = re.compile(r"""(\+\s*)?["']((?:(?:https?:)?//([\w.-]++))?[^"'<>\n]*+)["'](\s*\+)?""")
"""A string, and whether something is joined to it."""
_LEADS = re.compile(r"[/.?]\w|/$")
_ACTS = re.compile(
    r"\w*(?:share|favou?r|bookmark|print|comment|vote|report|reply|log_?in|homepage|set_?home|searchprovider|digg|zoom|copy|cookie"
    r"|fontsize)",
    re.IGNORECASE,
)
"""Functions that do something with a page: share it, keep it, print it."""
_CALLS = re.compile(
    r"(?<![\w$.])([A-Za-z_$][\w$.]*+)\s*+\((\s*(?:[\"']?\w*\d|this\.|[\"'][^\"']*[\"']\s*,))?"
)
_ITSELF = re.compile(r"\bthis(?:\s*[,)]|\.(?:dataset|getAttribute|attributes))")
_SENDS = frozenset({"__doPostBack", "submit"})
_MOST_PLACES = 50
_IS_FUNCTION = re.compile(r"\s*[=:]\s*(?:async\s*)?(?:function\b|\([\w\s,]{0,60}\)\s*=>|\w+\s*=>)")
"""Behind the name of a function that is assigned."""
_LONGEST_NAME = 10
LEADS = r"location|open\s*\(|submit|href|URL|ajax|\.get\(|\.post\(|\.load\(|ialog\s*\(|\bnavigate|Tab\("
_FUNCTION = re.compile(r"function\s+[\w$]|[\w$]\s*[=:]\s*function\b")
"""Where the next function begins that has a name."""
_BODY = 1500
"""Characters of a function that are searched for where it goes."""
GOES = re.compile(rf"{LEADS}|\.src\b")
"""What functions have that lead to another page or fill a list."""


class Hints(NamedTuple):
    """What the script of an attribute hints at.

    Attributes:
        hosts: of addresses that may be those of pages; an empty one for those without a host.
        calls: names of the functions that it calls.
        chosen: last names of those that are called with a number, an id or what is chosen.
        itself: whether it reads attributes of its element, or hands it to a function.
    """

    hosts: frozenset[str]
    calls: frozenset[str]
    chosen: frozenset[str]
    itself: bool = False

    def lead(self, host: str, functions: Collection[str]) -> bool:
        """Return whether it names an address that may be of a host's site, or calls one of some functions."""
        if any(not other or hosts_of_one_site(other, host) for other in self.hosts):
            return True
        return not (self.calls.isdisjoint(_SENDS) and self.calls.isdisjoint(functions))


def calls_of(text: str) -> frozenset[str]:
    """Return the functions that a script calls with a number, an id or its own element."""
    hints = hints_in(text)
    return hints.chosen.union(name.rpartition(".")[2] for name in hints.calls if hints.itself)


@lru_cache(maxsize=2048)
def hints_in(text: str) -> Hints:
    """Return what the script of an attribute hints at; what only acts on the page leads nowhere."""
    calls = _CALLS.findall(text) if "(" in text else []
    acts = {name for name, _ in calls if _acts(name.rsplit(".", 1)[-1])}
    chosen = frozenset([name.rsplit(".", 1)[-1] for name, chosen in calls if chosen and name not in acts])
    if acts:
        return Hints(frozenset(), frozenset(), chosen)
    hosts = [
        host
        for before, value, host, behind in _LITERAL.findall(text)
        if _LEADS.search(value) and (before or behind or may_be_page(value))
    ]
    names = {name for name, _ in calls}.union(["submit"] if ".submit(" in text else [])
    return Hints(frozenset(hosts), frozenset(names), chosen, _ITSELF.search(text) is not None)


_acts = lru_cache(maxsize=1024)(_ACTS.match)


def leading_body(name: str, texts: Iterable[str]) -> str | None:
    """Return what a function does that leads somewhere; empty for others, None if no script defines it."""
    found = [text[place:end] for text in texts if name in text for place, end in definitions(text, name)]
    return next(filter(GOES.search, found), "") if found else None


def definitions(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Yield where a script defines a function, and where the next one begins."""
    behind = 0
    for _ in range(_MOST_PLACES):
        if (place := text.find(name, behind)) < 0:
            break
        behind = place + len(name)
        if place and (text[place - 1].isalnum() or text[place - 1] in "_$"):
            continue
        before = text[max(0, place - _LONGEST_NAME) : place]
        if before.rstrip().endswith("function") or _IS_FUNCTION.match(text, behind):
            following = _FUNCTION.search(text, behind, behind + _BODY)
            yield place, following.start() if following else behind + _BODY
