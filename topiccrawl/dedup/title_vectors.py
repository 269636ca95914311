"""Titles as tf-idf vectors (paper C), in which rare words count most.

The idf comes from a large general corpus (shipped with jieba), so that the first titles of a crawl are
compared like the millionth.
"""

from __future__ import annotations

import math
import re
import struct
from collections import Counter
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar

from topiccrawl.page.facts.title import strip_site_suffix
from topiccrawl.text.general_idf import general_idf
from topiccrawl.text.normalise import normalise
from topiccrawl.text.segment import words

Idf = Callable[[str], float]
"""Returns the idf of a word; above 0."""

Word = TypeVar("Word", str, int)
"""A word, or its hash."""

# Tags that editors add to a headline they repost: [视频], 【党建】, (图), (组图). Tags with a number
# (parts of a series, dates) are significant and stay.
_NUMBER = "0-9〇零一二三四五六七八九十上中下"
_TAG_BEFORE = re.compile(
    rf"^\s*(?:\[[^\[\]{_NUMBER}]{{1,6}}\]|【[^【】{_NUMBER}]{{1,6}}】|(?:组图|多图|视频|快讯|图)[:|丨])\s*"
)
_TAG_BEHIND = re.compile(
    r"\s*[(\[【](?:图|组图|多图|高清|图文|附图|图片|有图|视频|音频|转|转载|转发|转帖|全文|附全文|直播|更新|滚动)"
    r"[)\]】]\s*$"
)


def bare_title(title: str) -> str:
    """Return the normalised headline without site names and editors' tags; empty only if `title` is blank.

    >>> bare_title("【要闻】全市召开组织工作会议(图)_江边新闻网")
    '全市召开组织工作会议'
    """
    bare = strip_site_suffix(normalise(title)).casefold()
    for tag in (_TAG_BEFORE, _TAG_BEHIND):
        shorter = tag.sub("", bare)
        while shorter and shorter != bare:
            bare, shorter = shorter, tag.sub("", shorter)
    return bare


@lru_cache(maxsize=64)  # the title of a kept page is needed twice, soon after each other
def count_title_words(title: str) -> Mapping[str, int]:
    """Return the words of a headline with their counts, read-only; empty for a blank title.

    Punctuation is ignored unless there is nothing else.
    """
    return MappingProxyType(_count(bare_title(title)))


def count_literal_words(title: str) -> Mapping[str, int]:
    """Return the same for a title as the page gives it, with the site's name and editors' tags (paper C)."""
    return _count(normalise(title).casefold())


def title_vector(title: str) -> dict[str, float]:
    """Return the words of a headline with their tf-idf weights, see `weighed`."""
    return weighed(count_title_words(title))


def weighed(counts: Mapping[str, int], idf: Idf = general_idf) -> dict[str, float]:
    """Return counted words with their tf-idf weights, scaled to length 1, rarest words first."""
    rarity = {word: idf(word) for word in counts}
    weights = {word: count * rarity[word] for word, count in counts.items()}
    length = math.sqrt(sum(weight * weight for weight in weights.values()))
    return {word: weights[word] / length for word in sorted(weights, key=lambda word: (-rarity[word], word))}


def _count(title: str) -> Mapping[str, int]:
    """Return the words of a normalised title with their counts; punctuation counts only if it is alone."""
    found = [word for word in words(title) if not word.isspace()]
    return Counter([word for word in found if any(map(str.isalnum, word))] or found)


def cosine(a: Mapping[Word, float], b: Mapping[Word, float]) -> float:
    """Return the cosine of two vectors of length 1, in [0, 1]."""
    return min(1.0, sum(weight * b[word] for word, weight in a.items() if word in b))


def pack_title(vector: Mapping[int, float]) -> bytes:
    """Return a title's words and weights in the form in which they are kept: see `title_of`."""
    return struct.pack(f"<{len(vector)}Q{len(vector)}d", *vector, *vector.values())


def title_of(packed: bytes) -> dict[int, float]:
    """Return a title's words and weights from their packed form."""
    count = len(packed) // 16
    numbers = struct.unpack(f"<{count}Q{count}d", packed)
    return dict(zip(numbers[:count], numbers[count:], strict=True))
