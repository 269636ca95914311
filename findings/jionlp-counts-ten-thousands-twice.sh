#!/usr/bin/env bash
# jionlp 1.5.31: 1万2千元 is 22,000 yuan, and 1亿2000万元 is 220,020,000, both "accurate".
#
# `parse_money` turns amounts of Chinese texts into numbers, for tables of budgets and fines. Papers mix digits with
# 千, 万 and 亿: 1万2千元 is 12,000. If digits follow, the digits before 万 or 亿 are added to it once more, one by one
# (15万2千元 has 21 times 10,000), and digits with no unit of their own are added up, too: 2000 is 2. There is no error,
# and the field that says how sure the result is has "accurate". Chinese numerals alone and digits alone, as in the
# documentation, are right. The way back is wrong as well: `money_num2char(100000000)` is 壹亿萬, a million millions.
# Seen: of six mixed amounts all are wrong, between 1.24 and 1.86 times the amount; in numerals all six are right.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet jionlp==1.5.31
"$folder/venv/bin/python" - <<'PYTHON'
import jionlp

AMOUNTS = {
    "1万2千元": ("一万二千元", 12_000),
    "1万2000元": ("一万两千元", 12_000),
    "15万2千元": ("十五万二千元", 152_000),
    "3亿5千万元": ("三亿五千万元", 350_000_000),
    "1亿2000万元": ("一亿两千万元", 120_000_000),
    "12亿3千4百万元": ("十二亿三千四百万元", 1_234_000_000),
}


def amount(text):
    parsed = jionlp.parse_money(text)
    return float(parsed["num"]), parsed["definition"]


found = {}
for mixed, (numerals, right) in AMOUNTS.items():
    found[mixed], in_numerals = amount(mixed), amount(numerals)
    print(f"{mixed}: {found[mixed][0]:,.0f} ({found[mixed][1]}), {found[mixed][0] / right:.2f} times the amount")
    print(f"{numerals}: {in_numerals[0]:,.0f}")
    assert in_numerals == (right, "accurate"), "the behaviour has changed"
    assert found[mixed][0] > 1.2 * right and found[mixed][1] == "accurate", "the behaviour has changed"
print("100000000:", jionlp.money_num2char(100_000_000))
assert found["1万2千元"][0] == 22_000 and found["1亿2000万元"][0] == 220_020_000, "the behaviour has changed"
assert jionlp.money_num2char(100_000_000) == "壹亿萬", "the behaviour has changed"
PYTHON
echo "as described"
