"""TLS connections of the downloader: verified ones, and those that only note what is wrong with a server."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, partial
from typing import Any

from cryptography import x509
from OpenSSL import SSL, crypto
from scrapy.settings import BaseSettings
from scrapy.utils.ssl import _set_keylog_callback
from service_identity import CertificateError, VerificationError
from service_identity.hazmat import DNS_ID, IPAddress_ID, ServiceID, verify_service_identity
from service_identity.pyopenssl import extract_patterns
from twisted.internet.abstract import isIPAddress, isIPv6Address
from twisted.internet.interfaces import IOpenSSLClientConnectionCreator
from twisted.web.iweb import IPolicyForHTTPS
from zope.interface import implementer

from topiccrawl.access.tls.problems import (
    HANDSHAKE,
    NO_ISSUER,
    WRONG_NAME,
    certificate_problem,
    handshake_problem,
    weaknesses,
)
from topiccrawl.crawl.checks.setting_types import wrong_setting
from topiccrawl.messages import message

_VERSIONS = {
    "TLSv1.0": SSL.TLS1_VERSION,
    "TLSv1.1": SSL.TLS1_1_VERSION,
    "TLSv1.2": SSL.TLS1_2_VERSION,
    "TLSv1.3": SSL.TLS1_3_VERSION,
}


class TlsContexts:
    """The two ways to connect to a server.

    Args:
        settings: of the crawl; Scrapy's `DOWNLOADER_CLIENT_TLS_CIPHERS`, `DOWNLOAD_TLS_MIN_VERSION` and
            `DOWNLOAD_TLS_MAX_VERSION` are used, and cannot make a verified connection weaker than TLS 1.2
            with 112 bits of security.

    Attributes:
        roots: the trusted roots, those of the system or of the environment variables SSL_CERT_FILE and
            SSL_CERT_DIR.

    Raises:
        ValueError: a setting of Scrapy cannot be used.
    """

    def __init__(self, settings: BaseSettings) -> None:
        ciphers = str(settings["DOWNLOADER_CLIENT_TLS_CIPHERS"] or "DEFAULT")
        own = "ALL" if ciphers == "DEFAULT" else ciphers
        least = _version(settings, "DOWNLOAD_TLS_MIN_VERSION", SSL.TLS1_VERSION)
        most = _version(settings, "DOWNLOAD_TLS_MAX_VERSION", 0)
        # Servers without a certificate are none, whatever the ciphers in the settings are.
        verified, every = (f"{_without_level(one)}:!aNULL:!eNULL" for one in (ciphers, own))
        self._verified = _context(f"{verified}:@SECLEVEL=2", max(least, SSL.TLS1_2_VERSION), most)
        self._lenient = _context(f"{every}:@SECLEVEL=0", least, most)
        self._lenient.set_options(SSL.OP_LEGACY_SERVER_CONNECT)

    # The roots are read for the first TLS connection: a crawl may have none.
    @cached_property
    def verified(self) -> SSL.Context:
        """For connections whose certificate is verified."""
        self._verified.set_default_verify_paths()
        return self._verified

    @cached_property
    def lenient(self) -> SSL.Context:
        """For connections to servers that could not be verified: old protocols and ciphers, too."""
        self._lenient.set_default_verify_paths()
        return self._lenient

    @property
    def roots(self) -> crypto.X509Store:
        """The store of the verified connections; what is added to it counts for the next ones."""
        store = self.verified.get_cert_store()
        assert store is not None  # every context has one
        return store


class Handshake(SSL.Connection):
    """A connection that notes what is wrong with its server.

    Args:
        context: of OpenSSL.
        is_lenient: whether the server's certificate decides nothing.

    Attributes:
        problems: what is wrong with the certificate, the first problem first.
        lacking: the certificate whose issuer is missing.
    """

    def __init__(self, context: SSL.Context, *, is_lenient: bool) -> None:
        super().__init__(context)
        self.is_lenient = is_lenient
        self.problems: list[str] = []
        self.lacking: x509.Certificate | None = None

    @property
    def is_done(self) -> bool:
        """Whether the server has completed the handshake."""
        return self.get_peer_finished() is not None

    def note(self, problem: str) -> None:
        """Add a problem."""
        if problem not in self.problems:
            self.problems.append(problem)

    def all_problems(self) -> list[str]:
        """Return what is wrong with the certificate, and what is weak in the connection."""
        peer = self.get_peer_certificate()
        weak = weaknesses(
            self.get_protocol_version_name(),
            self.get_cipher_name() or "",
            None if peer is None else peer.to_cryptography(),
        )
        return [*self.problems, *(one for one in weak if one not in self.problems)]


def handshake_of(transport: Any) -> Handshake | None:
    """Return the handshake of a connection's transport; None without TLS."""
    # Within a tunnel of a proxy, the transport is the one of TCP, whose protocol is that of TLS.
    owners: tuple[Any, ...] = (transport, getattr(transport, "protocol", None))
    for one in owners:
        handle = one.getHandle() if hasattr(one, "getHandle") else None
        if isinstance(handle, Handshake):
            return handle
    return None


