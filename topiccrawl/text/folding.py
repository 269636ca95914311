"""Texts as searches compare them: spellings of a character or a letter count as one."""

from __future__ import annotations

import re

from topiccrawl.text.normalise import normalise

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af\u3005\u3007"
"""Chinese characters, as part of a class of regular expressions."""
WORD_RUNS = re.compile(f"([{HAN}]+)|([a-z0-9]+)")
"""Runs of Chinese characters, and words of Latin letters and digits; nothing else is searched."""


def fold(text: str) -> str:
    """Return a text as words are compared with it: simplified characters, lower-case Latin letters.

    >>> fold("ＡＰＰ：黨建")
    'app:党建'
    """
    return normalise(text).lower()
