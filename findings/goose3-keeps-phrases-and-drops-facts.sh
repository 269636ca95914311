#!/usr/bin/env bash
# goose3 3.1.22: of a Chinese report the paragraphs with who, when and how many are missing, and those with 的 are there.
#
# For Chinese goose3 has `StopWordsChinese`, with an example in its README. A paragraph counts as text if more than
# two of its words are in a list of 125 words such as 的, 是, 不, 我们. English has as many in any sentence; official
# Chinese does without, so that 会议于5月6日召开 and all that is like it is taken for a menu, and what praises and exhorts is
# kept. `cleaned_text` begins in the middle, without an error, and of a plain notice nothing is left. The headline is
# the `title` with the name of the site. Seen: of five paragraphs the two with small words are there. There is no
# setting for the number; a subclass of `StopWordsChinese` that counts each paragraph with a full stop as text keeps
# all five.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "setuptools<81" goose3==3.1.22 jieba==0.42.1
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import logging

logging.disable(logging.CRITICAL)
from goose3 import Goose
from goose3.text import StopWordsChinese

FACTS = [
    "5月6日，全市农业工作会议在会展中心召开，市长主持，各县区及有关部门负责同志120人参加。",
    "会议通报，去年全市粮食总产量35万吨，同比增长5.2%，建成高标准农田8万亩，新建仓库12座。",
    "会议要求，各单位要强化责任，细化措施，狠抓落实，6月底前完成全部项目申报。",
]
PHRASES = [
    "要把农民的事办好，让农民的生活一天比一天好，这是我们一切工作的出发点。",
    "我们的工作做得好不好，不是我们自己说了算的，是要看农民满意不满意的。",
]


class Sentences(StopWordsChinese):
    """Counts a text with a full stop as one with many small words."""

    def get_stopword_count(self, content):
        stats = super().get_stopword_count(content)
        stats.set_stopword_count(max(stats.get_stopword_count(), 5 * (content or "").count("。")))
        return stats


def extract(paragraphs, words):
    """Return the paragraphs that goose3 finds in a page."""
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    menu = "".join(f'<a href="/{name}">{name}</a>' for name in ("首页", "新闻", "公告"))
    footer = "<div>版权所有，未经许可，不得转载，违者必究。</div>"
    page = f"<html><head><title>农业会议</title></head><body><div>{menu}</div><div>{text}</div>{footer}</body></html>"
    found = Goose({"stopwords_class": words}).extract(raw_html=page)
    return [line for line in found.cleaned_text.splitlines() if line]


report = [FACTS[0], FACTS[1], PHRASES[0], FACTS[2], PHRASES[1]]
found = extract(report, StopWordsChinese), extract(FACTS * 3, StopWordsChinese), extract(report, Sentences)
print("of the report:", *found[0], sep="\n  ")
print("of a report of facts:", found[1])
print("with another count:", *found[2], sep="\n  ")
assert found == (PHRASES, [], report), "the behaviour has changed"
PYTHON
echo "as described"
