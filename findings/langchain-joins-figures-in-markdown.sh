#!/usr/bin/env bash
# langchain-text-splitters 1.1.3: 12　34 becomes 1234 and 张　三　李　四 one name, when Markdown is split at its heads.
#
# `MarkdownHeaderTextSplitter` cuts a document into sections before it goes into an index. Of each line it keeps what
# Python calls printable, which is meant for invisible characters. U+3000, the blank of Chinese type that stands between
# names and columns and inside names of two characters, is none of that, nor are tabs, U+00A0 of HTML and all other
# blanks but one: columns of figures become one figure, lists of names one word, and code loses its indentation. The
# documentation says how heads are found and not that text changes; a search or an answer from such an index has
# numbers that no page has. A bug report names tabs and U+00A0 in code. Seen: of five lines four have lost their
# blanks, and only the one with ordinary blanks is whole. `ExperimentalMarkdownSyntaxTextSplitter` keeps all five.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet langchain-text-splitters==1.1.3
"$folder/venv/bin/python" - <<'PYTHON'
from langchain_text_splitters import ExperimentalMarkdownSyntaxTextSplitter, MarkdownHeaderTextSplitter

LINES = ["一等奖：张　三　李　四　王小明", "2023年　12　34", "海口\t1200\t60", "三亚\xa0340\xa017", "儋州 210 11"]
HEADS = [("#", "title")]
page = "# 表彰名单\n" + "\n".join(LINES) + "\n"


def lines(splitter):
    (section,) = splitter.split_text(page)
    return [line.rstrip(" ") for line in section.page_content.splitlines()]


found = lines(MarkdownHeaderTextSplitter(HEADS))
for before, after in zip(LINES, found, strict=True):
    print(repr(before), "->", repr(after))
assert found[:2] == ["一等奖：张三李四王小明", "2023年1234"], "the behaviour has changed"
assert found[2:] == ["海口120060", "三亚34017", "儋州 210 11"], "the behaviour has changed"
assert lines(ExperimentalMarkdownSyntaxTextSplitter(HEADS)) == LINES, "the behaviour has changed"
PYTHON
echo "as described"
