#!/usr/bin/env bash
# gne 0.4.3: the author of a page is 张三会议强调, or its editor, according to whether its HTML has line breaks.
#
# `author` is two to twenty letters or Chinese characters after 作者： or a similar word, in all texts of the page, which
# gne joins without anything between them. In a page without line breaks between its elements the article goes on
# where the name ends, and its first characters are part of the name. Where the label of the editor follows, 作者：张三 is
# no author any more, and the editor is it. The same page with line breaks is right, so that a page typed for a test
# shows nothing. Seen: of three forms of one line two are wrong when minified. Put a line break behind each end tag
# before `extract`, or give an `author_xpath`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet gne==0.4.3
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from gne import GeneralNewsExtractor

TEXT = "会议强调，各地各部门要结合实际，认真贯彻落实，确保各项任务落到实处。" * 8
LINES = {
    "<p>来源：本网 作者：张三</p>": "张三会议强调",
    "<span>作者：张三</span><span>编辑：李四</span>": "李四会议强调",
    "<p>作者：张三 来源：本网</p>": "张三",
}


def author(line, between):
    parts = ["<html><head><title>通知</title></head><body><h1>通知</h1>", line.replace("><", f">{between}<")]
    page = between.join([*parts, f"<div><p>{TEXT}</p></div>", "</body></html>"])
    return GeneralNewsExtractor().extract(page)["author"]


for line, minified in LINES.items():
    found = author(line, ""), author(line, "\n")
    print(f"{line}: {found[0]}, with line breaks: {found[1]}")
    assert found == (minified, "张三"), "the behaviour has changed"
PYTHON
echo "as described"
