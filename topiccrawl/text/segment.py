"""Segment Chinese text into words, with a user dictionary and a part-of-speech filter.

Two engines return the same words: jieba, and the default rjieba (the same algorithm and dictionary in Rust,
about ten times as fast). Parts of speech are looked up in jieba's dictionary, whichever engine is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from threading import Lock
from typing import Any, Literal

from topiccrawl.messages import message
from topiccrawl.text.jieba_dictionary import jieba_words_with
from topiccrawl.text.normalise import normalise
from topiccrawl.text.resources import read_resource
from topiccrawl.text.spellings import Spellings

Engine = Literal["rjieba", "jieba"]

FUNCTION_TAGS = frozenset("c d e h k m o p q r u uj ul uv ud ug uz w x y z zg f t s g rr rz mq df".split())
"""Part-of-speech tags of words without a topic: conjunctions, adverbs, prepositions, particles, numerals,
measure words, pronouns, directions, times, interjections and the like."""

_MAKING = Lock()
"""Lock: with a cache alone, threads that start at the same time would each build one, 40 MB each."""
_LONGEST_REMEMBERED, _MOST_REMEMBERED = 4, 30_000
_HAS_HAN = re.compile("[\u3400-\u9fff]")
_PLAIN_RUNS = re.compile(r"[A-Za-z0-9]+|[^A-Za-z0-9]")


@dataclass(frozen=True)
class DictionaryWord:
    """A line of a user dictionary.

    Attributes:
        word: the word.
        frequency: on jieba's scale; 0 for the lowest that keeps the word whole.
        tag: part of speech.
    """

    word: str
    frequency: int = 0
    tag: str = "nz"


def parse_dictionary(text: str, source: str) -> tuple[DictionaryWord, ...]:
    """Parse a jieba user dictionary: `word [frequency [tag]]` per line, `#` starts a comment.

    Raises:
        ValueError: a frequency is not a positive integer; names `source`, line and value.
    """
    entries = []
    for number, line in enumerate(text.splitlines(), 1):
        fields = line.split("#", 1)[0].split()
        if not fields:
            continue
        entry = DictionaryWord(fields[0])
        if len(fields) > 1:
            if not fields[1].isdecimal() or int(fields[1]) < 1:
                raise ValueError(
                    message(
                        "{source}:{number}: frequency {frequency!r} is not a positive whole number",
                        source=source,
                        number=number,
                        frequency=fields[1],
                    )
                )
            entry = DictionaryWord(fields[0], int(fields[1]), fields[2] if len(fields) > 2 else entry.tag)
        entries.append(entry)
    return tuple(entries)


@cache
def function_words() -> frozenset[str]:
    """Return the words of jieba's dictionary with a part of speech in `FUNCTION_TAGS`."""
    return jieba_words_with(FUNCTION_TAGS)


@cache
def stop_words() -> frozenset[str]:
    """Return the packaged stop words (`resources/stopwords.txt`)."""
    lines = (line.split("#", 1)[0].strip() for line in read_resource("stopwords.txt").splitlines())
    return frozenset(line for line in lines if line)


@cache
def shipped_dictionary() -> tuple[DictionaryWord, ...]:
    """Return recent words that jieba's dictionary lacks (`resources/userdict.txt`)."""
    return parse_dictionary(read_resource("userdict.txt"), "resources/userdict.txt")


_LEAST_FREQUENCY = {1: 0, 2: 300}
"""Minimum frequency of a user word by its length; higher values would split the words around it."""
_LEAST_FREQUENCY_LONG = 1000


@cache
def _made() -> list[Any]:
    """Return the instance that rjieba makes when it is imported; another one takes 30 MB and .1 s."""
    import rjieba

    return [rjieba.cut.__self__]  # type: ignore[attr-defined]


def _cutter(engine: Engine, extra: Sequence[DictionaryWord]) -> Callable[[str], Sequence[str]]:
    import rjieba  # here: what asks for no words, such as the start of a crawl, does without its dictionary

    fast = made.pop() if (made := _made()) else rjieba.Jieba()
    slow = None
    if engine == "jieba":
        import jieba  # here: it is slow to import, and the default engine does without it

        slow = jieba.Tokenizer()
    for entry in extra:
        least = _LEAST_FREQUENCY.get(len(entry.word), _LEAST_FREQUENCY_LONG)
        # Both engines get the frequency that one of them suggests, so that their words stay the same.
        frequency = entry.frequency or max(least, fast.suggest_freq(entry.word))
        fast.add_word(entry.word, frequency, entry.tag)
        if slow is not None:
            slow.add_word(entry.word, frequency, entry.tag)
    return fast.cut if slow is None else slow.lcut


