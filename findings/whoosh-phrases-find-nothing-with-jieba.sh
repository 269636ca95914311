#!/usr/bin/env bash
# jieba 0.42.1, Whoosh 2.7.4: with jieba's ChineseAnalyzer a search for a phrase finds nothing, even in its own text.
#
# Whoosh finds phrases by numbers of words: two words are neighbours if their positions differ by one.
# `jieba.analyse.ChineseAnalyzer`, made for Whoosh, gives the number of the first character instead. So words of two
# characters are never neighbours, and of a phrase without quotes all words must merely occur somewhere. No error says
# so; a search in quotes looks like one without hits. Seen: a document that consists of the phrase is found without
# quotes and not with them; positions are 0, 2, 4, 6. Number the tokens in an analyzer of your own.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "setuptools<81" jieba==0.42.1 Whoosh==2.7.4
mkdir "$folder/index" "$folder/counted"
"$folder/venv/bin/python" -W ignore - "$folder" <<'PYTHON'
import logging
import sys

import jieba
from jieba.analyse import ChineseAnalyzer
from whoosh.analysis import Filter
from whoosh.fields import TEXT, Schema
from whoosh.index import create_in
from whoosh.qparser import QueryParser

jieba.setLogLevel(logging.ERROR)
jieba.dt.tmp_dir = sys.argv[1]
PHRASE = "参加活动学习精神"


class Count(Filter):
    """Number the tokens, as Whoosh expects it."""

    def __call__(self, tokens):
        for number, token in enumerate(tokens):
            token.pos = number
            yield token


def hits(folder, analyzer):
    """Return how many documents are found without quotes, and with them."""
    schema = Schema(text=TEXT(analyzer=analyzer))
    index = create_in(f"{sys.argv[1]}/{folder}", schema)
    writer = index.writer()
    writer.add_document(text=PHRASE)
    writer.commit()
    parser = QueryParser("text", schema)
    with index.searcher() as searcher:
        return [len(searcher.search(parser.parse(query))) for query in (PHRASE, f'"{PHRASE}"')]


tokens = [(token.text, token.pos) for token in ChineseAnalyzer()(PHRASE, positions=True)]
found, counted = hits("index", ChineseAnalyzer()), hits("counted", ChineseAnalyzer() | Count())
print("positions:", tokens)
print("hits without quotes, with quotes:", found, "with positions counted:", counted)
assert tokens == [("参加", 0), ("活动", 2), ("学习", 4), ("精神", 6)], "the behaviour has changed"
assert found == [1, 0], "the behaviour has changed"
assert counted == [1, 1], "the behaviour has changed"
PYTHON
echo "as described"
