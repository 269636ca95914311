"""What a report is about: one of eight subjects, by weighted words of its headline and beginning.

The weights (`resources/subjects.tsv`) are those of a multinomial regression, fitted by
`benchmarks.analysis` of revision c30554e2.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache

from topiccrawl.text.resources import read_resource
from topiccrawl.text.segment import default_segmenter

CATEGORIES = ("时政", "国际", "经济", "社会", "科技", "教育", "文化", "体育")
"""The subjects, in the order of the weights."""
OTHER_WORDS = "*"
"""Name of the row with the intercept of each subject."""
SCALE = 100
"""The resource has whole numbers: weights in hundredths."""
_TITLE = 2.0
"""Value of a word in the headline; a word in the text counts 1, in both the sum."""
_READ = 600
"""Characters of a text that are read."""
_LEAST_WORDS = 2
"""Minimum number of known words in a report."""
_LEAST_SHARE = 0.25
"""Minimum probability of the best subject; chance level is 1/8."""


def category_of(title: str, text: str) -> str | None:
    """Return the subject of a report; None: it has too few known words, or no subject stands out.

    >>> category_of("国足主场进球夺冠", "")
    '体育'
    """
    weights = _weights()
    words = report_words(title, text, weights)
    if len(words) < _LEAST_WORDS:
        return None
    norm = math.sqrt(sum(value * value for value in words.values()))
    scores = list(weights[OTHER_WORDS])
    for word, value in words.items():
        for at, weight in enumerate(weights[word]):
            scores[at] += weight * value / norm
    best = max(scores)
    share = 1 / sum(math.exp(score - best) for score in scores)
    return CATEGORIES[scores.index(best)] if share >= _LEAST_SHARE else None


def report_words(title: str, text: str, known: Mapping[str, object] | None = None) -> dict[str, float]:
    """Return the words of headline and beginning with their values, which do not grow with repetition.

    Args:
        title: the headline.
        text: the text.
        known: words that count; None: all of at least two characters.
    """
    cut = default_segmenter().content_words
    values: dict[str, float] = {}
    for part, value in ((title, _TITLE), (text[:_READ], 1.0)):
        for word in set(cut(part)):
            if word in known if known is not None else len(word) > 1:
                values[word] = values.get(word, 0.0) + value
    return values


@cache
def _weights() -> dict[str, Sequence[float]]:
    rows = (line.split("\t") for line in read_resource("subjects.tsv").splitlines() if line[:1] != "#")
    return {word: [int(weight) / SCALE for weight in weights] for word, *weights in rows}
