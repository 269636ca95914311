#!/usr/bin/env bash
# jellyfish 1.3.0: `match_rating_comparison` says that 张三 is the same name as 李四, 王五 and any other of two characters.
#
# Lists of persons are joined by functions that tell whether two names are likely one. The Match Rating Approach takes
# vowels out, compares what is left, and asks for fewer agreements the longer both are together. For two names of two
# characters, or of one, that have no character in common it says True, as for Li and Wu. Names of three characters are
# told apart, so that 王建国 and 李志强 are two, and a test with such names passes. Chinese names of two characters are as
# usual as those of three. The documentation has a result for names whose lengths differ too much, None, and says
# nothing of short ones. Seen: all ten pairs of five names are one name. Use `jaro_winkler_similarity`, which is 0 for
# each.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet jellyfish==1.3.0
"$folder/venv/bin/python" - <<'PYTHON'
from itertools import combinations

from jellyfish import jaro_winkler_similarity, match_rating_comparison

for names, expected in (
    (["张三", "李四", "王五", "赵六", "周七"], True),
    (["陈", "林", "黄"], True),
    (["王建国", "李志强", "张晓明"], False),
):
    pairs = list(combinations(names, 2))
    same = [match_rating_comparison(*pair) for pair in pairs]
    print(f"{names}: {sum(same)} of {len(pairs)} pairs are one name")
    assert same == [expected] * len(pairs), "the behaviour has changed"
    assert not any(jaro_winkler_similarity(*pair) for pair in pairs), "jaro_winkler_similarity has changed"
PYTHON
echo "as described"
