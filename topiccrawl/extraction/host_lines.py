"""The lines that the bodies of one host's pages share, and on how many pages each was seen."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple, Self

from topiccrawl.extraction import furniture

MAX_LINES = 512
"""Lines that are remembered of a host; the oldest of those seen least go first."""

MAX_PAGE_LINES = 60
"""Lines that are looked at on a page: the first third and the last two thirds of them."""

WINDOW = 64
"""At so many pages all counts are halved, so that a site may change its looks."""

COPY_SHARE = 0.9
"""A page that has at least this share of its text from one earlier page repeats that page's story."""

_HEAD = struct.Struct("<4sI")
_LINE = struct.Struct("<QQH")
_MAGIC = b"tcl1"


class PageLines(NamedTuple):
    """What is remembered of a page.

    Attributes:
        story: hash of its title.
        lines: hashes of its lines, each once.
        sizes: length of each of these lines in characters.
    """

    story: int
    lines: tuple[int, ...]
    sizes: tuple[int, ...]


@dataclass
class HostLines:
    """Counts of the lines of one host.

    Attributes:
        pages: pages that were added, halved at `WINDOW`.
        counts: for each line, by its hash and from the oldest to the newest, the story it was seen in last
            and on how many pages of different stories it was seen.
    """

    pages: int = 0
    counts: dict[int, tuple[int, int]] = field(default_factory=dict)

    def add(self, page: PageLines) -> None:
        """Count a page.

        A line counts once for pages of one title in a row, and a page that repeats the story of an earlier
        one under whatever title does not count at all.
        """
        if self._repeats(page):
            return
        self.pages += 1
        for line in page.lines:
            story, count = self.counts.pop(line, (page.story, 1))
            self.counts[line] = (page.story, count if story == page.story else count + 1)
        if self.pages >= WINDOW:
            self.pages //= 2
            self.counts = {
                line: (story, count // 2) for line, (story, count) in self.counts.items() if count > 1
            }
        self._forget()

    def count(self, line: int, story: int) -> int:
        """On how many pages of other stories than this one a line was seen."""
        last, count = self.counts.get(line, (story, 0))
        return count - (last == story and count > 0)

    def to_bytes(self) -> bytes:
        """The counts as bytes, 18 for each line."""
        lines = (_LINE.pack(line, *seen) for line, seen in self.counts.items())
        return _HEAD.pack(_MAGIC, self.pages) + b"".join(lines)

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Read what `to_bytes` wrote.

        Raises:
            ValueError: it is something else.
        """
        if data[: len(_MAGIC)] != _MAGIC or (len(data) - _HEAD.size) % _LINE.size:
            raise ValueError(f"no counts of lines: {len(data)} bytes that begin with {data[:8]!r}")
        pages: int = _HEAD.unpack_from(data)[1]
        lines = _LINE.iter_unpack(data[_HEAD.size :])
        return cls(pages, {line: (story, count) for line, story, count in lines})

    def _repeats(self, page: PageLines) -> bool:
        """Whether nearly all of a page was last seen in one and the same other story."""
        shares: dict[int, int] = {}
        for line, size in zip(page.lines, page.sizes, strict=True):
            if line in self.counts:
                story = self.counts[line][0]
                shares[story] = shares.get(story, 0) + size
        shares.pop(page.story, None)
        return max(shares.values(), default=0) >= COPY_SHARE * max(1, sum(page.sizes))

    def _forget(self) -> None:
        surplus = len(self.counts) - MAX_LINES
        if surplus > 0:
            oldest = sorted(self.counts, key=lambda line: self.counts[line][1] > 1)  # stable: old ones first
            for line in oldest[:surplus]:
                del self.counts[line]


def page_lines(title: str, lines: Sequence[str]) -> PageLines:
    """What is to be remembered of a page.

    Args:
        title: its headline; pages of one headline tell one story, such as the parts of a series of pictures.
        lines: of its body.
    """
    if len(lines) > MAX_PAGE_LINES:
        first = MAX_PAGE_LINES // 3
        lines = [*lines[:first], *lines[first - MAX_PAGE_LINES :]]
    squeezed = dict.fromkeys(filter(None, map(furniture.squeeze, lines)))
    story = furniture.squeeze(title) or "\n".join(squeezed)
    return PageLines(line_hash(story), tuple(map(line_hash, squeezed)), tuple(map(len, squeezed)))


def line_hash(squeezed: str) -> int:
    """64 bits that stand for a line; the same in all processes."""
    return int.from_bytes(blake2b(squeezed.encode("utf-8", "replace"), digest_size=8).digest(), "little")
