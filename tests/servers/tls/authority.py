"""A certificate authority for one run of tests: root, intermediate, and certificates of servers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import AuthorityInformationAccessOID, ExtendedKeyUsageOID, NameOID


@dataclass(frozen=True)
class Identity:
    """A certificate with its key and the certificates that a server sends with it."""

    certificate: x509.Certificate
    key: rsa.RSAPrivateKey
    chain: tuple[x509.Certificate, ...] = ()

    @property
    def der(self) -> bytes:
        """The certificate alone."""
        return self.certificate.public_bytes(Encoding.DER)

    def write(self, path: Path) -> Path:
        """Write key, certificate and chain to a file as servers read them."""
        private = self.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        sent = (one.public_bytes(Encoding.PEM) for one in (self.certificate, *self.chain))
        path.touch(mode=0o600)
        path.write_bytes(b"".join((private, *sent)))
        return path


class Authority:
    """A root that tests trust through SSL_CERT_FILE, and an intermediate that it has signed.

    Args:
        name: begins the names of both.
    """

    def __init__(self, name: str = "test") -> None:
        keys = [_key(2048, f"{name} {what}") for what in ("root", "intermediate")]
        self.root = _signed(f"{name} root", None, is_authority=True, key=keys[0])
        self.intermediate = _signed(f"{name} intermediate", self.root, is_authority=True, key=keys[1])

    def write_root(self, path: Path) -> Path:
        """Write the root as a file for SSL_CERT_FILE."""
        path.write_bytes(self.root.certificate.public_bytes(Encoding.PEM))
        return path

    def server(
        self,
        names: Sequence[str],
        *,
        bits: int = 2048,
        days: tuple[int, int] = (-1, 30),
        issuer_url: str = "",
    ) -> Identity:
        """Return a certificate for hosts, signed by the intermediate.

        Args:
            names: host names and addresses.
            bits: size of the RSA key.
            days: when it is valid, in days from now.
            issuer_url: where the intermediate can be fetched (AIA caIssuers); empty: not said.
        """
        made = _signed(
            names[0],
            self.intermediate,
            names=names,
            key=_key(bits, "server"),
            days=days,
            issuer_url=issuer_url,
        )
        return Identity(made.certificate, made.key, (self.intermediate.certificate,))

    def endless(self, urls: Sequence[str]) -> list[Identity]:
        """Return a certificate, its issuer, the issuer's issuer, and so on; none leads to a root.

        Args:
            urls: where each of them says that its issuer is.
        """
        chain: list[Identity] = []
        issuer = _signed("nobody", None, is_authority=True, key=_key(2048, "root"))
        for number, url in reversed(list(enumerate(urls))):
            key = _key(2048, "intermediate" if number else "server")
            issuer = _signed(f"step {number}", issuer, is_authority=number > 0, key=key, issuer_url=url)
            chain.insert(0, issuer)
        return chain


def self_signed(names: Sequence[str]) -> Identity:
    """Return a certificate for hosts that nobody but its own key has signed."""
    return _signed(names[0], None, names=names, key=_key(2048, "server"))


def without_chain(identity: Identity) -> Identity:
    """Return an identity whose server forgets to send the intermediate."""
    return Identity(identity.certificate, identity.key)


@cache
def _key(bits: int, purpose: str) -> rsa.RSAPrivateKey:
    """Return a key; one for each purpose is enough, and making one takes a while."""
    return rsa.generate_private_key(65537, bits)


def _signed(
    name: str,
    issuer: Identity | None,
    *,
    key: rsa.RSAPrivateKey,
    names: Sequence[str] = (),
    is_authority: bool = False,
    days: tuple[int, int] = (-1, 30),
    issuer_url: str = "",
) -> Identity:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    signer = subject if issuer is None else issuer.certificate.subject
    now = datetime.now(UTC)
    builder = (
        x509.CertificateBuilder(signer, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now + timedelta(days=days[0]))
        .not_valid_after(now + timedelta(days=days[1]))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    signing = key if issuer is None else issuer.key
    identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key())
    builder = builder.add_extension(identifier, critical=False)
    if names:
        builder = builder.add_extension(
            x509.SubjectAlternativeName([_general_name(one) for one in names]), critical=False
        ).add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    if issuer_url:
        access = x509.AccessDescription(
            AuthorityInformationAccessOID.CA_ISSUERS, x509.UniformResourceIdentifier(issuer_url)
        )
        builder = builder.add_extension(x509.AuthorityInformationAccess([access]), critical=False)
    if is_authority:
        usage = dict.fromkeys(
            ("digital_signature", "content_commitment", "key_encipherment", "data_encipherment"), False
        ) | dict.fromkeys(("key_agreement", "encipher_only", "decipher_only"), False)
        builder = builder.add_extension(
            x509.KeyUsage(**usage, key_cert_sign=True, crl_sign=True), critical=True
        )
    return Identity(builder.sign(signing, hashes.SHA256()), key)


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
