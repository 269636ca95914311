"""Intermediates that servers forget to send, fetched from where the certificates say that they are.

Browsers do the same (AIA caIssuers, RFC 5280 section 4.2.2.1); without it many sites that every browser shows
could not be verified.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from time import monotonic

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import pkcs7
from cryptography.x509.oid import AuthorityInformationAccessOID, ExtensionOID
from OpenSSL import crypto

MAX_BYTES = 64 * 1024
"""Largest file of an issuer that is read."""
MAX_SECONDS = 10.0
"""Longest time for such a file."""
_MOST_FETCHED = 3
"""Files that are fetched for one chain."""
_REMEMBERED = 1000
"""Files whose contents are remembered, those without a certificate included."""
_TERM = 600.0
"""Seconds after which a file without a certificate is fetched again."""

Fetch = Callable[[str], Awaitable[bytes]]
"""Returns a file of an http URL; empty bytes if there is none."""


class Intermediates:
    """Adds missing intermediates to a store of trusted roots.

    An intermediate is added only when it leads to a root of the store. Roots are never added.

    Args:
        store: the roots.
    """

    def __init__(self, store: crypto.X509Store) -> None:
        self._store = store
        self._files: OrderedDict[str, tuple[float, asyncio.Future[list[x509.Certificate]]]] = OrderedDict()
        self._added: set[bytes] = set()

    async def complete(self, certificate: x509.Certificate, fetch: Fetch) -> bool:
        """Return whether the issuers of a certificate are in the store now.

        Args:
            certificate: the last one of a chain, whose issuer is missing.
            fetch: fetches a file; it is called once for each URL, later again if there was nothing.
        """
        found: list[x509.Certificate] = []
        for _ in range(_MOST_FETCHED):
            issuer = await self._issuer(found[-1] if found else certificate, fetch)
            if issuer is None or issuer in found:
                return False
            found.append(issuer)
            if self._leads_to_root(found):
                for one in found:
                    self._add(one)
                return True
        return False

    async def _issuer(self, certificate: x509.Certificate, fetch: Fetch) -> x509.Certificate | None:
        for url in issuer_urls(certificate)[:1]:
            for one in await self._file(url, fetch):
                if one.subject == certificate.issuer:
                    return one
        return None

    async def _file(self, url: str, fetch: Fetch) -> list[x509.Certificate]:
        since, known = self._files.get(url, (0.0, None))
        if known is None or (known.done() and not known.result() and since + _TERM < monotonic()):
            known = asyncio.ensure_future(_certificates(url, fetch))
            self._files[url] = monotonic(), known
            if len(self._files) > _REMEMBERED:
                self._files.popitem(last=False)
        return await asyncio.shield(known)

    def _leads_to_root(self, found: list[x509.Certificate]) -> bool:
        first, *others = (crypto.X509.from_cryptography(one) for one in found)
        try:
            crypto.X509StoreContext(self._store, first, others).verify_certificate()
        except crypto.X509StoreContextError:
            return False
        return True

    def _add(self, certificate: x509.Certificate) -> None:
        mark = certificate.fingerprint(hashes.SHA256())
        if certificate.subject != certificate.issuer and mark not in self._added:
            self._added.add(mark)
            self._store.add_cert(crypto.X509.from_cryptography(certificate))


def issuer_urls(certificate: x509.Certificate) -> list[str]:
    """Return the http URLs of the issuer's certificate; an issuer behind https could never be verified."""
    try:
        found = certificate.extensions.get_extension_for_oid(ExtensionOID.AUTHORITY_INFORMATION_ACCESS).value
    except (x509.ExtensionNotFound, ValueError):
        return []
    assert isinstance(found, x509.AuthorityInformationAccess)
    locations = [
        access.access_location.value
        for access in found
        if access.access_method == AuthorityInformationAccessOID.CA_ISSUERS
        and isinstance(access.access_location, x509.UniformResourceIdentifier)
    ]
    return [url for url in locations if url.lower().startswith("http://")]


def read_certificates(data: bytes) -> list[x509.Certificate]:
    """Return the certificates of a file in DER, PEM or PKCS #7; none if it is something else."""
    readers: tuple[Callable[[bytes], list[x509.Certificate]], ...] = (
        lambda content: [x509.load_der_x509_certificate(content)],
        x509.load_pem_x509_certificates,
        pkcs7.load_der_pkcs7_certificates,
        pkcs7.load_pem_pkcs7_certificates,
    )
    for read in readers:
        try:
            return read(data)
        except Exception:  # noqa: S112 - the library's errors have no common ancestor
            continue
    return []


async def _certificates(url: str, fetch: Fetch) -> list[x509.Certificate]:
    return read_certificates(await fetch(url))
