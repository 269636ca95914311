#!/usr/bin/env bash
# imap-tools 1.16.0, mail-parser 4.8.0: in a mail labelled gb2312 镕基 is F基, 陶喆、李四 is 陶础⒗钏, or no word is left.
#
# Chinese mail programs write GBK and label it gb2312, which readers take for GBK (WHATWG Encoding: gb2312 is a label
# of it). Names of people and places have characters that only GBK has, such as 镕, 喆 and 〇; Python's gb2312 has none of
# them. imap-tools decodes with `ignore`: a byte is dropped, and the rest of the clause may be read half a character
# later, as other characters, with nothing that looks like an error. mail-parser gives up on gb2312 and takes all of
# the text for UTF-8, which leaves not one character of it. Neither raises anything. Seen: of one sentence imap-tools
# has another one, mail-parser none; mailparser of npm has it whole. Replace the label by gb18030 in the bytes of a
# mail before reading it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet imap-tools==1.16.0 mail-parser==4.8.0
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts mailparser@3.14.2
"$folder/venv/bin/python" - "$folder/notice.eml" <<'PYTHON'
import sys

import mailparser
from imap_tools import MailMessage

TEXT = "镕基同志到会，陶喆、李四参加，二〇二四年五月。"
HEAD = """From: zs@example.cn\r
To: ls@example.cn\r
Subject: notice\r
Date: Mon, 6 May 2024 08:30:00 +0800\r
MIME-Version: 1.0\r
Content-Type: text/plain; charset=gb2312\r
Content-Transfer-Encoding: 8bit\r
\r
"""
data = HEAD.encode() + TEXT.encode("gbk")
with open(sys.argv[1], "wb") as file:
    file.write(data)
first = MailMessage.from_bytes(data).text
second = mailparser.parse_from_bytes(data).text_plain[0]
print("imap-tools: ", first)
print("mail-parser:", second)
assert first == "F基同志到会，陶础⒗钏牟渭樱二二四年五月。", "the behaviour has changed"
assert not any(character in second for character in TEXT), "the behaviour has changed"
relabelled = data.replace(b"gb2312", b"gb18030")
assert MailMessage.from_bytes(relabelled).text == TEXT, "the behaviour has changed"
assert mailparser.parse_from_bytes(relabelled).text_plain[0] == TEXT, "the behaviour has changed"
PYTHON
cat > "$folder/read.cjs" <<'JS'
const { readFileSync } = require("fs");
require("mailparser").simpleParser(readFileSync(process.argv[2])).then((mail) => {
    console.log("mailparser: ", mail.text);
    require("assert").equal(mail.text, "镕基同志到会，陶喆、李四参加，二〇二四年五月。", "mailparser has changed");
});
JS
node "$folder/read.cjs" "$folder/notice.eml"
echo "as described"
