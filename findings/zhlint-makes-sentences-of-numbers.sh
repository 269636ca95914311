#!/usr/bin/env bash
# zhlint 0.8.2: 1.加强领导 in a notice becomes 1。加强领导, and 附件：1.名单 becomes 附件：1。名单.
#
# zhlint finds and mends punctuation of Chinese text that is mixed with Latin, for people who write documentation. A
# point with a Chinese character behind it is a full stop for it, also if a number is in front. Official documents number
# their third level so, 1.加强领导, and their annexes. Each number is then a sentence of its own: a text split at 。 has
# "1" and "会议指出：1" as sentences, and the mark by which a list is known is gone. 2024.5.6 stays, and with a blank
# behind the point nothing happens, as in Markdown, for which it is made. Its README has exceptions for abbreviations,
# and none for numbers. Seen: of six texts four are changed so. Write a blank behind the number first.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts zhlint@0.8.2
cat > "$folder/mend.cjs" <<'JS'
const { run } = require("zhlint");
const TEXTS = {
  "1.加强领导，抓好落实。": "1。加强领导，抓好落实。",
  "会议指出：1.加强领导；2.抓好落实。": "会议指出：1。加强领导；2。抓好落实。",
  "附件：1.名单": "附件：1。名单",
  "表1.党员名单": "表 1。党员名单",
  "1. 加强领导，抓好落实。": "1. 加强领导，抓好落实。",
  "日期：2024.5.6": "日期：2024.5.6",
};
for (const [text, expected] of Object.entries(TEXTS)) {
  const { result } = run(text, { rules: { preset: "default" } });
  console.log(text, "->", result);
  if (result !== expected) throw new Error("the behaviour has changed");
}
JS
node "$folder/mend.cjs"
echo "as described"
