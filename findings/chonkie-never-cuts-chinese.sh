#!/usr/bin/env bash
# chonkie 1.7.0: SentenceChunker returns a whole Chinese article as one chunk, ten times the size that was asked for.
#
# A chunker for retrieval must keep to what an encoder takes. `SentenceChunker(chunk_size=100)` cuts behind ". ", "! ",
# "? " and line breaks; Chinese sentences end with 。！？ and no blank. An article in one paragraph is one sentence to
# it, and a sentence is never cut, whatever its size. Its chunk says so itself, in `token_count`, without a warning; the
# encoder behind it then reads the beginning and drops the rest. Seen: 960 tokens in one chunk for a limit of 100; with
# `delim` in Chinese, chunks of at most 100 tokens, as asked for.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet chonkie==1.7.0
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from chonkie import SentenceChunker

TEXT = "会议强调，要坚持以人民为中心的发展思想。各级党组织要认真学习。全市上下要形成合力！是否落实到位？" * 20
counts = {
    name: [chunk.token_count for chunk in SentenceChunker(chunk_size=100, **options).chunk(TEXT)]
    for name, options in {"default": {}, "Chinese": {"delim": ["。", "！", "？"]}}.items()
}
for name, found in counts.items():
    print(f"{name}: {len(found)} chunks, the longest of {max(found)} tokens")
assert counts["default"] == [len(TEXT)], "the behaviour has changed"
assert len(counts["Chinese"]) >= 9 and max(counts["Chinese"]) <= 100, "the behaviour has changed"
PYTHON
echo "as described"
