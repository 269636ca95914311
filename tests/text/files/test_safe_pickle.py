"""Pickles read as data."""

from __future__ import annotations

import io
import os
import pickle
import struct
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from topiccrawl.text.files.safe_pickle import PickledObject, SafePickleError, read_safe_pickle

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=20,
)


@given(PLAIN, st.integers(3, 5))
def test_plain_values_come_back(value: Any, protocol: int) -> None:
    assert read_safe_pickle(pickle.dumps(value, protocol)) == value


@given(st.dictionaries(st.text(), st.lists(st.integers() | st.text())), st.integers(0, 2))
def test_old_protocols_too(value: Any, protocol: int) -> None:
    assert read_safe_pickle(pickle.dumps(value, protocol)) == value


def test_what_stands_twice_is_one() -> None:
    shared = ["党员"]
    found = read_safe_pickle(pickle.dumps([shared, shared]))
    assert found[0] is found[1]


class Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("created-by-a-pickle",)


@pytest.mark.parametrize("protocol", range(6))
def test_names_are_refused_and_nothing_is_run(
    protocol: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SafePickleError, match=r"it asks for \w+\.mkdir, which is refused"):
        read_safe_pickle(pickle.dumps([Evil()], protocol))
    # even what may be named is described only
    (found,) = read_safe_pickle(pickle.dumps([Evil()], protocol), {("posix", "mkdir")})
    assert isinstance(found, PickledObject)
    assert found.arguments == ("created-by-a-pickle",)
    assert not list(tmp_path.iterdir())


def _raw(*parts: bytes) -> bytes:
    return b"\x80\x04" + b"".join(parts) + b"."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "ends too early"),
        (b"\x80\x04]", "ends too early"),
        (b"\x80\x09N.", "protocol 9"),
        (_raw(b"\x8d" + struct.pack("<Q", 2**60)), "ends too early"),
        (_raw(b"T\xff\xff\xff\xff"), "ends too early"),
        (_raw(b"}\x8c\x01x\x85" + b"2\x86" * 60 + b"Ns"), "a tuple as a key"),
        (_raw(b"}]Ns"), "a list as a key"),
        (_raw(b"]" * 2000), "too many lists"),
        (_raw(b"N0" * 3000), "more than 5,000 instructions"),
        (_raw(b"L" + b"9" * 5000 + b"L\n"), "1,000 digits"),
        (_raw(b"\x8b" + struct.pack("<i", 5000) + bytes(5000)), "1,000 bytes"),
        (_raw(b"\x97"), "instruction 0x97"),
        (_raw(b"h\x00"), "broken"),
        (_raw(b"a"), "broken"),
        (_raw(b"NNb"), "broken"),
        (_raw(b"NN)R"), "broken"),
        (_raw(b"\x86"), "broken"),
        (_raw(b"\x8c\x01\xff"), "not UTF-8"),
    ],
)
def test_what_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(SafePickleError, match=message):
        read_safe_pickle(data, most_steps=5000, most_containers=1000)


def test_an_index_of_four_billion_takes_no_memory() -> None:
    assert read_safe_pickle(_raw(b"N", b"r\xff\xff\xff\xff", b"j\xff\xff\xff\xff")) is None


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        read_safe_pickle(b"\x80\x04" + data, {("a", "b")})
    except SafePickleError as error:
        assert str(error)


class _Slow(io.RawIOBase):
    """A stream that returns a few bytes at a time."""

    def __init__(self, data: bytes) -> None:
        self._left = io.BytesIO(data)

    def read(self, size: int = -1, /) -> bytes:
        return self._left.read(min(size, 1000))


@pytest.mark.parametrize("stream", [io.BytesIO, _Slow])
def test_a_stream_is_read_as_its_bytes_are(stream: type[Any]) -> None:
    value = [["党员" * 100_000, b"\x00" * 300_000], {"支部": [1, 2.5, None]}, *map(str, range(5000))]
    data = pickle.dumps(value)
    assert read_safe_pickle(stream(data)) == value
    for end in (0, 1, len(data) // 2, len(data) - 1):
        with pytest.raises(SafePickleError):
            read_safe_pickle(stream(data[:end]))


def test_what_stands_for_a_text_may_be_chosen() -> None:
    assert read_safe_pickle(pickle.dumps(["党员", 1, b"x"]), read_text=len) == [6, 1, b"x"]
