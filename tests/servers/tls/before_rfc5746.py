"""The server's side of TLS 1.2 as it was before RFC 5746: renegotiation is not protected.

OpenSSL and Python always answer a client that supports the protected one, so such a server is written here:
one cipher suite (ECDHE-RSA-AES128-GCM-SHA256), one curve, no extensions, no renegotiation.
"""

from __future__ import annotations

import hashlib
import hmac
import io
import os
import socket
import struct
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding
from servers.tls.authority import Identity

_VERSION = b"\x03\x03"
_SUITE = b"\xc0\x2f"
_X25519 = b"\x00\x1d"
_RSA_SHA256 = b"\x04\x01"
_ALERT, _HANDSHAKE, _DATA, _CHANGE = 21, 22, 23, 20
_CERTIFICATE, _KEY_EXCHANGE, _DONE, _FINISHED = 11, 12, 14, 20


class OldTls(io.RawIOBase):
    """A connection after its handshake; it reads and writes as a socket and as its file do."""

    def __init__(self, connection: socket.socket, identity: Identity) -> None:
        self._socket = connection
        self._read_file = connection.makefile("rb")
        self._messages = b""
        self._keys: tuple[AESGCM, bytes, AESGCM, bytes] | None = None
        self._read_number = self._written_number = 0
        self._left = b""
        self._handshake(identity)

    def makefile(self, *_: object) -> io.BufferedReader:
        """Return what the handler of a request reads."""
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left:
            kind, self._left = self._record()
            if kind != _DATA:
                return 0
        number = min(len(buffer), len(self._left))
        buffer[:number], self._left = self._left[:number], self._left[number:]
        return number

    def sendall(self, data: bytes) -> None:
        """Send data."""
        for start in range(0, len(data), 16000):
            self._send(_DATA, bytes(data[start : start + 16000]))

    def _handshake(self, identity: Identity) -> None:
        hello = self._message()
        client_random, server_random = hello[6:38], os.urandom(32)
        secret = X25519PrivateKey.generate()
        self._say(2, _VERSION + server_random + b"\x00" + _SUITE + b"\x00")
        sent = [one.public_bytes(Encoding.DER) for one in (identity.certificate, *identity.chain)]
        self._say(_CERTIFICATE, _vector(b"".join(_vector(one, 3) for one in sent), 3))
        offered = b"\x03" + _X25519 + _vector(secret.public_key().public_bytes_raw(), 1)
        signature = identity.key.sign(
            client_random + server_random + offered, padding.PKCS1v15(), hashes.SHA256()
        )
        self._say(_KEY_EXCHANGE, offered + _RSA_SHA256 + _vector(signature, 2))
        self._say(_DONE, b"")
        theirs = X25519PublicKey.from_public_bytes(self._message()[5:])
        master = _prf(secret.exchange(theirs), b"master secret", client_random + server_random, 48)
        block = _prf(master, b"key expansion", server_random + client_random, 40)
        self._record()  # the client changes to the new keys
        self._keys = AESGCM(block[:16]), block[32:36], AESGCM(block[16:32]), block[36:]
        expected = _prf(master, b"client finished", hashlib.sha256(self._messages).digest(), 12)
        if self._message()[4:] != expected:
            raise ConnectionError("the client finished another handshake")
        finished = _prf(master, b"server finished", hashlib.sha256(self._messages).digest(), 12)
        keys, self._keys = self._keys, None
        self._send(_CHANGE, b"\x01")
        self._keys = keys
        self._say(_FINISHED, finished)

    def _message(self) -> bytes:
        while len(self._left) < 4 or len(self._left) < 4 + int.from_bytes(self._left[1:4], "big"):
            kind, piece = self._record()
            if kind != _HANDSHAKE:
                raise ConnectionError("the client does not like the handshake")
            self._left += piece
        length = 4 + int.from_bytes(self._left[1:4], "big")
        message, self._left = self._left[:length], self._left[length:]
        self._messages += message
        return message

    def _say(self, kind: int, body: bytes) -> None:
        message = bytes([kind]) + _vector(body, 3)
        self._messages += message
        self._send(_HANDSHAKE, message)

    def _record(self) -> tuple[int, bytes]:
        head = self._read_file.read(5)
        if len(head) < 5:
            return _ALERT, b""
        kind, length = head[0], int.from_bytes(head[3:], "big")
        body = self._read_file.read(length)
        if self._keys is None:
            return kind, body
        key, salt, _, _ = self._keys
        size = struct.pack(">QB2sH", self._read_number, kind, _VERSION, len(body) - 24)
        self._read_number += 1
        return kind, key.decrypt(salt + body[:8], body[8:], size)

    def _send(self, kind: int, body: bytes) -> None:
        if self._keys is not None:
            _, _, key, salt = self._keys
            number = struct.pack(">Q", self._written_number)
            size = number + struct.pack(">B2sH", kind, _VERSION, len(body))
            self._written_number += 1
            body = number + key.encrypt(salt + number, body, size)
        self._socket.sendall(bytes([kind]) + _VERSION + _vector(body, 2))


def _vector(data: bytes, size: int) -> bytes:
    return len(data).to_bytes(size, "big") + data


def _prf(secret: bytes, label: bytes, seed: bytes, length: int) -> bytes:
    """Return bytes of the pseudo-random function of TLS 1.2 (RFC 5246, section 5)."""
    seed, made = label + seed, b""
    step = seed
    while len(made) < length:
        step = hmac.digest(secret, step, "sha256")
        made += hmac.digest(secret, step + seed, "sha256")
    return made[:length]
