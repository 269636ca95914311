"""Why a link is there: what travels with it from the page it stands on to the frontier."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkContext:
    """The context of a link.

    Attributes:
        anchor: its text.
        around: text of the block it stands in.
        parent_url: the page it stands on; empty for seeds.
        description: relevance in [0, 1) of that page's description.
        navigation: whether it stands in navigation, header or footer.
        picture: whether all it shows is a picture.
        depth: links followed from a seed; 0 for a seed.
        seed: whether a person, a sitemap or a search brought it: it is not scored, only visited.
    """

    anchor: str = ""
    around: str = ""
    parent_url: str = ""
    description: float = 0.0
    navigation: bool = False
    picture: bool = False
    depth: int = 0
    seed: bool = False
