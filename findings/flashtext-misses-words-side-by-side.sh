#!/usr/bin/env bash
# flashtext 2.7: of two keywords that stand side by side in Chinese, it finds the first and misses the second.
#
# flashtext takes what is no letter, digit or underscore of ASCII for the end of a word, so Chinese keywords are
# found without blanks around them, which looks as if Chinese worked. But behind a keyword it has read the next
# character already and goes on after it: a keyword that begins right there is lost, so is the second of the same
# word twice. Chinese has nothing between its words; a slogan of four topic words counts for two. No error, and
# tests with one keyword in a sentence pass. Seen: of four keywords in a row the first and the third, with a comma
# between them all four. Count topic words with an automaton of Aho and Corasick instead.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "setuptools<81" wheel
"$folder/venv/bin/python" -m pip install --quiet --no-build-isolation flashtext==2.7
"$folder/venv/bin/python" - <<'PYTHON'
from flashtext import KeywordProcessor

WORDS = ["党建", "引领", "乡村", "振兴"]
processor = KeywordProcessor()
for word in WORDS:
    processor.add_keyword(word)

together, apart = "".join(WORDS), "，".join(WORDS)
found = {text: processor.extract_keywords(f"坚持{text}。") for text in (together, apart)}
for text, words in found.items():
    print(f"{text}: {words}")
assert found[together] == ["党建", "乡村"], "the behaviour has changed"
assert found[apart] == WORDS, "the behaviour has changed"
twice = processor.extract_keywords("振兴振兴")
print(f"振兴振兴: {twice}")
assert twice == ["振兴"], "the behaviour has changed"
PYTHON
echo "as described"
