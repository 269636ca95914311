"""Memory of scored links: menus repeat the same links on every page of a site."""

from __future__ import annotations

from topiccrawl.priority.link_context import LinkContext

_MOST = 10_000
"""The new links of some thousand pages; a menu that is forgotten is scored once more. 250 bytes each."""


class ScoredLinks:
    """The links that were scored, with the parts of formula 5 that may differ the next time.

    A link has the same score again where URL and anchor text are the same, unless the page that it stands on
    or the structure of the URL is now worth more.

    Args:
        most: links that are remembered; the oldest are forgotten.
    """

    def __init__(self, most: int = _MOST) -> None:
        self._most = most
        self._scored: dict[int, tuple[float, float]] = {}

    def add(self, url: str, context: LinkContext, structure: float) -> None:
        """Remember a link and the structure part of its score."""
        if self.has_better(url, context, structure):
            return
        self._scored[_key(url, context)] = context.description, structure
        if len(self._scored) > self._most:
            del self._scored[next(iter(self._scored))]

    def has_better(self, url: str, context: LinkContext, structure: float) -> bool:
        """Return whether the same link was scored before, with parts that were not lower."""
        known = self._scored.get(_key(url, context))
        return known is not None and known[0] >= context.description and known[1] >= structure


def _key(url: str, context: LinkContext) -> int:
    return hash((url, context.anchor, context.picture))  # the texts themselves may have kilobytes each
