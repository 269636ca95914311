"""What a page is on: a topic against other fields of news and sites, by the words of each.

Ten words say neither how wide a topic is nor what lies beside it. `resources/fields.tsv` knows: fields, each
with some words, most of them in a wide field. A field with more than half as many topic words as the one with
most of them is the topic's own; one with under a quarter competes with the topic. Where five fields of a wide
one do not compete, the topic is that wide field, and all words of its fields are topic words.

Words of an own field speak for the topic, but not against its siblings in the wide field, which share them:
goals and strikers do not tell international football from that of China.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from topiccrawl.text.resources import read_resource

_OWN, _NEAR = 0.5, 0.25
"""Over the first share of the most topic words a field is the topic's own, under the second it competes."""
_WIDE = 5
"""Fields of a wide one that make a topic all of it."""
_WEIGHT, _SMOOTHING = 1.2, 3.0


class Competitor(NamedTuple):
    """The field that competes most with a topic for a page.

    Attributes:
        shift: log-odds that it takes from the page, at most 0.
        field: its name; None if no other field has a word on the page.
    """

    shift: float
    field: str | None


@dataclass(frozen=True, slots=True)
class TopicFields:
    """Where a topic stands among the fields.

    Attributes:
        topic_words: its words; for a wide field those of its fields as well.
        wide: names of the wide fields that it is.
        own: these, and the words of the fields that are the topic's own.
        others: names of the competing fields, by their words.
        siblings: those of them in the wide field of an own one.
    """

    topic_words: frozenset[str]
    wide: tuple[str, ...]
    own: frozenset[str]
    others: Mapping[str, tuple[str, ...]]
    siblings: frozenset[str]

    def competitor(self, words: Collection[str], idf: Callable[[str], float]) -> Competitor:
        """Return the field that takes most from a page, by the idf of its words and of those of the topic.

        Args:
            words: the different words of the page.
            idf: of a word.
        """
        own, named, found = 0.0, 0.0, defaultdict[str, float](float)
        for word in words:
            if word in self.own:
                own += idf(word)
                named += idf(word) if word in self.topic_words else 0.0
            for field in self.others.get(word, ()):
                found[field] += idf(word)
        if not found:
            return Competitor(0.0, None)
        ratios = {
            field: ((named if field in self.siblings else own) + _SMOOTHING) / (value + _SMOOTHING)
            for field, value in found.items()
        }
        field = min(sorted(ratios), key=ratios.__getitem__)
        return Competitor(min(0.0, _WEIGHT * math.log(ratios[field])), field)


@lru_cache(maxsize=16)
def topic_fields(topic_words: frozenset[str]) -> TopicFields:
    """Return where a topic stands among the fields.

    >>> found = topic_fields(frozenset({"网球", "发球", "温网"}))
    >>> found.competitor({"法网", "场地"}, lambda word: 5.0), "法网" in found.topic_words
    (Competitor(shift=0.0, field=None), False)
    >>> shift, field = found.competitor({"网球", "房贷", "楼市"}, lambda word: 5.0)
    >>> round(shift, 2), field
    (-0.58, '楼市')
    """
    shared = {field: len(words & topic_words) for (_, field), words in _fields().items()}
    most = max(1, *shared.values())
    spread = Counter(wide for wide, field in _fields() if shared[field] >= _NEAR * most and wide != "-")
    all_of = tuple(wide for wide, count in spread.items() if count >= _WIDE)
    own, whole, competing = topic_words, frozenset[str](), dict[str, frozenset[str]]()
    around, kinds = set[str](), dict[str, str]()
    for (wide, field), words in _fields().items():
        if wide in all_of:
            whole |= words
        elif shared[field] > _OWN * most:
            own |= words
            around.add(wide)
        elif shared[field] < _NEAR * most:
            competing[field] = words
            kinds[field] = wide
    own |= whole
    siblings = frozenset(field for field, wide in kinds.items() if wide in around and wide != "-")
    others: dict[str, tuple[str, ...]] = {}
    for field, words in competing.items():
        for word in words - own:
            others[word] = (*others.get(word, ()), field)
    return TopicFields(topic_words | whole, all_of, own, others, siblings)


@cache
def _fields() -> Mapping[tuple[str, str], frozenset[str]]:
    """Return the words of each field, by the names of its wide field and its own."""
    rows = (line.split("\t") for line in read_resource("fields.tsv").splitlines() if line[:1] != "#")
    return {(wide, field): frozenset(words.split()) for wide, field, words in rows}
