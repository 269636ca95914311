"""The links of a page, anchors and hidden ones: anchor texts and pagers."""

from topiccrawl.page.links.page_links import links_of

__all__ = ["links_of"]
