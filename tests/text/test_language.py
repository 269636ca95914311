"""The catalogue has every text that is translated, and its compiled form is of the same state."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import topiccrawl
from topiccrawl.text.language import language, translated

CODE = Path(topiccrawl.__file__).parent
FILES = CODE / "locale" / "zh" / "LC_MESSAGES"
KEYWORDS = {"translated": None, "marked": None, "say": None}


def in_code() -> set[str]:
    found: set[str] = set()
    for room in ("cli", "extensions", "reporting", "text"):
        messages = extract_from_dir(str(CODE / room), [("**.py", "python")], keywords=KEYWORDS)
        found |= {message for _, _, message, _, _ in messages if isinstance(message, str)}
    return found


def test_nothing_is_untranslated_and_nothing_is_left_over() -> None:
    catalogue = read_po(BytesIO((FILES / "topiccrawl.po").read_bytes()))
    texts = {str(message.id): message.string for message in catalogue if message.id}
    assert texts.keys() == in_code(), "run make locale, and translate"
    assert [text for text, chinese in texts.items() if not chinese] == []


def test_translations_have_the_same_places_for_values() -> None:
    catalogue = read_po(BytesIO((FILES / "topiccrawl.po").read_bytes()))
    for message in catalogue:
        if message.id:
            fields = [
                sorted(field for _, field, _, _ in Formatter().parse(text) if field)
                for text in (str(message.id), str(message.string))
            ]
            assert fields[0] == fields[1], message.id


def test_the_compiled_catalogue_is_of_the_same_state() -> None:
    written = read_po(BytesIO((FILES / "topiccrawl.po").read_bytes()))
    with (FILES / "topiccrawl.mo").open("rb") as file:
        compiled = read_mo(file)
    assert {m.id: m.string for m in compiled if m.id} == {m.id: m.string for m in written if m.id}


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"LANG": "zh_TW.UTF-8"}, "zh"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_CN"}, "zh"),
        ({"LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "zh_CN.UTF-8"}, "zh"),
    ],
)
def test_the_locale_decides(
    variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language() == expected
    assert translated("topic") == {"zh": "主题", "en": "topic"}[expected]


def test_what_has_no_translation_stays() -> None:
    assert translated("my_reason", "zh") == "my_reason"
    assert translated("", "zh") == ""  # not the head of the catalogue
