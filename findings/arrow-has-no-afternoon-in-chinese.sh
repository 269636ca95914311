#!/usr/bin/env bash
# arrow 1.4.0: 03:30 and 15:30 are the same text in Chinese, since `A` writes nothing at all.
#
# The tokens of `format` have `A` and `a` for AM and PM, in words of the locale; `h` is the hour up to 12. For zh,
# zh-cn, zh-tw and zh-hk the list of the words is there and empty, so that "A h:mm" gives " 3:30" in the
# morning and in the afternoon. A list of captures or a file name made with it mixes
# up the halves of the day, and two articles of one day have one name. No error, and the page lists Chinese among the
# locales. Reading 下午3:30 raises an error at least. Seen: of 24 hours 12 different texts. Use `H`, or take
# babel's or pendulum's words.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet arrow==1.4.0
"$folder/venv/bin/python" - <<'PYTHON'
import arrow

HOURS = [arrow.get(2024, 5, 6, hour, 30) for hour in range(24)]
found = {}
for locale in ("zh", "zh-cn", "zh-tw", "zh-hk", "en"):
    texts = [hour.format("A h:mm", locale=locale) for hour in HOURS]
    found[locale] = len(set(texts))
    print(locale, found[locale], texts[3], texts[15])
    if locale.startswith("zh"):
        assert texts[3] == texts[15] == " 3:30", "the behaviour has changed"
assert found.pop("en") == 24 and set(found.values()) == {12}, "the behaviour has changed"
PYTHON
echo "as described"
