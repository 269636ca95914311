"""Stretches of a text in which topic words are piled up without sentences.

A text on a topic has one topic word among three or more others. Word salads, and topic words at the end of a
text of another field or strewn over it, have little else. In texts of three topics (10,000 pages) the
stretches of no text together reach `LEAST`: slogans reach 12, the line-ups of a football match 18.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

STRETCH = 6.0
"""Minimum weight of a stretch: six topic words in a row, or more among other words."""

LEAST = 25.0
"""Minimum weight of all stretches of a text."""

LEAST_ALONE, ALONE = 12.0, 0.5
"""The same where they are the whole text: this share of its words or more."""

OTHER, FUNCTION = 0.3, 0.5
"""What another word, and a function word or a number, takes from the weight; a topic word adds 1."""

MOST_TOPIC_WORDS = 5_000
"""Size of a word list from which on it has so many common words that sentences look like piles of them."""

_WORD = re.compile(r"\w")
_NUMBER = re.compile(r"[\d.]+")


def piled_stretches(
    words: Sequence[str], topic_words: Collection[str], function_words: Collection[str]
) -> list[range]:
    """Return the stretches of a text in which topic words are piled up.

    Args:
        words: all words of the text in order, punctuation included.
        topic_words: words of the topic.
        function_words: words of sentences, such as particles and pronouns.

    >>> salad, sentence = ["党员", "支部"] * 20, ["他们", "学习", "了", "文件", "。"]
    >>> piled_stretches(sentence + salad + sentence, {"党员", "支部"}, {"他们", "了"})
    [range(5, 45)]
    """
    weights = {word: _weight(word, topic_words, function_words) for word in set(words)}
    found: list[range] = []
    start = end = place = 0
    weight = best = whole = 0.0
    while place < len(words):
        weight += weights[words[place]]
        place += 1
        if weight > best:
            best, end = weight, place
        if weight > 0 and weight > best - STRETCH and place < len(words):
            continue
        if best >= STRETCH:
            found.append(range(start, end))
            whole += best
            place = end
        start, weight, best = place, 0.0, 0.0
    if LEAST_ALONE <= whole < LEAST:
        own = [bool(_WORD.match(word)) for word in words]
        is_alone = sum(sum(own[one.start : one.stop]) for one in found) >= ALONE * sum(own)
        return found if is_alone else []
    return found if whole >= LEAST else []


def _weight(word: str, topic_words: Collection[str], function_words: Collection[str]) -> float:
    if word in topic_words:
        return 1.0
    if not _WORD.match(word):
        return 0.0
    return -FUNCTION if word in function_words or _NUMBER.fullmatch(word) else -OTHER
