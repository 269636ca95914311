"""Quality attributes of a text, by which users can filter a corpus. No page is dropped for them.

Western rules (mean word length, sentences ending in a full stop) reject Chinese, so these count characters,
Chinese punctuation and lines, as lists of Chinese web corpora do.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from topiccrawl.messages import message
from topiccrawl.text.normalise import count_traditional
from topiccrawl.text.segment import words

ATTRIBUTES = {
    "length": "characters without white space",
    "lines": "lines with text",
    "chinese": "share of Chinese characters",
    "repeated_lines": "share of characters in lines that stand in the text before",
    "repeated_ngrams": "share of 13-character sequences that occur before",
    "sentences": "sentences, by 。！？…",
    "sentence_length": "characters of a sentence, on average",
    "ended_lines": "share of lines that end with punctuation",
    "language": "zh, ja, ko, latin or other, by the script",
    "script": "simplified, traditional or mixed; empty without Chinese characters",
    "readability": "LIX: words of a sentence, plus the percentage of words with three or more characters",
    "boilerplate": "share of characters in lines that look like template text",
    "sensitive": "words of the user's list in 1,000 characters; only with a list",
}
"""Description of each attribute."""

TEXTS = frozenset({"language", "script"})
"""Attributes that are texts; all others are numbers."""

COUNTS = frozenset({"length", "lines", "sentences"})
"""Attributes that are whole numbers."""

NGRAM = 13
_LONGEST = 20_000
"""Maximum number of characters for measuring repetition; repetitive texts repeat early."""
_SEGMENTED = 500
"""Maximum number of characters for measuring readability, since segmentation takes most of the time."""
_SEEN = 1_000
"""Maximum number of characters for detecting the language."""
_BASE = np.uint64(0x100000001B3)

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]+")
_HANGUL = re.compile("[\uac00-\ud7a3]+")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")
_SENTENCE = re.compile(r"[^。！？!?…\n]+[。！？!?…]*")
_ENDED = re.compile(r"[。！？!?…；;：:.][”’」』）)\]】》\"']*$")
_WORD = re.compile(r"\w")
_MIXED = (0.02, 0.10)
"""Shares of characters outside GB2312: simplified texts have fewer, traditional ones have more."""


class SensitiveWords:
    """A list of words to count.

    Args:
        words: the words.

    >>> SensitiveWords(["博彩", "彩票"]).count("博彩票")
    2
    """

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(filter(None, map(str.strip, words)))
        self._lengths = sorted({len(word) for word in self._words})

    @classmethod
    def read(cls, path: str) -> SensitiveWords | None:
        """Read a file in UTF-8 with a word a line; lines that begin with # are comments. None without a path.

        Raises:
            ValueError: the file cannot be read or holds no words.
        """
        if not path:
            return None
        try:
            lines = Path(path).read_text("utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ValueError(
                message("{path}: no list of words that can be read: {error}", path=path, error=reason)
            ) from error
        found = cls(line for line in lines if not line.startswith("#"))
        if not found._words:
            raise ValueError(message("{path}: holds no words", path=path))
        return found

    def count(self, text: str) -> int:
        """Return the number of occurrences in a text; overlapping ones count separately."""
        # Slices in a set: as fast for a thousand words as for ten.
        return sum(
            text[at : at + length] in self._words
            for length in self._lengths
            for at in range(len(text) - length + 1)
        )


def measure_quality(text: str, sensitive: SensitiveWords | None = None) -> dict[str, float | int | str]:
    """Return the attributes of a text, see `ATTRIBUTES`.

    Args:
        text: the corpus text, a paragraph a line.
        sensitive: the user's list.
    """
    # Here: a crawl starts without what reads pages.
    from topiccrawl.extraction.article.furniture import is_date_row, is_furniture, squeeze

    lines = [line for line in map(squeeze, text.splitlines()) if line]
    length = sum(map(len, lines))
    han = _count(_HAN, text)
    sentences = [one for line in lines for one in _SENTENCE.findall(line) if _WORD.search(one)]
    found: dict[str, float | int | str] = {
        "length": length,
        "lines": len(lines),
        "chinese": _share(han, length),
        "repeated_lines": _share(_repeated_line_characters(lines), length),
        "repeated_ngrams": _repeated_ngrams("".join(lines)[:_LONGEST]),
        "sentences": len(sentences),
        "sentence_length": _share(sum(map(len, sentences)), len(sentences), digits=1),
        "ended_lines": _share(sum(_ENDED.search(line) is not None for line in lines), len(lines)),
        "language": _language(text[:_SEEN]),
        "script": _script(text, han),
        "readability": _readability(text[:_SEGMENTED]),
        "boilerplate": _share(
            sum(len(line) for line in lines if is_furniture(line) or is_date_row(line)), length
        ),
    }
    if sensitive is not None:
        found["sensitive"] = _share(1000 * sensitive.count(text), length)
    return found


def _share(part: float, whole: float, digits: int = 4) -> float:
    return round(part / whole, digits) if whole else 0.0


def _count(characters: re.Pattern[str], text: str) -> int:
    return sum(map(len, characters.findall(text)))


def _repeated_line_characters(lines: list[str]) -> int:
    times = Counter(lines)
    return sum(len(line) * (count - 1) for line, count in times.items())


def ngram_hashes(text: str) -> NDArray[np.uint64]:
    """Return a hash of each sequence of `NGRAM` characters of a text, in order."""
    total = max(0, len(text) - NGRAM + 1)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32).astype(np.uint64)
    # Hashes of all windows at once take a quarter of the time of a set of slices.
    hashes = np.zeros(total, dtype=np.uint64)
    for at in range(NGRAM):
        hashes = hashes * _BASE + codes[at : at + total]
    return hashes


def _repeated_ngrams(text: str) -> float:
    hashes = ngram_hashes(text)
    hashes.sort()
    return _share(int(np.count_nonzero(hashes[1:] == hashes[:-1])), len(hashes))


def _language(text: str) -> str:
    han, kana, hangul, latin = (_count(script, text) for script in (_HAN, _KANA, _HANGUL, _LATIN))
    letters = han + kana + hangul + latin
    if kana > 0.05 * letters:
        return "ja"
    if hangul > 0.2 * letters:
        return "ko"
    if han > 0.3 * letters:
        return "zh"
    return "latin" if latin > 0.5 * letters else "other"


def _script(text: str, han: int) -> str:
    if not han:
        return ""
    share = count_traditional(text) / han
    if share < _MIXED[0]:
        return "simplified"
    return "traditional" if share > _MIXED[1] else "mixed"


def _readability(text: str) -> float:
    sentences = sum(_WORD.search(one) is not None for one in _SENTENCE.findall(text))
    found = [word for word in words(text) if word[0].isalnum()]
    if not found:
        return 0.0
    long = sum(len(word) >= 3 for word in found)
    return round(len(found) / max(sentences, 1) + 100 * long / len(found), 1)
