#!/usr/bin/env bash
# price-parser 0.5.1: 12.5万元 is 12.5, and 1.2亿元 less than 3万元.
#
# price-parser promises robust extraction of amount and currency from text as it stands on a page, without a word
# about languages. Chinese prices from 10,000 on are written with 万 (10,000) or 亿 (100,000,000) behind the number:
# budgets and winning bids in notices, prices of flats and cars. The number is taken and the rest left, so that the
# amount is too small by a factor of ten thousand, or of a hundred million; columns of notices that write 350000元 and
# 35万元 have both, and a sum or an order by amount means nothing. `amount` is a number as for any price, and 元 is no
# currency either, so that its absence does not tell. Seen: of five notices that name one and the same sum three have
# other amounts. Multiply by yourself: look at the character behind the number.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet price-parser==0.5.1
"$folder/venv/bin/python" - <<'PYTHON'
import re
from decimal import Decimal

from price_parser import Price

UNITS = {"万": 10**4, "亿": 10**8}
SUM = Decimal(120_000_000)
NOTICES = {
    "中标金额：120000000元": SUM,
    "中标金额：120,000,000.00元": SUM,
    "中标金额：12000万元": Decimal(12_000),
    "中标金额：￥12,000.00万元": Decimal(12_000),
    "中标金额：1.2亿元": Decimal("1.2"),
}
for notice, expected in NOTICES.items():
    price = Price.fromstring(notice)
    unit = re.search(r"\d\s*([万亿])", notice)
    mended = price.amount * (UNITS[unit[1]] if unit else 1)
    print(notice, "->", price, "->", mended)
    assert price.amount == expected and mended == SUM, "the behaviour has changed"
    assert price.currency == ("￥" if "￥" in notice else None), "the behaviour has changed"
assert Price.fromstring("1.2亿元").amount < Price.fromstring("3万元").amount, "the behaviour has changed"
PYTHON
echo "as described"
