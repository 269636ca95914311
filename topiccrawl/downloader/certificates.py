"""Which requests need a verified certificate, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from OpenSSL import SSL
from scrapy import Request
from service_identity import CertificateError, VerificationError
from twisted.internet._sslverify import ClientTLSOptions
from twisted.internet.ssl import CertificateOptions, platformTrust
from twisted.web.iweb import IPolicyForHTTPS
from zope.interface import implementer

from topiccrawl.crawl.request_meta import LOGIN_KEY

_SECRETS = ("Cookie", "Authorization")
"""Headers that prove to a server who asks."""
_FAILED = "certificate verify failed"
"""Reason of OpenSSL for a chain that does not lead to a trusted root, or a certificate that is not valid."""


def has_secrets(request: Request) -> bool:
    """Return whether a request belongs to a log-in, or has cookies or credentials.

    >>> has_secrets(Request("https://a.example.cn/", headers={"Cookie": "session=1"}))
    True
    >>> has_secrets(Request("https://a.example.cn/"))
    False
    """
    return LOGIN_KEY in request.meta or any(name in request.headers for name in _SECRETS)


@dataclass(frozen=True, slots=True)
class TlsError:
    """Why a connection could not be verified.

    Attributes:
        text: the reason, as part of a sentence about the host.
        is_certificate: whether the certificate is at fault; otherwise the host speaks a TLS that is not
            acceptable any more.
    """

    text: str
    is_certificate: bool


def tls_error(reasons: Iterable[BaseException]) -> TlsError | None:
    """Return what is wrong with the TLS of a server; None: the connection failed otherwise."""
    for reason in reasons:
        if isinstance(reason, VerificationError | CertificateError):
            return TlsError("its certificate is for another name", is_certificate=True)
        if isinstance(reason, SSL.Error):
            found = str(reason)
            if _FAILED in found:
                text = "its certificate is self-signed, expired, or of an issuer that is not trusted"
                return TlsError(text, is_certificate=True)
            last = reason.args[0][-1][-1] if reason.args and reason.args[0] else found
            return TlsError(f"its TLS is not acceptable ({last})", is_certificate=False)
    return None


@implementer(IPolicyForHTTPS)
class VerifyingPolicy:
    """Twisted's policy for HTTPS, with one set of options for all hosts: reading the roots takes a while."""

    def __init__(self) -> None:
        self._options = CertificateOptions(trustRoot=platformTrust())  # type: ignore[no-untyped-call]

    def creatorForNetloc(self, hostname: bytes, port: int) -> Any:  # noqa: N802 - Twisted's name
        """Return what makes verified connections to a host."""
        return ClientTLSOptions(self._options._makeTLSConnection, hostname.decode("ascii"))
