#!/usr/bin/env bash
# defuddle 0.19.4: of a notice of appointments the list of the appointed is not in the article, nor is a telephone number.
#
# defuddle takes what is no content out of a page and returns the rest as Markdown. Short lists near the beginning or the
# end of an article are dropped, as dates and tags of a blog are, unless a colon stands before them or an entry ends with
# a full stop. Both are looked for in ASCII only: 任命： is no introduction, and 按时报送。 no sentence. Of an official notice,
# which ends with its lists, the line before the list stays and the names are gone, and so is a `<dl>` with the telephone
# number. Nothing tells of it without `debug`, and the README does not name the option for it, `removeContentPatterns`.
# Seen: of three lists all are gone, with a colon of ASCII before them one, and with that option false none.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts defuddle@0.19.4 linkedom@0.18.15
cat > "$folder/read.mjs" <<'JS'
import { Defuddle } from "defuddle/node";

const TEXT = "<p>会议强调，要抓好基层治理工作，要抓好落实，要抓好党的建设，推动高质量发展，为民服务。</p>".repeat(4);
const PAGE = `<html><head><title>任免通知</title></head><body><article><h1>任免通知</h1>${TEXT}
<p>任命：</p><ol><li>张三任局长</li><li>李四任副局长</li></ol>
<p>要求：</p><ol><li>按时报到。</li><li>不得延期。</li></ol>
<p>特此通知。</p><dl><dt>联系电话</dt><dd>0571-12345678</dd></dl></article></body></html>`;
const WORDS = ["任命", "张三", "李四", "要求", "按时报到", "不得延期", "特此通知", "12345678"];
const GONE = ["张三", "李四", "按时报到", "不得延期", "12345678"];
for (const [page, options, gone] of [
  [PAGE, {}, GONE],
  [PAGE.replaceAll("：", ":"), {}, ["12345678"]],
  [PAGE, { removeContentPatterns: false }, []],
]) {
  const { content } = await Defuddle(page, "http://www.example.com/1.html", { markdown: true, ...options });
  const missing = WORDS.filter((word) => !content.includes(word));
  console.log(page === PAGE ? "：" : ":", JSON.stringify(options), "missing:", missing.join(" "));
  if (String(missing) !== String(gone)) throw new Error("the behaviour has changed");
}
JS
node "$folder/read.mjs"
echo "as described"
