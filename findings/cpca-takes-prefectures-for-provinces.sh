#!/usr/bin/env bash
# cpca 0.5.5: names of prefectures, counties and streets that begin like a province are placed in that province.
#
# cpca reads province, city and district from Chinese addresses for maps and tables by place. It looks for
# full and shortened names without asking how the name goes on. 海南州 is a prefecture in 青海, 河南县 a county there;
# both become the provinces 海南省 and 河南省, and 山西路 (a street of many cities) becomes the
# province 山西省. The rest ("州委宣传部", "县委书记") is returned as the address, so nothing looks wrong. 海北州 and 伊犁州,
# shortened the same way but like no province, are not found at all; 湘西州吉首市 is, by its city. Seen below.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet "setuptools<81" cpca==0.5.5
"$folder/venv/bin/python" - <<'PYTHON'
import cpca

EXPECTED = {
    "海南州委宣传部": "海南省",
    "河南县委书记": "河南省",
    "山西路街道": "山西省",
    "海南藏族自治州": "青海省",
    "湘西州吉首市": "湖南省",
}
found = cpca.transform(list(EXPECTED))
for text, province, rest in zip(EXPECTED, found["省"], found["地址"]):
    print(f"{text}: {province} + {rest!r}")
    assert province == EXPECTED[text], "the behaviour has changed"
missed = cpca.transform(["海北州委", "伊犁州党委"])["省"].isna().tolist()
print(f"海北州委, 伊犁州党委 not found: {missed}")
assert missed == [True, True], "the behaviour has changed"
PYTHON
echo "as described"
