"""Rough sentiment of a text: words of praise and blame with negation and degree.

Only meant for counts over many pages: single sentences may be misjudged, and irony always is. The method does
not distinguish what a text reports from what its author thinks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Literal

from topiccrawl.text.resources import read_resource
from topiccrawl.text.segment import default_segmenter

Tone = Literal["positive", "neutral", "negative"]
TONES: tuple[Tone, ...] = ("positive", "neutral", "negative")
TONE_NAMES: dict[Tone, str] = {"positive": "正面", "neutral": "中性", "negative": "负面"}
"""Names of the tones in a briefing."""

_QUOTED_TITLE = re.compile("《[^》]{0,60}》|〈[^〉]{0,60}〉")
_ENDS = frozenset("，。！？；：、,.!?;:\n")
"""Signs that end a clause."""
_LONGEST = 4
"""Maximum number of segmented words in a lexicon entry."""
_BEHIND = 6
"""Number of words before an entry that are searched for negation and degree."""
_PAIR = 4
_SIGNED = {"2": 2.0, "1": 1.0, "-1": -1.0, "-2": -2.0}
_FACTORS = {"否": -0.8, "克": -0.8, "强": 1.5, "弱": 0.6}
"""Factors by which kinds of words change the value of the entry after them."""
_CONCEDED, _STRESSED = 0.5, 2.0
"""Weights of clauses that begin with 虽然 or the like, and with 但."""
_CONCEDING = frozenset("虽然 尽管 虽 即使".split())
_STRESSING = frozenset("但 但是 却 然而 可是 反而 终于 依然 仍 仍然".split())
_NONE = 0.4
"""Sentences with a score up to this are neutral."""
_BALANCE = 0.25
"""Minimum share of a text's praise and blame by which one must outweigh the other."""
_READ = 300


def sentence_score(sentence: str) -> float:
    """Return the sentiment score of a sentence: above 0 good news, below 0 bad news.

    Titles in 《》 do not count. Two negations cancel each other.

    >>> sentence_score("问题十分严重") < 0 < sentence_score("没有任何问题，一次通过验收")
    True
    >>> sentence_score("电影《灾难》上映")
    0.0
    """
    good, bad = _sums(sentence)
    return good - bad


def sentence_tone(sentence: str) -> Tone:
    """Return whether a sentence is good news, bad news or neither."""
    score = sentence_score(sentence)
    return "positive" if score > _NONE else "negative" if score < -_NONE else "neutral"


def tone_of(title: str, text: str) -> Tone:
    """Return whether a text is good news, bad news or neither, by headline (twice) and beginning."""
    good = bad = 0.0
    for part, weight in ((title, 2.0), (text[:_READ], 1.0)):
        here, there = _sums(part)
        good += weight * here
        bad += weight * there
    both = good + bad
    if both <= _NONE or abs(good - bad) < _BALANCE * both:
        return "neutral"
    return "positive" if good > bad else "negative"


def _sums(text: str) -> tuple[float, float]:
    """Return the summed weights of good and of bad news."""
    good = bad = 0.0
    for clause in _clauses(default_segmenter().words(_QUOTED_TITLE.sub("", text))):
        conceded, stressed = clause[0] in _CONCEDING, not _STRESSING.isdisjoint(clause)
        weight = _CONCEDED if conceded else _STRESSED if stressed else 1.0
        for value in _values(clause):
            good += weight * max(value, 0.0)
            bad += weight * max(-value, 0.0)
    return good, bad


def _clauses(words: Iterable[str]) -> Iterator[list[str]]:
    clause: list[str] = []
    for word in words:
        if word not in _ENDS:
            clause.append(word)
        elif clause:
            yield clause
            clause = []
    if clause:
        yield clause


def _values(words: Sequence[str]) -> list[float]:
    """Return the value of each entry of the lexicon in a clause."""
    kinds = _kinds(words)
    if not any(kinds):
        return []
    values: list[float] = []
    for place, kind in enumerate(kinds):
        if (value := _SIGNED.get(kind)) is not None:
            for before in kinds[max(0, place - _BEHIND) : place]:
                value *= _FACTORS.get(before, 1.0)
            values.append(value)
    # Something good or bad that rises or falls.
    sign, move = ("好" in kinds) - ("坏" in kinds), ("升" in kinds) - ("降" in kinds)
    return [*values, float(sign * move)]


def _kinds(words: Sequence[str]) -> list[str]:
    """Return the kind of each longest entry that begins at a word; empty for words of none."""
    lexicon, beginnings, at = _lexicon(), _beginnings(), 0
    kinds: list[str] = []
    while at < len(words):
        length = 1
        if words[at] in beginnings:  # most words begin no entry
            sizes = range(_LONGEST, 1, -1)
            length = next((size for size in sizes if "".join(words[at : at + size]) in lexicon), 1)
        whole = "".join(words[at : at + length])
        if whole in lexicon or len(whole) != _PAIR:
            kinds.append(lexicon.get(whole, ""))
        else:  # the segmenter keeps 陷入困境 whole
            kinds += [lexicon.get(whole[:2], ""), lexicon.get(whole[2:], "")]
        at += length
    return kinds


@cache
def _lexicon() -> dict[str, str]:
    rows = (line.split("\t") for line in read_resource("sentiment.tsv").splitlines() if line[:1] != "#")
    return {row[0]: row[1] for row in rows}


@cache
def _beginnings() -> frozenset[str]:
    """Return the entries and all of their prefixes."""
    return frozenset(entry[:length] for entry in _lexicon() for length in range(1, len(entry) + 1))
