#!/usr/bin/env bash
# newspaper4k 0.9.6: the headline 放假通知 becomes the name of the site, although it stands in the page's h1.
#
# A `title` is headline and site with a separator between them; newspaper4k takes the longer piece. Western headlines
# are longer than names of papers. Headlines of notices have four to eight characters, and a Chinese office's site is
# called 某某市人民政府门户网站, eleven characters. An h1 that says which piece it is does not help: it counts only if it has
# more than two words, that is blanks. All short notices of a site then have one title, and deduplication by title
# keeps one. Seen: of four headlines three become the site's name. Take the piece that is also the text of a heading,
# or the first.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "setuptools<81" newspaper4k==0.9.6 jieba==0.42.1 lxml_html_clean==0.4.6
"$folder/venv/bin/python" -W ignore - 2> "$folder/log" <<'PYTHON' || { cat "$folder/log"; exit 1; }
import newspaper

SITE = "某某市人民政府门户网站"
HEADLINES = ["放假通知", "我市今日降雨", "关于放假的通知", "关于2024年放假安排的通知"]
BODY = "<p>" + "各地各部门要结合实际，认真贯彻落实，确保各项任务落到实处。" * 8 + "</p>"


def title(headline, separator):
    page = f"<html><head><title>{headline}{separator}{SITE}</title></head><body><h1>{headline}</h1>{BODY}</body></html>"
    article = newspaper.Article("http://www.example.cn/1.html", language="zh", fetch_images=False)
    article.download(input_html=page)
    article.parse()
    return article.title


for separator in ("-", "_", " | "):
    found = [title(headline, separator) for headline in HEADLINES]
    print(repr(separator), found)
    assert found == [SITE] * 3 + HEADLINES[3:], "the behaviour has changed"
PYTHON
echo "as described"
