#!/usr/bin/env bash
# rss-parser 3.13.0: 会议<b>不</b>得延期 in an Atom feed is 会议得延期不.
#
# Atom (RFC 4287, 3.1.1.3) has three kinds of text; `type="xhtml"` is markup that is not escaped. rss-parser reads XML
# into objects, in which the text of an element is one string and its children are lists, and then writes that back as
# HTML for `content`: all text of an element first, its children behind it. So each bold word and each link of a
# paragraph stands at the paragraph's end, without an error, in `content` and in `contentSnippet`; the number of
# characters is right. Seen: the same paragraph is right as `type="html"`, and has another sense as xhtml. Look for
# `type="xhtml"` first, and read such feeds with a parser that keeps order (feedsmith 3.0.1 has it right).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts rss-parser@3.13.0 feedsmith@3.0.1
cat > "$folder/read.mjs" <<'JS'
import assert from "node:assert";
import Parser from "rss-parser";
import { parseFeed } from "feedsmith";

const SENTENCE = '会议<b>不</b>得延期，详见<a href="http://www.example.cn/1.html">第二号</a>通知。';
const PLAIN = SENTENCE.replace(/<[^>]+>/g, "");
const escaped = SENTENCE.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const atom = (content) => `<feed xmlns="http://www.w3.org/2005/Atom"><title>通知</title><id>urn:x:1</id>
<updated>2024-05-06T08:30:00+08:00</updated><entry><title>会议通知</title><id>urn:x:2</id>
<updated>2024-05-06T08:30:00+08:00</updated>${content}</entry></feed>`;
const xhtml = atom(`<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>${SENTENCE}</p></div></content>`);
const html = atom(`<content type="html">&lt;p>${escaped}&lt;/p></content>`);

const snippet = async (feed) => (await new Parser().parseString(feed)).items[0].contentSnippet;
console.log("html: ", await snippet(html));
console.log("xhtml:", await snippet(xhtml));
assert.equal(await snippet(html), PLAIN, "the behaviour has changed");
assert.equal(await snippet(xhtml), "会议得延期，详见通知。不第二号", "the behaviour has changed");
const entry = parseFeed(xhtml).feed.entries[0];
assert.equal(entry.content.value.replace(/<[^>]+>/g, "").trim(), PLAIN, "feedsmith has changed");
JS
node "$folder/read.mjs"
echo "as described"
