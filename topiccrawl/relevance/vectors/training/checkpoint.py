"""Checkpoints of a model between epochs: plain numbers and words, never pickles.

The folder of a training may come from somebody else, and gensim's own model files can execute code.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from topiccrawl.text.files.numpy_files import map_array

if TYPE_CHECKING:
    from gensim.models import Word2Vec

FILES = ("vectors.npy", "output.npy", "random.npy", "words.json")


def save_checkpoint(model: Word2Vec, folder: Path) -> None:
    """Write words with their counts, both layers, and the state of the random generator."""
    words = model.wv.index_to_key
    counts = [int(model.wv.get_vecattr(word, "count")) for word in words]
    _, keys, position, *_ = model.random.get_state()
    np.save(folder / "vectors.npy", model.wv.vectors)
    np.save(folder / "output.npy", model.syn1neg)
    np.save(folder / "random.npy", np.append(keys.astype(np.int64), position))
    note = {"words": words, "counts": counts, "sentences": model.corpus_count}
    (folder / "words.json").write_text(json.dumps(note, ensure_ascii=False), encoding="utf-8")


def load_checkpoint(model: Word2Vec, folder: Path) -> None:
    """Restore a checkpoint into a new model with the same parameters.

    Raises:
        ValueError: the checkpoint is damaged, or of a model with other parameters.
        OSError: a file is missing.
    """
    words, counts, sentences = _words(folder)
    vectors, output, random = (_numbers(folder / name) for name in FILES[:3])
    shape = len(words), model.vector_size
    if vectors.shape != shape or output.shape != shape or random.shape != (625,):
        raise ValueError(f"{folder}: {vectors.shape} and {output.shape} numbers for {len(words)} words")
    model.build_vocab_from_freq(dict(zip(words, counts, strict=True)), corpus_count=sentences)
    if len(model.wv.index_to_key) != len(words):
        raise ValueError(f"{folder}: words that are too rare")
    # Equally frequent words may be in another order now.
    places = [model.wv.key_to_index[word] for word in words]
    model.wv.vectors[places] = vectors
    model.syn1neg[places] = output
    model.random.set_state(("MT19937", random[:-1].astype(np.uint32), int(random[-1]), 0, 0.0))


def _words(folder: Path) -> tuple[list[str], list[int], int]:
    try:
        note = json.loads((folder / "words.json").read_bytes())
        words, counts, sentences = note["words"], note["counts"], note["sentences"]
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"{folder}: not the words of a training ({error})") from None
    whole = isinstance(words, list) and isinstance(counts, list) and len(words) == len(counts) > 0
    if not whole or not all(isinstance(word, str) for word in words) or len(set(words)) < len(words):
        raise ValueError(f"{folder}: not the words of a training")
    if not all(isinstance(count, int) and 0 < count < 2**60 for count in (*counts, sentences)):
        raise ValueError(f"{folder}: not the counts of a training")
    return words, counts, sentences


def _numbers(file: Path) -> np.ndarray[Any, np.dtype[Any]]:
    found = map_array(file)
    if found.dtype not in (np.float32, np.int64) or not np.isfinite(found).all():
        raise ValueError(f"{file}: not the numbers of a training")
    return found
