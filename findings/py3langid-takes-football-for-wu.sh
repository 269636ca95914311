#!/usr/bin/env bash
# py3langid 0.4.0, trafilatura 2.3.1: Chinese reports of football matches are in Wu, and no `zh` keeps them.
#
# Since its new model py3langid knows 139 languages, among them Wu (`wuu`), a group of dialects whose Wikipedia is
# written in the same characters. Places, countries and clubs seem to be what that one has more of than the rest, and
# Mandarin with such names is Wu: headlines of all kinds, and whole reports, repeated as often as one likes. Nothing
# says so; trafilatura with `target_language="zh"` drops the page as foreign, so that a corpus of Chinese loses its
# football and keeps the rest. Seen: six of six headlines and four of four reports; a report from a village is `zh`.
# `set_languages` with those that are to be told apart, without `wuu`, gives zh for all; of trafilatura take the text
# without `target_language`, and ask afterwards.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet py3langid==0.4.0 trafilatura==2.3.1 lxml==6.1.3 lxml_html_clean==0.4.6
"$folder/venv/bin/python" - <<'PYTHON'
import py3langid
import trafilatura

HEADLINES = ["世界杯预选赛", "法国队夺冠", "上海浦东机场", "苏州园林", "招标公告", "北京大学"]
REPORTS = [
    "西班牙队在欧洲杯决赛中2比1战胜英格兰队，第四次夺得冠军，球迷在马德里街头庆祝。",
    "皇家马德里客场1比1战平巴塞罗那，两队积分相同，马德里竞技排名第三。",
    "国际足联公布最新排名，阿根廷队第一，法国队第二，西班牙队第三。",
    "世界杯亚洲区预选赛抽签在吉隆坡举行，中国队与日本、澳大利亚、沙特阿拉伯同组。",
]
MEETING = "今年以来，我县大力发展特色产业，带动农民增收致富，乡村面貌焕然一新。"


def kept(text):
    """Return whether trafilatura keeps a page with this text, three times, as Chinese."""
    paragraphs = f"<p>{text}</p>" * 3
    page = f'<html lang="zh-CN"><body><article>{paragraphs}</article></body></html>'
    assert trafilatura.extract(page), "the behaviour has changed"
    return trafilatura.extract(page, target_language="zh") is not None


for text in [*HEADLINES, *REPORTS]:
    language, again = py3langid.classify(text)[0], py3langid.classify(text * 10)[0]
    print(text, language, again)
    assert language == again == "wuu", "the behaviour has changed"
pages = {text: kept(text) for text in [*REPORTS, MEETING]}
print("kept by trafilatura:", *(text for text in pages if pages[text]))
assert py3langid.classify(MEETING)[0] == "zh", "the behaviour has changed"
assert list(pages.values()) == [False] * len(REPORTS) + [True], "the behaviour has changed"

py3langid.set_languages(["zh", "ja", "ko", "en"])
found = {py3langid.classify(text)[0] for text in [*HEADLINES, *REPORTS, MEETING]}
print("without wuu:", *found)
assert found == {"zh"}, "the behaviour has changed"
PYTHON
echo "as described"
