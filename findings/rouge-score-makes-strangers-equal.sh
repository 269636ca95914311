#!/usr/bin/env bash
# rouge-score 0.1.2: two Chinese headlines about different things score 1.0, and one headline against itself 0.
#
# ROUGE counts the words that a summary shares with a text, and is also used to find headlines that say the same. The
# tokenizer of rouge-score, which `evaluate` and others take, replaces all but a-z and 0-9 by blanks. Its README says
# that it gives what the Perl script gives, and nothing about languages. What is left of Chinese is its digits and
# Latin letters: texts of one date are equal in `rouge1` and `rougeL`, texts without any have 0, and a mean over a
# collection looks like a usual value. No warning. Seen: three pairs of strangers have 1.0, and the same sentence
# twice has 0. Give `RougeScorer` a tokenizer, an object with `tokenize`, that cuts into characters or words.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet rouge-score==0.1.2
"$folder/venv/bin/python" -W ignore - <<'PYTHON'
from rouge_score.rouge_scorer import RougeScorer

STRANGERS = [
    ("2024年全市党建工作会议召开", "2024年城区停水通知"),
    ("会议5月6日召开，120人参加", "5月6日停电，120户受影响"),
    ("全市GDP增长5%", "邻省GDP下降5%"),
]
SAME = ("全市党建工作会议召开", "全市党建工作会议召开")


class Characters:
    """Cuts a text into its characters, without punctuation."""

    def tokenize(self, text):
        return [character for character in text if character.isalnum()]


def scores(pair, tokenizer=None):
    """Return ROUGE-1 and ROUGE-L of a pair, rounded."""
    found = RougeScorer(["rouge1", "rougeL"], tokenizer=tokenizer).score(*pair)
    return [round(found[name].fmeasure, 2) for name in ("rouge1", "rougeL")]


for pair in [*STRANGERS, SAME]:
    default, characters = scores(pair), scores(pair, Characters())
    print(*pair, default, characters)
    assert default == ([0, 0] if pair is SAME else [1, 1]), "the behaviour has changed"
    assert characters == [1, 1] if pair is SAME else max(characters) < 0.8, "the behaviour has changed"
PYTHON
echo "as described"
