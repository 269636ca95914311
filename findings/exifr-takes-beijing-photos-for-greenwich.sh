#!/usr/bin/env bash
# exifr 7.1.3: a photo taken at 20:30+08:00 was taken at 20:30 UTC on a server, and its caption is in Latin letters.
#
# Cameras and telephones write the time with its offset beside it (`OffsetTimeOriginal`, Exif 2.31). exifr makes a Date
# of `DateTimeOriginal` in the time zone of the computer that reads, and gives the offset as a text of its own: the
# same photo is another moment on each computer, and on a server in UTC eight hours late. Captions, names and keywords
# that agencies send are IPTC, whose field 1:90 says ESC % G for UTF-8 (IIM 4.2, 1:90); exifr reads the field and takes
# all for Latin-1. Titles that Windows writes (`XPTitle`) are always little-endian; in files of cameras that are
# big-endian their bytes are swapped, into other Chinese characters. No error. Seen: time, caption and title wrong in
# one file. Decode captions with `Buffer.from(text, "latin1").toString()`, and use `reviveValues: false` with the
# offset.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pillow==13.0.0 piexif==1.1.3
npm install --prefix "$folder" --silent --no-audit --no-fund --ignore-scripts exifr@7.1.3
"$folder/venv/bin/python" - "$folder/photo.jpg" <<'PYTHON'
import struct
import sys

import piexif
from PIL import Image

Image.new("RGB", (8, 8)).save(sys.argv[1], "JPEG")
with open(sys.argv[1], "rb") as file:
    picture = file.read()


def dataset(record, number, value):
    """Return one field of IPTC."""
    return b"\x1c" + bytes([record, number]) + struct.pack(">H", len(value)) + value


iptc = dataset(1, 90, b"\x1b%G") + dataset(2, 120, "会议在京召开".encode()) + dataset(2, 80, "张三".encode())
iptc += b"\0" * (len(iptc) % 2)
segment = b"Photoshop 3.0\0" + b"8BIM" + struct.pack(">HHI", 0x0404, 0, len(iptc)) + iptc
with open(sys.argv[1], "wb") as file:
    file.write(picture[:2] + b"\xff\xed" + struct.pack(">H", len(segment) + 2) + segment + picture[2:])
tags = {
    "0th": {piexif.ImageIFD.XPTitle: "会议".encode("utf-16-le")},
    "Exif": {
        piexif.ExifIFD.DateTimeOriginal: b"2024:05:06 20:30:00",
        piexif.ExifIFD.OffsetTimeOriginal: b"+08:00",
    },
}
piexif.insert(piexif.dump(tags), sys.argv[1])
PYTHON
cat > "$folder/read.cjs" <<'JS'
const assert = require("assert");
require("exifr").parse(process.argv[2], { iptc: true }).then((photo) => {
    console.log(photo);
    assert.equal(photo.DateTimeOriginal.toISOString(), "2024-05-06T20:30:00.000Z", "the behaviour has changed");
    assert.equal(photo.OffsetTimeOriginal, "+08:00", "the behaviour has changed");
    assert.ok(!photo.Caption.includes("会议"), "the behaviour has changed");
    assert.equal(Buffer.from(photo.Caption, "latin1").toString(), "会议在京召开", "the behaviour has changed");
    assert.equal(photo.XPTitle, "\u1a4f\uae8b", "the behaviour has changed");
});
JS
TZ=UTC node "$folder/read.cjs" "$folder/photo.jpg"
echo "as described"
