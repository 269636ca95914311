#!/usr/bin/env bash
# ChineseTimeNLP 3.0.1: 三天前 and 第三季度 are this very moment, 2024-05-06 is a length of time, 增长3.5% the 5th of March.
#
# `TimeNormalizer.parse` finds times in Chinese sentences and turns them into moments, spans or lengths of time; it takes
# a base time and has `error` for texts without a time. If its patterns match and nothing can be made of the match, as
# with 三天前 (three days ago), 第三季度, 上半年 or 月底, the result is a `timestamp` like any other, that of the
# present, whatever base time was given. The date 2024-05-06 is a `timedelta` of 5 months and 6 days, whose years are
# those of the base time or none, while 2024/5/6 is a date. Half hours (半小时, 2.5小时) are five hours and a decimal
# number is a month and a day. Seen: of ten expressions none is right and none is an error. 三天后, the example of the
# documentation, is right. Check each expression against a list of forms that you have tried.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet ChineseTimeNLP==3.0.1 arrow==1.4.0 regex==2026.11.19
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import datetime, timedelta, timezone

import arrow
from ChineseTimeNLP import TimeNormalizer

BASE = arrow.get("2024-05-06T10:00:00+08:00")
normalizer = TimeNormalizer(isPreferFuture=False)


def parsed(text):
    found = normalizer.parse(text, BASE)
    value = found[found["type"]]
    if found["type"] == "timedelta":
        value = {unit: count for unit, count in value.items() if count}
    print(f"{text}: {found['type']} {value}")
    return found["type"], value


for text in ("三天前", "第三季度", "上半年", "月底", "每周三"):
    kind, moment = parsed(text)
    beijing = datetime.now(timezone(timedelta(hours=8))).replace(tzinfo=None)
    apart = min(abs(now - datetime.fromisoformat(moment)) for now in (beijing, datetime.now()))
    assert kind == "timestamp" and apart < timedelta(minutes=5), "the behaviour has changed"
assert parsed("2024-05-06") == ("timedelta", {"month": 5, "day": 6}), "the behaviour has changed"
assert parsed("2024-05-06 08:30") == ("timedelta", {"month": 5, "day": 6}), "the behaviour has changed"
assert parsed("半小时前") == ("timedelta", {"hour": 5}), "the behaviour has changed"
assert parsed("2.5小时") == ("timedelta", {"month": 2, "day": 5, "hour": 5}), "the behaviour has changed"
assert parsed("增长3.5%") == ("timestamp", "2024-03-05 00:00:00"), "the behaviour has changed"
assert parsed("三天后") == ("timedelta", {"day": 3}), "the behaviour has changed"
assert parsed("2024/5/6") == ("timestamp", "2024-05-06 00:00:00"), "the behaviour has changed"
PYTHON
echo "as described"
