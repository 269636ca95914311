#!/usr/bin/env bash
# courlan 1.4.0: with `language="zh"` the sections gn (home news), tw (Taiwan), it and sc (Sichuan) are dropped.
#
# A first folder of two letters is looked up in a list of languages: gn is Guarani, tw Twi, sc Sardinian, sn Shona, hr
# Croatian, my Burmese, cy Welsh. Chinese sites name sections by the initials of their pinyin, so that a crawl of a
# site loses its home news, while gj (world), sh (society) and ty (sport) are kept. `check_url` returns None, as for
# broken URLs; trafilatura's `sitemap_search`, `find_feed_urls` and its crawler give their `target_lang` to it. Seen:
# of 12 sections 6 are left. Asking for the language of the pages costs whole sections: ask the text, not the URL.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet courlan==1.4.0
"$folder/venv/bin/python" - <<'PYTHON'
from courlan import check_url, extract_links

SECTIONS = ["gn", "gj", "sh", "ty", "cj", "kj", "tw", "it", "sc", "bj", "sn", "hr"]
KEPT = ["gj", "sh", "ty", "cj", "kj", "bj"]
urls = {section: f"https://news.example.cn/{section}/2024/05-01/1021.shtml" for section in SECTIONS}
page = "".join(f"<a href='{url}'>新闻</a>" for url in urls.values())


def sections(language):
    links = extract_links(page, url="https://news.example.cn/", external_bool=False, language=language)
    checked = [section for section, url in urls.items() if check_url(url, language=language)]
    assert links == {urls[section] for section in checked}, "the behaviour has changed"
    return checked


print("no language:", sections(None))
print("language='zh':", sections("zh"))
assert sections(None) == SECTIONS, "the behaviour has changed"
assert sections("zh") == KEPT, "the behaviour has changed"
PYTHON
echo "as described"
