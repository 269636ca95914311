#!/usr/bin/env bash
# sugar-date 2.0.6: in Chinese 05-06 is the 5th of June, 05-16 a day of 2001, and 24-05-06 the 24th of May 2006.
#
# Lists of Chinese sites give dates as 05-06 or 05/06 18:30, with the month in front, as 月 comes before 日 and all
# official forms have it (GB/T 7408). `Date.create` with the locale zh-CN reads 2024年5月6日, 三天前 and 下周三 well;
# numbers alone it reads with the day in front, as in Europe, while with "en" the month is in front. If that day cannot
# be a month, it looks elsewhere: 05-16 is in May, of the year 2001. So of a list each date up to the 12th of a month is
# another day, those behind are decades back, and none is invalid. README and types of the package tell nothing of this
# locale. Seen: of seven dates of a list none is right, and with 月 and 日 all are. Put the year before such dates, with
# four digits.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts sugar-date@2.0.6
cat > "$folder/read.cjs" <<'JS'
const Sugar = require("sugar-date");
require("sugar-date/locales");
const year = new Date().getFullYear();
const EXPECTED = {
  "05-06": [`${year}-06-05`, "05月06日", `${year}-05-06`],
  "5/6": [`${year}-06-05`, "5月6日", `${year}-05-06`],
  "05.06": [`${year}-06-05`, "5月6日", `${year}-05-06`],
  "05-06 18:30": [`${year}-06-05`, "5月6日 18:30", `${year}-05-06`],
  "05-16": ["2001-05-16", "5月16日", `${year}-05-16`],
  "12-11": [`${year}-11-12`, "12月11日", `${year}-12-11`],
  "24-05-06": ["2006-05-24", "2024年5月6日", "2024-05-06"],
};
const read = (text) => {
  const date = Sugar.Date.create(text, "zh-CN");
  return isNaN(date) ? "invalid" : Sugar.Date.format(date, "{yyyy}-{MM}-{dd}");
};
for (const [text, [expected, written, right]] of Object.entries(EXPECTED)) {
  const found = read(text);
  console.log(`${text} -> ${found}, ${written} -> ${read(written)}`);
  if (found !== expected || read(written) !== right) throw new Error("the behaviour has changed");
}
JS
node "$folder/read.cjs"
echo "as described"
