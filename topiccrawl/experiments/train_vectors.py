"""Train word vectors on several sources of texts (paper A) with gensim's word2vec.

Texts are converted to simplified characters and split into sentences and words; stop words, punctuation and
words without Chinese characters are dropped. The words of each source are kept in a file, so a training that
is broken off does not segment again what was segmented whole.
"""

from __future__ import annotations

import csv
import gzip
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from topiccrawl.errors import ResourceError
from topiccrawl.parameter_checks import check_interval
from topiccrawl.relevance.vectors.mapped import MappedVectors
from topiccrawl.text.files.atomic_write import atomic_replace
from topiccrawl.text.segment import Segmenter, stop_words
from topiccrawl.text.sources import TextSource

if TYPE_CHECKING:
    from gensim.models import Word2Vec

OnProgress = Callable[[str, int, int], object]
"""Called with a step, how much of it is done, and of how much."""

LARGEST_VOCABULARY = 3_000_000
"""Maximum distinct words of a source that are counted."""
_SENTENCE_END = re.compile(r"[。！？!?；;…\n\r]+")
_HAN = re.compile("[\u3400-\u9fff]")
_TOLD = 200
"""Documents between two progress reports."""


@dataclass(frozen=True)
class TrainingParameters:
    """Parameters of training.

    Attributes:
        dimensions: length of a vector.
        window: words on either side that form the context of a word.
        least: minimum occurrences of a word.
        epochs: passes over the corpus.
        workers: threads.
        vocabulary: maximum number of words, the most frequent ones; limits the memory of training.
    """

    dimensions: int = 200
    window: int = 5
    least: int = 5
    epochs: int = 5
    workers: int = max(1, (os.cpu_count() or 2) - 1)
    vocabulary: int = 400_000

    def __post_init__(self) -> None:
        names = ("dimensions", "window", "least", "epochs", "workers", "vocabulary")
        check_interval(self, "[1, inf)", *names, error=ResourceError)


@dataclass(frozen=True)
class SourceCount:
    """Numbers of a source: documents with at least one word, words, and different words."""

    name: str
    documents: int
    tokens: int
    vocabulary: int


@dataclass(frozen=True)
class Trained:
    """The result of a training: the file of vectors, the table with the counts, and both in numbers."""

    vectors: Path
    table: Path
    counts: tuple[SourceCount, ...]
    words: int


def train_vectors(
    sources: Sequence[TextSource],
    folder: Path,
    parameters: TrainingParameters,
    segmenter: Segmenter,
    on_progress: OnProgress = lambda what, done, of: None,
) -> Trained:
    """Train vectors on several sources in one run.

    Args:
        sources: the texts.
        folder: for the words of the sources and the result, `vectors.npy` and `sources.csv`.
        parameters: of the training.
        segmenter: splits the texts.
        on_progress: called now and then.

    Raises:
        ResourceError: a source cannot be read, or no word is frequent enough.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = [_segmented(source, folder, segmenter, on_progress) for source in sources]
    counts = tuple(
        _count(source.path.resolve().name, file) for source, file in zip(sources, files, strict=True)
    )
    table, target = folder / "sources.csv", folder / "vectors.npy"
    with table.open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.DictWriter(out, ("name", "documents", "tokens", "vocabulary"))
        writer.writeheader()
        writer.writerows(asdict(count) for count in counts)
    keyed = _train(files, parameters, on_progress).wv
    MappedVectors(keyed.index_to_key, keyed.vectors).save(target)
    return Trained(target, table, counts, len(keyed.index_to_key))


def sentences(text: str, segmenter: Segmenter) -> Iterator[list[str]]:
    """Yield the words for training of each sentence."""
    dropped = stop_words()
    for sentence in _SENTENCE_END.split(text):
        words = [word for word in segmenter.words(sentence) if word not in dropped and _HAN.search(word)]
        if words:
            yield words


def _segmented(source: TextSource, folder: Path, segmenter: Segmenter, on_progress: OnProgress) -> Path:
    """The file with the words of a source: a line for each sentence, a blank one behind each document."""
    digest = sha256(repr(sorted(segmenter.dictionary)).encode())
    for file in source.files:
        stat = file.stat()
        digest.update(f"{file.resolve()}\n{stat.st_size}\n{stat.st_mtime_ns}\n".encode())
    target = folder / f"{digest.hexdigest()[:24]}.txt.gz"
    name = source.path.resolve().name
    if not target.exists():
        with (
            atomic_replace(target) as part,
            gzip.open(part, "wt", encoding="utf-8", compresslevel=1) as out,
        ):
            for number, document in enumerate(source):
                lines = [" ".join(words) + "\n" for words in sentences(document.text, segmenter)]
                out.writelines([*lines, "\n"] if lines else ())
                if number % _TOLD == 0:
                    on_progress(name, document.read, source.size)
    on_progress(name, source.size, source.size)
    return target


def _lines(files: Sequence[Path]) -> Iterator[list[str]]:
    for file in files:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from map(str.split, lines)


def _count(name: str, file: Path) -> SourceCount:
    documents = tokens = 0
    known: set[str] = set()
    for words in _lines([file]):
        documents += not words
        tokens += len(words)
        if len(known) < LARGEST_VOCABULARY:
            known.update(words)
    return SourceCount(name, documents, tokens, min(len(known), LARGEST_VOCABULARY))


def _train(files: Sequence[Path], parameters: TrainingParameters, on_progress: OnProgress) -> Word2Vec:
    from gensim.models import Word2Vec  # here: slow to load
    from gensim.models.callbacks import CallbackAny2Vec

    class Corpus:
        def __iter__(self) -> Iterator[list[str]]:  # gensim reads it once for each epoch
            return filter(None, _lines(files))

    class Progress(CallbackAny2Vec):  # type: ignore[misc]
        done = 0

        def on_epoch_end(self, model: Word2Vec) -> None:
            self.done += 1
            on_progress("training, epochs", self.done, parameters.epochs)

    model = Word2Vec(
        vector_size=parameters.dimensions,
        window=parameters.window,
        min_count=parameters.least,
        sg=1,  # better for rare words than a bag of words
        workers=parameters.workers,
        max_final_vocab=parameters.vocabulary,
        max_vocab_size=10 * parameters.vocabulary,
        seed=1,
        epochs=parameters.epochs,
    )
    on_progress("counting words", 0, 1)
    try:
        model.build_vocab(Corpus())
    except RuntimeError as error:
        raise ResourceError("no word is frequent enough ({error})", error=error) from None
    if not model.wv.index_to_key:
        raise ResourceError(
            "no word occurs {least} times in the sources: use more texts, or a lower --least",
            least=parameters.least,
        )
    on_progress("counting words", 1, 1)
    model.train(Corpus(), total_examples=model.corpus_count, epochs=parameters.epochs, callbacks=[Progress()])
    return model
