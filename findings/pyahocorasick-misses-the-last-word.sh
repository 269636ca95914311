#!/usr/bin/env bash
# pyahocorasick 2.3.1: `iter_long` does not find 治理 at the end of a headline if 基层治理现代化 is a word as well.
#
# `iter_long` gives words that do not overlap, longer ones first, which is what counts of topic words need. Where a
# text ends inside of what may become a longer word, it gives that one up and does not look for shorter words that end
# within it. Headlines end so, without a full stop: with 。 behind, or one character more, the word is there, and
# `iter` finds it always. So the same words count in the text and not in its title. Nothing fails, and tests of
# sentences pass. Seen: of three headlines that end with a topic word one has it, and all three with a full stop. Put
# a character that is in no word behind each text, or choose the longest among the hits of `iter`; ahocorasick-rs
# 1.0.3 (leftmost longest) finds all.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet pyahocorasick==2.3.1 ahocorasick-rs==1.0.3
"$folder/venv/bin/python" - <<'PYTHON'
import ahocorasick
from ahocorasick_rs import AhoCorasick, MatchKind

WORDS = ["党建", "治理", "基层治理现代化", "集体经济", "新型农村集体经济联合社"]
TITLES = ["抓实机关党建", "推进基层治理", "壮大新型农村集体经济"]
automaton = ahocorasick.Automaton()
for word in WORDS:
    automaton.add_word(word, word)
automaton.make_automaton()
other = AhoCorasick(WORDS, matchkind=MatchKind.LeftmostLongest)
found = {}
for title in TITLES:
    found[title] = (
        [word for _, word in automaton.iter_long(title)],
        [word for _, word in automaton.iter_long(title + "。")],
        [word for _, word in automaton.iter(title)],
        other.find_matches_as_strings(title),
    )
    print(title, "| iter_long, with a full stop, iter, ahocorasick-rs:", *found[title])
assert [long for long, *_ in found.values()] == [["党建"], [], []], "the behaviour has changed"
for _, stopped, every, rust in found.values():
    assert len(stopped) == 1 and stopped == every == rust, "the behaviour has changed"
PYTHON
echo "as described"
