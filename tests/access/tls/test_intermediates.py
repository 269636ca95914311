"""Intermediates that are fetched: only those that lead to a root count, and no file is fetched twice."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, pkcs7
from OpenSSL import crypto
from servers.tls.authority import Authority, Identity, self_signed

from topiccrawl.access.tls import intermediates
from topiccrawl.access.tls.intermediates import Intermediates, issuer_urls, read_certificates

URL = "http://ca.test/intermediate.crt"


class Files:
    """Serves files by URL, and notes what was asked for."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self.asked: list[str] = []

    async def __call__(self, url: str) -> bytes:
        self.asked.append(url)
        await asyncio.sleep(0)
        return self.files.get(url, b"")


def store_of(*roots: Identity) -> crypto.X509Store:
    store = crypto.X509Store()
    for root in roots:
        store.add_cert(crypto.X509.from_cryptography(root.certificate))
    return store


def is_trusted(store: crypto.X509Store, certificate: x509.Certificate) -> bool:
    try:
        crypto.X509StoreContext(store, crypto.X509.from_cryptography(certificate)).verify_certificate()
    except crypto.X509StoreContextError:
        return False
    return True


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority()


def test_a_chain_is_completed_and_each_file_fetched_once(authority: Authority) -> None:
    store = store_of(authority.root)
    leaf = authority.server(["a.test"], issuer_url=URL).certificate
    files = Files({URL: authority.intermediate.der})
    known = Intermediates(store)

    async def complete_twice() -> list[bool]:
        return await asyncio.gather(*(known.complete(leaf, files) for _ in range(2)))

    assert not is_trusted(store, leaf)
    assert asyncio.run(complete_twice()) == [True, True]
    assert files.asked == [URL]
    assert is_trusted(store, leaf)
    assert not is_trusted(store, self_signed(["a.test"]).certificate)


def test_a_chain_to_a_root_that_nobody_trusts_adds_nothing(authority: Authority) -> None:
    """Another authority's file; the root itself; and a certificate that names another issuer."""
    other = Authority("other")
    for name, content in {
        "intermediate": other.intermediate.der,
        "root": other.root.der,
        "itself": self_signed(["other intermediate"]).der,
    }.items():
        store = store_of(authority.root)
        url = f"http://ca.test/{name}"
        leaf = other.server(["a.test"], issuer_url=url).certificate
        files = Files({url: content})
        assert not asyncio.run(Intermediates(store).complete(leaf, files))
        assert not is_trusted(store, leaf)
        assert files.asked == [url]


def test_an_endless_chain_ends_after_three_files(authority: Authority) -> None:
    urls = [f"http://ca.test/{number}" for number in range(9)]
    chain = authority.endless(urls)
    files = Files({url: one.der for url, one in zip(urls, chain[1:], strict=False)})
    assert not asyncio.run(Intermediates(store_of(authority.root)).complete(chain[0].certificate, files))
    assert files.asked == urls[:3]


def test_a_file_that_could_not_be_fetched_is_asked_for_again_later(
    authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    leaf = authority.server(["a.test"], issuer_url=URL).certificate
    files, known = Files({}), Intermediates(store_of(authority.root))

    async def complete() -> list[bool]:
        found = [await known.complete(leaf, files), await known.complete(leaf, files)]
        monkeypatch.setattr(intermediates, "_TERM", -1.0)
        files.files = {URL: authority.intermediate.der}
        return [*found, await known.complete(leaf, files), await known.complete(leaf, files)]

    assert asyncio.run(complete()) == [False, False, True, True]
    assert files.asked == [URL, URL]


def test_files_may_be_der_pem_or_pkcs7(authority: Authority) -> None:
    certificate = authority.intermediate.certificate
    for content in (
        certificate.public_bytes(Encoding.DER),
        certificate.public_bytes(Encoding.PEM),
        pkcs7.serialize_certificates([certificate], Encoding.DER),
        pkcs7.serialize_certificates([certificate], Encoding.PEM),
    ):
        assert read_certificates(content) == [certificate]
    assert read_certificates(b"<html>404</html>") == read_certificates(b"") == []


def test_issuers_are_fetched_over_http_only(authority: Authority) -> None:
    for url, found in ((URL, [URL]), ("https://ca.test/x", []), ("ldap://ca.test/x", []), ("file:///x", [])):
        assert issuer_urls(authority.server(["a.test"], issuer_url=url).certificate) == found
    assert issuer_urls(authority.server(["a.test"]).certificate) == []
