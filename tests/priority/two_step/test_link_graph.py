"""The links of the latest pages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.priority.two_step.link_graph import LinkGraph


def _graph(*pages: str, capacity: int = 2) -> LinkGraph:
    graph = LinkGraph(capacity)
    for page in pages:
        graph.add(page, 0.1, {"child": 0.5})
    return graph


def test_a_released_page_is_the_latest() -> None:
    graph = _graph("a", "b")
    graph.hold("a")
    graph.release("a")
    graph.add("c", 0.1, {})
    assert [graph.own(page) for page in "abc"] == [0.1, None, 0.1]


def test_a_page_that_is_not_remembered_can_be_held_and_released() -> None:
    graph = _graph("a")
    graph.hold("other")
    graph.release("other")
    assert len(graph) == 1


@given(
    st.lists(st.tuples(st.sampled_from(["add", "hold", "release"]), st.sampled_from("abcdef")), max_size=40)
)
def test_held_pages_are_remembered_and_the_others_bounded(steps: list[tuple[str, str]]) -> None:
    graph, held = LinkGraph(2), set()
    for step, page in steps:
        if step == "add":
            graph.add(page, 0.1, {"x": 0.5})
            held.discard(page)
        elif step == "hold" and graph.own(page) is not None:
            graph.hold(page)
            held.add(page)
        elif step == "release":
            graph.release(page)
            held.discard(page)
        assert all(graph.own(one) is not None for one in held)
        assert len(graph) <= len(held) + 2
        assert sorted(parent for parent, _ in graph.parents("x")) == sorted(
            one for one in "abcdef" if graph.own(one) is not None
        )
