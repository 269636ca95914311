#!/usr/bin/env bash
# boilerpy3 1.0.7: of a Chinese article without commas nothing is kept, and a footer with commas is taken for the text.
#
# Its extractors tell text from furniture by the number of words of a block. A word is what stands between blanks and
# punctuation, so a Chinese paragraph has as many words as clauses: four sentences without a comma are four words, less
# than a menu; a row of phrases such as 版权所有，未经许可，不得转载 has one for each. With commas inside the sentences
# the same paragraphs are found, so that a try with one page says little. No error, no option for the language. Seen:
# eight paragraphs of four sentences: nothing, or with the footer first in the page only the footer; all eight of them
# with a comma in each clause.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet boilerpy3==1.0.7
"$folder/venv/bin/python" - <<'PYTHON'
from boilerpy3.extractors import ArticleExtractor

PLAIN = "全市各级党组织要认真学习领会会议精神并结合实际抓好贯彻落实。" * 4
COMMAS = "会议强调，要坚持以人民为中心，推动各项工作落到实处，确保取得实效。" * 4
FOOTER = "版权所有，未经许可，不得转载，违者必究，联系电话，备案号，主办单位，承办单位，网站标识码，公安备案"


def kept(paragraph, footer_first):
    """Return how many paragraphs are kept, and whether the footer is."""
    pieces = ["<h1>全市会议召开</h1>" + f"<p>{paragraph}</p>" * 8, f"<div>{FOOTER}</div>"]
    body = "".join(reversed(pieces) if footer_first else pieces)
    text = ArticleExtractor().get_content(f"<html><body>{body}</body></html>")
    return text.count(paragraph), FOOTER in text


found = {
    f"{name}, footer {'first' if first else 'last'}": kept(paragraph, first)
    for name, paragraph in (("no commas", PLAIN), ("commas", COMMAS))
    for first in (False, True)
}
for name, figures in found.items():
    print(f"{name}: {figures[0]} of 8 paragraphs, footer kept: {figures[1]}")
assert found["no commas, footer last"] == (0, False), "the behaviour has changed"
assert found["no commas, footer first"] == (0, True), "the behaviour has changed"
assert found["commas, footer last"][0] == found["commas, footer first"][0] == 8, "the behaviour has changed"
PYTHON
echo "as described"
