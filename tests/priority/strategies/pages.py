"""Pages as a strategy sees them."""

from __future__ import annotations

from collections.abc import Sequence

from topiccrawl.page.anchors.link import Link
from topiccrawl.page.description import Description
from topiccrawl.priority.link_context import LinkContext
from topiccrawl.priority.strategies.contract import FetchedPage


def fetched(
    title: str = "",
    *,
    url: str = "http://a.example.cn/1.html",
    body: str = "",
    headlines: Sequence[str] = (),
    is_hub: bool = False,
    seed: bool = False,
    depth: int = 0,
) -> FetchedPage:
    """A page with a title, a body and links with these anchor texts."""
    links = tuple(Link(f"{url}?{number}", text) for number, text in enumerate(headlines))
    context = LinkContext(seed=seed, depth=depth)
    return FetchedPage(url, url, context, Description(title), links, is_hub, lambda: body)
