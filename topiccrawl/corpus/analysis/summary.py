"""Extractive summaries: the most important sentences of a text, unchanged."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

from topiccrawl.text.segment import default_segmenter

_SENTENCE = re.compile(r"[^。！？!?\n]+[。！？!?]*[”’」』）)]*")
_SHORTEST, _LONGEST = 10, 160
"""Minimum and maximum length in characters of a sentence in a summary."""
_ALIKE = 0.5
"""Minimum share of common words, in the shorter of two sentences, from which they count as repetition."""
_TITLE = 1.0
"""Extra weight of words that are in the title."""
_READ = 6_000


def sentences_of(text: str) -> list[str]:
    r"""Return the sentences of a text, unchanged except for surrounding blanks.

    >>> sentences_of("他说：“好。”\n会议闭幕！")
    ['他说：“好。”', '会议闭幕！']
    """
    return [sentence for found in _SENTENCE.finditer(text) if (sentence := found[0].strip())]


def summarise(
    title: str, text: str, most: int = 2, words: Callable[[str], Sequence[str]] | None = None
) -> list[str]:
    """Return the most important sentences of a text, unchanged and in order.

    A sentence scores by the mean weight of its words: their frequency in the text, increased for words of the
    title; early sentences of a report count more. A sentence that repeats a better one is left out.

    Args:
        title: the headline.
        text: the text.
        most: the largest number of sentences.
        words: segments a text into words; by default the content words of the default segmenter.
    """
    cut = words or default_segmenter().content_words
    sentences = sentences_of(text[:_READ])
    if len(text) > _READ and sentences:
        del sentences[-1:]  # it may be truncated
    chosen = [(at, one) for at, one in enumerate(sentences) if _SHORTEST <= len(one) <= _LONGEST]
    bags = {at: set(cut(one)) for at, one in chosen}
    counts = Counter(word for bag in bags.values() for word in bag)
    headline = set(cut(title))
    scores = {at: _score(bag, counts, headline, at) for at, bag in bags.items() if bag}
    best: list[int] = []
    for at in sorted(scores, key=lambda at: (-scores[at], at)):
        if len(best) < most and not any(_same(bags[at], bags[other]) for other in best):
            best.append(at)
    return [sentences[at] for at in sorted(best)]


def _score(bag: set[str], counts: Counter[str], headline: set[str], at: int) -> float:
    weights = (math.log1p(counts[word]) + (_TITLE if word in headline else 0.0) for word in bag)
    # The root of the number of words: a mean alone would prefer the shortest sentences.
    return sum(weights) / math.sqrt(len(bag)) / math.log2(at + 4)


def _same(one: set[str], other: set[str]) -> bool:
    return len(one & other) >= _ALIKE * min(len(one), len(other))
