#!/usr/bin/env bash
# nzh 1.0.14: 两百 is 0, 一万两千 is 10000, 二〇二四 is 224, and 廿五 is 5.
#
# `decodeS` and `decodeB` turn Chinese numerals into numbers. Both know the digits and units that nzh writes itself;
# any other character counts as a digit without a value, and is passed over. 两 is how two is written before 百, 千, 万 and
# 亿, 〇 is the zero of years and numbers of documents, 廿 and 卅 are twenty and thirty. A number that one of them is in
# comes out smaller, as a number, without an error. The documentation shows numerals with 二 and 零 and names no limits.
# Seen: of nine usual numerals five are wrong; cn2an 0.5.24 has all five. Replace 两 by 二 and 〇 by 零 first, and turn
# numerals without units digit by digit.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet cn2an==0.5.24
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts nzh@1.0.14
cat > "$folder/read.cjs" <<'JS'
const assert = require("assert");
const { cn } = require("nzh");
const NUMERALS = {
    一百零五: 105, 二千零二十四: 2024, 一亿: 100000000,
    两百: 0, 一万两千: 10000, 两千零二十四: 24, 二〇二四: 224, 一百〇五: 105, 廿五: 5,
};
const found = Object.fromEntries(Object.keys(NUMERALS).map((numeral) => [numeral, cn.decodeS(numeral)]));
console.log(found);
assert.deepEqual(found, NUMERALS, "the behaviour has changed");
JS
node "$folder/read.cjs"
"$folder/venv/bin/python" - <<'PYTHON'
import cn2an

found = [cn2an.cn2an(numeral, "smart") for numeral in "两百 一万两千 两千零二十四 二〇二四 廿五".split()]
print("cn2an:", found)
assert found == [200, 12000, 2024, 2024, 25], "cn2an has changed"
PYTHON
echo "as described"
