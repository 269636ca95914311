"""Writing values into a topic.toml."""

from __future__ import annotations

import tomllib
from difflib import ndiff
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.relevance import TopicError
from topiccrawl.relevance.topic.toml_edit import with_values, write_values
from topiccrawl.text.resources import resource

TOML = """title = "党建"  # 题目
seeds = [
    "http://a.cn/",  # [gate]
]

[gate]
# 说明
threshold = 0.1  # low
topic_words = 5

[priority]
matrix = [
    [1, 0.5, 3],  # description
    [2, 1, 6],
    [0.3333, 0.1667, 1],
]
sample = 20
"""


def test_only_what_is_named_changes() -> None:
    edited = with_values(TOML, "gate", {"threshold": 0.3, "hub_threshold": 0.05}, "calibrate x`: 1")
    assert edited == TOML.replace(
        "[gate]\n# 说明\nthreshold = 0.1  # low\ntopic_words = 5\n",
        "[gate]\n# by `topiccrawl calibrate x`: 1\n# 说明\nthreshold = 0.3\ntopic_words = 5\nhub_threshold = 0.05\n",
    )


def test_a_new_note_takes_the_place_of_the_old_one() -> None:
    once = with_values(TOML, "gate", {"threshold": 0.3}, "calibrate x`: 1")
    twice = with_values(once, "gate", {"threshold": 0.4}, "calibrate x`: 2")
    assert twice.count("by `topiccrawl") == 1
    assert "calibrate x`: 2" in twice


def test_a_list_over_several_lines_is_replaced_whole() -> None:
    edited = with_values(TOML, "priority", {"matrix": ((1, 2), (0.5, 1))}, "x")
    assert tomllib.loads(edited)["priority"] == {"matrix": [[1, 2], [0.5, 1]], "sample": 20}
    assert "# description" not in edited


VALUES = st.dictionaries(
    st.sampled_from(["threshold", "topic_words", "units", "wide", "matrix"]),
    st.one_of(
        st.booleans(),
        st.integers(-9, 9),
        st.floats(-1e6, 1e6),
        st.text("ab党建\\\"' #[]=", max_size=8),
        st.lists(st.lists(st.integers(0, 9), max_size=3), max_size=3),
    ),
    min_size=1,
)


@given(st.sampled_from(["gate", "priority", "new"]), VALUES)
def test_what_is_written_is_read_and_nothing_else_changes(section: str, values: dict[str, Any]) -> None:
    before = tomllib.loads(TOML)
    after = tomllib.loads(with_values(TOML, section, values, "x"))
    assert after == {**before, section: {**before.get(section, {}), **values}}


def test_a_file_is_edited_in_its_place(tmp_path: Path) -> None:
    file = tmp_path / "topic.toml"
    file.write_text(TOML, encoding="utf-8")
    write_values(tmp_path, "scale", {"body": 0.5}, "x")
    assert file.read_text(encoding="utf-8") == f"{TOML}\n[scale]\n# by `topiccrawl x\nbody = 0.5\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["topic.toml"]


def test_a_byte_order_mark_does_not_matter(tmp_path: Path) -> None:
    (tmp_path / "topic.toml").write_text(TOML, encoding="utf-8-sig")
    write_values(tmp_path, "scale", {"body": 0.5}, "x")
    assert tomllib.loads((tmp_path / "topic.toml").read_text(encoding="utf-8"))["scale"] == {"body": 0.5}


@pytest.mark.parametrize("text", ["[gate", "gate = { threshold = 0.1 }\n", None])
def test_what_cannot_be_edited_is_left_as_it_is(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "topic.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    with pytest.raises(TopicError, match=r"topic\.toml"):
        write_values(tmp_path, "gate", {"threshold": 0.3}, "x")
    assert (file.read_text(encoding="utf-8") if text is not None else None) == text


def test_a_comment_on_the_next_table_stays_with_it() -> None:
    text = "[gate]\nthreshold = 0.1\n\n# 优先级\n[priority]\nsample = 20\n"
    edited = with_values(text, "gate", {"hub_threshold": 0.05}, "x")
    assert edited.endswith("hub_threshold = 0.05\n\n# 优先级\n[priority]\nsample = 20\n")


@pytest.mark.parametrize("name", ["football", "overseas", "partybuild"])
def test_every_other_line_of_a_shipped_topic_stays(name: str) -> None:
    text = resource(f"topics/{name}/topic.toml").read_text(encoding="utf-8")
    edited = with_values(text, "scale", {"body": 0.5}, "x")
    changed = [line for line in ndiff(text.splitlines(), edited.splitlines()) if line[0] in "+-"]
    assert all("body = " in line or "by `topiccrawl" in line for line in changed), changed
    assert with_values(edited, "scale", {"body": 0.5}, "x") == edited
