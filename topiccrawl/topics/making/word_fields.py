"""Topic words that belong to other fields, too, found before a crawl by their neighbours in word vectors."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np

from topiccrawl.extraction.clustering.k_means import k_means
from topiccrawl.relevance.contracts import Vectors

_TERM = re.compile("[\u3400-\u9fff]{2,}")
_MOST_COMPARED = 100_000
_NEIGHBOURS, _NEAREST, _FIELDS, _NAMED = 40, 20, 3, 4
_CLOSEST = 2
"""Other topic words by whose mean cosine a neighbour is near the topic."""
_FAR = 0.2
"""Mean nearness of the nearest neighbours under which a topic word belongs to other fields, too."""
_LEAST_WORDS = 5
"""Topic words with a vector that say what the field of the topic is."""


def other_fields(vectors: Vectors, topic_words: Collection[str]) -> dict[str, list[str]]:
    """Return the topic words whose neighbours are mostly far from the others, with the fields of these.

    A field is named by its words nearest to the topic word; the field nearest to the topic comes first.

    Args:
        vectors: centred.
        topic_words: of a short list.
    """
    words = tuple(word for word in vectors.words[:_MOST_COMPARED] if _TERM.fullmatch(word))
    places = {word: place for place, word in enumerate(words)}
    known = [word for word in topic_words if word in places]
    if len(known) < _LEAST_WORDS:
        return {}
    rows = vectors.matrix(words)
    cosines = rows @ rows[[places[word] for word in known]].T
    found = {}
    for column, word in enumerate(known):
        own = cosines[:, column]
        near = [
            place
            for place in np.argsort(-own, kind="stable")[: 3 * _NEIGHBOURS].tolist()
            if words[place] not in topic_words and word not in words[place] and words[place] not in word
        ][:_NEIGHBOURS]
        others = np.sort(np.delete(cosines[near], column, axis=1), axis=1)[:, -_CLOSEST:].mean(axis=1)
        if others[:_NEAREST].mean() < _FAR:
            # What sets the neighbours apart is what they do not share with the word.
            rest = rows[near] - own[near, np.newaxis] * rows[places[word]]
            _, labels = k_means(rest.astype(float), _FIELDS)
            ordered = sorted(set(labels.tolist()), key=lambda label: -float(others[labels == label].mean()))
            fields = ([words[near[at]] for at in np.flatnonzero(labels == label)] for label in ordered)
            found[word] = [" ".join(field[:_NAMED]) for field in fields]
    return found
