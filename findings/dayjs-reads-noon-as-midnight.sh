#!/usr/bin/env bash
# dayjs 1.11.23: 中午12:30, which it wrote itself, is half past midnight when it reads it; 下午3:30 may be 03:30.
#
# In zh-cn `A` is one of six words (凌晨, 早上, 上午, 中午, 下午, 晚上), and dayjs writes 12:30 as 中午12:30. The plugin
# customParseFormat looks for the word among the hours up to 24 and takes it for an afternoon if the hour is above 12.
# 中午 stands for 12 only, so that 12:30 becomes 00:30 and 中午1:30 becomes 01:30: an item of noon is twelve hours early.
# Formats with 年, 月, 日, as those of the locale, have a second trap: with a blank before `A` the parser takes "年月日"
# for the half of the day, and 下午3:30 is 03:30. Without the blank, or with [年][月][日], afternoons are right; noon
# never is. No result is invalid. The tracker has open reports for Korean and Japanese. Seen: five of six times are wrong
# by twelve hours; moment reads all. Read the half of the day yourself, or use moment.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts dayjs@1.11.23 moment@2.31.0
cat > "$folder/read.cjs" <<'JS'
const assert = require("assert");
const dayjs = require("dayjs");
const moment = require("moment");
require("dayjs/locale/zh-cn");
require("moment/locale/zh-cn");
dayjs.extend(require("dayjs/plugin/customParseFormat"));

const FORMAT = "YYYY年M月D日 Ah:mm";
const EXPECTED = { "下午3:30": "03:30", "晚上8:05": "08:05", "中午1:30": "01:30" };
for (const [time, wrong] of Object.entries(EXPECTED)) {
    const text = `2024年5月6日 ${time}`;
    const found = dayjs(text, FORMAT, "zh-cn");
    const right = moment(text, FORMAT, "zh-cn").format("HH:mm");
    console.log(text, "dayjs:", found.format("HH:mm"), "moment:", right);
    assert.ok(found.isValid(), "the behaviour has changed");
    assert.equal(found.format("HH:mm"), wrong, "the behaviour has changed");
    assert.equal(Number(right.slice(0, 2)), Number(wrong.slice(0, 2)) + 12, "the behaviour has changed");
}
const TIGHT = "YYYY年M月D日Ah:mm";
const written = dayjs("2024-05-06T12:30:00").locale("zh-cn").format(TIGHT);
const read = (text) => dayjs(text, TIGHT, "zh-cn").format("HH:mm");
console.log("written:", written, "read:", read(written));
assert.equal(written, "2024年5月6日中午12:30", "the behaviour has changed");
assert.equal(read(written), "00:30", "the behaviour has changed");
assert.equal(read("2024年5月6日中午1:30"), "01:30", "the behaviour has changed");
assert.equal(read("2024年5月6日下午3:30"), "15:30", "the behaviour has changed");
assert.equal(moment(written, TIGHT, "zh-cn").format("HH:mm"), "12:30", "the behaviour has changed");
JS
TZ=UTC node "$folder/read.cjs"
echo "as described"
