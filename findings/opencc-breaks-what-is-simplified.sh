#!/usr/bin/env bash
# OpenCC 1.4.2: `t2s` turns the simplified 打坏了 (broken) into 打坯了, even where it has just written it itself.
#
# A corpus with pages in both scripts goes through `t2s` as a whole, as if simplified text stayed as it is. In
# traditional text 坏 can be 坯 (unburnt clay), and 打坏, 拉坏 and 捏坏 are then ways to form it; in simplified text things
# break by being beaten, pulled and pinched. Likewise the counties 乾县 and 乾安县, which are simplified, become 干县 and
# 干安县, while 乾隆 stays. So converting twice is not converting once: 打壞了 gives 打坏了, and the next run 打坯了. Seen alike
# with `t2s`, `tw2s`, `tw2sp` and `hk2s`; zhconv leaves all of it alone. Convert a page once, and only if it has
# characters that simplified text never has.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet OpenCC==1.4.2 zhconv==1.4.3
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import opencc
import zhconv

CHANGED = {
    "电脑被打坏了": "电脑被打坯了",
    "弹簧拉坏了": "弹簧拉坯了",
    "不小心捏坏了": "不小心捏坯了",
    "陕西省乾县": "陕西省干县",
    "吉林省乾安县": "吉林省干安县",
}
KEPT = ["弄坏", "坏人", "乾隆"]
for config in ("t2s", "tw2s", "tw2sp", "hk2s"):
    converter = opencc.OpenCC(config)
    found = {text: converter.convert(text) for text in CHANGED}
    once = converter.convert("電腦被打壞了")
    twice = converter.convert(once)
    print(f"{config}:", *found.values(), "|", once, "->", twice)
    assert found == CHANGED, "the behaviour has changed"
    assert [converter.convert(text) for text in KEPT] == KEPT, "the behaviour has changed"
    assert (once[-3:], twice[-3:]) == ("打坏了", "打坯了"), "the behaviour has changed"
assert all(zhconv.convert(text, "zh-hans") == text for text in CHANGED), "the behaviour has changed"
PYTHON
echo "as described"
