#!/usr/bin/env bash
# linkedom 0.18.15, @mozilla/readability 0.6.0: a page that leaves out <body> has an empty body, and no article in it.
#
# The tags of html, head and body may be left out (HTML, "optional tags"), and generators that make pages small and pages
# written by hand do so; a parser puts the elements where they belong. linkedom, with which readability and others run
# in Node and in workers, leaves them where they stand: behind an empty body, or as the root of the document. `body` is
# empty, `title` as well if there is no <head>, and readability returns null, as for a page that has no article, while
# `querySelectorAll("p")` finds all paragraphs. `DOMParser` does the same. Its README lists what it lacks of the DOM, and
# not this. Seen: of four pages one has a body; jsdom has all four. Use jsdom, or write the page anew with parse5
# before it is given to linkedom.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts linkedom@0.18.15 \
    @mozilla/readability@0.6.0 jsdom@26.1.0
cat > "$folder/read.cjs" <<'JS'
const { parseHTML } = require("linkedom");
const { Readability } = require("@mozilla/readability");
const { JSDOM } = require("jsdom");
const TITLE = "<title>放假通知</title>";
const TEXT = "<h1>放假通知</h1>" + "<p>会议强调，要抓好基层治理工作，要抓好落实，要抓好党的建设，推动高质量发展。</p>".repeat(8);
const PAGES = {
  "all tags": `<!DOCTYPE html><html><head>${TITLE}</head><body>${TEXT}</body></html>`,
  "no body": `<!DOCTYPE html><html><head>${TITLE}</head>${TEXT}</html>`,
  "no head": `<!DOCTYPE html><html>${TITLE}<body>${TEXT}</body></html>`,
  "no tags": `<!DOCTYPE html><meta charset="utf-8">${TITLE}${TEXT}`,
};
const EXPECTED = { "all tags": "放假通知 true 8 true", "no body": "放假通知 false 8 false" };
const tell = (document) => {
  const whole = document.body.textContent.includes("抓好落实");
  const count = document.querySelectorAll("p").length;
  const { title } = document;
  return `${title} ${whole} ${count} ${new Readability(document).parse() !== null}`;
};
for (const [name, page] of Object.entries(PAGES)) {
  const found = tell(parseHTML(page).document);
  const right = tell(new JSDOM(page).window.document);
  console.log(`${name}: linkedom ${found}, jsdom ${right}`);
  if (found !== (EXPECTED[name] || " false 8 false")) throw new Error("the behaviour has changed");
  if (right !== EXPECTED["all tags"]) throw new Error("jsdom has changed");
}
JS
node "$folder/read.cjs"
echo "as described"
