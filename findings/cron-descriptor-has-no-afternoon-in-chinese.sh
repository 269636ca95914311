#!/usr/bin/env bash
# cron-descriptor 2.2.1: in Chinese `30 18 * * *` is 在 06:30, the same words as for `30 6 * * *`.
#
# It tells in words when a job will run, which is what a page of schedules shows beside the expression. The hours are
# 1 to 12 unless told otherwise, with AM or PM behind them. The translations into Chinese, Japanese, Korean, German
# and French have nothing for AM and PM, and keep the 12 hours: evening and morning are one, midnight and noon are
# both 12:00, and a range such as 20-23 is 08:00 to 11:59. English, by which one tests, is right, and so is every job
# of the morning. Seen: of four pairs of jobs that lie twelve hours apart none is two texts in Chinese, and each in
# English. `use_24hour_time_format = True` in `Options` tells them apart.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet cron-descriptor==2.2.1
"$folder/venv/bin/python" - <<'PYTHON'
from cron_descriptor import Options, get_description

PAIRS = [("30 6 * * *", "30 18 * * *"), ("0 0 * * *", "0 12 * * *"), ("15 8 1 * *", "15 20 1 * *")]
PAIRS.append(("0 8-11 * * *", "0 20-23 * * *"))


def tell(expression, language, hours=None):
    """Return the description, with the hours as they are by default or 24 of them."""
    options = Options()
    options.locale_code = language
    if hours == 24:
        options.use_24hour_time_format = True
    return get_description(expression, options)


def same(language, hours=None):
    """Return how many of the pairs have one text."""
    return sum(tell(first, language, hours) == tell(second, language, hours) for first, second in PAIRS)


for first, second in PAIRS:
    print(f"{first}: {tell(first, 'zh_CN')} | {second}: {tell(second, 'zh_CN')} | {tell(second, 'en_US')}")
counts = {language: same(language) for language in ("zh_CN", "zh_TW", "ja_JP", "ko_KR", "de_DE", "fr_FR", "en_US")}
print("pairs with one text:", counts, "with 24 hours in Chinese:", same("zh_CN", 24))
assert tell("30 18 * * *", "zh_CN") == "在 06:30", "the behaviour has changed"
assert counts["zh_CN"] == counts["zh_TW"] == 4, "the behaviour has changed"
assert counts["en_US"] == same("zh_CN", 24) == 0, "the behaviour has changed"
PYTHON
echo "as described"
