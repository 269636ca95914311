#!/usr/bin/env bash
# surt 0.3.1: two WeChat articles get one key in an index of captures, since it writes paths and queries in lower case.
#
# CDX indexes of WARC files look captures up by SURT keys. `surt` takes for granted that the case of a path means
# nothing, an assumption about web servers of the nineties. WeChat's articles are named by it: `/s/` is followed by 22
# characters of base64, `__biz` is base64 as well. Two articles whose names differ by case alone are one key, and a
# look-up by key gives whichever was captured last; the true address cannot be had back from a key either, so a list of
# keys is no list of pages. Seen: two short and two long addresses, one key each. Keep the URL beside the key, and
# compare it after each look-up.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet surt==0.3.1
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from surt import surt

SITE = "https://mp.weixin.qq.com/s"
PAIRS = {
    "short": (f"{SITE}/Ab3dEfGhIjKlMnOpQrStUv", f"{SITE}/aB3dEfGhIjKlMnOpQrStUv"),
    "long": (f"{SITE}?__biz=MzA5MDAwMDAwMQ==&mid=1&idx=1", f"{SITE}?__biz=MzA5MDAwMDAwmQ==&mid=1&idx=1"),
}
for name, (one, other) in PAIRS.items():
    print(name, surt(one), surt(other))
    assert one != other
    assert surt(one) == surt(other), "the behaviour has changed"
assert surt(PAIRS["short"][0]) == "com,qq,weixin,mp)/s/ab3defghijklmnopqrstuv", "the behaviour has changed"
PYTHON
echo "as described"
