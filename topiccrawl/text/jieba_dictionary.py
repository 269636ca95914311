"""The dictionary of the installed jieba package: 349,000 words of general Chinese text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from topiccrawl.text.kept import kept


def jieba_words() -> Iterator[tuple[str, str, str]]:
    """Yield each word, its frequency in about 60 million words of text, and its usual part of speech."""
    with _file().open(encoding="utf-8") as lines:
        for line in lines:
            word, frequency, tag = line.split()
            yield word, frequency, tag


def jieba_words_with(tags: Iterable[str]) -> frozenset[str]:
    """Return the words with one of these parts of speech.

    >>> "但是" in jieba_words_with(["c"])
    True
    """
    wanted, file = "|".join(sorted(map(re.escape, tags))), _file().stat()
    name = sha256(repr((wanted, file.st_size, file.st_mtime_ns)).encode()).hexdigest()[:24]
    # Each start of a crawl waits for these words, and to look for them in all lines takes .06 s and 15 MB.
    return kept(f"words-{name}.npz", _Words.load, lambda: _Words(_words_with(wanted)))


def _words_with(wanted: str) -> Iterable[str]:
    return re.findall(rf"^(\S+) \d+ (?:{wanted})$", _file().read_text("utf-8"), re.MULTILINE)


class _Words(frozenset[str]):
    def save(self, file: Path) -> None:
        from topiccrawl.text.files.numpy_files import packed_words, save_arrays

        save_arrays(file, words=packed_words(self))

    @classmethod
    def load(cls, file: Path) -> _Words:
        from topiccrawl.text.files.numpy_files import open_arrays, unpacked_words

        with open_arrays(file, "a list of words") as stored:
            return cls(unpacked_words(stored["words"]))


def _file() -> Path:
    # importlib.resources would import jieba, which is slow and which most crawls do not use.
    package = find_spec("jieba")
    assert package is not None and package.origin is not None
    return Path(package.origin).with_name("dict.txt")
