#!/usr/bin/env bash
# lingua-language-detector 2.1.1: a Chinese article of 4,000 characters with one の in it is Japanese, confidence 1.0.
#
# Names of shops and dishes in China have a の for 的 ("优の良品"), and reports name Japanese titles. Before it asks its
# models, lingua looks at the scripts of the characters: what has Han characters and any kana is Japanese, however many
# of the one and few of the other. The README says that rules come first and that unique characters decide between
# languages; not that one of thousands is enough. The confidence is 1.0 against 0, so that no threshold helps, and
# `detect_multiple_languages_of` gives the whole article as one Japanese section. Sentences without kana, by which one
# tests, are right. Seen: of articles of 20 to 4,000 characters all are Chinese without the の, and all are Japanese
# with it. Count the kana by yourself before you drop a text as Japanese.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/python" -m pip install --quiet lingua-language-detector==2.1.1
"$folder/venv/bin/python" - <<'PYTHON'
from lingua import LanguageDetectorBuilder

SENTENCE = "全市党建工作会议昨日在海口召开，会议强调要加强基层治理现代化建设，推动乡村振兴取得新成效。"
detector = LanguageDetectorBuilder.from_all_languages().build()


def first(text):
    best = detector.compute_language_confidence_values(text)[0]
    return best.language.name, best.value


for repeats in (0, 3, 10, 45):
    for shop in ("优良品", "优の良品"):
        text = SENTENCE * repeats + f"市民在{shop}购买点心，现场十分热闹。" + SENTENCE * repeats
        name, confidence = first(text)
        print(f"{len(text):5} characters, {shop}: {name} {confidence}")
        assert name == ("JAPANESE" if "の" in shop else "CHINESE"), "the behaviour has changed"
        assert confidence == 1.0, "the behaviour has changed"
        if "の" in shop:
            sections = [section.language.name for section in detector.detect_multiple_languages_of(text)]
            assert sections == ["JAPANESE"], "the behaviour has changed"
PYTHON
echo "as described"
