"""Texts on one line, and cells of spreadsheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.page.metadata import read_metadata
from topiccrawl.page.page import Page
from topiccrawl.text.display import one_line, spreadsheet_cell


@given(st.text())
def test_nothing_unseen_is_left(text: str) -> None:
    found = one_line(text)
    assert one_line(found) == found
    assert not any(character in found for character in "\n\t\x1b\x9b\x85\u202e\u2066\u2028\u200f")


def test_titles_authors_and_sites_come_without_controls_and_overrides() -> None:
    name = "党员学习\u202eoff\x9b31m党章活动"
    html = (
        f"<html><head><title>{name}</title><meta property='og:site_name' content='青山\u2066网\x84'>"
        f"</head><body><h1>{name}</h1><p>来源:青山\u202e日报</p></body></html>"
    )
    found = read_metadata(Page.from_bytes(html.encode(), "http://a.cn/"))
    assert found.title == "党员学习off31m党章活动"
    assert found.site == "青山网"
    assert "\u202e" not in found.source


@pytest.mark.parametrize(
    "text", ["=1+1", "+a", "-a", "@a", "\ta", "\ra", "＝1", "-1+cmd|' /C calc'!A0", "+86 10"]
)
def test_what_looks_like_a_formula_gets_an_apostrophe(text: str) -> None:
    assert spreadsheet_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "党员", "-3", "+2.5e-7", "-1,234.5", "-.5", "+12%", "a=b", "'=1"])
def test_numbers_and_all_else_stay(text: str) -> None:
    assert spreadsheet_cell(text) == text
