#!/usr/bin/env bash
# sumy 0.13.0: sentences of a Chinese text lack its headings, its last line, and what is left of a wide blank.
#
# For Chinese `Tokenizer` takes as a sentence what ends in 。 ！ or ？ and has no U+3000 in it. What is behind the last one
# in a paragraph, or before a U+3000, is in none, and goes without a word: a heading, a line that ends in ： or ……, the
# name and date below a letter. U+3000 is the blank of Chinese type: at the name 张　三, set as wide as one of three
# characters, all of the sentence before 三 is gone. A closing ” begins the next sentence, or is lost behind the last.
# Summaries, ranks and counts are made of these sentences; the documentation has no word of it. Seen: of nine paragraphs
# three are whole, four gone and two cut. Split at [。！？] by yourself, in a class with `to_sentences` and `to_words`,
# which parsers take for a tokenizer.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet sumy==0.13.0 nltk==3.10.4 jieba==0.42.1 setuptools==81.0.0
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from sumy.nlp.tokenizers import Tokenizer
from sumy.parsers.plaintext import PlaintextParser

PARAGRAPHS = {
    "关于放假安排的通知": "",
    "各科室：": "",
    "现将放假安排通知如下。": "现将放假安排通知如下。",
    "一、时间": "",
    "五月一日至五日放假。": "五月一日至五日放假。",
    "值班由张　三负责。": "三负责。",
    "他说：“大家辛苦了！”": "他说：“大家辛苦了！",
    "有事请打电话。": "有事请打电话。",
    "办公室　五月": "",
}

tokenizer = Tokenizer("chinese")
for paragraph, kept in PARAGRAPHS.items():
    found = "".join(tokenizer.to_sentences(paragraph))
    print(f"{paragraph} -> {found}")
    assert found == kept, "the behaviour has changed"

document = PlaintextParser.from_string("\n\n".join(PARAGRAPHS), tokenizer).document
sentences = [str(sentence) for sentence in document.sentences]
print("document:", sentences)
assert sentences == [kept for kept in PARAGRAPHS.values() if kept], "the behaviour has changed"
assert not document.headings, "the behaviour has changed"
PYTHON
echo "as described"
