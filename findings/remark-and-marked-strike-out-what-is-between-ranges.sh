#!/usr/bin/env bash
# remark-gfm 4.0.1, strip-markdown 6.0.0, marked 18.2.1: 每组5~10人，共12~15天 becomes 每组510人，共1215天, or is struck out.
#
# Chinese writes a range with ~: 3~5%, 8:30~11:30, 第1~3条. In Markdown of GitHub's kind a text between two single ~ is
# struck out, also within words, so that two ranges in one paragraph strike out what is between them: marked and remark
# make a `<del>` of it, and strip-markdown, which is to give plain text, drops both signs, so that 3~5%；约1~2万元 is
# 35%；约12万元. One range in a paragraph stays as it is, and so does ～ of full width. turndown writes such Markdown from a
# page without `\~`. No step reports anything; remark-gfm's page has an option for single signs, marked's and turndown's
# have no word of them. Seen: of four sentences of a page all four come back changed; with `singleTilde: false`
# and with markdown-it none. Write \~ or ～ before Markdown is read.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts turndown@7.2.5 marked@18.2.1 \
    remark@15.0.1 remark-gfm@4.0.1 strip-markdown@6.0.0 markdown-it@15.0.3
cat > "$folder/read.mjs" <<'JS'
import MarkdownIt from "markdown-it";
import { marked } from "marked";
import { remark } from "remark";
import gfm from "remark-gfm";
import strip from "strip-markdown";
import Turndown from "turndown";

const SENTENCES = {
  "每组5~10人，共12~15天。": ["每组510人，共1215天。", "每组5<del>10人，共12</del>15天。"],
  "比例为3~5%，约1~2万元。": ["比例为35%，约12万元。", "比例为3<del>5%，约1</del>2万元。"],
  "时间为8:30~11:30，14:00~17:00。": ["时间为8:3011:30，14:0017:00。", "时间为8:30<del>11:30，14:00</del>17:00。"],
  "见第1~3条、第5~7条。": ["见第13条、第57条。", "见第1<del>3条、第5</del>7条。"],
};
for (const [sentence, [text, page]] of Object.entries(SENTENCES)) {
  const markdown = new Turndown().turndown(`<p>${sentence}</p>`);
  const plain = String(await remark().use(gfm).use(strip).process(markdown)).trim();
  const two = String(await remark().use(gfm, { singleTilde: false }).use(strip).process(markdown)).trim();
  const html = marked(markdown).trim();
  const other = new MarkdownIt().render(markdown).trim();
  console.log(`${sentence} -> ${plain} -> ${html}`);
  if (plain !== text || html !== `<p>${page}</p>`) throw new Error("the behaviour has changed");
  if (two.replaceAll("\\", "") !== sentence || other !== `<p>${sentence}</p>`) throw new Error("others have changed");
}
JS
node "$folder/read.mjs"
echo "as described"
