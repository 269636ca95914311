#!/usr/bin/env bash
# metascraper-date 5.49.24: an article of 2024年5月6日 18:30 was published today at 18:30, and tomorrow it will be tomorrow's.
#
# metascraper reads title, author and date out of a page, the date from metadata or from elements with a class `date` and
# the like. What stands there goes through a reader of English dates: of 2024年5月6日 18:30 it knows the time only, and sets
# the day on which the page is read. A crawl then has each article with a time as new on the day of the crawl, and once
# more on the next; 发布时间：18:30 in front changes nothing. Without a time the date is null, as it should be, and with
# 2024-05-06 18:30 it is right. The README says nothing of languages. Seen: of four forms of one date two are today's.
# Read 年月日 before metascraper does.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts metascraper@5.49.24 \
    metascraper-date@5.49.24
cat > "$folder/read.cjs" <<'JS'
const metascraper = require("metascraper")([require("metascraper-date")()]);
const today = () => new Date().toISOString().slice(0, 10);
const DATES = {
  "2024年5月6日 18:30": today,
  "发布时间：2024年5月6日 18:30:00": today,
  "2024年5月6日": () => "null",
  "2024-05-06 18:30": () => "2024-05-06",
};
(async () => {
  for (const [text, expected] of Object.entries(DATES)) {
    const html = `<html><head><title>通知</title></head><body><p class="date">${text}</p></body></html>`;
    const { date } = await metascraper({ url: "http://www.example.com/1.html", html });
    const found = String(date).slice(0, 10);
    console.log(text, "->", found === today() ? "today" : found);
    if (found !== expected()) throw new Error("the behaviour has changed");
  }
})();
JS
TZ=UTC node "$folder/read.cjs"
echo "as described"
