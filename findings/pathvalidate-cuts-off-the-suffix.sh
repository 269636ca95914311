#!/usr/bin/env bash
# pathvalidate 3.3.1: an attachment named by a headline of 90 characters loses .pdf, and two of them become one file.
#
# Spiders name attachments by their links, and `sanitize_filename` makes a permitted name of one. A name may have 255
# bytes, 85 Chinese characters in UTF-8; names of official documents are often longer, with several authors and
# 关于印发…的通知 round the title. What is too long is cut at its end, where number, year and suffix are: the file has
# no kind any more, and the notices of 2023 and 2024, or annex 1 and annex 2, have one name and replace each other. English
# names are hardly ever so long. For names that are empty or reserved the function calls a handler, for these it does
# not; its pages tell that names are cut, without a word of the suffix. Seen: of four attachments of one office one
# file is left, and it has no suffix. Cut the stem yourself, and put a part of a hash and the suffix behind it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pathvalidate==3.3.1
"$folder/venv/bin/python" - "$folder" <<'PYTHON'
import sys
from pathlib import Path

from pathvalidate import ErrorReason, ValidationError, sanitize_filename, validate_filename

FOLDER = Path(sys.argv[1], "files")
HEAD = "示例市住房和城乡建设委员会示例市财政局示例市民政局示例市农业农村委员会示例市乡村振兴局"
TITLE = f"{HEAD}关于印发《示例市农村低收入群体等重点对象危房改造和农房抗震改造补助资金管理办法》的通知"
NAMES = [f"{TITLE}（{year}年修订）附件{number}.{suffix}" for year, number, suffix in (
    (2023, 1, "pdf"), (2023, 2, "xlsx"), (2024, 1, "pdf"), (2024, 2, "doc"),
)]
FOLDER.mkdir()
for name in NAMES:
    safe = sanitize_filename(name)
    assert TITLE.startswith(safe) and len(safe.encode()) == 255, "the behaviour has changed"
    (FOLDER / safe).write_text(name, encoding="utf-8")
    try:
        validate_filename(name)
    except ValidationError as error:
        assert error.reason == ErrorReason.INVALID_LENGTH, "the behaviour has changed"
files = list(FOLDER.iterdir())
print(f"{len(NAMES)} attachments, {len(files)} files:", [(file.name[-12:], file.suffix) for file in files])
assert len(files) == 1 and not files[0].suffix, "the behaviour has changed"
assert sanitize_filename("危房改造办法?.pdf") == "危房改造办法.pdf", "the behaviour has changed"
PYTHON
echo "as described"
