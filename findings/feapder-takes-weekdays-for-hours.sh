#!/usr/bin/env bash
# feapder 1.9.3: 2024年5月6日 星期一 18:30 is 01:18:30, and 下午3:30 is the 30th of March.
#
# feapder is a framework for spiders of Chinese sites, and its `format_time` is for the times of publication that
# they give; from "2小时前" and "昨天 12:30" it makes the right ones. But before anything else each Chinese numeral in
# the text becomes a digit, and then the numbers of the text are year, month, day, hour, minute and second in turn: the
# weekday that stands between date and time is the hour, the hour is the minutes and the minutes are the seconds. Behind
# the time a numeral in a name such as 第一财经 is the seconds. 下午 and 晚上 are passed over, and a time that begins
# with them, as for an article of today, is month and day. There is no error; `format_date` is right with weekdays.
# Seen: of eight times none is right, six of them with a weekday or a source. Cut date and time out of the text first.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet feapder==1.9.3 packaging==26.4
cd "$folder"
HOME="$folder" "$folder/venv/bin/python" - <<'PYTHON'
from feapder.utils.tools import format_date, format_time

TIMES = {
    "2024年5月6日 星期一": ("2024-05-06 00:00:00", "2024-05-06 01:00:00"),
    "2024年5月6日 星期一 18:30": ("2024-05-06 18:30:00", "2024-05-06 01:18:30"),
    "2024-05-10 周五 08:30": ("2024-05-10 08:30:00", "2024-05-10 05:08:30"),
    "2024年10月16日 星期三 20:10:05": ("2024-10-16 20:10:05", "2024-10-16 03:20:10"),
    "2024-05-06 08:30 来源：第一财经": ("2024-05-06 08:30:00", "2024-05-06 08:30:01"),
    "2024年5月7日（星期二）": ("2024-05-07 00:00:00", "2024-05-07 02:00:00"),
    "2024年5月6日 下午3:30": ("2024-05-06 15:30:00", "2024-05-06 03:30:00"),
}
for text, (right, wrong) in TIMES.items():
    found = format_time(text)
    print(f"{text}: {found} and not {right}")
    assert found == wrong != right, "the behaviour has changed"
today = format_time("下午3:30")
print("下午3:30:", today)
assert today[4:] == "-03-30 00:00:00", "the behaviour has changed"
assert format_date("2024年5月6日 星期一 18:30") == "2024-05-06 18:30:00", "the behaviour has changed"
assert format_time("2024年5月6日 18:30") == "2024-05-06 18:30:00", "the behaviour has changed"
PYTHON
echo "as described"
