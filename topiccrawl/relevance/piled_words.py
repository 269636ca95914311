"""Stretches of a text in which topic words are piled up without sentences.

A text on a topic has one topic word among three or more others. Word salads, and tails of topic words below a
text of another field, have little else. In texts of three topics (10,000 pages) no stretch reaches `LEAST`:
slogans reach 12, the line-ups of a football match 18.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

LEAST = 25.0
"""Minimum weight of a stretch: 25 topic words in a row, or more among other words."""

OTHER, FUNCTION = 0.3, 0.7
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
    if sum(map(topic_words.__contains__, words)) < LEAST:
        return []
    weights = {word: _weight(word, topic_words, function_words) for word in set(words)}
    found: list[range] = []
    start = end = place = 0
    weight = best = 0.0
    while place < len(words):
        weight += weights[words[place]]
        place += 1
        if weight > best:
            best, end = weight, place
        if weight > 0 and weight > best - LEAST and place < len(words):
            continue
        if best >= LEAST:
            found.append(range(start, end))
            place = end
        start, weight, best = place, 0.0, 0.0
    return found


def _weight(word: str, topic_words: Collection[str], function_words: Collection[str]) -> float:
    if word in topic_words:
        return 1.0
    if not _WORD.match(word):
        return 0.0
    return -FUNCTION if word in function_words or _NUMBER.fullmatch(word) else -OTHER
