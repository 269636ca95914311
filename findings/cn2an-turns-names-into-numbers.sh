#!/usr/bin/env bash
# cn2an 0.5.24: `transform` writes digits into words that are no numbers: 一带一路 becomes 1带1路.
#
# The function promises to turn the Chinese numerals of a sentence into digits, as one does before numbers, dates and
# amounts are compared or duplicates are sought. It takes every numeral for a number, those inside of fixed words and
# names as well, so that a corpus loses its own topic words: 第一书记 (the post of a village's cadre) is 第1书记, 三严三实
# (a campaign) 3严3实, 一心一意 1心1意. Nothing tells them from real numbers afterwards; the way back, `an2cn`, turns
# those, too. Seen: five of five phrases with such a word were changed, without a warning; one without a numeral was
# not, and a real amount was turned as promised.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet cn2an==0.5.24
"$folder/venv/bin/python" - <<'PYTHON'
import warnings

import cn2an

warnings.simplefilter("error")
words = {
    "推进一带一路建设": "推进1带1路建设",
    "选派第一书记驻村": "选派第1书记驻村",
    "践行三严三实": "践行3严3实",
    "一心一意谋发展": "1心1意谋发展",
    "一方有难大家相助": "1方有难大家相助",
    "党员先锋岗": "党员先锋岗",
}
for before, expected in words.items():
    after = cn2an.transform(before)
    print(before, "->", after, "->", cn2an.transform(after, "an2cn"))
    assert after == expected, "the behaviour has changed"
assert cn2an.transform("捐款三千五百元") == "捐款3500元", "the behaviour has changed"
PYTHON
echo "as described"
