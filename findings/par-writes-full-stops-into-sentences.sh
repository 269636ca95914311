#!/usr/bin/env bash
# par 1.53.0 (Debian 12): a reflowed Chinese text has 会议 before and 。 behind each line, and characters are lost.
#
# par reflows paragraphs of mails and notes, and keeps what all lines begin and end with, for it may be the mark of a
# quotation or a frame. It goes byte by byte, whatever the locale. If all lines end with 。, as paragraphs that stand on a
# line each do, each line of the result ends with it, in the midst of a sentence; words with which they begin, such as
# 会议 in minutes, stand before each line. A word longer than a line is cut at a byte, so that the text is no UTF-8 any
# more, and Chinese sentences are such words. The exit status is 0, and the manual speaks of characters and of the
# locale. Seen: of two sentences there are six, and nine bytes are no characters. Use textwrap of Python, with a width in
# characters and each paragraph by itself.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet=2 'par=1.53*'
dpkg-deb -x par_*.deb par
export LC_ALL=C.UTF-8
printf '%s\n' '会议强调，要抓好基层治理工作，要抓好落实，要抓好党的建设，推动高质量发展，为民服务。' \
    '会议指出，第二项工作也要抓好。' > minutes.txt
par/usr/bin/par 40 < minutes.txt > reflowed.txt
python3 - <<'PYTHON'
from pathlib import Path

before, after = (Path(name).read_bytes() for name in ("minutes.txt", "reflowed.txt"))
print(after.decode("utf-8", "replace").strip())
counts = {word: (before.count(word.encode()), after.count(word.encode())) for word in ("会议", "。")}
broken = len(after) - len(after.decode("utf-8", "ignore").encode())
print(f"before and after: {counts}, bytes that are no characters: {broken}")
assert counts == {"会议": (2, 6), "。": (2, 6)} and broken == 9, "the behaviour has changed"
PYTHON
echo "as described"
