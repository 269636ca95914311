#!/usr/bin/env bash
# url-normalize 3.1.0: the folder 通知 (notices) of a site in GBK becomes 知通, so that no page in it is found.
#
# A path is made of bytes, written with percent signs (RFC 3986, 2.1). Those of a site in GBK stand for Chinese names that
# are no UTF-8, and no normalisation may touch them. url-normalize tries UTF-8, and if the bytes happen to fit, it
# puts their characters into Unicode's form NFC: the four bytes of 通知 are two combining marks in UTF-8, which NFC
# exchanges; 停止 becomes 止停, 痛 使, and 途 a semicolon. Words that do not fit, which is nearly all, stay as they are, so
# that a test with 中国 or 新闻 is right. No error: the site answers 404, and a crawl lacks all its notices. The README
# says that Unicode is written as UTF-8, and nothing of what is encoded already. Seen: of the words in jieba's
# dictionary 786 are changed; w3lib's `canonicalize_url` changes none of these.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet url-normalize==3.1.0 jieba==0.42.1 setuptools==81.0.0 w3lib==2.5.0
"$folder/venv/bin/python" - <<'PYTHON'
from pathlib import Path
from urllib.parse import quote, unquote

import jieba
from url_normalize import url_normalize
from w3lib.url import canonicalize_url


def address(word):
    return f"http://www.example.com/{quote(word, encoding='gbk')}/1.html"


def fits(word):
    try:
        return bool(word.encode("gbk"))
    except UnicodeEncodeError:
        return False


for word in ("通知", "停止", "痛", "途", "中国", "新闻"):
    after = url_normalize(address(word))
    print(word, address(word), "->", after, unquote(after.split("/")[3], encoding="gbk"))
dictionary = Path(jieba.__file__).with_name("dict.txt").read_text(encoding="utf-8")
words = [word for word in (line.split()[0] for line in dictionary.splitlines()) if fits(word)]
changed = {word for word in words if url_normalize(address(word)) != address(word)}
print(f"changed: {len(changed)} of {len(words)} words")
assert url_normalize(address("通知")) == address("知通"), "the behaviour has changed"
assert len(changed) == 786 and {"停止", "痛", "途"} < changed, "the behaviour has changed"
assert not {"中国", "新闻", "公告"} & changed, "the behaviour has changed"
assert all(canonicalize_url(address(word)) == address(word) for word in changed), "the behaviour has changed"
PYTHON
echo "as described"
