#!/usr/bin/env bash
# jieba 0.42.1: words with ·, 〇, Roman or full-width digits, or a rare character can be added, but never come out.
#
# `add_word` and `load_userdict` take any text. `cut` first splits the sentence at all characters outside of
# U+4E00-U+9FD5, letters and digits of ASCII and +#&._%- , and looks only into the pieces: 卡尔·马克思, 〇〇后, Ⅱ型, the
# name 刘䶮 or 3·15晚会 are in the dictionary, with whatever frequency, and are never found. Search by such words in
# segmented text, or counts of them, give zero. Seen: of eight added words two are found. Assign a wider pattern to
# `jieba.re_han_default` before cutting (last part below), or join the pieces afterwards.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "setuptools<81" jieba==0.42.1
"$folder/venv/bin/python" -W ignore - "$folder" <<'PYTHON'
import logging
import re
import sys

import jieba

WORDS = ["三会一课", "C++语言", "卡尔·马克思", "3·15晚会", "〇〇后", "Ⅱ型", "刘䶮", "１２３４５热线"]
jieba.setLogLevel(logging.ERROR)
jieba.dt.tmp_dir = sys.argv[1]
for word in WORDS:
    jieba.add_word(word, 1_000_000)


def found():
    return [word for word in WORDS if word in jieba.cut(f"关于{word}的报道")]


before = found()
print("added and found:", before)
print("Known to the dictionary:", [word for word in WORDS if jieba.dt.FREQ.get(word)])
assert before == WORDS[:2], "the behaviour has changed"
assert all(jieba.dt.FREQ[word] == 1_000_000 for word in WORDS), "the behaviour has changed"
wider = r"\u3007\u3400-\u4dbf\u4e00-\u9fff\u2160-\u217f\uff10-\uff19\u00b7"
jieba.re_han_default = re.compile(rf"([{wider}a-zA-Z0-9+#&._%-]+)")
print("with a wider pattern:", found())
assert found() == WORDS, "the behaviour has changed"
PYTHON
echo "as described"
