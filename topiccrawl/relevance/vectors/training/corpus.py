"""Tokens to train vectors on, made from sources of texts: resumable, with one document in memory at once.

Texts are brought to simplified characters, cut into sentences and words; stop words, punctuation and what
holds no Chinese character are left out. The tokens of some thousand documents at a time go to a file of their
own, and a note of what is done beside them; a run that was broken off goes on after the last whole file.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from topiccrawl.errors import ResourceError
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.segment import Segmenter, stop_words
from topiccrawl.text.sources import TextSource

PART_TOKENS = 2_000_000
"""Tokens of one file: what a broken run may have to do again."""
LARGEST_VOCABULARY = 3_000_000
"""Distinct words of a source that are counted; beyond it the rare ones are forgotten, as gensim does."""
_SENTENCE_END = re.compile(r"[。！？!?；;…\n\r]+")
_HAN = re.compile("[\u3400-\u9fff]")
_NOTE = "corpus.json"


@dataclass(frozen=True)
class SourceCount:
    """What a source came to.

    Attributes:
        name: of the source.
        documents: that hold a word.
        tokens: words left for training.
        vocabulary: distinct ones.
    """

    name: str
    documents: int
    tokens: int
    vocabulary: int


@dataclass(frozen=True)
class TrainingCorpus:
    """Tokens in files: an iterable of sentences, as gensim takes it.

    Attributes:
        files: gzipped, a sentence a line, words parted by spaces.
        counts: by source.
    """

    files: tuple[Path, ...]
    counts: tuple[SourceCount, ...]

    def __iter__(self) -> Iterator[list[str]]:
        """The sentences."""
        for file in self.files:
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                for line in lines:
                    yield line.split()


def sentences(text: str, segmenter: Segmenter) -> Iterator[list[str]]:
    """The words of each sentence of a text that training looks at."""
    dropped = stop_words()
    for sentence in _SENTENCE_END.split(text):
        words = [word for word in segmenter.words(sentence) if word not in dropped and _HAN.search(word)]
        if words:
            yield words


def make_corpus(
    sources: Sequence[TextSource],
    folder: Path,
    segmenter: Segmenter,
    tell: Callable[[str, int, int], object] = lambda name, read, size: None,
) -> TrainingCorpus:
    """The tokens of the sources, those that the folder holds already not made again.

    Args:
        sources: the texts.
        folder: where the files go.
        segmenter: cuts the texts; its dictionary is part of what a broken run must agree with.
        tell: is called with the name of a source, the bytes read of it and its size, now and then.

    Raises:
        ResourceError: a source cannot be read, or the folder holds the tokens of other sources.
    """
    folder.mkdir(parents=True, exist_ok=True)
    note = _Note(folder / _NOTE, [_stamp(source) for source in sources], _dictionary_stamp(segmenter))
    names = _names(sources)
    for number, (source, name) in enumerate(zip(sources, names, strict=True)):
        _tokens_of(
            source, folder, f"{number:02}-{_safe(name)}", note.sources[number], note, segmenter, name, tell
        )
    files = [folder / part for entry in note.sources for part in entry["parts"]]
    return TrainingCorpus(tuple(files), tuple(_counts(names, note, folder)))


class _Note:
    """What is done, on disk."""

    def __init__(self, file: Path, stamps: list[str], dictionary: str) -> None:
        self._file = file
        self._key = {"sources": stamps, "dictionary": dictionary, "part_tokens": PART_TOKENS}
        self.sources: list[dict[str, Any]] = [
            {"parts": [], "documents": 0, "tokens": 0, "seen": 0, "whole": False, "vocabulary": None}
            for _ in stamps
        ]
        try:
            stored = json.loads(file.read_bytes())
            if stored["key"] != self._key:
                raise ResourceError(
                    f"{file.parent}: holds the tokens of other sources or of another dictionary: "
                    "name another --folder, or start afresh with --fresh"
                )
            self.sources = _whole(stored["sources"])
        except FileNotFoundError:
            pass
        except RecursionError:
            raise ResourceError(
                f"{file}: cannot be read (nested too deeply): start afresh with --fresh"
            ) from None
        except (OSError, KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
            raise ResourceError(f"{file}: cannot be read ({error}): start afresh with --fresh") from None

    def save(self) -> None:
        write_atomically(self._file, json.dumps({"key": self._key, "sources": self.sources}))


def _whole(sources: Any) -> list[dict[str, Any]]:
    """What a note says of each source; its files must be of the folder itself.

    Raises:
        TypeError: it is no such note.
    """
    parts = [part for entry in sources for part in entry["parts"]]
    if not all(isinstance(part, str) and part == Path(part).name for part in parts):
        raise TypeError("it names files of other folders")
    return list(sources)


def _tokens_of(
    source: TextSource,
    folder: Path,
    stem: str,
    entry: dict[str, Any],
    note: _Note,
    segmenter: Segmenter,
    name: str,
    tell: Callable[[str, int, int], object],
) -> None:
    size = source.size
    if entry["whole"]:
        tell(name, size, size)
        return
    lines: list[str] = []
    tokens = documents = seen = 0

    def close(whole: bool) -> None:
        nonlocal lines, tokens, documents
        if lines:
            part = f"{stem}-{len(entry['parts']):05}.txt.gz"
            with gzip.open(folder / part, "wt", encoding="utf-8", compresslevel=1) as out:
                out.writelines(lines)
            entry["parts"].append(part)
        entry.update(
            documents=entry["documents"] + documents, tokens=entry["tokens"] + tokens, seen=seen, whole=whole
        )
        note.save()
        lines, tokens, documents = [], 0, 0

    for document in source:
        seen += 1
        if seen > entry["seen"]:
            before = tokens
            for words in sentences(document.text, segmenter):
                lines.append(" ".join(words) + "\n")
                tokens += len(words)
            documents += tokens > before
            if tokens >= PART_TOKENS:
                close(whole=False)
        if seen % 200 == 0:
            tell(name, document.read, size)
    close(whole=True)
    tell(name, size, size)


def _counts(names: Sequence[str], note: _Note, folder: Path) -> Iterator[SourceCount]:
    for name, entry in zip(names, note.sources, strict=True):
        if entry["vocabulary"] is None:
            entry["vocabulary"] = _vocabulary([folder / part for part in entry["parts"]])
            note.save()
        yield SourceCount(name, entry["documents"], entry["tokens"], entry["vocabulary"])


def _vocabulary(files: Sequence[Path]) -> int:
    """Distinct words; at `LARGEST_VOCABULARY` the count stops, so that memory stays bounded."""
    known: set[str] = set()
    for file in files:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                known.update(line.split())
                if len(known) >= LARGEST_VOCABULARY:
                    return LARGEST_VOCABULARY
    return len(known)


def _stamp(source: TextSource) -> str:
    digest = sha256()
    for file in source.files:
        stat = file.stat()
        digest.update(f"{file.resolve()}\n{stat.st_size}\n{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _dictionary_stamp(segmenter: Segmenter) -> str:
    return sha256(repr(sorted(segmenter.dictionary)).encode()).hexdigest()


def _names(sources: Sequence[TextSource]) -> list[str]:
    """The name of each path; those of one name are numbered."""
    names: list[str] = []
    for source in sources:
        name = source.path.name or str(source.path.resolve().name)
        same = sum(1 for other in names if other == name or other.startswith(f"{name} ("))
        names.append(f"{name} ({same + 1})" if same else name)
    return names


def _safe(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name)[:60]
