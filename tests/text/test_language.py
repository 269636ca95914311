"""The catalogue has every text that is translated, and its compiled form is of the same state."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import re
from io import BytesIO
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest
import typer
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

import topiccrawl
from topiccrawl import errors
from topiccrawl.messages import message
from topiccrawl.text.language import language, localized, translated

CODE = Path(topiccrawl.__file__).parent
FILES = CODE / "locale" / "zh" / "LC_MESSAGES"
SCRIPT = CODE.parent / "docs" / "make_catalogue.py"
_PLACES = re.compile(r"%(?:\(\w+\))?[.\d]*[sdrf]")


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_catalogue", SCRIPT)
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_nothing_is_untranslated_and_nothing_is_left_over(script: ModuleType) -> None:
    catalogue = read_po(BytesIO((FILES / "topiccrawl.po").read_bytes()))
    texts = {str(message.id): message.string for message in catalogue if message.id}
    assert texts.keys() == script.texts() - {""}, "run make locale, and translate"
    assert [text for text, chinese in texts.items() if not chinese] == []
    assert [message.id for message in catalogue if message.fuzzy and message.id] == []


def test_translations_have_the_same_places_for_values() -> None:
    catalogue = read_po(BytesIO((FILES / "topiccrawl.po").read_bytes()))
    for one in catalogue:
        if one.id and (found := _PLACES.findall(str(one.id))):
            assert found == _PLACES.findall(str(one.string)), one.id  # in this order: they have no names
        elif one.id:
            fields = [
                sorted(field for _, field, _, _ in Formatter().parse(text) if field)
                for text in (str(one.id), str(one.string))
            ]
            assert fields[0] == fields[1], one.id


def test_what_commands_print_is_translated() -> None:
    words, found = re.compile(r"[A-Za-z]{2,} [a-z]{2,}"), []
    for file in CODE.rglob("*.py"):
        source = file.read_text(encoding="utf-8")
        for call in ast.walk(ast.parse(source)) if "typer.echo(" in source or "print(" in source else ():
            if isinstance(call, ast.Call) and ast.unparse(call.func) in ("typer.echo", "print"):
                parts = [part for one in call.args for part in getattr(one, "values", [one])]
                texts = [part.value for part in parts if isinstance(part, ast.Constant)]
                found += [(file.name, text) for text in texts if words.search(str(text))]
    assert found == []


def test_every_error_for_users_carries_a_message() -> None:
    """A text that is put together before the error is raised could not be translated any more.

    Errors of ours make a message of a template themselves, those of typer need one.
    """
    for_users = {name for name, _ in inspect.getmembers(errors, inspect.isclass)}
    for_users = for_users - {"RowRefusedError", "AdminError"} | {"BadParameter"}  # of logs; of the pages
    plain = [
        f"{path.relative_to(CODE)}:{node.lineno}"
        for path in CODE.rglob("*.py")
        if "raise " in (source := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call)
        if ast.unparse(node.exc.func).rpartition(".")[2] in for_users
        if any(
            isinstance(argument, ast.JoinedStr)
            or (isinstance(argument, ast.Constant) and "BadParameter" in ast.unparse(node.exc.func))
            for argument in node.exc.args
        )
    ]
    assert plain == []
    assert "TopicError" in for_users
    assert issubclass(typer.BadParameter, typer.TyperException)


def test_messages_within_messages_are_translated_and_english_stays_what_logs_show() -> None:
    inner = errors.TopicError(message("{key} is empty", key="{url}"))
    outer = errors.StorageError(message("{path}: {error}", path="党建.db", error=inner))
    assert str(outer) == "党建.db: {url} is empty"
    assert localized(outer, "zh") == "党建.db：{url} 是空的"
    assert localized(outer, "en") == str(outer)
    assert localized(ValueError("plain {text}"), "zh") == "plain {text}"


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
