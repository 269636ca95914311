#!/usr/bin/env bash
# ical.js 2.2.1, node-ical 0.27.2: a lunar birthday or festival falls on the same day of the solar calendar each year.
#
# `RRULE:RSCALE=CHINESE;FREQ=YEARLY` repeats a day in the Chinese calendar (RFC 7529); Spring Festival is the example
# that the RFC begins with. RFC 5545, 3.3.10, has no such part of a rule, and a reader that knows only that should say
# so. ical.js, which Thunderbird is built on, and node-ical drop the part and count solar years: the first day is
# right, and all others are wrong by up to a month, without an error or a warning; ical.js also writes the rule again
# without it, so that a calendar stored anew has lost what it meant. Seen: 10 February in 2024, 2025 and 2026, where
# 2025-01-29 and 2026-02-17 are New Year; python-dateutil 4.0.0 refuses the rule. Look for RSCALE before expanding.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet python-dateutil==4.0.0
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts ical.js@2.2.1 node-ical@0.27.2
cat > "$folder/read.mjs" <<'JS'
import assert from "node:assert";
import ICAL from "ical.js";
import nodeIcal from "node-ical";

const RULE = "RSCALE=CHINESE;FREQ=YEARLY;COUNT=3";
const FEAST = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//ZH\r\nBEGIN:VEVENT\r\nUID:1@example.cn\r
DTSTAMP:20240101T000000Z\r\nDTSTART;VALUE=DATE:20240210\r\nRRULE:${RULE}\r\nSUMMARY:春节\r
END:VEVENT\r\nEND:VCALENDAR\r\n`;
const EXPECTED = ["2024-02-10", "2025-02-10", "2026-02-10"];

const component = new ICAL.Component(ICAL.parse(FEAST));
const event = component.getFirstSubcomponent("vevent");
const days = new ICAL.Event(event).iterator();
const found = [days.next(), days.next(), days.next()].map(String);
const [other] = Object.values(nodeIcal.sync.parseICS(FEAST)).filter((one) => one.type === "VEVENT");
const others = other.rrule.all().map((day) => day.toISOString().slice(0, 10));
const rule = String(event.getFirstPropertyValue("rrule"));
console.log("ical.js:", found, rule, "node-ical:", others);
assert.deepEqual(found, EXPECTED, "the behaviour has changed");
assert.deepEqual(others, EXPECTED, "the behaviour has changed");
assert.ok(!rule.includes("RSCALE"), "the behaviour has changed");
JS
TZ=UTC node "$folder/read.mjs"
"$folder/venv/bin/python" - <<'PYTHON'
from datetime import datetime

from dateutil.rrule import rrulestr

try:
    rrulestr("RSCALE=CHINESE;FREQ=YEARLY;COUNT=3", dtstart=datetime(2024, 2, 10))
except ValueError as error:
    print("dateutil:", error)
else:
    raise AssertionError("dateutil has changed")
PYTHON
echo "as described"
