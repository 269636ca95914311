"""Train word vectors on several sources of texts (paper A) with gensim's word2vec."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from gensim.models import Word2Vec

from topiccrawl.errors import ResourceError
from topiccrawl.messages import message
from topiccrawl.relevance.vectors.files import save_gensim
from topiccrawl.relevance.vectors.training.checkpoint import FILES, load_checkpoint, save_checkpoint
from topiccrawl.relevance.vectors.training.corpus import SourceCount, TrainingCorpus, make_corpus
from topiccrawl.relevance.vectors.training.parameters import TrainingParameters
from topiccrawl.text.segment import Segmenter
from topiccrawl.text.sources import TextSource

_FIRST_RATE, _LAST_RATE = 0.025, 0.0001
"""Learning rate at the start and at the end; it decreases linearly."""


@dataclass(frozen=True)
class Trained:
    """The result of a training.

    Attributes:
        vectors: the file of vectors.
        table: the file with the counts.
        counts: numbers of each source.
        words: number of words with a vector.
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
    on_progress: Callable[[str, int, int], object] = lambda what, done, of: None,
) -> Trained:
    """Train vectors; the same call continues an interrupted run.

    Args:
        sources: the texts.
        folder: for intermediate files and the result, `vectors.kv` and `sources.csv`.
        parameters: of the training.
        segmenter: splits the texts.
        on_progress: called with a step, how much of it is done, and of how much.

    Raises:
        ResourceError: a source cannot be read, the folder belongs to another training, or no word is frequent
            enough.
    """
    corpus = make_corpus(sources, folder / "tokens", segmenter, on_progress)
    table = folder / "sources.csv"
    with table.open("w", encoding="utf-8-sig", newline="") as out:
        writer = csv.DictWriter(out, ("name", "documents", "tokens", "vocabulary"))
        writer.writeheader()
        writer.writerows(asdict(count) for count in corpus.counts)
    keyed = _train(corpus, folder / "model", parameters, on_progress).wv
    target = folder / "vectors.kv"
    save_gensim(keyed, target)
    return Trained(target, table, corpus.counts, len(keyed.index_to_key))


def forget(folder: Path) -> None:
    """Remove the files that `train_vectors` made in a folder, and no others."""
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
    on_progress: Callable[[str, int, int], object],
) -> Word2Vec:
    key = {**asdict(parameters), "files": [[file.name, file.stat().st_size] for file in corpus.files]}
    key.pop("workers")
    model, done = _load_model(folder, key, parameters)
    if model is None:
        model = _new_model(parameters)
        on_progress("counting words", 0, 1)
        try:
            model.build_vocab(corpus)
        except RuntimeError as error:
            raise ResourceError(message("no word is frequent enough ({error})", error=error)) from None
        if not model.wv.index_to_key:
            raise ResourceError(
                message(
                    "no word occurs {least} times in the sources: use more texts, or a lower --least",
                    least=parameters.least,
                )
            )
        on_progress("counting words", 1, 1)
    step = (_FIRST_RATE - _LAST_RATE) / parameters.epochs
    for epoch in range(done, parameters.epochs):
        on_progress("training, epochs", epoch, parameters.epochs)
        model.train(
            corpus,
            total_examples=model.corpus_count,
            epochs=1,
            start_alpha=_FIRST_RATE - epoch * step,
            end_alpha=_FIRST_RATE - (epoch + 1) * step,
        )
        _save_model(model, folder, key, epoch + 1)
    on_progress("training, epochs", parameters.epochs, parameters.epochs)
    return model


def _new_model(parameters: TrainingParameters) -> Word2Vec:
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


def _load_model(
    folder: Path, key: dict[str, object], parameters: TrainingParameters
) -> tuple[Word2Vec | None, int]:
    """The model of an interrupted run, and its finished epochs."""
    for place in (folder, _staging(folder)):
        try:
            note = json.loads((place / "model.json").read_bytes())
            if note["key"] == key:  # other parameters can reuse the tokens, but not the model
                model, epochs = _new_model(parameters), int(note["epochs"])
                load_checkpoint(model, place)
                return model, epochs
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            continue
    return None, 0


def _save_model(model: Word2Vec, folder: Path, key: dict[str, object], epochs: int) -> None:
    """Save the model; the previous one stays until this one is complete."""
    staging = _staging(folder)
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(parents=True)
    save_checkpoint(model, staging)
    # Last: a folder with the note has a complete model.
    (staging / "model.json").write_text(json.dumps({"key": key, "epochs": epochs}), encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    staging.replace(folder)


def _staging(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.new")
