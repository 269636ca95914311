#!/usr/bin/env bash
# node-html-markdown 2.0.0: the third article of a law is the first, 5 and 6 in a cell are 56, and columns change.
#
# Laws and questions are set as lists that go on behind a paragraph, with `<ol start="3">` or `<li value="5">` (HTML
# 4.4.5 and 4.4.8); CommonMark keeps the number of the first item (5.3). The package numbers each list from 1: all
# three articles are the first. It writes tables as in GitHub's Markdown. A line break within a cell is left out
# with nothing in its place, so that two figures become one; a cell over two rows is in the first of them only, and in
# the second all values stand one column further left, below another heading. No error. Seen: 1, 1 and 1 for 3, 4
# and 5, 56 for 5 and 6, and a number below 姓名; turndown keeps the `start`. Number the items and fill the cells first.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts node-html-markdown@2.0.0 turndown@7.2.5
cat > "$folder/read.cjs" <<'JS'
const assert = require("assert");
const Turndown = require("turndown");
const { NodeHtmlMarkdown } = require("node-html-markdown");

const LAW = `<ol start="3"><li>第三</li></ol><p>说明</p><ol start="4"><li>第四</li></ol>
<p>说明</p><ol><li value="5">第五</li></ol>`;
const TABLE = `<table><tr><th>姓名</th><th>年</th><th>次</th></tr>
<tr><td rowspan="2">张三</td><td>2023</td><td>5<br>6</td></tr><tr><td>2024</td><td>7</td></tr></table>`;
const law = NodeHtmlMarkdown.translate(LAW);
const rows = NodeHtmlMarkdown.translate(TABLE)
    .split("\n")
    .map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim()));
const other = new Turndown().turndown(LAW);
console.log({ law, other, rows });
assert.deepEqual(law.match(/^\d+\. 第.$/gm), ["1. 第三", "1. 第四", "1. 第五"], "the behaviour has changed");
assert.match(other, /^3\. +第三$/m, "the behaviour has changed");
assert.deepEqual(rows[2], ["张三", "2023", "56"], "the behaviour has changed");
assert.deepEqual(rows[3], ["2024", "7", ""], "the behaviour has changed");
JS
node "$folder/read.cjs"
echo "as described"
