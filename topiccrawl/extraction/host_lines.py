"""Counts of the lines that the bodies of a host's pages share."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import NamedTuple, Self

from topiccrawl.extraction.host_sentences import HostSentences, Passages, Woven, passages_of

MAX_LINES = 512
"""Maximum number of lines per host; the oldest lines with the lowest counts are removed first."""

MAX_PAGE_LINES = 60
"""Maximum number of lines counted per page: a third from the start, two thirds from the end."""

WINDOW = 64
"""Number of pages after which all counts are halved, so that old templates of a site are forgotten."""

COPY_SHARE = 0.9
"""Minimum share of text in common with one earlier page for a page to repeat its story."""

_HEAD = struct.Struct("<4sI")
_LINE = struct.Struct("<QQH")
_MAGIC = b"tcl3"
_COUNT = struct.Struct("<I")


class PageLines(NamedTuple):
    """The lines of a page.

    Attributes:
        story: hash of the title.
        lines: hashes of the different lines.
        sizes: lengths of these lines in characters.
        passages: its sentences and clauses, in order.
    """

    story: int
    lines: tuple[int, ...]
    sizes: tuple[int, ...]
    passages: Passages = Passages()


@dataclass
class HostLines:
    """Counts of the lines of a host.

    Attributes:
        pages: number of added pages, halved at `WINDOW`.
        counts: for each line hash, from the oldest to the newest, the last story with the line and the number
            of pages of different stories with it.
        sentences: counts of its sentences.
    """

    pages: int = 0
    counts: dict[int, tuple[int, int]] = field(default_factory=dict)
    sentences: HostSentences = field(default_factory=HostSentences)

    def add(self, page: PageLines) -> Woven:
        """Count the lines of a page; return whether it is woven from sentences of other pages.

        A line counts once for consecutive pages with the same title. A page that repeats the story of an
        earlier page, under whatever title, is not counted.
        """
        woven = self.sentences.add(page.story, page.passages)
        if not self._repeats(page):
            self._count(page)
        return woven

    def _count(self, page: PageLines) -> None:
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
        """Return the number of pages of other stories with a line."""
        last, count = self.counts.get(line, (story, 0))
        return count - (last == story and count > 0)

    def to_bytes(self) -> bytes:
        """Return the counts as bytes, 18 per line and 26 per sentence and clause."""
        lines = (_LINE.pack(line, *seen) for line, seen in self.counts.items())
        head = _HEAD.pack(_MAGIC, self.pages) + _COUNT.pack(len(self.counts))
        return head + b"".join(lines) + self.sentences.to_bytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Return the counts stored by `to_bytes`.

        Raises:
            ValueError: the data was not written by `to_bytes`.
        """
        try:
            magic, pages = _HEAD.unpack_from(data)
            if magic != _MAGIC:
                raise struct.error
            start = _HEAD.size + _COUNT.size
            end = start + _LINE.size * _COUNT.unpack_from(data, _HEAD.size)[0]
            counts = {line: (story, count) for line, story, count in _LINE.iter_unpack(data[start:end])}
            return cls(pages, counts, HostSentences.from_bytes(data[end:]))
        except struct.error as error:
            raise ValueError(
                f"not counts of lines: {len(data)} bytes that start with {data[:8]!r}"
            ) from error

    def _repeats(self, page: PageLines) -> bool:
        """Return whether nearly all text of a page was last seen in a single other story."""
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
            oldest = sorted(self.counts, key=lambda line: self.counts[line][1] > 1)  # stable: oldest first
            for line in oldest[:surplus]:
                del self.counts[line]


def page_lines(title: str, lines: Sequence[str]) -> PageLines:
    """Return the line hashes of a page.

    Args:
        title: its headline; pages with the same headline have the same story, such as the parts of a gallery.
        lines: lines of its body.
    """
    passages = passages_of("\n".join(lines))
    if len(lines) > MAX_PAGE_LINES:
        first = MAX_PAGE_LINES // 3
        lines = [*lines[:first], *lines[first - MAX_PAGE_LINES :]]
    from topiccrawl.extraction.article import furniture  # here: a crawl starts without it

    squeezed = dict.fromkeys(filter(None, map(furniture.squeeze, lines)))
    story = furniture.squeeze(title) or "\n".join(squeezed)
    return PageLines(line_hash(story), tuple(map(line_hash, squeezed)), tuple(map(len, squeezed)), passages)


def line_hash(squeezed: str) -> int:
    """Return a 64-bit hash of a line; the same in all processes."""
    return int.from_bytes(blake2b(squeezed.encode("utf-8", "replace"), digest_size=8).digest(), "little")
