"""Certificates for servers on this machine."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from tempfile import TemporaryDirectory

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID


@dataclass(frozen=True)
class Signed:
    """A certificate with its key."""

    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @property
    def pem(self) -> bytes:
        """The certificate."""
        return self.certificate.public_bytes(Encoding.PEM)

    def context(self) -> ssl.SSLContext:
        """What a server needs for TLS."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        private = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        with TemporaryDirectory() as folder:
            path = Path(folder, "both.pem")
            path.write_bytes(private + self.pem)
            context.load_cert_chain(path)
        return context


def signed(name: str = "tests", issuer: Signed | None = None, address: str = "", age: int = 1) -> Signed:
    """A certificate for an address, valid for two days from `age` days ago on; self-signed without an issuer."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    began = datetime.now(UTC) - timedelta(days=age)
    by = subject if issuer is None else issuer.certificate.subject
    builder = x509.CertificateBuilder(by, subject, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(began).not_valid_after(began + timedelta(days=2))
    if address:
        names = x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))])
        builder = builder.add_extension(names, critical=False)
    is_authority = x509.BasicConstraints(ca=not address, path_length=None)
    builder = builder.add_extension(is_authority, critical=True)
    return Signed(builder.sign(key if issuer is None else issuer.key, hashes.SHA256()), key)


@cache
def tls_context() -> ssl.SSLContext:
    """What a server needs for TLS, with a certificate that nobody vouches for."""
    return signed().context()
