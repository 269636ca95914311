"""Names for what is wrong with the TLS of a server: in drop reasons, counters and records of pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import dsa, rsa
from OpenSSL import SSL

TLS_HEADER = "X-Topiccrawl-TLS"
"""Header that the crawl adds to the responses of servers that were not verified; stored with the page."""
SITE_TLS_KEY = "topiccrawl_site_tls"
"""`Request.meta` key of `tls` in the file of the request's site, which replaces `TOPICCRAWL_TLS`."""
VERIFY_KEY = "topiccrawl_verify"
"""`Request.meta` key: set if the request must go to a verified server only."""

INCOMPLETE_CHAIN = "incomplete_chain"
HANDSHAKE = "handshake"
"""The server breaks off the usual handshake and says nothing of why; it accepts one with old protocols."""
LEGACY_RENEGOTIATION = "legacy_renegotiation"
OLD_PROTOCOL = "old_protocol"
OLD_CIPHER = "old_cipher"
WEAK_KEY = "weak_key"
WEAK_SIGNATURE = "weak_signature"

WRONG_NAME = "wrong_name"
"""The certificate is for other hosts."""

_UNVERIFIED = {
    # Codes of X509_V_ERR_..., see man 3 X509_STORE_CTX_get_error.
    2: "unknown_issuer",
    9: "not_yet_valid",
    10: "expired",
    18: "self_signed",
    19: "unknown_issuer",
    20: "unknown_issuer",
    23: "revoked",
    62: WRONG_NAME,
    64: WRONG_NAME,
}
_WEAK = {66: WEAK_KEY, 67: WEAK_KEY, 68: WEAK_SIGNATURE}
NO_ISSUER = frozenset((20, 21))
"""Errors that mean that the certificate of an issuer is missing."""
_OTHER = "invalid"

WEAKNESSES = frozenset((WEAK_KEY, WEAK_SIGNATURE, OLD_PROTOCOL, OLD_CIPHER, LEGACY_RENEGOTIATION, HANDSHAKE))
"""Problems of servers whose certificate is right as far as its signatures can be trusted."""
_OF_CERTIFICATES = frozenset((WEAK_KEY, WEAK_SIGNATURE))

_MESSAGES = (
    ("unsafe legacy renegotiation", LEGACY_RENEGOTIATION),
    ("protocol version", OLD_PROTOCOL),
    ("unsupported protocol", OLD_PROTOCOL),
    ("key too small", WEAK_KEY),
    ("md too weak", WEAK_SIGNATURE),
    ("wrong signature type", WEAK_SIGNATURE),
    ("handshake failure", OLD_CIPHER),
    ("insufficient security", OLD_CIPHER),
    ("no shared cipher", OLD_CIPHER),
)
"""Problems by words of OpenSSL's messages, for handshakes that end before there is a certificate."""

_OLD_PROTOCOLS = frozenset(("SSLv3", "TLSv1", "TLSv1.1"))
_SHORTEST_KEY = 2048
_BROKEN_HASHES = frozenset(("md5", "sha1"))


def certificate_problem(code: int, depth: int) -> str:
    """Return the name of an error of OpenSSL's verification.

    Args:
        code: the error, X509_V_ERR_...
        depth: of the certificate; 0 is the server's own.

    >>> certificate_problem(10, 0), certificate_problem(20, 0), certificate_problem(20, 1)
    ('expired', 'incomplete_chain', 'unknown_issuer')
    """
    if code in NO_ISSUER and depth == 0:
        return INCOMPLETE_CHAIN
    return _UNVERIFIED.get(code) or _WEAK.get(code) or _OTHER


def handshake_problem(error: SSL.Error) -> str:
    """Return the name of an error that ended a handshake; empty if it tells nothing.

    >>> handshake_problem(SSL.Error([("SSL routines", "", "tlsv1 alert protocol version")]))
    'old_protocol'
    """
    text = str(error).lower()
    return next((problem for words, problem in _MESSAGES if words in text), "")


def weaknesses(protocol: str, cipher: str, certificate: x509.Certificate | None) -> list[str]:
    """Return what is weak in a connection that OpenSSL was told to accept.

    Args:
        protocol: its name, such as TLSv1.2.
        cipher: name of the cipher suite, as OpenSSL writes it.
        certificate: the server's.

    >>> weaknesses("TLSv1", "AES128-SHA", None), weaknesses("TLSv1.3", "TLS_AES_128_GCM_SHA256", None)
    (['old_protocol'], [])
    """
    found = []
    if protocol in _OLD_PROTOCOLS:
        found.append(OLD_PROTOCOL)
    if cipher and not _is_usual(cipher):
        found.append(OLD_CIPHER)
    if certificate is not None:
        key = certificate.public_key()
        if isinstance(key, (rsa.RSAPublicKey, dsa.DSAPublicKey)) and key.key_size < _SHORTEST_KEY:
            found.append(WEAK_KEY)
        if _hash(certificate) in _BROKEN_HASHES:
            found.append(WEAK_SIGNATURE)
    return found


def described(problems: Sequence[str]) -> str:
    """Return the text of a page's record.

    >>> described(["expired", "wrong_name"]), described(["old_protocol"])
    ('unverified: expired, wrong_name', 'weak: old_protocol')
    """
    return f"{kind_of(problems)}: {', '.join(problems)}"


def kind_of(problems: Iterable[str]) -> str:
    """Return "unverified" if a certificate could not be verified, "weak" if only the encryption is weak."""
    return "weak" if WEAKNESSES.issuperset(problems) else "unverified"


def drop_reason(problem: str) -> str:
    """Return the reason under which a request is dropped.

    >>> drop_reason("expired"), drop_reason("weak_key"), drop_reason("old_protocol")
    ('certificate_expired', 'certificate_weak_key', 'tls_old_protocol')
    """
    is_of_certificate = problem in _OF_CERTIFICATES or problem not in WEAKNESSES
    return f"{'certificate' if is_of_certificate else 'tls'}_{problem}"


def _is_usual(cipher: str) -> bool:
    """Return whether browsers use a cipher suite: AES or ChaCha20, and a key exchange other than DHE."""
    return ("AES" in cipher or "CHACHA20" in cipher) and not cipher.startswith(("DHE-", "ADH-", "AECDH-"))


def _hash(certificate: x509.Certificate) -> str:
    try:
        algorithm = certificate.signature_hash_algorithm
    except ValueError:  # of a kind that the library does not know
        return ""
    return algorithm.name if algorithm else ""
