#!/usr/bin/env bash
# striprtf 0.0.35: 会议不得延期, of which 不得 was struck out with changes tracked, is 会议不得应当延期, and notes are gone.
#
# In RTF `\deleted` marks text that was struck out while Word kept track of changes, and `\v` text that is hidden (RTF
# 1.9.1, "Track Changes" and "Font Formatting Properties"); a note is in a group `\footnote` at its place, the text of
# a text box in `\shptxt`. striprtf, to which other readers of RTF hand over, writes deleted and hidden text like any
# other, so that a sentence has its old and its new wording and may say the opposite, and leaves notes and text boxes
# out. It gives no sign, and the documentation names no exception. Seen: of a sentence with all four the two that
# nobody sees are there, and the two that are printed are not. kreuzberg 4.10.4 has the note and no hidden text, but
# keeps deleted words too. Accept all changes in Word first, or convert with LibreOffice.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet striprtf==0.0.35 kreuzberg==4.10.4
"$folder/venv/bin/python" - "$folder/notice.rtf" <<'PYTHON'
import sys

import kreuzberg
from striprtf.striprtf import rtf_to_text


def gbk(text):
    """Return a text as Word writes it in a font of charset 134."""
    return "".join(rf"\'{byte:02x}" for byte in text.encode("gbk"))


note = rf"{{\super\chftn{{\footnote\pard\plain\f0 {{\super\chftn}}{gbk('见附件')}}}}}"
box = rf"{{\shp{{\*\shpinst\shpleft0{{\shptxt\pard\plain\f0 {gbk('框内')}\par}}}}}}"
rtf = (
    r"{\rtf1\ansi\ansicpg936\deff0{\fonttbl{\f0\fnil\fcharset134 SimSun;}}"
    r"{\*\revtbl{Unknown;}{Author;}}\pard\f0 "
    + gbk("会议")
    + rf"{{\deleted\revauthdel1 {gbk('不得')}}}{{\revised\revauth1 {gbk('应当')}}}{gbk('延期')}"
    + note
    + rf"{gbk('。')}{{\v {gbk('内部')}}}{box}\par}}"
)
with open(sys.argv[1], "w", encoding="ascii") as file:
    file.write(rtf)
found = rtf_to_text(rtf)
other = kreuzberg.extract_file_sync(sys.argv[1]).content
print("striprtf: ", found.strip())
print("kreuzberg:", other.split())
assert found.strip() == "会议不得应当延期。内部", "the behaviour has changed"
assert "见附件" in other and "不得" in other and "内部" not in other, "kreuzberg has changed"
PYTHON
echo "as described"
