#!/usr/bin/env bash
# pycnnum 2.1.1: 三千五百万 (35 million) is 3,005,000,000, and 一百二十万 is 10,200,000.
#
# `cn2num` reads Chinese numerals. What stands before 万 or 亿 is one factor, also if it has several units in it (三千五百,
# 一百二十). pycnnum gives the 万 to the last of them alone and lifts those before it to some other place. Factors with a
# single unit (二十万, 两千万) are right, and so is all below 10,000, the examples of the documentation among them. No
# error; the results look like figures of a budget. Seen: of eight numerals with several units before 万 or 亿 none is
# right, all are between 8 and 101 times as much; four others are right, and cn2an has all twelve.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pycnnum==2.1.1 cn2an==0.5.24
"$folder/venv/bin/python" - <<'PYTHON'
import cn2an
import pycnnum

NUMBERS = "三千五百万 一百二十万 一千二百万 三百五十亿 九百六十万 七千三百亿 三千五百万零八百 一千四百五十万".split()
ONE_UNIT = "二十万 两千万 一亿二千万 五千二百".split()
found = {}
for numeral in NUMBERS + ONE_UNIT:
    number, right = pycnnum.cn2num(numeral), int(cn2an.cn2an(numeral, "smart"))
    found[numeral] = number / right
    print(f"{numeral}: {number:,}", f"({found[numeral]:.1f} times {right:,})" if number != right else "")
assert all(8 < found[numeral] < 101 for numeral in NUMBERS), "the behaviour has changed"
assert all(found[numeral] == 1 for numeral in ONE_UNIT), "the behaviour has changed"
assert pycnnum.cn2num("三千五百万") == 3_005_000_000, "the behaviour has changed"
PYTHON
echo "as described"
