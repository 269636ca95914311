"""Chunks of texts for retrieval: cut at headings, then between paragraphs and sentences."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import NamedTuple

from topiccrawl.corpus.training.markdown import heading_level

_MARKDOWN_HEADING = re.compile(r"(#{1,6}) +(.+)")
_LONGEST = 20
"""Characters of a token, at most, so that a long line without sentences is not measured as a whole again."""
_SENTENCE = re.compile(r"[^。！？!?；;…]*[。！？!?；;…]+[”’」』）)]*|[^。！？!?；;…]+")


class Chunk(NamedTuple):
    """A part of a text.

    Attributes:
        position: its place in the text, from 0 on.
        headings: those above it, from the highest level on.
        text: at most as long as asked for.
    """

    position: int
    headings: tuple[str, ...]
    text: str


def chunks_of(
    text: str, most: int, measure: Callable[[str], int] = len, *, is_markdown: bool = False
) -> Iterator[Chunk]:
    r"""Yield the chunks of a text in order; together they have all of it.

    A heading begins a chunk. Paragraphs are cut only if they do not fit, and sentences likewise.

    Args:
        text: plain, a paragraph a line, or Markdown.
        most: the largest size of a chunk, at least 1.
        measure: returns the size of a text; it may not shrink when the text grows.
        is_markdown: whether the headings are those of Markdown; else they are numbered lines.

    >>> [chunk.text for chunk in chunks_of("一、学习\n读书。讨论。\n二、走访\n入户。", 8)]
    ['一、学习', '读书。讨论。', '二、走访\n入户。']
    """
    path: list[tuple[int, str]] = []
    names: tuple[str, ...] = ()
    current, position, has_text = "", 0, False
    for heading, joint, piece in _pieces(text, most, measure, is_markdown):
        fits = measure(current + joint + piece) <= most
        if current and (not fits or (heading and has_text)):
            yield Chunk(position, names, current)
            current, position, has_text = "", position + 1, False
        if heading:
            level, name = heading
            path = [*(one for one in path if one[0] < level), (level, name)]
        else:
            has_text = True
        names = tuple(name for _, name in path)
        current = current + joint + piece if current else piece
    if current:
        yield Chunk(position, names, current)


def chunk_id(page: str, text: str, number: int) -> str:
    """Return the id of a chunk, which stays when other parts of the page change: a sha256.

    Args:
        page: id of the page.
        text: of the chunk.
        number: of the chunks before it with the same text.
    """
    return sha256(f"{page}\n{number}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()


_Piece = tuple[tuple[int, str] | None, str, str]
"""Level and name of a heading, what stands between the piece and the one before, the piece."""


def _pieces(text: str, most: int, measure: Callable[[str], int], is_markdown: bool) -> Iterator[_Piece]:
    joint = "\n\n" if is_markdown else "\n"
    for block in filter(str.strip, text.split(joint)):
        heading = _heading(block, is_markdown)
        if measure(block) <= most:
            yield heading, joint, block
            continue
        for line in block.split("\n"):
            between = joint if line is block or block.startswith(line) else "\n"
            for piece in _fitting(line, most, measure):
                yield heading, between, piece
                heading, between = None, ""


def _heading(block: str, is_markdown: bool) -> tuple[int, str] | None:
    if is_markdown:
        found = _MARKDOWN_HEADING.fullmatch(block)
        return None if found is None else (len(found[1]), found[2])
    level = heading_level(block)
    return (level, block.strip()) if level else None


def _fitting(line: str, most: int, measure: Callable[[str], int]) -> Iterator[str]:
    """Yield the sentences of a line; those that do not fit in parts, of at least one character."""
    for sentence in _SENTENCE.findall(line):
        rest = sentence
        while len(rest) > _LONGEST * most or measure(rest) > most:
            sizes = range(1, min(len(rest), _LONGEST * most) + 1)
            size = max(1, bisect_right(sizes, most, key=lambda n: measure(rest[:n])))
            yield rest[:size]
            rest = rest[size:]
        if rest:
            yield rest
