"""The training corpus: tokens of texts, made with one document in memory; an interrupted run is continued.

Texts are converted to simplified characters and split into sentences and words; stop words, punctuation and
words without Chinese characters are dropped. Tokens are written to a file per some thousand documents, with a
progress note; a run continues after the last complete file.
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
from topiccrawl.messages import message
from topiccrawl.text.files.atomic_write import write_atomically
from topiccrawl.text.segment import Segmenter, stop_words
from topiccrawl.text.sources import TextSource

PART_TOKENS = 2_000_000
"""Tokens of one file: the work that an interrupted run may repeat."""
LARGEST_VOCABULARY = 3_000_000
"""Maximum distinct words of a source that are counted."""
_SENTENCE_END = re.compile(r"[。！？!?；;…\n\r]+")
_HAN = re.compile("[\u3400-\u9fff]")
_NOTE = "corpus.json"


@dataclass(frozen=True)
class SourceCount:
    """Numbers of a source.

    Attributes:
        name: of the source.
        documents: documents with at least one word.
        tokens: words used for training.
        vocabulary: distinct words.
    """

    name: str
    documents: int
    tokens: int
    vocabulary: int


@dataclass(frozen=True)
class TrainingCorpus:
    """Tokens in files; iterable over sentences, as gensim needs it.

    Attributes:
        files: gzipped, one sentence per line, words separated by spaces.
        counts: by source.
    """

    files: tuple[Path, ...]
    counts: tuple[SourceCount, ...]

    def __iter__(self) -> Iterator[list[str]]:
        """Yield the sentences."""
        for file in self.files:
            with gzip.open(file, "rt", encoding="utf-8") as lines:
                for line in lines:
                    yield line.split()


def sentences(text: str, segmenter: Segmenter) -> Iterator[list[str]]:
    """Yield the words for training of each sentence."""
    dropped = stop_words()
    for sentence in _SENTENCE_END.split(text):
        words = [word for word in segmenter.words(sentence) if word not in dropped and _HAN.search(word)]
        if words:
            yield words


def make_corpus(
    sources: Sequence[TextSource],
    folder: Path,
    segmenter: Segmenter,
    on_progress: Callable[[str, int, int], object] = lambda name, read, size: None,
) -> TrainingCorpus:
    """Return the tokens of the sources; existing files of the folder are used.

    Args:
        sources: the texts.
        folder: the folder of the files.
        segmenter: splits the texts; its dictionary must be the same when a run is continued.
        on_progress: called now and then with the name of a source, the bytes read and its size.

    Raises:
        ResourceError: a source cannot be read, or the folder belongs to other sources.
    """
    folder.mkdir(parents=True, exist_ok=True)
    note = _Note(folder / _NOTE, [_stamp(source) for source in sources], _dictionary_stamp(segmenter))
    names = _names(sources)
    for number, (source, name) in enumerate(zip(sources, names, strict=True)):
        _tokens_of(
            source,
            folder,
            f"{number:02}-{_file_name(name)}",
            note.sources[number],
            note,
            segmenter,
            name,
            on_progress,
        )
    files = [folder / part for entry in note.sources for part in entry["parts"]]
    return TrainingCorpus(tuple(files), tuple(_counts(names, note, folder)))


class _Note:
    """Progress, on disk."""

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
                    message(
                        "{parent}: contains the tokens of other sources or of another "
                        "dictionary: choose another --folder, or start again with --fresh",
                        parent=file.parent,
                    )
                )
            self.sources = _checked(stored["sources"])
        except FileNotFoundError:
            pass
        except RecursionError:
            raise ResourceError(
                message("{file}: cannot be read (nested too deeply): start again with --fresh", file=file)
            ) from None
        except (OSError, KeyError, TypeError, AttributeError, json.JSONDecodeError) as error:
            raise ResourceError(
                message("{file}: cannot be read ({error}): start again with --fresh", file=file, error=error)
            ) from None

    def save(self) -> None:
        write_atomically(self._file, json.dumps({"key": self._key, "sources": self.sources}))


def _checked(sources: Any) -> list[dict[str, Any]]:
    """The entries of a note; their files must be in the folder itself.

    Raises:
        TypeError: it is not such a note.
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
    on_progress: Callable[[str, int, int], object],
) -> None:
    size = source.size
    if entry["whole"]:
        on_progress(name, size, size)
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
            on_progress(name, document.read, size)
    close(whole=True)
    on_progress(name, size, size)


def _counts(names: Sequence[str], note: _Note, folder: Path) -> Iterator[SourceCount]:
    for name, entry in zip(names, note.sources, strict=True):
        if entry["vocabulary"] is None:
            entry["vocabulary"] = _vocabulary([folder / part for part in entry["parts"]])
            note.save()
        yield SourceCount(name, entry["documents"], entry["tokens"], entry["vocabulary"])


def _vocabulary(files: Sequence[Path]) -> int:
    """Number of distinct words; counting stops at `LARGEST_VOCABULARY`, so that memory is bounded."""
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
    """The name of each source; equal names are numbered."""
    names: list[str] = []
    for source in sources:
        name = source.path.name or str(source.path.resolve().name)
        same = sum(1 for other in names if other == name or other.startswith(f"{name} ("))
        names.append(f"{name} ({same + 1})" if same else name)
    return names


def _file_name(name: str) -> str:
    return re.sub(r"[^\w.-]+", "_", name)[:60]
