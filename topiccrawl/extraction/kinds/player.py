"""Video players on a page."""

from __future__ import annotations

import re

from topiccrawl.extraction.lines import Layout
from topiccrawl.page.page import Page

_PLAYER = re.compile(r"player|video[_-]?(?:box|wrap|area|main|js)\b")
_PLAYER_SOURCE = re.compile(r"video|player|\.swf|\.m3u8", re.IGNORECASE)


def has_player(page: Page, layout: Layout) -> bool:
    """Return whether a page has a video player."""
    for element in page.tree.iter("video", "embed", "object", "iframe"):
        if element.tag == "video" or _PLAYER_SOURCE.search(element.get("src") or element.get("data") or ""):
            return True
    return any(_PLAYER.search(block.hint) for block in layout.blocks)
