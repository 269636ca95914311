#!/usr/bin/env bash
# datatrove 0.10.1: its C4 filter drops every Chinese document, and `language="zho"` makes one word of each paragraph.
#
# Quality filters of English corpora take `language`, so that they look ready for Chinese. `C4QualityFilter` hands it to
# the splitting into sentences only; before, it counts the words of a line by its blanks, finds one or two and drops the
# line, so that no document is left. And of the two ISO codes `zho` (Chinese) is accepted and stands for the script
# Latin there, with words between blanks: Gopher's filter drops long articles as short. With `cmn` (Mandarin) it cuts
# Chinese words, and drops the article since their mean length is below three letters. Nothing warns; a pipeline ends
# with an empty corpus and plausible reasons. Seen: an article of 12 paragraphs of some 90 characters each, dropped by
# both filters under both codes; kept by Gopher's with `cmn` and `min_avg_word_length=1`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet datatrove==0.10.1 regex==2026.11.19 spacy==3.8.18 \
    jieba==0.42.1 "setuptools<81"
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import logging
import random

import jieba
from datatrove.data import Document
from datatrove.pipeline.filters import C4QualityFilter, GopherQualityFilter

jieba.setLogLevel(logging.ERROR)
SENTENCES = [
    "会议强调，要坚持以人民为中心的发展思想。",
    "各级各部门要把思想和行动统一到决策部署上来，扎实推进各项工作。",
    "他指出，侨务工作要围绕中心、服务大局！",
    "下一步，该市将建立长效机制，定期开展督导检查，确保任务落到实处。",
    "座谈会上，七名基层代表先后发言。",
    "活动期间还举办了图片展览和志愿服务。",
]
chance = random.Random(1)
text = "\n".join("".join(chance.sample(SENTENCES, 4)) for _ in range(12))
stop_words = ["的", "要", "和", "了"]
verdicts = {
    f"{kind.__name__} {language}": kind(language=language, **options).filter(Document(text=text, id="1"))
    for kind, options in ((C4QualityFilter, {}), (GopherQualityFilter, {"stop_words": stop_words}))
    for language in ("zho", "cmn")
}
print("characters:", len(text))
for name, verdict in verdicts.items():
    print(f"{name}: {verdict}")
assert verdicts["C4QualityFilter zho"] == (False, "too_few_sentences"), "the behaviour has changed"
assert verdicts["C4QualityFilter cmn"] == (False, "too_few_sentences"), "the behaviour has changed"
assert verdicts["GopherQualityFilter zho"] == (False, "gopher_short_doc"), "the behaviour has changed"
assert verdicts["GopherQualityFilter cmn"] == (False, "gopher_below_avg_threshold"), "the behaviour has changed"
told = GopherQualityFilter(language="cmn", stop_words=stop_words, min_avg_word_length=1)
print("with a shorter mean length:", told.filter(Document(text=text, id="1")))
assert told.filter(Document(text=text, id="1")) is True, "the behaviour has changed"
PYTHON
echo "as described"
