#!/usr/bin/env bash
# turndown 7.2.5, marked 18.2.1, remark-gfm 4.0.1: an address that a page names in its text leads nowhere after Markdown.
#
# Official pages give addresses as plain text: 请登录http://… . turndown puts a backslash before _ and the like, so that
# Markdown has no emphasis there, and does it within addresses too. GitHub's Markdown makes links of bare addresses, in
# which a backslash is a part of the address: marked and remark show it and write %5C into the link. Chinese news
# systems have _ in most of their addresses (t20240506_123456.html, content_789.htm). A corpus of Markdown then has
# addresses that nobody wrote, and a crawler that follows them gets errors. Links of the page are right, since they are
# written otherwise. turndown's README explains why it escapes, and not this. Seen: of three addresses two are changed,
# by marked and by remark alike. Turn addresses into links before turndown reads the page.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts turndown@7.2.5 marked@18.2.1 \
    remark@15.0.1 remark-gfm@4.0.1 remark-html@16.0.1
cat > "$folder/read.mjs" <<'JS'
import { marked } from "marked";
import { remark } from "remark";
import gfm from "remark-gfm";
import html from "remark-html";
import Turndown from "turndown";

const ADDRESSES = {
  "http://www.example.com/202405/t20240506_123456.html": "http://www.example.com/202405/t20240506%5C_123456.html",
  "http://www.example.com/content_789.htm": "http://www.example.com/content%5C_789.htm",
  "http://www.example.com/art/1.html": "http://www.example.com/art/1.html",
};
for (const [address, expected] of Object.entries(ADDRESSES)) {
  const bare = new Turndown().turndown(`<p>请登录 ${address} 下载。</p>`);
  const link = new Turndown().turndown(`<p>请登录 <a href="${address}">网站</a> 下载。</p>`);
  for (const read of [marked, async (text) => String(await remark().use(gfm).use(html).process(text))]) {
    const [found, right] = [await read(bare), await read(link)].map((page) => page.match(/href="([^"]*)"/)[1]);
    console.log(bare, "->", found);
    if (found !== expected || right !== address) throw new Error("the behaviour has changed");
  }
}
JS
node "$folder/read.mjs"
echo "as described"
