"""Paper C's body extraction: threshold, improvement 1 (20 lines) and improvement 2 (200 bytes)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.extraction.density import extract_density, text_density
from topiccrawl.extraction.lines import Line
from topiccrawl.page.page import Page


def line(density: float, size: int = 100) -> Line:
    return Line("x" * size, size, round(size / density), 0, 0)


DENSE, THIN = line(0.9, 300), line(0.1, 10)


def test_a_line_over_the_threshold_is_body_and_one_at_it_is_not() -> None:
    assert text_density([line(0.5), line(0.51)], threshold=0.5) == [1]


def test_twenty_thin_lines_inside_a_body_are_kept() -> None:
    assert text_density([DENSE, *[THIN] * 20, DENSE], 0.5) == list(range(22))


def test_twenty_one_thin_lines_end_a_body_and_are_dropped() -> None:
    assert text_density([DENSE, *[THIN] * 21, DENSE], 0.5) == [0]


def test_thin_lines_before_and_after_a_body_are_no_body() -> None:
    assert text_density([THIN] * 30 + [DENSE] + [THIN] * 5, 0.5) == [30]


def test_under_200_bytes_the_search_goes_on_behind_a_long_run() -> None:
    assert text_density([line(0.9, 199), *[THIN] * 21, DENSE], 0.5) == [0, 22]


def test_at_200_bytes_a_long_run_ends_the_body() -> None:
    assert text_density([line(0.9, 200), *[THIN] * 21, DENSE], 0.5) == [0]


def test_kept_thin_lines_count_for_the_200_bytes() -> None:
    lines = [line(0.9, 95), THIN, line(0.9, 95), *[THIN] * 21, DENSE]
    assert text_density(lines, 0.5) == [0, 1, 2]
    lines[1] = line(0.1, 9)
    assert text_density(lines, 0.5)[-1] == 24


@given(
    st.lists(st.tuples(st.floats(0.01, 1.0), st.integers(1, 400)), max_size=80),
    st.floats(0.0, 0.99),
    st.integers(0, 25),
)
def test_a_body_starts_and_ends_dense_and_has_no_long_gap_left(
    shape: list[tuple[float, int]], threshold: float, max_gap: int
) -> None:
    lines = [line(density, size) for density, size in shape]
    body = text_density(lines, threshold, max_gap)
    dense = [index for index, item in enumerate(lines) if item.density > threshold]
    assert body == sorted(set(body))
    assert bool(body) == bool(dense)
    if body:
        assert body[0] == dense[0]
        assert body[-1] in dense
        thin = sorted(set(body) - set(dense))
        assert all(not set(range(start, start + max_gap + 1)) <= set(thin) for start in thin)


def test_a_page_without_paragraphs_in_one_line_of_source() -> None:
    menu = "".join(f'<li><a href="/channel/{n}/index.html">频道{n}</a></li>' for n in range(30))
    body = "<br>".join(
        "会议指出，要把学习成果转化为推动工作的实际行动，确保各项任务落到实处。" for _ in range(5)
    )
    text = extract_density(
        Page.of(f"<html><body><ul>{menu}</ul><div>{body}</div><ul>{menu}</ul></body></html>")
    )
    assert (
        text.splitlines()[1:]
        == ["会议指出，要把学习成果转化为推动工作的实际行动，确保各项任务落到实处。"] * 4
    )
    assert "频道" not in text
