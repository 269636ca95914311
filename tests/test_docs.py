"""The docs say what the code has."""

from __future__ import annotations

from pathlib import Path

import pytest

from topiccrawl import settings
from topiccrawl.relevance.topic.topic import SECTIONS

DOCS = Path(__file__).parents[1] / "docs"
OWN = sorted(name for name in dir(settings) if name.startswith("TOPICCRAWL_"))


@pytest.mark.parametrize("name", OWN)
def test_every_setting_is_in_the_docs_with_its_default(name: str) -> None:
    (row,) = [
        line
        for line in (DOCS / "settings.md").read_text(encoding="utf-8").splitlines()
        if f"`{name}`" in line
    ]
    value = getattr(settings, name)
    assert f"`{value}`" in row or (value == "" and '`""`' in row)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_table_of_a_topic_is_in_the_docs(section: str) -> None:
    assert f"[{section}]" in (DOCS / "topics.md").read_text(encoding="utf-8")


def test_no_other_settings_are_promised() -> None:
    text = (DOCS / "settings.md").read_text(encoding="utf-8")
    promised = {
        cell.strip("` ")
        for line in text.splitlines()
        if line.startswith("| `TOPICCRAWL_")
        for cell in line.split("|")[1:2]
    }
    assert promised == set(OWN)
