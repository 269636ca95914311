#!/usr/bin/env bash
# ftfy 6.3.1: fix_text replaces the punctuation of clean Chinese text by that of ASCII.
#
# ftfy repairs text that was decoded wrongly and is a usual first step of a corpus. By default it also "fixes"
# characters of full width, meant for Latin letters and digits of old East Asian terminals. The comma, colon,
# semicolon, exclamation mark, question mark and brackets of Chinese belong to the same block of Unicode; the
# full stop and the quotation marks 《》 do not, and “” are straightened by another default. So correct text comes
# back with half of its marks changed. What looks for ， or ： afterwards (clauses, labels such as 来源：, titles of
# officials) finds nothing, and the hash of a text differs from that of the same text elsewhere. Seen below;
# fix_character_width=False and uncurl_quotes=False leave it as it is.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet ftfy==6.3.1
"$folder/venv/bin/python" - <<'PYTHON'
import ftfy

TEXT = "会议指出，要“学以致用”！来源：青石县（第1号）；见《通知》。"
fixed = ftfy.fix_text(TEXT)
print(TEXT)
print(fixed)
assert fixed == '会议指出,要"学以致用"!来源:青石县(第1号);见《通知》。', "the behaviour has changed"
kept = ftfy.fix_text(TEXT, fix_character_width=False, uncurl_quotes=False)
print("with both options off, unchanged:", kept == TEXT)
assert kept == TEXT, "the behaviour has changed"
PYTHON
echo "as described"
