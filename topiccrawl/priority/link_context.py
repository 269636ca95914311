"""The context of a link, passed from its page to the frontier."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkContext:
    """The context of a link.

    Attributes:
        anchor: anchor text.
        around: text of the block around the link.
        parent_url: URL of the page with the link; empty for seeds.
        description: relevance in [0, 1) of that page's description.
        navigation: whether the link is in a navigation, header or footer element.
        picture: whether the link is only a picture.
        depth: number of links followed from a seed; 0 for a seed.
        seed: whether the URL comes from a user, a sitemap or a search; it is visited without a score.
    """

    anchor: str = ""
    around: str = ""
    parent_url: str = ""
    description: float = 0.0
    navigation: bool = False
    picture: bool = False
    depth: int = 0
    seed: bool = False
