#!/usr/bin/env bash
# any-date-parser 2.2.4: 2024年12月11日 08:30 is the 1st of February 2024, and each day of November the 1st of January.
#
# The package reads dates in each language that the runtime knows, zh-CN by its README with the others. In Chinese it
# takes the names of months that `Intl` gives, 1月 to 12月, and finds 2月 in 12月 and 1月 in 11月; the digit before it is the
# day. So all of December is one day of February and all of November New Year's Day, if there is a time behind the date
# or no year before it. 2024年12月11日 alone is right, and so are the other ten months, so that what is tried in summer
# works. 3天前 (three days ago) is the 3rd of this month. The results are valid dates, not the "invalid" that the README
# promises for what is not understood. Seen: of ten dates six are in another month. Read Chinese dates with a pattern of
# your own.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts any-date-parser@2.2.4
cat > "$folder/read.cjs" <<'JS'
const module_ = require("any-date-parser");
const parser = module_.default || module_;
const EXPECTED = {
  "2024年12月11日 08:30": [2024, 2, 1],
  "2024年12月31日 18:30": [2024, 2, 1],
  "2024年12月25日 下午3:30": [2024, 2, 1],
  "2024年11月25日 08:30": [2024, 1, 1],
  "12月11日": [undefined, 2, 1],
  "11月25日 18:30": [undefined, 1, 1],
  "2024年12月11日": [2024, 12, 11],
  "2024年10月21日 08:30": [2024, 10, 21],
  "2024年5月11日 08:30": [2024, 5, 11],
  "5月11日": [undefined, 5, 11],
};
for (const [text, expected] of Object.entries(EXPECTED)) {
  const { year, month, day, invalid } = parser.attempt(text, "zh-CN");
  console.log(text, JSON.stringify({ year, month, day }), invalid || "");
  if (invalid || String([year, month, day]) !== String(expected)) throw new Error("the behaviour has changed");
}
const ago = parser.attempt("3天前", "zh-CN");
console.log("3天前", JSON.stringify(ago));
if (ago.invalid || ago.day !== 3 || ago.month) throw new Error("the behaviour has changed");
JS
node "$folder/read.cjs"
echo "as described"
