"""Texts as words of ASCII letters, by which databases without a Chinese tokeniser search Chinese.

FTS5's trigrams miss words of two characters, and MariaDB has no parser for n-grams. So each pair of
neighbouring characters becomes one word of eight letters, which every full-text index takes as it is. No
word is shorter than four letters, the shortest that all servers index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from topiccrawl.text.normalise import normalise

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af\u3005\u3007"
"""Chinese characters, as part of a class of regular expressions."""
WORD_RUNS = re.compile(f"([{HAN}]+)|([a-z0-9]+)")
"""Runs of Chinese characters, and words of Latin letters and digits; nothing else is searched."""
_LATIN = "zzz"
"""Prefix of words in Latin letters; no character's code begins with it."""
_LONGEST_WORD = 60
"""Letters of a word that are indexed; servers take at most 84."""


def fold(text: str) -> str:
    """Return a text as words are compared with it: simplified characters, lower-case Latin letters.

    >>> fold("ＡＰＰ：黨建")
    'app:党建'
    """
    return normalise(text).lower()


def search_tokens(text: str) -> list[str]:
    """Return the distinct index words of a text, in the order of their first occurrence.

    >>> search_tokens("党建，5G")
    ['bevabjze', 'bjze', 'zzz5g']
    """
    return list(dict.fromkeys(_tokens(text)))


def query_tokens(query: str) -> list[str]:
    """Return the index words that a text must have to match; one that ends with `*` is a prefix.

    A single character matches wherever it stands, as the beginning of a pair or as the last of a text.

    >>> query_tokens("党建"), query_tokens("党")
    (['bevabjze'], ['beva*'])
    """
    found: list[str] = []
    for han, latin in WORD_RUNS.findall(fold(query)):
        if latin:
            found.append(_LATIN + latin[:_LONGEST_WORD])
        elif len(han) == 1:
            found.append(_letters(han) + "*")
        else:
            found += [_letters(first) + _letters(second) for first, second in pairwise(han)]
    return list(dict.fromkeys(found))


def has_words(text: str, query: str) -> bool:
    """Return whether a text has all words of a query, as the full-text search would find it.

    >>> has_words("社区党支部开展學習", "支部 学习"), has_words("社区", "党"), has_words("社区", "，")
    (True, False, False)
    """
    words, known = query_tokens(query), set(_tokens(text))
    return bool(words) and all(
        any(one.startswith(word[:-1]) for one in known) if word.endswith("*") else word in known
        for word in words
    )


def _tokens(text: str) -> Iterator[str]:
    for han, latin in WORD_RUNS.findall(fold(text)):
        if latin:
            yield _LATIN + latin[:_LONGEST_WORD]
            continue
        codes = [_letters(char) for char in han]
        for first, second in pairwise(codes):
            yield first + second
        # Alone, so that a query of this one character finds it.
        yield codes[-1]


def _letters(char: str) -> str:
    """Return the code point of a character as a number of four letters."""
    found = _KNOWN.get(char)
    if found is None:
        number, letters = ord(char), ""
        for _ in range(4):
            number, digit = divmod(number, 26)
            letters = chr(97 + digit) + letters
        found = _KNOWN[char] = letters
    return found


_KNOWN: dict[str, str] = {}
"""Cache of the letters of each character; it has at most some 90,000 entries."""
