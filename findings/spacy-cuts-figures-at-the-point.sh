#!/usr/bin/env bash
# spaCy 3.8.18: in Chinese 增长3.5% is two sentences, one with 增长3. and one with 5%.
#
# `spacy.blank("zh")` with the `sentencizer` cuts texts into sentences without a model. The sentencizer ends one at each
# token that is a mark, "." among them; in English "3.5" is one token. In Chinese a token is one character unless told
# otherwise, as is documented, and so the point of a figure, of a time or an address is a mark of its own. The
# documentation of the sentencizer names no language for which it would not do. Sentences with whole numbers are
# right, by which one tests; the pieces have figures that are no figures of the text (12., 5万元), and a count of
# sentences grows with the figures. Nothing warns. Seen: of three sentences eight are made, and five with jieba's words,
# in which 3.5 is one and a host is not. `punct_chars` without "." makes three.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet spacy==3.8.18 jieba==0.42.1 "setuptools<81"
"$folder/venv/bin/python" - <<'PYTHON'
import spacy

TEXT = "生产总值增长3.5%，投资12.5万元。会议于9.30召开。材料见www.example.com。"
JIEBA = {"nlp": {"tokenizer": {"@tokenizers": "spacy.zh.ChineseTokenizer", "segmenter": "jieba"}}}


def sentences(text, language="zh", config=None, **options):
    pipeline = spacy.blank(language, config=config or {})
    pipeline.add_pipe("sentencizer", config=options)
    return [sentence.text for sentence in pipeline(text).sents]


ENGLISH = "Output grew by 3.5% to 12.5 million. It met at 9.30. See www.example.com."
found = sentences(TEXT)
whole = sentences(TEXT, punct_chars=["。", "！", "？"])
with_jieba = sentences(TEXT, config=JIEBA)
print(len(found), found)
print(len(with_jieba), "with jieba:", with_jieba)
print(len(whole), "without the point:", whole)
assert len(found) == 8 and found[:2] == ["生产总值增长3.", "5%，投资12."], "the behaviour has changed"
assert len(with_jieba) == 5 and with_jieba[:2] == whole[:2], "the behaviour has changed"
assert len(whole) == 3 and len(sentences(ENGLISH, "en")) == 3, "the behaviour has changed"
PYTHON
echo "as described"
