"""Sending e-mail by SMTP: the server, and what became of a message."""

from __future__ import annotations

import re
import smtplib
import ssl
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import parse_qs, unquote, urlsplit

from topiccrawl.errors import AdminError
from topiccrawl.messages import message
from topiccrawl.text.display import one_line

TIMEOUT = 30.0
"""Timeout of each answer of a mail server in seconds."""
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*")
_LOCAL = ("localhost", "127.0.0.1", "::1")


class MailError(Exception):
    """A message did not arrive, or it is not known whether it did.

    Attributes:
        outcome: `refused` by the server, `away` (it is not reached), `unanswered` (it may have the message),
            or `failed` (nothing was sent).
        words: what the server said, or why nothing was sent.
    """

    def __init__(self, outcome: str, words: str) -> None:
        super().__init__(words)
        self.outcome, self.words = outcome, words


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
    def parse(cls, url: str) -> Self | None:
        """Return the server of a URL; None if it is empty.

        Args:
            url: such as `smtps://user:password@mail.example.cn?from=desk@example.cn`; without `from` the
                user is the sender.

        Raises:
            AdminError: the URL cannot be used; the message has no password.
        """
        if not url:
            return None
        with suppress(ValueError):
            parts = urlsplit(url)
            user, encrypted = unquote(parts.username or ""), parts.scheme == "smtps"
            sender = parse_qs(parts.query).get("from", [user])[0]
            if parts.scheme in ("smtp", "smtps") and parts.hostname and is_mail_address(sender):
                port = parts.port or (465 if encrypted else 25)
                return cls(parts.hostname, port, encrypted, sender, user, unquote(parts.password or ""))
        raise AdminError("the mail server is not smtp://USER:PASSWORD@HOST:PORT?from=ADDRESS or smtps://...")


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
        with closing(_connected(server)) as smtp:
            _check(*smtp.mail(server.sender))
            _check(*smtp.rcpt(receiver))
            sent = True
            _check(*smtp.data(content))
            with suppress(OSError):  # it has the message
                smtp.quit()
    except smtplib.SMTPResponseException as error:
        said = error.smtp_error
        words = said.decode(errors="replace") if isinstance(said, bytes) else said
        raise MailError("refused", one_line(f"{error.smtp_code} {words}")) from None
    except OSError as error:
        words = error.strerror or str(error) or type(error).__name__
        # smtplib says so also when nobody has closed it.
        words = words.removeprefix("Connection unexpectedly closed: ")
        raise MailError("unanswered" if sent else "away", words) from None


def _connected(server: MailServer) -> smtplib.SMTP:
    """Return a connection that is encrypted if the server can, and logged in if there is a password."""
    context, place = ssl.create_default_context(), (server.host, server.port)
    if server.is_encrypted:
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(*place, timeout=TIMEOUT, context=context)
    else:
        smtp = smtplib.SMTP(*place, timeout=TIMEOUT)
    try:
        smtp.ehlo_or_helo_if_needed()
        can_encrypt = smtp.has_extn("starttls")
        if can_encrypt and not server.is_encrypted:
            smtp.starttls(context=context)
        if server.password and not (server.is_encrypted or can_encrypt or server.host in _LOCAL):
            raise MailError("failed", message("the mail server offers no encryption for the password"))
        if server.password:
            smtp.login(server.user, server.password)
    except BaseException:
        smtp.close()
        raise
    return smtp


def _check(code: int, words: bytes) -> None:
    if code // 100 != 2:
        raise smtplib.SMTPResponseException(code, words)
