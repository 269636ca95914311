#!/usr/bin/env bash
# pysbd 0.3.4: in Chinese the closing quotation mark goes to the next sentence.
#
# Chinese puts the full stop of a quoted sentence before the closing mark: 他说：“要学以致用。”会议结束了。 The rules of
# pysbd for "zh" cut right behind the full stop. So the quotation is never closed in its own sentence, and the next
# one begins with a mark that closes nothing. Chunks, summaries and quotations that are made of such sentences have
# unbalanced marks; for English ("Learn." The meeting ended.) the mark stays where it belongs. Seen for “” and brackets:
# （会议到此结束。） loses its closing bracket, too.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pysbd==0.3.4
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import pysbd

segmenter = pysbd.Segmenter(language="zh", clean=False)
for text in ("他说：“要学以致用。”会议结束了。", "（会议到此结束。）代表们离开会场。"):
    found = segmenter.segment(text)
    print(found)
    closing = "”" if "”" in text else "）"
    assert found[1].startswith(closing) and closing not in found[0], "the behaviour has changed"
english = pysbd.Segmenter(language="en", clean=False).segment('He said: "Learn." The meeting ended.')
print(english)
assert english[0].rstrip().endswith('"'), "the behaviour has changed"
PYTHON
echo "as described"
