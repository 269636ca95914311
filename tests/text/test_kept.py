"""What is computed once: made, read back, made again when damaged, and used without a cache."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from topiccrawl.text.kept import kept
from topiccrawl.text.resources import CACHE_VARIABLE


@dataclass
class Number:
    """A number that loses its fraction when it is saved."""

    value: float

    def save(self, file: Path) -> None:
        file.write_text(str(int(self.value)), encoding="ascii")

    @classmethod
    def load(cls, file: Path) -> Number:
        return cls(int(file.read_text(encoding="ascii")))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path


def test_it_is_made_once_and_all_processes_have_what_was_written() -> None:
    made = [kept("number", Number.load, lambda: Number(2.5)) for _ in range(2)]
    assert made == [Number(2), Number(2)]
    assert kept("number", Number.load, lambda: Number(7)) == Number(2)


def test_a_damaged_file_is_replaced(cache: Path) -> None:
    (cache / "number").write_text("二", encoding="utf-8")
    assert kept("number", Number.load, lambda: Number(3)) == Number(3)
    assert (cache / "number").read_text(encoding="ascii") == "3"


def test_without_a_folder_to_write_to_it_serves_this_process(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (cache / "file").touch()
    monkeypatch.setenv(CACHE_VARIABLE, str(cache / "file" / "cache"))
    assert kept("number", Number.load, lambda: Number(2.5)) == Number(2.5)


def test_an_error_of_making_it_is_not_hidden() -> None:
    def fail() -> Number:
        raise ValueError("no numbers")

    with pytest.raises(ValueError, match="no numbers"):
        kept("number", Number.load, fail)
