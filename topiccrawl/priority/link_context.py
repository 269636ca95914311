"""The context of a link, passed from its page to the frontier."""

from __future__ import annotations

from typing import NamedTuple

from topiccrawl.page.anchors.link import PAGER, SOURCE

FOUND_HEADER = "X-Topiccrawl-Found"
"""Name under which the stored headers of a page say how its link was found, such as `onclick`."""
SOURCES = ("sitemap", "feed", "search", "site_list", "directory", "epaper", "spider")
"""Values of `LinkContext.source`."""


class LinkContext(NamedTuple):
    """The context of a link.

    Attributes:
        anchor: anchor text.
        around: text of the block around the link.
        parent_url: URL of the page with the link; empty for seeds.
        description: relevance in [0, 1) of that page's description.
        navigation: whether the link is in a navigation, header or footer element.
        picture: whether the link is only a picture.
        depth: number of links followed from a seed; 0 for a seed.
        seed: whether the URL comes from a user or a search; it is visited without a score.
        source: origin of the URL if it is neither a link nor a seed of the user, one of `SOURCES`; `spider`:
            a spider that knows nothing of topics computed it.
        query: the query of a search that found it.
        engine: the search engine that found it.
        rank: its place among the results, from 1; 0: not from a search.
        found: how a link that is no `<a>` was found, such as `onclick` or `record`; empty for an anchor.
        role: `PAGER`: it continues a list; `SOURCE`: it fills one; `COLUMN`: it leads to a column of a site;
            empty: any other link.
        number: of the page that a pager leads to, from 1; 0: unknown.
        records: addresses of the records in the data behind the link, see `Link.records`.
        dry: number of lists in a row, before this one, that brought no new headline worth a visit.
    """

    anchor: str = ""
    around: str = ""
    parent_url: str = ""
    description: float = 0.0
    navigation: bool = False
    picture: bool = False
    depth: int = 0
    seed: bool = False
    source: str = ""
    query: str = ""
    engine: str = ""
    rank: int = 0
    found: str = ""
    role: str = ""
    number: int = 0
    dry: int = 0
    records: str = ""

    @property
    def leads_on(self) -> bool:
        """Whether the link is followed for what lies behind it, whatever its own score."""
        return bool(self.role)

    @property
    def continues(self) -> bool:
        """Whether the link leads to a part of the list that it stands on."""
        return self.role in (PAGER, SOURCE)
