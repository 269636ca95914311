#!/usr/bin/env bash
# flexsearch 0.8.212: a search for 2023 finds 电话0571-87654320, and one for 党建 finds 修建党校.
#
# For Chinese the README names `Charset.CJK`, an encoder that makes a term of each character, since there are no blanks
# between words. It does so with Latin letters and figures as well, and drops what comes twice: 2023 is 2, 0 and 3, and
# a document with these digits anywhere, in a telephone number or a price, is a hit. The order does not count either:
# 党建 is 修建党校, and 议会 is 常委会议程. Results are numbers of documents without a degree, so that true hits cannot be
# told from these; in an archive of pages with dates most pages are hits of each year. Nothing is said of it where the
# encoder is named. Seen: three searches, of which each has one document, find four, two and two. Check each hit with
# `includes`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts flexsearch@0.8.212
cat > "$folder/search.cjs" <<'JS'
const { Charset, Index } = require("flexsearch");
const TEXTS = ["2023年总结", "电话0571-87654320", "单价30.2元", "2032年规划", "全市党建", "修建党校", "省议会", "常委会议程"];
const EXPECTED = { 2023: [0, 1, 2, 3], 党建: [4, 5], 议会: [6, 7] };
const index = new Index({ encoder: Charset.CJK, tokenize: "forward" });
TEXTS.forEach((text, number) => index.add(number, text));
for (const [word, expected] of Object.entries(EXPECTED)) {
  const found = index.search(word).sort();
  const right = found.filter((number) => TEXTS[number].includes(word));
  console.log(word, "->", found.map((number) => TEXTS[number]).join(" "), "| with the word:", right.length);
  if (String(found) !== String(expected) || right.length !== 1) throw new Error("the behaviour has changed");
}
JS
node "$folder/search.cjs"
echo "as described"
