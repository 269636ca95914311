#!/usr/bin/env bash
# chrono-node 2.10.3: 去年12月5日 is December of this year, and 23日上午九时 is nine o'clock of today.
#
# chrono finds dates in sentences, and its page lists Chinese among the languages with partial support. In articles 去年
# (last year), 前年 and 明年 before a month are as frequent as figures. The pattern of dates has room for 年 without a
# figure before it: of 去年12月5日 it finds 年12月5日 and fills in the year nearest to the day of reference. The
# result names month and day as certain, and says no word of the year; a date of the past comes out as one to come. The
# day alone, as news agencies write it (23日上午九时), is no date for it; it takes the hour, on the day of reference.
# No error. Seen: three sentences of three years in one year, and a day lost. English "5 December last year" has a
# result of its own for the year. Drop results whose text begins with 年 or has an hour without a day before it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts chrono-node@2.10.3
cat > "$folder/read.cjs" <<'JS'
const assert = require("assert");
const { zh } = require("chrono-node");

const NOW = new Date("2024-05-10T12:00:00Z");
const EXPECTED = {
    "会议于2023年12月5日召开。": ["2023年12月5日", "2023-12-05"],
    "会议于去年12月5日召开。": ["年12月5日", "2024-12-05"],
    "会议于前年3月5日召开。": ["年3月5日", "2024-03-05"],
    "会议将于明年3月5日召开。": ["年3月5日", "2024-03-05"],
    "会议23日上午九时召开。": ["上午九时", "2024-05-10"],
};
for (const [sentence, [text, day]] of Object.entries(EXPECTED)) {
    const results = zh.hans.parse(sentence, NOW);
    const found = results.map((result) => [result.text, result.start.date().toISOString().slice(0, 10)]);
    console.log(sentence, found);
    assert.deepEqual(found, [[text, day]], "the behaviour has changed");
}
JS
TZ=UTC node "$folder/read.cjs"
echo "as described"
