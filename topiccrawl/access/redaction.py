"""Takes out of what was fetched what nobody else should read: cookies, passwords, tokens, names of users.

Each secret has a placeholder of its own, the same in addresses, forms and pages, so that what was fetched
still fits together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import unquote_to_bytes

_NAME = (
    rb"(?:token|password|passwd|pwd|secret|ticket|signature|sessionid|sessid|(?<![A-Za-z0-9])(?:session|s?sid|"
    rb"(?:api|app|access)_?key|auth|authorization|sign|user|user_?name|user_?id|uid|login|account|e?mail|phone|mobile))"
)
"""How the name of a secret ends."""
_USER, _FIELD, *_ = _PLACES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rb"(?<=://)()([^/?#\s\"'<>@]+)(?=@)",
        rb"(" + _NAME + rb"=)([^&?#;\"'<>\s+${}()\\]+)",
        rb"(" + _NAME + rb"[\"']?\s{0,9}[:=]\s{0,9}[\"'])((?=[^\"']*\d)[\w+/=.~%@-]{8,})(?=[\"'])",
        rb"(\bname=[\"']?[\w.-]{0,40}?" + _NAME + rb"[\"']?\s[^<>]{0,200}?\bvalue=[\"']?)([^\"'<>\s]{4,})",
    )
)
"""What stands before a secret, and the secret: users of URLs, fields, literals of scripts, hidden fields."""
_BEFORE_FIELD = re.compile(rb"(?:^|[?&]|&amp;|;(?=j$))[\w.-]*$")
_LONGEST_NAME = 40
_HEADER = re.compile("cookie|auth|token|session", re.IGNORECASE)
_COOKIE = re.compile(r"(?:^|[,\n]\s*)[^=;,\s]+=([^;,\s]+)")
_LONG = 6
"""Characters of a secret that is replaced wherever it stands."""
_GONE = "redacted"


class Redaction:
    """Replaces secrets. All that was fetched is read first, by `learn` and `learn_headers`."""

    def __init__(self) -> None:
        self._placeholders: dict[bytes, bytes] = {}
        self._everywhere: set[bytes] = set()

    def learn(self, *texts: bytes) -> None:
        """Find the secrets of some texts."""
        for text in texts:
            if b"\0" in text:
                continue
            for place in _PLACES:
                for match in filter(_is_secret, place.finditer(text)):
                    self._learn(match[2], only_with_digit=place is not _USER)
                    for part in match[2].split(b":") if place is _USER else ():
                        self._learn(part)

    def learn_headers(self, headers: Mapping[str, str]) -> None:
        """Find the cookies and the secrets in the headers of an answer."""
        for name, value in headers.items():
            self.learn(_bytes(value))
            if _HEADER.search(name):
                for cookie in _COOKIE.findall(value):
                    self._learn(_bytes(cookie), only_with_digit=True)

    def content(self, text: bytes) -> bytes:
        """Return a body without secrets."""
        if b"\0" not in text:
            for place in _PLACES:
                text = place.sub(self._replaced, text)
        for secret in sorted(self._everywhere, key=len, reverse=True):
            text = text.replace(secret, self._placeholders[secret])
        return text

    def text(self, text: str) -> str:
        """Return a URL or another short text without secrets."""
        return self.content(_bytes(text)).decode("utf-8", "surrogateescape")

    def headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return headers without secrets."""
        return {name: _GONE if _HEADER.search(name) else self.text(value) for name, value in headers.items()}

    def _replaced(self, match: re.Match[bytes]) -> bytes:
        return match[1] + self._placeholder(match[2]) if _is_secret(match) else match[0]

    def _learn(self, secret: bytes, *, only_with_digit: bool = False) -> None:
        """Remember a secret; a plain word, as `default`, is not replaced in all places."""
        self._placeholder(secret)
        known = unquote_to_bytes(secret)
        if len(known) >= _LONG and not (only_with_digit and not re.search(rb"\d", known)):
            self._everywhere.add(known)

    def _placeholder(self, secret: bytes) -> bytes:
        known = unquote_to_bytes(secret)
        return self._placeholders.setdefault(known, f"{_GONE}{len(self._placeholders) + 1}".encode())


def _is_secret(match: re.Match[bytes]) -> bool:
    """Return whether what looks like a field is one, not a statement of a script."""
    if match.re is not _FIELD:
        return True
    start = match.start()
    before = match.string[max(0, start - _LONGEST_NAME) : start]
    found = _BEFORE_FIELD.search(before)
    return found is not None and (found.start() > 0 or start <= _LONGEST_NAME or before[:1] in b"?&")


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