@implementer(IPolicyForHTTPS)
class Attempt:
    """The TLS of one request; its connection may be one that another request has opened.

    Attributes:
        handshake: the handshake of a new connection; None before it, and for a connection used again.
    """

    def __init__(self, context: SSL.Context, *, is_lenient: bool) -> None:
        self.is_lenient = is_lenient
        self.handshake: Handshake | None = None
        self._context = context

    def creatorForNetloc(self, hostname: bytes, port: int) -> _Creator:  # noqa: N802 - Twisted's name
        """Return what makes the connection to a host."""
        return _Creator(self, self._context, hostname.decode("ascii"))

    @property
    def failed(self) -> bool:
        """Whether a handshake began and was not completed."""
        return self.handshake is not None and not self.handshake.is_done

    def problem(self, error: BaseException) -> str:
        """Return what ended the handshake; empty if the error is none of TLS."""
        if not self.failed or self.handshake is None:
            return ""
        if self.handshake.problems:
            return self.handshake.problems[0]
        known = (handshake_problem(one) for one in causes(error) if isinstance(one, SSL.Error))
        return next(filter(None, known), HANDSHAKE)


@implementer(IOpenSSLClientConnectionCreator)
class _Creator:
    def __init__(self, attempt: Attempt, context: SSL.Context, host: str) -> None:
        self._attempt = attempt
        self._context = context
        self._host = host.rstrip(".")

    def clientConnectionForTLS(self, tlsProtocol: Any) -> SSL.Connection:  # noqa: N802, N803 - Twisted's names
        """Return a connection that has not begun its handshake."""
        made = Handshake(self._context, is_lenient=self._attempt.is_lenient)
        is_address = isIPAddress(self._host) or isIPv6Address(self._host)
        if not is_address:
            made.set_tlsext_host_name(self._host.encode("ascii"))
        name = IPAddress_ID(self._host) if is_address else DNS_ID(self._host)
        made.set_verify(SSL.VERIFY_PEER, partial(_verify, name))
        self._attempt.handshake = made
        return made


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and its causes, as Twisted and Python record them."""
    while error is not None:
        yield error
        for failure in getattr(error, "reasons", ()):
            yield from causes(failure.value)
        error = error.__cause__ or error.__context__


def _verify(
    name: ServiceID, handshake: SSL.Connection, certificate: crypto.X509, code: int, depth: int, ok: int
) -> bool:
    """Return whether the handshake goes on; OpenSSL asks for each certificate and each error."""
    assert isinstance(handshake, Handshake)  # only those ask
    if not ok:
        handshake.note(certificate_problem(code, depth))
        if code in NO_ISSUER and handshake.lacking is None:
            handshake.lacking = certificate.to_cryptography()
    elif depth == 0 and not _is_for(certificate, name):
        handshake.note(WRONG_NAME)
        ok = False
    return bool(ok) or handshake.is_lenient


def _is_for(certificate: crypto.X509, name: ServiceID) -> bool:
    try:
        verify_service_identity(extract_patterns(certificate), [name], [])
    except (VerificationError, CertificateError, ValueError):
        return False
    return True


def _context(ciphers: str, least: int, most: int) -> SSL.Context:
    context = SSL.Context(SSL.TLS_METHOD)
    context.set_options(SSL.OP_NO_COMPRESSION | SSL.OP_NO_TICKET)
    context.set_mode(SSL.MODE_RELEASE_BUFFERS)
    # A session that is taken up again would not be verified.
    context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
    context.set_min_proto_version(least)
    context.set_max_proto_version(most)
    try:
        context.set_cipher_list(ciphers.encode("ascii"))
    except (SSL.Error, UnicodeError):
        name = ciphers.partition(":!aNULL")[0]
        raise ValueError(f"DOWNLOADER_CLIENT_TLS_CIPHERS = {name!r}: OpenSSL knows none of them") from None
    _set_keylog_callback(context)
    return context


def _without_level(ciphers: str) -> str:
    return ":".join(part for part in ciphers.split(":") if not part.startswith("@SECLEVEL"))


def _version(settings: BaseSettings, name: str, default: int) -> int:
    chosen = settings.get(name)
    if chosen is None:
        return default
    if chosen not in _VERSIONS:
        raise wrong_setting(name, chosen, message("one of {known}", known=", ".join(_VERSIONS)))
    return _VERSIONS[chosen]
