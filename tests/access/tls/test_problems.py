"""Names of problems, with certificates and errors as OpenSSL has them."""

from __future__ import annotations

import pytest
from OpenSSL import SSL
from servers.tls.authority import Authority

from topiccrawl.access.tls.problems import (
    HANDSHAKE,
    WEAKNESSES,
    certificate_problem,
    described,
    drop_reason,
    handshake_problem,
    kind_of,
    weaknesses,
)


@pytest.mark.parametrize(
    ("code", "depth", "problem"),
    [
        (9, 0, "not_yet_valid"),
        (10, 1, "expired"),
        (18, 0, "self_signed"),
        (19, 2, "unknown_issuer"),
        (20, 0, "incomplete_chain"),
        (20, 1, "unknown_issuer"),
        (21, 0, "incomplete_chain"),
        (23, 0, "revoked"),
        (66, 0, "weak_key"),
        (67, 1, "weak_key"),
        (68, 1, "weak_signature"),
        (7, 0, "invalid"),
    ],
)
def test_errors_of_the_verification_have_names(code: int, depth: int, problem: str) -> None:
    assert certificate_problem(code, depth) == problem
    assert drop_reason(problem) == f"certificate_{problem}"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("unsafe legacy renegotiation disabled", "legacy_renegotiation"),
        ("tlsv1 alert protocol version", "old_protocol"),
        ("ssl/tls alert handshake failure", "old_cipher"),
        ("dh key too small", "weak_key"),
        ("wrong version number", ""),
    ],
)
def test_errors_of_handshakes_have_names(words: str, problem: str) -> None:
    assert handshake_problem(SSL.Error([("SSL routines", "", words)])) == problem


def test_what_is_weak_in_a_connection() -> None:
    authority = Authority()
    good, short = (authority.server(["a.test"], bits=bits).certificate for bits in (2048, 1024))
    assert weaknesses("TLSv1.3", "TLS_AES_256_GCM_SHA384", good) == []
    assert weaknesses("TLSv1.2", "ECDHE-RSA-CHACHA20-POLY1305", good) == []
    assert weaknesses("TLSv1.1", "DHE-RSA-AES128-SHA", short) == ["old_protocol", "old_cipher", "weak_key"]
    assert weaknesses("TLSv1.2", "CAMELLIA128-SHA", None) == ["old_cipher"]


def test_a_record_is_weak_only_where_the_certificate_was_verified() -> None:
    assert described(["old_protocol", "legacy_renegotiation"]) == "weak: old_protocol, legacy_renegotiation"
    assert described(["expired", "old_protocol"]) == "unverified: expired, old_protocol"
    assert kind_of([HANDSHAKE]) == "weak"
    assert {drop_reason(problem).partition("_")[0] for problem in WEAKNESSES} == {"certificate", "tls"}
