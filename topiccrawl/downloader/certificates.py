"""Which requests need a verified certificate, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Iterable

from OpenSSL import SSL
from scrapy import Request
from service_identity import CertificateError, VerificationError

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


def certificate_error(reasons: Iterable[BaseException]) -> str | None:
    """Return what is wrong with the certificate of a server; None: the connection failed otherwise."""
    for reason in reasons:
        if isinstance(reason, VerificationError | CertificateError):
            return "it is for another name"
        if isinstance(reason, SSL.Error) and _FAILED in str(reason):
            return "it is self-signed, expired, or its issuer is not trusted"
    return None
