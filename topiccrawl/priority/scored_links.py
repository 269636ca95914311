"""Memory of scored links: menus repeat the same links on every page of a site."""

from __future__ import annotations

from array import array

from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.recent_keys import RecentKeys

_SLOTS = 16_384
"""The new links of some thousand pages; a menu that is forgotten is scored once more. 24 bytes each."""


class ScoredLinks:
    """The links that were scored, with the parts of formula 5 that may differ the next time.

    A link has the same score again where URL and anchor text are the same, unless the page that it stands on
    or the structure of the URL is now worth more, or it continues a list only there.

    Args:
        slots: number of links that are remembered at most, a power of two.
    """

    def __init__(self, slots: int = _SLOTS) -> None:
        self._keys = RecentKeys(slots)
        self._descriptions, self._structures = (array("d", bytes(8 * slots)) for _ in range(2))

    def add(self, url: str, context: LinkContext, structure: float) -> None:
        """Remember a link and the structure part of its score."""
        if not self.has_better(url, context, structure):
            slot = self._keys.add(_key(url, context))
            self._descriptions[slot], self._structures[slot] = context.description, structure

    def has_better(self, url: str, context: LinkContext, structure: float) -> bool:
        """Return whether the same link was scored before, with parts that were not lower."""
        slot = self._keys.slot(_key(url, context))
        return (
            slot is not None
            and self._descriptions[slot] >= context.description
            and self._structures[slot] >= structure
        )


def _key(url: str, context: LinkContext) -> int:
    # The texts themselves may have kilobytes each.
    return hash((url, context.anchor, context.picture, context.leads_on))
