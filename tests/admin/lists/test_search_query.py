"""Queries of the search in whole texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.admin.lists.search_query import Group, Query, Term, find_terms, parse_query, terms_of
from topiccrawl.errors import QueryError
from topiccrawl.text.folding import fold

TEXT = "黨員學習，第三支部Study GDP 2.0 讨论。\n社区\n服务"
WORDS = ("党员", "支部", "社区", "gdp", "三支部", "河长", "服", "5g")


@pytest.mark.parametrize(
    ("typed", "matches"),
    [
        ("党员，支部；讨论", True),
        ("党员 OR 河长", True),
        ("党员 AND NOT 河长", True),
        ("党员 且 非 社区", False),
        ("党员 -河长", True),
        ("河长 或 党员 社区", True),  # AND binds closer
        ("（河长 或 党员） 江河", False),
        ("-(河长 或 江河)", True),
        ("非 非 党员", True),
        ("黨員", True),
        ("ＧＤＰ", True),
        ("gd", False),
        ("gdp 2", True),
        ("支部study", True),
        ("“学习 第三”", True),  # a phrase may have punctuation between its parts
        ("「党员学」『习』", True),
        ('"支部 党员"', False),
        ("非遗 或 党员", True),  # 非 in a word is no operator
        ("河长 or 党员", True),
        ("党员 and not 社区", False),
        ("“or”", False),
    ],
)
def test_queries_match_texts(typed: str, matches: bool) -> None:
    query = parse_query(typed)
    assert query is not None and query.matches(fold(TEXT)) is matches


def test_blanks_are_no_query() -> None:
    assert parse_query("") is parse_query(" 　\n") is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("“党员", "the quotation that begins with “ is not closed"),
        ("党员 《社区", "the quotation that begins with 《 is not closed"),
        ("(党员", "a bracket is not closed"),
        ("党员）", "a bracket is closed that was not opened"),
        ("党员 或", "a word is missing after 或"),
        ("党员 AND OR 社区", "a word is missing before OR"),
        ("NOT", "a word is missing after NOT"),
        ("()", "a word is missing before )"),
        ("，、", "'，、' has no character that can be searched"),
        ("！", "'!' has no character that can be searched"),
        ('党员 ""', "'' has no character that can be searched"),
        ("(" * 30 + "党" + ")" * 30, "the brackets are nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_said(typed: str, said: str) -> None:
    with pytest.raises(QueryError) as error:
        parse_query(typed)
    assert str(error.value) == said


def test_words_that_may_not_occur_are_not_marked() -> None:
    query = parse_query("党员 -(支部 或 非 社区)")
    assert [term.runs for term in terms_of(query)] == [("党员",), ("社区",)]
    folded = fold(TEXT)
    assert [folded[begin:end] for begin, end in find_terms(folded, terms_of(query))] == ["党员", "社区"]


TREES = st.recursive(
    st.sampled_from(WORDS),
    lambda parts: st.one_of(
        st.tuples(st.just("NOT"), parts), st.tuples(st.sampled_from(["AND", "OR"]), parts, parts)
    ),
    max_leaves=8,
)


def written(tree: str | tuple[str, ...]) -> str:
    if isinstance(tree, str):
        return tree
    if tree[0] == "NOT":
        return f"-({written(tree[1])})"
    return f"({written(tree[1])}) {tree[0]} ({written(tree[2])})"


def value(tree: str | tuple[str, ...], text: str) -> bool:
    if isinstance(tree, str):
        return tree in text
    if tree[0] == "NOT":
        return not value(tree[1], text)
    combine = all if tree[0] == "AND" else any
    return combine(value(part, text) for part in tree[1:])


@given(TREES, st.lists(st.sampled_from(WORDS)))
def test_any_query_means_what_it_says(tree: str | tuple[str, ...], words: list[str]) -> None:
    text = "，".join(words)
    query = parse_query(written(tree))
    assert query is not None and query.matches(text) is value(tree, text)


@given(st.text('党员gd ()（）"“”《》「」-或非 OR&|，!', max_size=40))
def test_any_text_is_a_query_or_an_error(typed: str) -> None:
    try:
        query = parse_query(typed)
    except QueryError:
        return
    assert query is None or isinstance(query, Term | Group)
    query is None or query.matches(typed)


def test_queries_are_values() -> None:
    first: Query | None = parse_query("党员 (a 或 b)")
    assert first == parse_query("黨員 (A OR Ｂ)") and hash(first)
