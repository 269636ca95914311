#!/usr/bin/env bash
# spaCy 3.8.18: 人民 (the people), 社会主义 (socialism) and 安全 (safety) are stop words in Chinese, as 的 is.
#
# `is_stop` marks words that say nothing of the topic, and leaving them out before words are counted, compared or put
# into a cloud is what the guides show. The Chinese list has 1,891 entries: beside 的 and 我们 there are the nouns 人民,
# 社会主义, 安全, 任务, 现代, the verbs 加强, 坚持, 实现, 召开 and 战斗, and, as from a paper's notes, ［②ｄ］ and ２．３％. Texts
# about politics lose their topic by it: 社会主义 is in no table, as if no text had it, while 国家 and 建设 are. The English
# list has none of these ten. The documentation calls them the most common words, such as "and" or "I". Nothing
# warns. Seen: of a text in which 人民 is the most frequent word and 社会主义 the second, the six words that are left
# have neither. Take these words out of `Defaults.stop_words`, or set their `is_stop` to False.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet spacy==3.8.18 jieba==0.42.1 "setuptools<81"
"$folder/venv/bin/python" - <<'PYTHON'
from collections import Counter

import spacy

TEXT = "坚持人民至上，加强人民安全，为人民服务。实现社会主义现代化，建设社会主义国家，人民是主人。"
JIEBA = {"nlp": {"tokenizer": {"@tokenizers": "spacy.zh.ChineseTokenizer", "segmenter": "jieba"}}}
TOPIC = ["人民", "社会主义", "安全", "任务", "现代", "加强", "坚持", "实现", "召开", "战斗"]
ENGLISH = ["people", "socialism", "security", "task", "modern", "strengthen", "uphold", "realise", "convene", "fight"]

chinese = spacy.blank("zh", config=JIEBA)
words = [word for word in chinese(TEXT) if word.is_alpha]
every = Counter(word.text for word in words)
counted = Counter(word.text for word in words if not word.is_stop)
print("all words:", every.most_common())
print("without stop words:", counted.most_common())
stops = chinese.Defaults.stop_words
print(len(stops), "entries, among them", [word for word in [*TOPIC, "［②ｄ］", "２．３％"] if word in stops])
print("of the same in English:", [word for word in ENGLISH if word in spacy.blank("en").Defaults.stop_words])
assert stops.issuperset([*TOPIC, "［②ｄ］", "２．３％"]), "the behaviour has changed"
assert not {*ENGLISH} & spacy.blank("en").Defaults.stop_words, "the behaviour has changed"
assert every.most_common(2) == [("人民", 4), ("社会主义", 2)], "the behaviour has changed"
assert not {"人民", "社会主义"} & counted.keys() and len(counted) == 6, "the behaviour has changed"
PYTHON
echo "as described"
