"""Titles ranked by 30 topic words, with other sources of nearness than the shipped one.

    TOPICCRAWL_DATA=FOLDER python -m benchmarks.relevance.cold_words [--web FOLDER] [--relevant 120]

One plain score for all rows, so that only the source of nearness differs: a word of the title counts 1 if it
is a topic word, else half the mean of its five highest cosines to topic words to the fourth power, and 0 if
it makes up more than .01 % of general text; the sum is divided by the root of the number of words. Mean of
three random lists of each topic; titles of a large web's documents as in `benchmarks.relevance.cold`.

equality            topic words alone
vectors             the shipped word vectors
encoder, words      the sentence encoder's vectors of the words
encoder, titles     cosine of the title to the mean of the topic words, both from the encoder
own pages           word vectors trained on 3,000 texts of the same web, as a crawl would have them
with own pages      the mean of both values of a word: shipped vectors and own pages
with the encoder    the same with the encoder's
expanded            the list with the 30 words of the shipped vectors that are nearest to it, as topic words
expanded twice      with 100 such words

Writes results/relevance-cold_words.json.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import mean

import numpy as np
from gensim.models import Word2Vec

from benchmarks.measuring import arguments, save_result, show_table
from benchmarks.relevance.cold import ranked, unseen
from benchmarks.relevance.short_lists import LABELS, word_lists
from benchmarks.relevance.topics import Judged, add_web, built_web, chosen
from topiccrawl.relevance import Topic
from topiccrawl.relevance.resources.choice import chosen_vectors
from topiccrawl.relevance.vectors.encoder import EncoderVectors
from topiccrawl.text.segment import Segmenter
from topiccrawl.vocabulary.general import lexicon

SHIPPED = "words"
_SHARE, _NEAREST, _POWER = 0.5, 5, 4
_COMMON = 1e-4
_OWN_PAGES = 3_000


@dataclass(frozen=True)
class Titles:
    """The titles of one topic.

    Attributes:
        texts: the titles.
        relevant: whether each is on the topic.
        words: the content words of each.
    """

    texts: list[str]
    relevant: list[bool]
    words: list[list[str]]

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Return the different words."""
        return tuple(sorted({word for words in self.words for word in words}))


def main() -> None:
    parser = arguments(__doc__)
    add_web(parser)
    parser.add_argument("--topic", nargs="+", choices=LABELS, default=list(LABELS))
    parser.add_argument("--relevant", type=int, default=120, help="relevant titles; others: five times")
    args = parser.parse_args()
    found: dict[str, dict[str, dict[str, float]]] = {}
    with built_web(args.web) as web:
        for name in args.topic:
            found[name] = measured(web, name, args.relevant)
            for row, figures in found[name].items():
                print(name, row, figures, flush=True)
    save_result("relevance-cold_words", {"topics": found})
    columns = list(next(iter(found[args.topic[0]].values())))
    rows = [(name, row, *figures.values()) for name, rows in found.items() for row, figures in rows.items()]
    show_table(["topic", "nearness by", *columns], rows)


def measured(web: Path, name: str, relevant: int) -> dict[str, dict[str, float]]:
    """Return the figures of each source of nearness: means of the random lists."""
    segmenter = Segmenter(Topic.load(name).dictionary())
    documents = unseen(web, LABELS[name], relevant)
    titles = Titles(
        [one.title for one in documents],
        [one.relevant for one in documents],
        [segmenter.content_words(one.title) for one in documents],
    )
    own = own_vectors(web, LABELS[name], documents, segmenter)
    sums: dict[str, list[dict[str, float]]] = {}
    for list_name, words in word_lists(Topic.load(name)):
        if "random" in list_name:
            for row, scores in scored(titles, words, own).items():
                sums.setdefault(row, []).append(ranked(scores, np.array(titles.relevant)))
    return {
        row: {column: round(mean(one[column] for one in figures), 3) for column in figures[0]}
        for row, figures in sums.items()
    }


