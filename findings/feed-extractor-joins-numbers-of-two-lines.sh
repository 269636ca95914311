#!/usr/bin/env bash
# @extractus/feed-extractor 8.0.3: two telephone numbers on two lines are one of 16 digits, and 2023 | 2024 is 20232024.
#
# RSS feeds have the article's HTML in `description`, with `<br>`, paragraphs and cells. The package gives a text
# without tags; it takes the tags away and leaves nothing in their place. Words at the end of one line
# and at the beginning of the next become one, in Chinese without a sign of it, and figures become other figures: a
# growth of 5 on one line and 6月 on the next is 56月. A browser shows a line end there, or a cell's gap (HTML 15.3.3).
# No error; `normalization: false` leaves the HTML as it is. Seen: in each of four texts figures or sentences are joined,
# while html-to-text keeps them apart. Set the option and make the text yourself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts @extractus/feed-extractor@8.0.3 \
    html-to-text@10.0.1
cat > "$folder/read.mjs" <<'JS'
import assert from "assert";
import { extractFromXml } from "@extractus/feed-extractor";
import { convert } from "html-to-text";

const EXPECTED = {
    "电话：87654321<br>87654322": "电话：8765432187654322",
    "<p>一季度增长5</p><p>6月再议</p>": "一季度增长56月再议",
    "<table><tr><td>2023</td><td>2024</td></tr></table>": "20232024",
    "<ul><li>第1</li><li>2楼</li></ul>": "第12楼",
};
for (const [html, joined] of Object.entries(EXPECTED)) {
    const feed = `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>要闻</title>
        <link>https://example.com/</link><description>要闻</description><item><title>通知</title>
        <link>https://example.com/1.html</link><pubDate>Mon, 06 May 2024 20:30:00 +0800</pubDate>
        <description><![CDATA[${html}]]></description></item></channel></rss>`;
    const found = extractFromXml(feed).entries[0].description;
    const right = convert(html, { selectors: [{ selector: "table", format: "dataTable" }] });
    console.log(html, "|", found, "|", JSON.stringify(right));
    assert.equal(found, joined, "the behaviour has changed");
    assert.ok(!right.includes(joined), "the behaviour has changed");
}
JS
node "$folder/read.mjs"
echo "as described"
