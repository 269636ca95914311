#!/usr/bin/env bash
# gaoya 0.2.2: with word pairs, or characters of words, four Chinese notices on different things are one near-duplicate.
#
# gaoya finds near-duplicates by the n-grams that two texts share, made of words or of characters, as `analyzer` and
# `ngram_range` say. With pairs of words (2, 2), or with `analyzer="char_wb"` and n-grams of two characters or more, a
# text that has no blank has no n-gram at all. Nothing is told: all such texts get one signature, that of the empty set,
# and so each Chinese text is found to be the same as each other one, with a similarity of 1. A corpus from which
# near-duplicates are removed keeps one text of all. English notices with the same settings are told apart, and so are
# Chinese ones with `analyzer="char"`. Seen: of four notices each one finds all four.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet gaoya==0.2.2
"$folder/venv/bin/python" - <<'PYTHON'
from gaoya.minhash import MinHashStringIndex

CHINESE = [
    "会议强调，要深入学习，狠抓落实。",
    "今日天气晴好，市民踏青赏花。",
    "全县粮食产量十二万吨，增长百分之三。",
    "医院新增床位三百张",
]
ENGLISH = [
    "The meeting stressed that all have to study hard.",
    "Today the weather is fine, and people go for walks.",
    "Grain output of the county grew by three per cent.",
    "The hospital has three hundred new beds.",
]
SETTINGS = [("word", (2, 2)), ("char_wb", (2, 2)), ("char_wb", (3, 5)), ("char", (2, 2)), ("char", (3, 5))]


def found(analyzer, ngrams, texts):
    index = MinHashStringIndex(jaccard_threshold=0.8, analyzer=analyzer, ngram_range=ngrams)
    for number, text in enumerate(texts):
        index.insert_document(number, text)
    return [sorted(index.query(text)) for text in texts]


apart, together = [[0], [1], [2], [3]], [[0, 1, 2, 3]] * 4
for analyzer, ngrams in SETTINGS:
    chinese, english = found(analyzer, ngrams, CHINESE), found(analyzer, ngrams, ENGLISH)
    print(f"{analyzer}, {ngrams}: Chinese {chinese}, English {english}")
    assert chinese == (apart if analyzer == "char" else together), "the behaviour has changed"
    assert english == apart, "the behaviour has changed"
PYTHON
echo "as described"
