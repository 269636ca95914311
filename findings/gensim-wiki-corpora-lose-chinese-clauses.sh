#!/usr/bin/env bash
# gensim 4.4.0: WikiCorpus drops every Chinese clause of more than 15 characters, most of an article's text.
#
# WikiCorpus is the usual way from a dump of Wikipedia to a corpus for word vectors. Its default tokenizer takes
# runs of letters for tokens and keeps those of 2 to 15 characters, so that no garbage gets in. A run of Chinese
# letters is all that stands between two marks of punctuation: a clause of 16 characters is a "token" that is too
# long, and what is kept are whole short clauses, not words. No warning; the corpus has tokens, and vectors are
# trained on them. Seen: of a text of four clauses the two short ones are kept, and not one topic word. Give
# WikiCorpus a tokenizer_func that calls a segmenter.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet gensim==4.4.0
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import bz2

from gensim.corpora.wikicorpus import WikiCorpus

CLAUSES = ["青石县位于柳河中游", "二〇一九年起全县各级党组织陆续建立党群服务中心", "每个中心有图书室", "党员联络员每周到网格里收集群众意见并在当月答复"]
TEXT = "，".join(CLAUSES) + "。"
PAGE = f"""<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="zh">
<page><title>青石县</title><ns>0</ns><id>1</id><revision><id>1</id><text>{TEXT}</text></revision></page>
</mediawiki>"""
with bz2.open("dump.xml.bz2", "wt", encoding="utf-8") as file:
    file.write(PAGE)


def characters(text, least, most, lower):
    return list(text)


plain = next(WikiCorpus("dump.xml.bz2", dictionary={}, article_min_tokens=0, processes=1).get_texts())
own = WikiCorpus(
    "dump.xml.bz2", dictionary={}, article_min_tokens=0, processes=1, tokenizer_func=characters
)
print("clauses:", [f"{len(clause)} characters" for clause in CLAUSES])
print("kept:", plain)
print("characters of the article with an own tokenizer:", len(next(own.get_texts())))
assert plain == [CLAUSES[0], CLAUSES[2]], "the behaviour has changed"
PYTHON
echo "as described"
