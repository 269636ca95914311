#!/usr/bin/env bash
# Resiliparse 2.0.1, inscriptis 2.7.6, html2text 2025.4.15: the third rule of a notice is number 1, and the 12th number 1.
#
# A list that goes on behind a paragraph has `<ol start="3">` in HTML, as editors write it; a single number is
# `<li value="12">`, as in excerpts from regulations. Both decide what a reader sees and what others cite. The extractors
# write numbers into the text, so that it looks like the page: Resiliparse counts from 1 in each list, whatever it says,
# inscriptis knows `value` and not `start`, html2text `start` and not `value`. The numbers are right in lists of one piece,
# by which one tests. The documentation of Resiliparse has "numbers for list items", with no exception. Seen: of two
# lists, that go on with 3 and with 12, no one has both right. Where numbers count, take them out of the HTML, or leave
# them away (`list_bullets=False`) rather than keep wrong ones.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet Resiliparse==2.0.1 inscriptis==2.7.6 html2text==2025.4.15 lxml==6.1.3
"$folder/venv/bin/python" - <<'PYTHON'
import re

import html2text
import inscriptis
from resiliparse.extract.html2text import extract_plain_text

PAGE = """<html><body><h3>一、责任</h3><ol><li>落实主体责任</li><li>加强监督</li></ol>
<p>党组织还要做好下列工作：</p><ol start="3"><li>完善制度</li><li>做好保障</li></ol>
<p>条例摘要：</p><ol><li value="12">党员享有权利</li><li>党员履行义务</li></ol></body></html>"""
RULES = {"落实主体责任": 1, "加强监督": 2, "完善制度": 3, "做好保障": 4, "党员享有权利": 12, "党员履行义务": 13}


def numbers(text):
    return {rule: int(re.search(rf"(\d+)\. {rule}", text)[1]) for rule in RULES}


found = {
    "Resiliparse": numbers(extract_plain_text(PAGE)),
    "inscriptis": numbers(inscriptis.get_text(PAGE)),
    "html2text": numbers(html2text.html2text(PAGE)),
}
for name, of_rules in found.items():
    print(name, of_rules, "wrong:", [rule for rule in RULES if of_rules[rule] != RULES[rule]])
assert list(found["Resiliparse"].values()) == [1, 2, 1, 2, 1, 2], "the behaviour has changed"
assert list(found["inscriptis"].values()) == [1, 2, 1, 2, 12, 13], "the behaviour has changed"
assert list(found["html2text"].values()) == [1, 2, 3, 4, 1, 2], "the behaviour has changed"
PYTHON
echo "as described"
