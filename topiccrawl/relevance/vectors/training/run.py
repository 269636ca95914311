"""Training word vectors in one run over several sources of texts (paper A), with gensim's word2vec."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from gensim.models import Word2Vec

from topiccrawl.errors import ResourceError
from topiccrawl.relevance.vectors.files import save_gensim
from topiccrawl.relevance.vectors.training.checkpoint import FILES, load_checkpoint, save_checkpoint
from topiccrawl.relevance.vectors.training.corpus import SourceCount, TrainingCorpus, make_corpus
from topiccrawl.relevance.vectors.training.parameters import TrainingParameters
from topiccrawl.text.segment import Segmenter
from topiccrawl.text.sources import TextSource

_FIRST_RATE, _LAST_RATE = 0.025, 0.0001
"""Learning rate at the start and at the end; it falls evenly over all epochs."""


@dataclass(frozen=True)
class Trained:
    """What training came to.

    Attributes:
        vectors: the file of vectors.
        table: the table of sources, as a file.
        counts: the same.
        words: how many have a vector.
    """

    vectors: Path
    table: Path
    counts: tuple[SourceCount, ...]
    words: int


def train_vectors(
    sources: Sequence[TextSource],
    folder: Path,
    parameters: TrainingParameters,
    segmenter: Segmenter,
    tell: Callable[[str, int, int], object] = lambda what, done, of: None,
) -> Trained:
    """Train vectors; a run that was broken off goes on where the same call left it.

    Args:
        sources: the texts.
        folder: what is made on the way, and the result: `vectors.kv` and `sources.csv`.
        parameters: of the training.
        segmenter: cuts the texts.
        tell: is called with what is going on, how much of it is done, and of how much.

    Raises:
        ResourceError: a source cannot be read, the folder belongs to another training, or no word is frequent
            enough.
    """
    corpus = make_corpus(sources, folder / "tokens", segmenter, tell)
    table = folder / "sources.csv"
    with table.open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.DictWriter(out, ("name", "documents", "tokens", "vocabulary"))
        writer.writeheader()
        writer.writerows(asdict(count) for count in corpus.counts)
    keyed = _train(corpus, folder / "model", parameters, tell).wv
    target = folder / "vectors.kv"
    save_gensim(keyed, target)
    return Trained(target, table, corpus.counts, len(keyed.index_to_key))


def forget(folder: Path) -> None:
    """Remove what `train_vectors` made in a folder, and nothing else."""
    for pattern in (
        "tokens/*.txt.gz",
        "tokens/corpus.json",
        "model*/word2vec.model*",  # of earlier versions
        *(f"model*/{name}" for name in FILES),
        "model*/model.json",
        "vectors.kv*",
        "sources.csv",
    ):
        for file in folder.glob(pattern):
            file.unlink()


def _train(
    corpus: TrainingCorpus,
    folder: Path,
    parameters: TrainingParameters,
    tell: Callable[[str, int, int], object],
) -> Word2Vec:
    key = {**asdict(parameters), "files": [[file.name, file.stat().st_size] for file in corpus.files]}
    key.pop("workers")
    model, done = _kept(folder, key, parameters)
    if model is None:
        model = _new(parameters)
        tell("counting words", 0, 1)
        try:
            model.build_vocab(corpus)
        except RuntimeError as error:
            raise ResourceError(f"no word is frequent enough to be learnt ({error})") from None
        if not model.wv.index_to_key:
            raise ResourceError(
                f"no word stands {parameters.least} times in the sources: give more, or --least"
            )
        tell("counting words", 1, 1)
    step = (_FIRST_RATE - _LAST_RATE) / parameters.epochs
    for epoch in range(done, parameters.epochs):
        tell("training, epochs", epoch, parameters.epochs)
        model.train(
            corpus,
            total_examples=model.corpus_count,
            epochs=1,
            start_alpha=_FIRST_RATE - epoch * step,
            end_alpha=_FIRST_RATE - (epoch + 1) * step,
        )
        _keep(model, folder, key, epoch + 1)
    tell("training, epochs", parameters.epochs, parameters.epochs)
    return model


def _new(parameters: TrainingParameters) -> Word2Vec:
    return Word2Vec(
        vector_size=parameters.dimensions,
        window=parameters.window,
        min_count=parameters.least,
        sg=int(parameters.skip_gram),
        workers=parameters.workers,
        max_final_vocab=parameters.vocabulary,
        max_vocab_size=10 * parameters.vocabulary,
        seed=1,
    )


def _kept(
    folder: Path, key: dict[str, object], parameters: TrainingParameters
) -> tuple[Word2Vec | None, int]:
    """The model of a run that was broken off, and the epochs it has behind it."""
    for place in (folder, _staging(folder)):
        try:
            note = json.loads((place / "model.json").read_bytes())
            if note["key"] == key:  # with other parameters the tokens can be used again, the model cannot
                model, epochs = _new(parameters), int(note["epochs"])
                load_checkpoint(model, place)
                return model, epochs
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
    return None, 0


def _keep(model: Word2Vec, folder: Path, key: dict[str, object], epochs: int) -> None:
    """Keep the model; the one before stays until this one is whole."""
    staging = _staging(folder)
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(parents=True)
    save_checkpoint(model, staging)
    # last: where the note is, the model is whole
    (staging / "model.json").write_text(json.dumps({"key": key, "epochs": epochs}), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    staging.replace(folder)


def _staging(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.new")
