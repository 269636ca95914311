from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pymysql.converters import escape_bytes, escape_string

from topiccrawl.storage.rows.row import json_text, statement_bytes, url_hash

characters = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("'\"\\\0\n\r\x1a😀"))


def test_the_hash_is_sha256_of_utf8():
    # FIPS 180-4's example message "abc"
    assert url_hash("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@given(text=characters, body=st.binary())
def test_the_size_is_an_upper_bound_of_what_is_sent(text, body):
    literal = f"'{escape_string(text)}'".encode() + escape_bytes(body).encode("utf-8", "surrogateescape")
    assert statement_bytes({"text": text, "body": body}) >= len(literal) + len(b"(,)")


def test_json_is_readable_and_in_stable_order():
    assert json_text({"b": 1, "a": {"键": "值😀"}}) == '{"a": {"键": "值😀"}, "b": 1}'
