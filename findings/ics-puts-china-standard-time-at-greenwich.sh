#!/usr/bin/env bash
# ics 0.7.3: an invitation for 08:30 that comes from Outlook in China is at 08:30 in Greenwich, 16:30 in Beijing.
#
# A calendar names the time zone of an event and explains the name in a VTIMEZONE of its own (RFC 5545, 3.6.5), so that
# any name will do; Outlook and Exchange write "China Standard Time", systems made in China write what they like. ics
# asks the computer for a zone of that name and leaves the explanation beside it: of a name that is none of the Olson
# database the time becomes UTC, with no error and no warning. Names such as Asia/Shanghai, as Google writes them, are
# right, so that in a calendar collected from several the meetings of some are eight hours late. Seen: of three names
# with one and the same VTIMEZONE one is at 08:30+08:00, two are at 08:30+00:00; icalendar 7.3.2 has all three. Read
# with that, or replace each TZID by Asia/Shanghai before.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet ics==0.7.3 icalendar==7.3.2
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
import icalendar
import ics

NAMES = ["Asia/Shanghai", "China Standard Time", "北京时间"]
EXPECTED = "2024-05-06T08:30:00+08:00"


def calendar(zone):
    """Return a calendar of one event that explains its own time zone."""
    lines = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//ZH", "BEGIN:VTIMEZONE", f"TZID:{zone}", "BEGIN:STANDARD",
        "DTSTART:16010101T000000", "TZOFFSETFROM:+0800", "TZOFFSETTO:+0800", "END:STANDARD", "END:VTIMEZONE",
        "BEGIN:VEVENT", "UID:1@example.cn", "DTSTAMP:20240501T000000Z", "SUMMARY:会议",
        f"DTSTART;TZID={zone}:20240506T083000", f"DTEND;TZID={zone}:20240506T093000", "END:VEVENT", "END:VCALENDAR",
    ]  # fmt: skip
    return "\r\n".join(lines) + "\r\n"


for zone in NAMES:
    [event] = ics.Calendar(calendar(zone)).events
    [other] = icalendar.Calendar.from_ical(calendar(zone)).walk("VEVENT")
    print(zone, "|", event.begin, "| icalendar:", other.start)
    assert event.begin.isoformat() == (EXPECTED if "/" in zone else "2024-05-06T08:30:00+00:00"), (
        "the behaviour has changed"
    )
    assert other.start.isoformat() == EXPECTED, "icalendar has changed"
PYTHON
echo "as described"
