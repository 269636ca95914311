#!/usr/bin/env bash
# icalendar 7.3.2, node-ical 0.27.2: a Chinese character at the end of a folded line becomes two or three marks.
#
# Lines of a calendar are folded after 75 bytes. Simple writers count bytes and cut a character of three in two, and
# RFC 5545, 3.1, has a reader put bytes together before it makes characters of them, for just this reason. In English
# it never happens, in Chinese at two of three line ends of such a writer. icalendar, given bytes, decodes them with
# replacement and unfolds afterwards; node-ical reads its files as UTF-8. The title has U+FFFD in place of a character,
# and no error is raised; written again, the character is lost for good. Seen: of three titles, each cut at another
# byte, one is whole, and all three if the bytes are unfolded first: `data.replace(b"\r\n ", b"")`.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet icalendar==7.3.2
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts node-ical@0.27.2
"$folder/venv/bin/python" - "$folder/folded.ics" <<'PYTHON'
import sys

from icalendar import Calendar

TITLE = "基层党建工作会议召开，研究部署主题教育工作安排事项和下半年培训计划"


def folded(line):
    """Return a line with a break after each 75 bytes, as a writer makes it that counts bytes."""
    data = line.encode()
    return b"\r\n ".join([data[:75], *(data[at : at + 74] for at in range(75, len(data), 74))])


def event(number):
    """Return an event, its title moved by some bytes."""
    title = folded(f"SUMMARY:{'x' * number}{TITLE}")
    return b"\r\n".join([b"BEGIN:VEVENT", b"UID:%d" % number, b"DTSTART:20240506T003000Z", title, b"END:VEVENT"])


data = b"\r\n".join([b"BEGIN:VCALENDAR", b"VERSION:2.0", b"PRODID:x", *map(event, range(3)), b"END:VCALENDAR", b""])
with open(sys.argv[1], "wb") as file:
    file.write(data)
expected = ["x" * number + TITLE for number in range(3)]
found = [str(found["SUMMARY"]) for found in Calendar.from_ical(data).walk("VEVENT")]
print(*found, sep="\n")
assert [title == whole for title, whole in zip(found, expected)].count(True) == 1, "the behaviour has changed"
assert ["\ufffd" in title for title in found].count(True) == 2, "the behaviour has changed"
unfolded = Calendar.from_ical(data.replace(b"\r\n ", b""))
assert [str(found["SUMMARY"]) for found in unfolded.walk("VEVENT")] == expected, "the behaviour has changed"
PYTHON
cat > "$folder/read.cjs" <<'JS'
const assert = require("assert");
const events = Object.values(require("node-ical").sync.parseFile(process.argv[2])).filter((one) => one.type === "VEVENT");
console.log(events.map((event) => event.summary).join("\n"));
assert.equal(events.filter((event) => event.summary.includes("\ufffd")).length, 2, "the behaviour has changed");
JS
node "$folder/read.cjs" "$folder/folded.ics"
echo "as described"
