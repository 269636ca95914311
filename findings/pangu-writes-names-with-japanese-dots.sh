#!/usr/bin/env bash
# pangu 6.1.0: 约翰·史密斯 comes back as 约翰・史密斯, which looks alike and is another name for a computer.
#
# pangu puts blanks between Chinese and Latin letters or figures; its page speaks of spacing only. With it each · (U+00B7)
# in a text with a Chinese character becomes the Katakana middle dot ・ (U+30FB). The first is the sign that Chinese has
# in names of foreigners and of Uighurs, Tibetans and Mongols (GB/T 15834, 间隔号), between book and chapter and in dates
# such as 3·15; the second is Japanese. Names are not found in lists of persons any more, 《史记·项羽本纪》 is another book,
# two copies of an article are not equal, and pieces with ・ count as Japanese for some detectors. A minus gets a blank
# behind it as well: 增长-2.5% is 增长 - 2.5%, where a reader of numbers finds 2.5. Seen: all four texts have other
# characters, though all blanks are taken out again. Put · back after pangu.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pangu==6.1.0
"$folder/venv/bin/python" - <<'PYTHON'
import re

import pangu

TEXTS = {
    "约翰·史密斯到访": "约翰・史密斯到访",
    "买买提·示例": "买买提・示例",
    "《史记·项羽本纪》": "《史记・项羽本纪》",
    "3·15晚会": "3・15 晚会",
}
for text, expected in TEXTS.items():
    found = pangu.space_text(text)
    print(text, "->", found, "same without blanks:", found.replace(" ", "") == text)
    assert found == expected, "the behaviour has changed"
found = pangu.space_text("增长-2.5%")
print(found, re.findall(r"-?\d+\.\d+", found))
assert re.findall(r"-?\d+\.\d+", found) == ["2.5"], "the behaviour has changed"
PYTHON
echo "as described"
