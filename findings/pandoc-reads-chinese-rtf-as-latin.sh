#!/usr/bin/env bash
# pandoc 3.9: 党建 in an RTF file is µ³½¨, with a warning if the file is from a Chinese Windows and without one if not.
#
# RTF writes a character outside of ASCII as bytes, and the font that is in force says of which charset they are:
# `\fcharset134` is GBK, 136 Big5 (RTF 1.9.1, font table). Word and WordPad write so on any Windows, with `\ansicpg`
# for the rest. pandoc leaves charsets of fonts out: bytes are Windows-1252, and of `\ansicpg936` it says in a warning
# that text will likely be garbled. With `\ansicpg1252`, from a computer that speaks English, nothing is said, and
# what comes out are letters, as many as there were bytes, so that a count of characters passes. Characters in `\u`
# are right, so that rare ones survive in a text that is lost. Seen: of three files none is right, one with a warning;
# striprtf 0.0.35 has all three. Read RTF with that.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pypandoc_binary==1.17 striprtf==0.0.35
"$folder/venv/bin/python" - "$folder/notice.rtf" <<'PYTHON'
import subprocess
import sys

import pypandoc
from striprtf.striprtf import rtf_to_text

TEXT = "基层党建工作会议"
FILES = [("936", "134", "gbk"), ("1252", "134", "gbk"), ("1252", "136", "big5")]


def rtf(codepage, charset, encoding):
    """Return an RTF file with a line of Chinese, the last character of it in Unicode."""
    text = TEXT if encoding == "gbk" else "基層黨建工作會議"
    fonts = rf"{{\fonttbl{{\f0\fswiss\fcharset0 Arial;}}{{\f1\fnil\fcharset{charset} Song;}}}}"
    data = "".join(rf"\'{byte:02x}" for byte in text[:-1].encode(encoding))
    return text, rf"{{\rtf1\ansi\ansicpg{codepage}\deff0{fonts}\pard\f1 {data}\uc1\u{ord(text[-1]) - 65536}?\par}}"


assert pypandoc.get_pandoc_version() == "3.9", "another pandoc"
for codepage, charset, encoding in FILES:
    text, data = rtf(codepage, charset, encoding)
    with open(sys.argv[1], "w", encoding="ascii") as file:
        file.write(data)
    command = [pypandoc.get_pandoc_path(), sys.argv[1], "--from=rtf", "--to=plain", "--wrap=none"]
    answer = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    found = answer.stdout.strip()
    print(codepage, charset, "->", found, answer.stderr.strip(), "| striprtf:", rtf_to_text(data).strip())
    assert found == text[:-1].encode(encoding).decode("cp1252") + text[-1], "the behaviour has changed"
    assert ("garbled" in answer.stderr) == (codepage == "936"), "the behaviour has changed"
    assert rtf_to_text(data).strip() == text, "the behaviour has changed"
PYTHON
echo "as described"
