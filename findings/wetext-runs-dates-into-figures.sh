#!/usr/bin/env bash
# wetext 0.1.8: 五月六日三十人参加 (30 people took part on 6 May) is written 05/0630人参加.
#
# Records of meetings come from speech as words; `Normalizer(lang="zh", operator="itn")` writes their dates, times and
# numbers in digits. A date loses the character 日 that ended it and becomes 05/06, with nothing behind it. If a number
# follows, as in Chinese it may without a comma, the digits run into each other: 30 people are 0630, 120万 are 06120万,
# and half past nine on the 6th is 069:30. No one can tell where the figure begins, nor can a program. A comma between
# them leaves all well, and so does a number that stays in words (第三次); there is no option by which one gets
# 5月6日. Seen: of five sentences with a number behind a date all five run together, and with a comma none does. Put a
# comma or a blank behind dates before, or look for 日 in the words.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet wetext==0.1.8
"$folder/venv/bin/python" - <<'PYTHON'
from wetext import Normalizer

SENTENCES = {
    "五月六日三十人参加": "05/0630人参加",
    "二零二四年五月六日三十名党员参加培训": "2024/05/0630名党员参加培训",
    "截至五月六日一百二十万人报名": "截至05/06120万人报名",
    "会议于二零二四年五月六日九点半召开": "会议于2024/05/069:30召开",
    "三月一日五百人": "03/01500人",
}
normalizer = Normalizer(lang="zh", operator="itn")
for words, expected in SENTENCES.items():
    digits, with_comma = normalizer.normalize(words), normalizer.normalize(words.replace("日", "日，"))
    print(f"{words} -> {digits}; with a comma: {with_comma}")
    assert digits == expected, "the behaviour has changed"
    assert "，" in with_comma and with_comma.replace("，", "") == digits, "the behaviour has changed"
PYTHON
echo "as described"
