"""Words that texts spell in several ways: in other letter case, with or without marks between their parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_HAN = re.compile("[\u3400-\u9fff]")
_LATIN = re.compile("[A-Za-z]")
_MARKS = re.compile("[\\s·•‧・∙]+")
"""What stands between the parts of a foreign name or of an English term."""
_BETWEEN = "[\\s·•‧・∙]{0,3}"
_NO_LETTER_BEFORE, _NO_LETTER_BEHIND = "(?<![A-Za-z0-9])", "(?![A-Za-z0-9])"


class Spellings:
    """The spellings of the words of a user dictionary.

    Attributes:
        words: what a segmenter has to know beside the words themselves.

    Args:
        words: in normal form.

    >>> found = Spellings(["ChatGPT", "卡里姆·本泽马", "T台"])
    >>> found.words
    ('卡里姆本泽马', 't台')
    >>> found.joined("卡里姆 · 本泽马用CHATGPT"), found.known(["用", "CHATGPT", "卡里姆本泽马"])
    ('卡里姆本泽马用CHATGPT', ['用', 'ChatGPT', '卡里姆·本泽马'])
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._latin: dict[str, str] = {}
        self._mixed: dict[str, str] = {}
        parted: dict[str, str] = {}
        for word in words:
            parts = [part for part in _MARKS.split(word) if part]
            if len(parts) > 1:
                one = "".join(parts)
                self._mixed[one] = word
                parted[_pattern(parts)] = one
            elif not _LATIN.search(word):
                continue
            elif _HAN.search(word):
                self._mixed.update((other, word) for other in (word.lower(), word.upper()) if other != word)
            else:
                self._latin[word.lower()] = word
        self.words = tuple(word for word in self._mixed if _HAN.search(word))
        self._joined = tuple(parted.values())
        self._parted = re.compile("|".join(f"({form})" for form in parted), re.IGNORECASE) if parted else None

    def __bool__(self) -> bool:
        return bool(self._latin or self._mixed)

    def joined(self, text: str) -> str:
        """Return a text in which nothing stands between the parts of the words."""
        if self._parted is None:
            return text
        return self._parted.sub(lambda found: self._joined[(found.lastindex or 1) - 1], text)

    def known(self, tokens: Sequence[str]) -> list[str]:
        """Return the words of a text as the dictionary spells them."""
        latin, mixed = self._latin, self._mixed
        return [
            mixed.get(token, token)
            if not token.isascii()
            else latin.get(token.lower(), mixed.get(token, token))
            for token in tokens
        ]


def _pattern(parts: Sequence[str]) -> str:
    """Return the pattern of a word with its parts."""
    form = _BETWEEN.join(map(re.escape, parts))
    before = _NO_LETTER_BEFORE if parts[0][0].isascii() else ""
    return f"{before}{form}{_NO_LETTER_BEHIND if parts[-1][-1].isascii() else ''}"
