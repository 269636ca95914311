#!/usr/bin/env bash
# zhon 2.1.1: its pattern for Chinese sentences cuts everything before the last number of a sentence.
#
# `zhon.hanzi.sentence` is a regular expression that is said to match a sentence, and `re.findall` with it is the
# example of its documentation. It admits Chinese characters and punctuation only. Digits and Latin letters are
# none of them, so a match begins after the last one: what stands before it in the sentence is lost, and what is
# left reads like a sentence. News has a date or a count in most sentences. Seen: "今年5月，全市1200名党员参加培训。"
# gives "名党员参加培训。".
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet zhon==2.1.1
"$folder/venv/bin/python" - <<'PYTHON'
import re

from zhon import hanzi

TEXT = "培训分三期进行。今年5月，全市1200名党员参加培训。他们用的是App学习平台。"
found = re.findall(hanzi.sentence, TEXT)
print(found)
assert found == ["培训分三期进行。", "名党员参加培训。", "学习平台。"], "the behaviour has changed"
print(f"{len(TEXT)} characters, {sum(map(len, found))} of them in sentences")
PYTHON
echo "as described"