def own_vectors(web: Path, label: str, judged: Sequence[Judged], segmenter: Segmenter) -> Word2Vec:
    """Train vectors on texts of the web that are not judged."""
    known = {one.title for one in judged}
    texts = [one.body for one in chosen(web, label) if one.title not in known]
    step = max(1, len(texts) // _OWN_PAGES)
    sentences = [
        segmenter.content_words(line) for text in texts[::step][:_OWN_PAGES] for line in text.splitlines()
    ]
    return Word2Vec(sentences, vector_size=100, min_count=3, epochs=10, sg=1, workers=1, seed=1)


def scored(titles: Titles, words: Sequence[str], own: Word2Vec) -> dict[str, list[float]]:
    """Return the scores of all titles by source of nearness."""
    shipped, encoder = chosen_vectors(SHIPPED).open().centred(), EncoderVectors.load()
    by_shipped = nearness(shipped.matrix(titles.vocabulary), shipped.matrix(tuple(words)))
    by_encoder = nearness(encoder.matrix(titles.vocabulary), encoder.matrix(tuple(words)))
    by_own = nearness(_own_matrix(own, titles.vocabulary), _own_matrix(own, words))
    none = np.zeros(len(titles.vocabulary))
    middle = encoder.matrix(tuple(words)).mean(axis=0)
    rows = {
        "equality": _sums(titles, words, none),
        "vectors": _sums(titles, words, by_shipped),
        "encoder, words": _sums(titles, words, by_encoder),
        "encoder, titles": list(encoder.matrix(tuple(titles.texts)) @ middle),
        "own pages": _sums(titles, words, by_own),
        "with own pages": _sums(titles, words, (by_shipped + by_own) / 2),
        "with the encoder": _sums(titles, words, (by_shipped + by_encoder) / 2),
    }
    for row, more in (("expanded", 30), ("expanded twice", 100)):
        longer = [*words, *_nearest(words, more)]
        rows[row] = _sums(
            titles, longer, nearness(shipped.matrix(titles.vocabulary), shipped.matrix(tuple(longer)))
        )
    return rows


def nearness(words: np.ndarray, topic_words: np.ndarray) -> np.ndarray:
    """Return how near each word is to a list: see the head of this module."""
    cosines = np.sort(np.clip(words @ topic_words.T, 0, None) ** _POWER, axis=1)[:, -_NEAREST:]
    found: np.ndarray = _SHARE * cosines.mean(axis=1)
    return found


def _sums(titles: Titles, words: Sequence[str], values: np.ndarray) -> list[float]:
    frequencies = lexicon().frequencies()
    near = {
        word: 0.0 if frequencies.per_word(word) > _COMMON else float(value)
        for word, value in zip(titles.vocabulary, values, strict=True)
    }
    value: Mapping[str, float] = {**near, **dict.fromkeys(words, 1.0)}
    return [sum(value[word] for word in found) / max(1, len(found)) ** 0.5 for found in titles.words]


def _own_matrix(model: Word2Vec, words: Sequence[str]) -> np.ndarray:
    """Return unit vectors, less the mean of all words as the shipped ones; zeros for unknown words."""
    middle = model.wv.vectors.mean(axis=0)
    rows = np.array(
        [model.wv[word] - middle if word in model.wv else np.zeros(model.vector_size) for word in words]
    )
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    found: np.ndarray = rows / np.where(lengths == 0, 1, lengths)
    return found


def _nearest(words: Sequence[str], count: int) -> list[str]:
    """Return the words of the shipped vectors that are nearest to a list and not common."""
    vectors = chosen_vectors(SHIPPED).open().centred()
    frequencies = lexicon().frequencies()
    known = [
        word
        for word in lexicon().counts
        if len(word) > 1 and word not in words and 0 < frequencies.per_word(word) < _COMMON
    ]
    known.sort(key=lambda word: -lexicon().counts[word])
    known = known[:50_000]
    values = nearness(vectors.matrix(tuple(known)), vectors.matrix(tuple(words)))
    return [known[place] for place in np.argsort(-values)[:count]]


if __name__ == "__main__":
    main()
