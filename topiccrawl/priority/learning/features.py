"""Features of a link: what is known of its target from all links that lead to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from zlib import crc32

from topiccrawl.priority.learning.url_form import UrlForm
from topiccrawl.priority.link_context import LinkContext

NUMBERS = tuple(
    "constant priority anchor description links length navigation picture pager more block same_host "
    "home list article media dated".split()
)
"""Names of the dense features, in order."""

BITS = 18
"""Binary features have `2 ** BITS` positions."""

GROUPS = ("host", "directory", "pattern", "shape", "parent", "parent_directory")
"""Groups of URLs whose yields are features, in order."""

DENSE_PARTS: Mapping[str, slice] = {
    "formula_5": slice(1, 4),
    "link": slice(4, NUMBERS.index("home")),
    "form": slice(NUMBERS.index("home"), len(NUMBERS)),
    "yields": slice(len(NUMBERS), len(NUMBERS) + len(GROUPS)),
}
"""Positions of the dense features by part: scores, the place of the link, the form of the URL, yields."""

_MORE = frozenset(("更多", "more", ">>", "更多>>", "[更多]", "查看更多", "全部"))
_PAGER = frozenset(("下一页", "上一页", "下页", "上页", "首页", "尾页", "末页", "next", "prev", ">", "<"))
_LONG = 30
"""Characters of an anchor text that count as long as a headline gets."""


@dataclass(frozen=True, slots=True)
class LinkScores:
    """Scores in [0, 1] of one link: formula 5, and of its anchor text as an anchor and as a headline."""

    priority: float
    anchor: float
    headline: float


def numbers_of(context: LinkContext, scores: LinkScores, form: UrlForm, parent: UrlForm) -> list[float]:
    """Return the dense features of a single link, in the order of `NUMBERS`."""
    anchor = context.anchor.strip().lower()
    return [
        1.0,
        scores.priority,
        scores.anchor,
        scores.headline,
        0.0,  # counted over all links
        min(len(anchor), _LONG) / _LONG,
        float(context.navigation),
        float(context.picture),
        float(is_pager(anchor)),
        float(anchor in _MORE),
        float(bool(context.around)),
        float(form.host == parent.host),
        float(form.kind == "home"),
        float(form.kind == "list"),
        float(form.kind == "article"),
        float(form.kind == "media"),
        float(bool(form.date)),
    ]


def is_pager(anchor: str) -> bool:
    """Return whether an anchor text leads to another page of a list.

    >>> is_pager("下一页"), is_pager(" 12 "), is_pager("2020年工作要点")
    (True, True, False)
    """
    text = anchor.strip().lower()
    return text in _PAGER or (text.isdigit() and len(text) <= 3)


def groups_of(form: UrlForm, context: LinkContext, parent: UrlForm) -> Sequence[str]:
    """Return the groups of a link, in the order of `GROUPS`; none starts like another kind's."""
    return (
        f"h {form.host}",
        f"d {form.directory}",
        f"p {form.pattern}",
        f"s {form.shape}",
        f"u {context.parent_url}",
        f"v {parent.directory}",
    )


@lru_cache(maxsize=16384)
def position(name: str) -> int:
    """Return the position in [0, 2 ** BITS) of a named binary feature."""
    return crc32(name.encode("utf-8", "replace")) >> (32 - BITS)