class Segmenter:
    """Segments text into words.

    Args:
        dictionary: words to add to the engine's and the packaged dictionary.
        engine: "rjieba" or "jieba"; both return the same words.

    Attributes:
        dictionary: words added to the engine's dictionary, in normal form.

    Raises:
        ValueError: the engine is unknown.
    """

    def __init__(self, dictionary: Iterable[DictionaryWord] = (), engine: Engine = "rjieba") -> None:
        if engine not in ("rjieba", "jieba"):
            raise ValueError(
                message("unknown segmentation engine {engine!r}: choose rjieba or jieba", engine=engine)
            )
        self._engine = engine
        self._extra = {normalise(entry.word): entry for entry in (*shipped_dictionary(), *dictionary)}
        self._last: tuple[str | None, Sequence[str]] = None, ()
        self.dictionary = frozenset(self._extra)

    @cached_property
    def _spellings(self) -> Spellings:
        return Spellings(self._extra)

    @cached_property
    def _cut(self) -> Callable[[str], Sequence[str]]:
        known = [replace(entry, word=word) for word, entry in self._extra.items()]
        known += (DictionaryWord(word) for word in self._spellings.words if word not in self._extra)
        with _MAKING:
            return self.__dict__.get("_cut") or _cutter(self._engine, known)

    @cached_property
    def dropped(self) -> frozenset[str]:
        """Function words and stop words, but for those that were put into a dictionary on purpose."""
        return (function_words() | stop_words()) - self.dictionary

    @cached_property
    def _carries(self) -> _CarriesTopic:
        latin = frozenset(word for word in self.dictionary if not _HAS_HAN.search(word))
        return _CarriesTopic(self.dropped, latin)

    def _words(self, text: str) -> Sequence[str]:
        """Return the words as the engine cuts them, those of the dictionary as that spells them."""
        last, words = self._last
        if text is not last:  # a verdict asks for the words of its text twice
            normal, spellings = normalise(text), self._spellings
            words = spellings.known(self._cut(spellings.joined(normal))) if spellings else self._cut(normal)
            self._last = text, words
        return words

    def words(self, text: str) -> list[str]:
        """Return all words of the normalised text in order, punctuation included."""
        found: list[str] = []
        append, has_han = found.append, _HAS_HAN.search
        for word in self._words(text):
            # The engines differ where ASCII letters and digits meet signs (2010-2020): always split there.
            if len(word) == 1 or has_han(word) or word in self.dictionary:
                append(word)
            else:
                found += _PLAIN_RUNS.findall(word)
        return found

    def content_words(self, text: str) -> list[str]:
        """Return the words that can carry a topic, in order, with repeats; formula 3 takes their set.

        Function words, stop words, and words without Chinese characters are dropped, unless they are in a
        dictionary given here.
        """
        return list(filter(self._carries.__getitem__, self._words(text)))

    def distinct_words(self, text: str) -> frozenset[str]:
        """Return the set of the content words of a text."""
        return frozenset(filter(self._carries.__getitem__, set(self._words(text))))

    def content_words_among(self, text: str, wanted: frozenset[str]) -> set[str]:
        """Return which of some words are among the content words of a text."""
        found = set(self._words(text)) & wanted
        return {word for word in found if self._carries[word]}


class _CarriesTopic(dict[str, bool]):
    """Whether words can carry a topic; caches its answers, which is three times as fast.

    Args:
        dropped: words that do not.
        latin: words without Chinese characters that do.
    """

    def __init__(self, dropped: frozenset[str], latin: frozenset[str]) -> None:
        super().__init__()
        self._dropped = dropped
        self._latin = latin

    def __missing__(self, word: str) -> bool:
        carries = word not in self._dropped and (_HAS_HAN.search(word) is not None or word in self._latin)
        if len(word) <= _LONGEST_REMEMBERED and len(self) < _MOST_REMEMBERED:
            self[word] = carries
        return carries


def default_segmenter() -> Segmenter:
    """Return the segmenter with the packaged dictionary only; all threads share one."""
    with _MAKING:
        return _default_segmenter()


@cache
def _default_segmenter() -> Segmenter:
    return Segmenter()


def words(text: str) -> list[str]:
    """Return the words of a text by the default segmenter.

    >>> words("开展主题党日活动")
    ['开展', '主题党日活动']
    """
    return default_segmenter().words(text)
