"""The text of posts: which of the lines of an item its author wrote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from topiccrawl.extraction.article import furniture
from topiccrawl.extraction.lines import Layout
from topiccrawl.extraction.threads.items import Group, Item, ancestors, block_name
from topiccrawl.extraction.threads.stamps import is_stamp
from topiccrawl.extraction.threads.wording import is_button_row, is_note, is_quote_head

_PARAGRAPHS = frozenset(
    "p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd table tbody tr figure center".split()
)
_SIGNATURE = re.compile(r"(?:^|[\s_-])sign(?:ature)?s?(?=$|[\s_-])|(?:^|\s)sig(?=$|\s)|postsign|user-?sign")


class Contents:
    """The lines of the posts of a group.

    Attributes:
        name: name of the blocks that hold the texts of posts; empty where there is none.
    """

    def __init__(self, layout: Layout, group: Group, own: Sequence[Sequence[int]]) -> None:
        """Compare the items.

        Args:
            layout: lines and blocks of the page.
            group: items of one form.
            own: for each item the indices of its lines, without those of other items inside.
        """
        self._layout = layout
        self._group = group
        self._own = own
        seen: Counter[str] = Counter()
        for lines in own:
            seen.update({furniture.squeeze(layout.lines[index].text) for index in lines})
        # A line that half of the posts have is part of their template.
        self._repeated = {text for text, count in seen.items() if count >= 3 and 2 * count >= len(own)}
        self.name = self._content_name()

    def lines(self, number: int) -> list[int]:
        """Return the indices of the lines of a post's text."""
        item = self._group.items[number]
        lines = [index for index in self._own[number] if index >= item.text]
        inside = [index for index in lines if self.name in self._names(item, index)] if self.name else []
        return [index for index in inside or lines if index != item.stamp and not self.is_template(index)]

    def is_template(self, index: int) -> bool:
        """Return whether a line is part of the template of posts."""
        line = self._layout.lines[index]
        text = furniture.squeeze(line.text)
        if text in self._repeated or is_button_row(text) or is_note(text) or is_quote_head(text):
            return True
        if is_stamp(line.text) or furniture.is_prompt(text):
            return True
        return any(_SIGNATURE.search(self._layout.blocks[block].hint) for block in self._around(index))

    def _around(self, index: int) -> list[int]:
        """Return the innermost blocks of a line, as far as names of single posts go."""
        return list(ancestors(self._layout.blocks, self._layout.lines[index].block))[:4]

    def _names(self, item: Item, index: int) -> list[str]:
        """Return the names of the blocks around a line that do not hold the item's stamp, innermost first."""
        blocks = self._layout.blocks
        names: list[str] = []
        for block in ancestors(blocks, self._layout.lines[index].block):
            if blocks[block].first <= item.stamp < blocks[block].end:
                break
            names.append(block_name(blocks[block]))
        return names

    def _content_name(self) -> str:
        """Return the name of the blocks that hold most text and least template."""
        votes: Counter[str] = Counter()
        values: Counter[str] = Counter()
        depths: dict[str, int] = {}
        for item, lines in zip(self._group.items, self._own, strict=True):
            voted: set[str] = set()
            for index in lines:
                names = self._names(item, index)
                line = self._layout.lines[index]
                template = index == item.stamp or index < item.text or self.is_template(index)
                size = len(line.text) - line.link_chars // 2
                for depth, name in enumerate(names):
                    values[name] += -2 * len(line.text) if template else size
                    depths[name] = max(depths.get(name, 0), depth)
                    if name[-1] != "." or (not template and name.split(".")[0] not in _PARAGRAPHS):
                        voted.add(name)
            votes.update(voted)
        if not votes:
            return ""
        most = max(votes.values())
        likely = [name for name, count in votes.items() if count >= 0.7 * most]
        return max(likely, key=lambda name: (values[name], -depths[name]))
