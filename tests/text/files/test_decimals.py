"""Decimal numbers read in bulk."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.text.files.decimals import read_decimals

FORMS = ("{:.6f}", "{:.3f}", "{:.9f}", "{:g}", "{!r}", "{:.0f}", "{:e}")


@given(st.lists(st.tuples(st.floats(-1e7, 1e7) | st.floats(-2, 2), st.sampled_from(FORMS)), min_size=1))
def test_numbers_are_those_of_float(numbers: list[tuple[float, str]]) -> None:
    words = [form.format(number) for number, form in numbers]
    found = read_decimals(" ".join(words).encode())
    assert [number.hex() for number in found.tolist()] == [float(word).hex() for word in words]


@pytest.mark.parametrize(
    "text", [b"", b"0.1 ", b"0.1  0.2", b"0.x1", b"0.1.2", "0.1 党".encode(), b"-", b"0.1\n0x2"]
)
def test_what_is_no_number_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"could not convert"):
        read_decimals(text)
