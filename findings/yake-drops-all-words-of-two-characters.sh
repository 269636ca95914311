#!/usr/bin/env bash
# yake 0.7.3: in Chinese no word of two characters is a keyword, so that of most texts there are none.
#
# YAKE finds keywords without training, in "texts of any language", and has a list of stop words for `lan="zh"`; its
# makers recommended that for texts whose words are separated by blanks. It takes each word shorter than three
# characters for a stop word, which suits "of" and "to". Most Chinese words have two characters: 党建, 会议, 海口 are
# dropped, whatever their number, and whatever `stopwords` says. What is left are the few words of three and more, with
# scores like any keywords, in whose ranks the topic of the text is not. Nothing tells, and no option changes it.
# Seen: of a text with 党建 in each of six sentences 现代化 is the only keyword, with phrases up to three words as
# well; written 党的建设 the topic comes first. Use jieba's `extract_tags` or `textrank`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet yake==0.7.3 jieba==0.42.1 setuptools==81.0.0
"$folder/venv/bin/python" - <<'PYTHON'
import jieba.analyse
import yake

TEXT = (
    "全市 党建 工作 会议 在 海口 召开 。 会议 强调 加强 党建 引领 ， 推动 基层 治理 现代化 。 党建 工作 要 服务 乡村 振兴 。"
    " 党建 品牌 要 有 实效 。 海口 的 党建 经验 值得 推广 。 各 单位 要 把 党建 责任 落实 到位 。"
)


def keywords(text, **options):
    return [word for word, _ in yake.KeywordExtractor(lan="zh", top=10, **options).extract_keywords(text)]


for size in (1, 2, 3):
    print(f"up to {size} words:", keywords(TEXT, n=size))
    assert keywords(TEXT, n=size) == ["现代化"], "the behaviour has changed"
print("without stop words:", keywords(TEXT, n=1, stopwords=[]))
print("党的建设 for 党建:", keywords(TEXT.replace("党建", "党的建设"), n=1))
print("jieba:", jieba.analyse.extract_tags(TEXT, topK=5))
assert keywords(TEXT, n=1, stopwords=[]) == ["现代化"], "the behaviour has changed"
assert keywords(TEXT.replace("党建", "党的建设"), n=1)[0] == "党的建设", "the behaviour has changed"
assert jieba.analyse.extract_tags(TEXT, topK=1) == ["党建"], "the behaviour has changed"
PYTHON
echo "as described"
