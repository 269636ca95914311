#!/usr/bin/env bash
# gensim 4.4.0: words that stand only after the 10,000th of a text get a count and a vector, but are never trained.
#
# Word2Vec takes texts as lists of words, and a book, a yearbook or a site in one list is a natural input. The
# compiled loop reads 10,000 words of each list and no more; the documentation says so in a half-sentence about
# the size of batches. The vocabulary is made from all words, so min_count is met, `in model.wv` is true and
# most_similar answers, from the random numbers that the vectors began with. No warning; only train() returns
# how many words it used. Seen: of a text of 20,000 words 10,000 are trained, and not one vector of the 2,000
# words of its last part moves. Cut long texts into several lists.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet gensim==4.4.0
"$folder/venv/bin/python" - <<'PYTHON'
import random

import numpy as np
from gensim.models import Word2Vec


def moved(texts):
    """Return the words trained, and the words of each part with vectors that training moved."""
    model = Word2Vec(vector_size=20, min_count=1, seed=1, workers=1)
    model.build_vocab(texts)
    before = model.wv.vectors.copy()
    trained, _ = model.train(texts, total_examples=len(texts), epochs=1)
    changed = np.abs(model.wv.vectors - before).max(axis=1) > 0
    parts = (set(first), set(last))
    return trained, [sum(bool(changed[model.wv.key_to_index[word]]) for word in part) for part in parts]


random.seed(1)
first = [random.choice([f"党{number}" for number in range(3000)]) for _ in range(14_000)]
last = [random.choice([f"侨{number}" for number in range(2000)]) for _ in range(6_000)]
text = first + last
whole = moved([text])
cut = moved([text[start : start + 5_000] for start in range(0, len(text), 5_000)])
print(f"one list of {len(text)} words: {whole[0]} trained; vectors that moved (first, last part): {whole[1]}")
print(f"the same words in lists of 5,000: {cut[0]} trained; {cut[1]}")
assert whole[0] == 10_000 and whole[1][1] == 0 and whole[1][0] > 2_000, "the behaviour has changed"
assert cut[0] == 20_000 and cut[1][1] > 1_800, "the behaviour has changed"
PYTHON
echo "as described"
