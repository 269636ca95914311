"""Sending e-mail by SMTP: the server, and what became of a message."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import unquote, urlsplit

from topiccrawl.errors import AdminError
from topiccrawl.messages import message
from topiccrawl.text.display import one_line

TIMEOUT = 30.0
"""Timeout of each answer of a mail server in seconds."""
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_LOCAL = ("localhost", "127.0.0.1", "::1")
_LOST = smtplib.SMTPServerDisconnected


class MailError(Exception):
    """A message did not arrive, or it is not known whether it did.

    Attributes:
        outcome: `refused` by the server, `away` (it is not reached), `unanswered` (it may have the message),
            or `failed` (nothing was sent).
    """

    def __init__(self, outcome: str, text: str) -> None:
        super().__init__(text)
        self.outcome = outcome


@dataclass(frozen=True, slots=True)
class MailServer:
    """The server that takes our e-mail.

    Attributes:
        host: its name.
        port: its port.
        is_encrypted: whether TLS begins with the connection; otherwise by STARTTLS if the server offers it.
        sender: address that e-mail is from.
        user: of the log-in; empty: none.
        password: of the log-in.
    """

    host: str
    port: int
    is_encrypted: bool
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)

    @classmethod
    def parse(cls, url: str, sender: str) -> Self | None:
        """Return the server of a URL like `smtps://user:password@mail.example.cn`; None if it is empty.

        Raises:
            AdminError: the URL or the sender cannot be used; the message has no password.
        """
        if not url:
            return None
        try:
            parts = urlsplit(url)
            port = parts.port or (465 if parts.scheme == "smtps" else 25)
        except ValueError:
            parts, port = urlsplit(""), 0
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise AdminError("the mail server is not smtp://USER:PASSWORD@HOST:PORT or smtps://...")
        sender = sender or unquote(parts.username or "")
        if not is_mail_address(sender):
            raise AdminError("{sender!r}: the sender of e-mail is not an address", sender=sender)
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(parts.hostname, port, parts.scheme == "smtps", sender, user, password)


def is_mail_address(text: str) -> bool:
    r"""Return whether a text is an e-mail address of ASCII characters.

    >>> is_mail_address("desk@example.cn"), is_mail_address("a@b\nBcc: c@d"), is_mail_address("desk")
    (True, False, False)
    """
    return _ADDRESS.fullmatch(text) is not None


def send_mail(server: MailServer, receiver: str, content: bytes) -> None:
    """Send a message to one receiver; blocks until the server has answered.

    Args:
        server: takes it.
        receiver: address of the receiver.
        content: the message with its headers, in ASCII.

    Raises:
        MailError: the server has not taken it, or has not said so.
    """
    sent = False
    try:
        with _connected(server) as smtp:
            _check(*smtp.mail(server.sender))
            _check(*smtp.rcpt(receiver))
            sent = True
            _check(*smtp.data(content))
            with suppress(smtplib.SMTPException, OSError):  # it has the message
                smtp.quit()
    except smtplib.SMTPResponseException as error:
        raise MailError("refused", _words(error.smtp_code, error.smtp_error)) from None
    except OSError as error:
        is_ours = isinstance(error, smtplib.SMTPException) and not isinstance(error, _LOST)
        outcome = "unanswered" if sent else "failed" if is_ours else "away"
        raise MailError(outcome, one_line(str(error)) or type(error).__name__) from None


@contextmanager
def _connected(server: MailServer) -> Iterator[smtplib.SMTP]:
    """Yield a connection that is encrypted if the server can, and logged in if it has a user."""
    context = ssl.create_default_context()
    if server.is_encrypted:
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(server.host, server.port, timeout=TIMEOUT, context=context)
    else:
        smtp = smtplib.SMTP(server.host, server.port, timeout=TIMEOUT)
    with closing(smtp):
        smtp.ehlo_or_helo_if_needed()
        is_safe = server.is_encrypted or server.host in _LOCAL
        if not server.is_encrypted and smtp.has_extn("starttls"):
            smtp.starttls(context=context)
            smtp.ehlo_or_helo_if_needed()
            is_safe = True
        if server.password and not is_safe:
            raise MailError(
                "failed", message("the mail server offers no encryption, so the password was not sent")
            )
        if server.password:
            smtp.login(server.user, server.password)
        yield smtp


def _check(code: int, words: bytes) -> None:
    if code // 100 != 2:
        raise smtplib.SMTPResponseException(code, words)


def _words(code: int, words: bytes | str) -> str:
    text = words.decode(errors="replace") if isinstance(words, bytes) else words
    return one_line(f"{code} {text}")
